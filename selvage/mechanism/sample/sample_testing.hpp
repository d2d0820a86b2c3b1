// For tests: a sample of the column v.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/sample/sample.hpp"

namespace selvage {

inline std::shared_ptr<const SampleMechanism> made_sample(
    const std::string& grid, std::int64_t at_least, const Rational& epsilon,
    const std::vector<std::int64_t>& weights = {}, std::int64_t draws = 1,
    const Person& person = {}) {
  Question question = question_about("sample", *Domain::make({}));
  question.column = "v";
  question.person = person;
  auto mechanism = SampleMechanism::make(
      question, {*NumericBins::parse(grid), weights, at_least, draws, epsilon});
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

}  // namespace selvage
