// For tests: counts in half-spaces of the columns x and y.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/half_space/half_space_counts.hpp"

namespace selvage {

inline std::shared_ptr<const HalfSpaceCounts> made_half_spaces(
    const std::vector<std::string>& texts, const std::string& axes,
    const Rational& epsilon, const Person& person = {}) {
  HalfSpaceRequest request{{}, *parse_axes(axes), epsilon};
  for (const std::string& text : texts)
    request.half_spaces.push_back(*parse_half_space(text));
  Question question = question_about("count", *Domain::make({}));
  question.person = person;
  auto mechanism = HalfSpaceCounts::make(question, request);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

}  // namespace selvage
