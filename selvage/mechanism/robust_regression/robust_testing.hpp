// For tests: y explained by x.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/robust_regression/robust_regression.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {

inline std::shared_ptr<const RobustRegressionMechanism> made_robust(
    const RobustRequest& request, const std::string& person = {},
    const RobustSize& size = {}) {
  Question question = question_about("regression", *Domain::make({}));
  question.column = "y";
  if (!person.empty()) question.person = Person::with_all_rows(person);
  auto mechanism = RobustRegressionMechanism::make(question, request, size);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

// A table of numbers, read as they are.
class HeldReader : public Reader, public NumberReader {
 public:
  HeldReader(Reading reading, NumberRows rows)
      : reading_(std::move(reading)), rows_(std::move(rows)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override { return Cells{}; }
  Result<NumberRows> number_rows(const BlockKey&) override { return rows_; }

 private:
  Outcome each_row(const VisitRow&) override { return Done{}; }
  Reading reading_;
  NumberRows rows_;
};

inline Answer robust_answer(const Mechanism& mechanism, const NumberRows& rows,
                            RandomSource& random) {
  HeldReader reader(mechanism.needs().reading, rows);
  const auto drawn = mechanism.run(reader, random);
  EXPECT_TRUE(drawn);
  EXPECT_TRUE(mechanism.can_draw(*drawn));
  return mechanism.answer(*drawn, Rational(19, 20));
}

// The tests of a mechanism and nothing else, with their exact law, where steps and
// spreads are small.
class TestsAlone {
 public:
  explicit TestsAlone(const RobustRequest& request)
      : mechanism_(made_robust(request)),
        shape_{std::vector<std::int64_t>(request.x.slopes(), 0),
               std::vector<std::int64_t>(request.x.slopes(), 1), 11, 1024} {}

  using Law = std::map<std::vector<std::int64_t>, Rational>;
  // Of the first cell that is told.
  Law law(const NumberRows& rows) const {
    Law law;
    Rational left = 1;
    std::int64_t grid = 0;
    for (const auto& [depth, cell] : mechanism_->tested(rows, shape_)) {
      deepest_ = std::max(deepest_, depth);
      const Rational shown = mechanism_->table_->probability(depth);
      std::vector<std::int64_t> told = {grid++};
      told.insert(told.end(), cell.begin(), cell.end());
      law[told] = left * shown;
      left = left * (Rational(1) - shown);
    }
    law[{}] = left;
    return law;
  }
  // Of each grid alone: its cell, or none.
  struct Grid {
    std::int64_t depth;
    Law law;
  };
  std::vector<Grid> grids(const NumberRows& rows) const {
    std::vector<Grid> all;
    for (const auto& [depth, cell] : mechanism_->tested(rows, shape_)) {
      const Rational shown = mechanism_->table_->probability(depth);
      all.push_back({depth, {{{}, Rational(1) - shown}}});
      if (cell.empty())
        all.back().law = {{{}, Rational(1)}};
      else
        all.back().law[cell] = shown;
    }
    return all;
  }
  // The least delta of this pair at this epsilon; not too small.
  static Rational delta_at(const Law& of, const Law& beside, const Rational& epsilon) {
    const Rational factor = exp(Interval(epsilon)).lower();
    Rational sum = 0;
    for (const auto& [told, mass] : of) {
      const auto other = beside.find(told);
      const Rational more =
          mass - (other == beside.end() ? Rational(0) : other->second * factor);
      if (more.sign() > 0) sum = sum + more;
    }
    return sum;
  }
  // At this part of the epsilon of all tests.
  Rational delta(const Law& of, const Law& beside, const Rational& part) const {
    return delta_at(
        of, beside,
        robust_shares(mechanism_->request_).test * mechanism_->tests() * part);
  }
  Rational promised() const { return mechanism_->request_.delta; }
  std::int64_t deepest() const { return deepest_; }
  std::int64_t table_depth() const { return mechanism_->table_->depth(); }

 private:
  std::shared_ptr<const RobustRegressionMechanism> mechanism_;
  RowShape shape_;
  mutable std::int64_t deepest_ = 0;
};

inline NumberRows numbers_in(const verify::SmallTable& table) {
  NumberRows rows;
  for (const verify::SmallRow& row : table) {
    for (const auto& field : row.fields) rows.numbers.push_back(std::stoi(*field));
    if (!row.person.empty()) rows.people.push_back(person_name(row.person, {}));
  }
  return rows;
}

inline verify::SmallTable each_with(
    const std::vector<std::string>& people,
    const std::vector<std::vector<verify::Field>>& values) {
  verify::SmallTable rows;
  for (const std::string& person : people)
    for (const auto& fields : values) rows.push_back({person, fields});
  return rows;
}

}  // namespace selvage
