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

// One quantile, and nothing beside it.
struct OneQuantile {
  Rational at = Rational(1, 2);
  Rational epsilon;
  Rational unit = Rational::power_of_two(-32);
};

inline QuantileRequest alone(const OneQuantile& one) {
  return {.at = {one.at}, .epsilon = one.epsilon, .unit = one.unit, .guard = false};
}

inline std::shared_ptr<const QuantileMechanism> made(const QuantileRequest& request,
                                                     std::int64_t rows_per_person,
                                                     const QuantileSize& size) {
  auto mechanism = QuantileMechanism::make(question_of(rows_per_person), request, size);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

inline std::shared_ptr<const QuantileMechanism> made(const OneQuantile& one,
                                                     std::int64_t rows_per_person = 1) {
  return made(alone(one), rows_per_person, {});
}

}  // namespace selvage
