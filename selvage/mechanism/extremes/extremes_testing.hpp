// For tests: extremes of the column x, and all small tables.
#pragma once
#include <functional>

#include <gtest/gtest.h>

#include "selvage/mechanism/extremes/extremes.hpp"

namespace selvage {

using Codes = std::vector<std::int64_t>;

// Every row is a person where people have one row.
inline Question extreme_question(const std::string& verb, std::int64_t rows = 1,
                                 const Domain& domain = *Domain::make({})) {
  Question question = question_about(verb, domain);
  question.column = "x";
  if (rows != 1) {
    question.person.column = "who";
    question.person.rows = question.person.cells = rows;
  }
  return question;
}

inline ExtremesRange bins_of(const std::string& text) {
  return {.bins = *NumericBins::parse(text)};
}

inline std::shared_ptr<const ExtremesMechanism> extreme(
    const std::string& verb, const ExtremesRequest& request, std::int64_t rows = 1,
    const Domain& domain = *Domain::make({})) {
  const auto mechanism =
      ExtremesMechanism::make(extreme_question(verb, rows, domain), request);
  EXPECT_TRUE(mechanism);
  return *mechanism;
}

inline std::shared_ptr<const ExtremesMechanism> with_terms(
    const std::string& verb, const std::string& bins, const ExtremeTerms& terms,
    std::int64_t rows = 1, const Domain& domain = *Domain::make({})) {
  const auto mechanism = ExtremesMechanism::of_terms(
      extreme_question(verb, rows, domain), bins_of(bins), terms);
  EXPECT_TRUE(mechanism);
  return *mechanism;
}

// Rows in bin v or above, of the bins 0 .. places-1.
inline Reach reach_of(const Codes& rows, std::size_t places) {
  Reach reach(places);
  for (const std::int64_t row : rows)
    for (std::int64_t v = 0; v <= row; ++v) ++reach[static_cast<std::size_t>(v)];
  return reach;
}

// Every multiset of at most `rows` of the codes 0 .. codes-1.
inline std::vector<Codes> tables_in_bins(std::int64_t codes, std::size_t rows) {
  std::vector<Codes> tables;
  const std::function<void(Codes, std::int64_t)> extend = [&](Codes table,
                                                              std::int64_t from) {
    tables.push_back(table);
    if (table.size() == rows) return;
    for (std::int64_t code = from; code < codes; ++code) {
      table.push_back(code);
      extend(table, code);
      table.pop_back();
    }
  };
  extend({}, 0);
  return tables;
}

}  // namespace selvage
