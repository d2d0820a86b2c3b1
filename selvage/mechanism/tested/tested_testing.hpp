// For tests: answers after tests about the column x.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/certain/certain_testing.hpp"
#include "selvage/mechanism/tested/tested.hpp"

namespace selvage {

inline std::shared_ptr<const TestedMechanism> tested(
    const TestedRequest& request, const Question& question = certain_question()) {
  auto mechanism = TestedMechanism::make(question, request);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

}  // namespace selvage
