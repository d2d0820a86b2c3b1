#include "selvage/average_case/singleton_test.hpp"

#include <gtest/gtest.h>

#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/base/number_testing.hpp"

namespace selvage {
namespace {

TEST(SingletonTest, AgreesWithTheVectorsOfTheSpecification) {
  const auto test =
      singleton_test(1'000'000, number("0.01"), number("0.1"), number("1e-9"));
  ASSERT_TRUE(test);
  EXPECT_EQ(test->most, 5012);
  EXPECT_EQ(test->gap, 402);
  EXPECT_EQ(test->passes, 4610);
  EXPECT_NEAR(passing_the_gap(number("0.1"), 402).middle(), 9.558122168949935e-10,
              1e-18);
  EXPECT_EQ(singleton_test(500, number("0.1"), 10, number("1e-9"))->most, 25);
  EXPECT_EQ(singleton_test(500, number("0.05"), 10, number("1e-9"))->most, 12);
}

// T14: what noise lifts one of k empty cells to 56, or to 18, is the same tail; T13:
// that it lifts one person to Th.
TEST(SingletonTest, TheTailHasTheOtherVectorsToo) {
  const auto tail = [](const char* alpha, std::int64_t steps) {
    return passing_the_gap(number(alpha), steps).middle();
  };
  EXPECT_NEAR(25 * tail("0.2", 56), 0.04853253723217656, 1e-9);
  EXPECT_NEAR(400 * tail("1", 18), 0.03072703364621858, 1e-9);
  EXPECT_NEAR(tail("1", 27), 8.533662760157427e-7, 8.5e-16);
  EXPECT_NEAR(tail("0.2", 132), 9.715271130541027e-7, 9.7e-16);
  EXPECT_NEAR(tail("0.5", 81), 9.02421491187962e-10, 9e-19);
}

TEST(SingletonTest, TheMostIsTheMost) {
  for (std::int64_t n = 1; n <= 60; ++n)
    for (const char* gamma : {"0.01", "0.1", "1/3", "0.9"}) {
      const auto test = singleton_test(n, number(gamma), 50, number("0.4"));
      if (!test) continue;
      EXPECT_LE(failure_given_singletons(n, test->most), number(gamma));
      if (test->most < n) {
        EXPECT_GT(failure_given_singletons(n, test->most + 1), number(gamma));
      }
    }
}

TEST(SingletonTest, TooFewPeopleAreRefused) {
  EXPECT_FALSE(singleton_test(500, number("0.1"), number("0.1"), number("1e-9")));
  EXPECT_FALSE(singleton_test(1, number("0.01"), 1, number("1e-9")));
}

}  // namespace
}  // namespace selvage
