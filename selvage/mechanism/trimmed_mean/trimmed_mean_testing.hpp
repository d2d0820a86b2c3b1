// For tests: trimmed means of the column x.
#pragma once
#include <gtest/gtest.h>

#include "selvage/mechanism/certain/certain_testing.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean.hpp"

namespace selvage {

inline std::shared_ptr<const TrimmedMeanMechanism> trimmed_mean(
    const TrimmedMeanRequest& request, const Question& question = certain_question(),
    const TrimmedMeanSize& size = {}) {
  auto mechanism = TrimmedMeanMechanism::make(question, request, size);
  EXPECT_TRUE(mechanism) << mechanism.error().message;
  return *std::move(mechanism);
}

}  // namespace selvage
