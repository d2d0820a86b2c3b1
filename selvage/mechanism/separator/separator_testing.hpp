// For tests: a separator of the labels a and b of the column l.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/separator/separator.hpp"

namespace selvage {

inline std::shared_ptr<const SeparatorMechanism> made_separator(
    const std::string& axes, const Rational& epsilon, const Rational& delta,
    const Person& person = {}) {
  Question question = question_about("separator", *Domain::make({}));
  question.column = "l";
  question.person = person;
  auto mechanism = SeparatorMechanism::make(question, {{"a", "b"}, *parse_axes(axes)},
                                            epsilon, delta);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

}  // namespace selvage
