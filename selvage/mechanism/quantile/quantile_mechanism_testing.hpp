// For tests: quantiles of the column x.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/quantile/quantile.hpp"

namespace selvage {

// Every row is a person where people have one row.
inline Question question_of(std::int64_t rows_per_person) {
  Question question = question_about("median", *Domain::make({}));
  question.column = "x";
  if (rows_per_person != 1) {
    question.person.column = "who";
    question.person.rows = rows_per_person;
  }
  return question;
}

inline std::shared_ptr<const QuantileMechanism> made(const QuantileRequest& request,
                                                     std::int64_t rows_per_person = 1) {
  const auto mechanism = QuantileMechanism::make(question_of(rows_per_person), request);
  EXPECT_TRUE(mechanism);
  return *mechanism;
}

}  // namespace selvage
