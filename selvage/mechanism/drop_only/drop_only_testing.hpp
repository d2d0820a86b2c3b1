// For tests: drops from counts of the column g, and of the column x.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/drop_only/drop_counts.hpp"

namespace selvage {

inline Question drop_question(const std::string& verb, const Domain& domain,
                              const PersonShare& share = {}) {
  Question question = question_about(verb, domain);
  if (share != PersonShare{}) {
    question.person.column = "who";
    question.person.rows = share.rows;
    question.person.cells = share.cells;
    question.person.rows_in_cell = share.rows_in_cell;
  }
  return question;
}

inline std::shared_ptr<const DropCounts> drop_counts(
    const Question& question, const Rational& epsilon, const Rational& delta,
    std::optional<std::int64_t> fewer_than = std::nullopt) {
  auto mechanism = DropCounts::make(question, epsilon, delta, fewer_than);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

// A table that is nothing but its counts.
class CountedTable : public Reader {
 public:
  CountedTable(const Mechanism& mechanism, std::vector<std::int64_t> counts)
      : reading_(mechanism.needs().reading), counts_(std::move(counts)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override {
    Cells cells;
    for (std::size_t i = 0; i < counts_.size(); ++i)
      if (counts_[i] > 0) cells.sums.push_back({.cell = i, .rows = counts_[i]});
    return cells;
  }

 private:
  // Codes are the places of the counts.
  Outcome each_row(const VisitRow& visit) override {
    for (std::size_t i = 0; i < counts_.size(); ++i)
      for (std::int64_t row = 0; row < counts_[i]; ++row)
        visit({.steps = static_cast<std::int64_t>(i)});
    return Done{};
  }
  Reading reading_;
  std::vector<std::int64_t> counts_;
};

inline Domain keys_domain(std::vector<std::string> keys) {
  return *Domain::make({{"g", KeyList::of(std::move(keys)), true}});
}

}  // namespace selvage
