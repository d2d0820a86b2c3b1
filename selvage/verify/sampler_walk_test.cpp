#include "selvage/verify/sampler_walk.hpp"

#include <gtest/gtest.h>

namespace selvage::verify {
namespace {

TEST(SamplerWalk, ConfirmsTheShippedSampler) {
  for (const Rational& scale :
       {Rational(1), Rational(2, 3), Rational(13, 4), Rational(1, 2), Rational(10)})
    EXPECT_EQ(laplace_sampler_is_exact(scale), true) << scale.text();
}

TEST(SamplerWalk, SaysNothingWhereThereAreTooManyBranches) {
  EXPECT_EQ(laplace_sampler_is_exact(Rational(1000)), std::nullopt);
}

}  // namespace
}  // namespace selvage::verify
