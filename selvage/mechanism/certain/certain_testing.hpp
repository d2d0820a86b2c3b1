// For tests: certain answers about the column x.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/certain/certain.hpp"

namespace selvage {

inline Question certain_question(std::int64_t rows_per_person = 1,
                                 const Domain& domain = *Domain::make({}),
                                 std::int64_t cells_per_person = 1) {
  Question question = question_about("quantile", domain);
  question.column = "x";
  if (rows_per_person != 1 || cells_per_person != 1) {
    question.person.column = "who";
    question.person.rows = rows_per_person;
    question.person.cells = cells_per_person;
  }
  return question;
}

inline std::shared_ptr<const CertainMechanism> certain(
    const CertainRequest& request, const Question& question = certain_question()) {
  auto mechanism = CertainMechanism::make(question, request);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

}  // namespace selvage
