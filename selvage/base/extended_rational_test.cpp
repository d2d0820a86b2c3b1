#include "selvage/base/extended_rational.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(ExtendedRational, InfinityIsAboveEveryFraction) {
  const auto infinity = ExtendedRational::infinity();
  EXPECT_LT(ExtendedRational(Rational(1'000'000)), infinity);
  EXPECT_EQ(infinity, ExtendedRational::infinity());
  EXPECT_LT(ExtendedRational(Rational(1, 3)), ExtendedRational(Rational(1, 2)));
  EXPECT_EQ(infinity.sign(), 1);
}

TEST(ExtendedRational, AddsAndMultiplies) {
  const auto infinity = ExtendedRational::infinity();
  EXPECT_EQ(infinity + Rational(1), infinity);
  EXPECT_EQ(Rational(1) + infinity, infinity);
  EXPECT_EQ(infinity.times(3), infinity);
  EXPECT_EQ(ExtendedRational(Rational(1, 3)).times(3) + Rational(1),
            ExtendedRational(Rational(2)));
}

TEST(ExtendedRational, ReadsWhatItWrites) {
  for (const char* text : {"infinity", "0.1", "1/3", "0"}) {
    const auto read = ExtendedRational::parse(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->text(), text);
  }
  EXPECT_TRUE(ExtendedRational::parse("inf")->is_infinite());
  for (const char* text : {"", "-inf", "Infinity", "nan"})
    EXPECT_FALSE(ExtendedRational::parse(text)) << text;
}

}  // namespace
}  // namespace selvage
