// The same as coverage_test.cpp on more rows and many more rounds.
#include "selvage/mechanism/cells/coverage_testing.hpp"

namespace selvage::coverage {
namespace {

constexpr int kRounds = 20'000;
const Allowed kAllowed = allowed(kRounds, 0.05, 0.03);

TEST(Coverage, OfAMillionRowsWithUpToSixDecimals) {
  for (const Statistic statistic :
       {Statistic::sum, Statistic::mean, Statistic::variance})
    for (const std::int64_t rows : {1000, 30'000, 1'000'000})
      for (int decimals = 0; decimals <= 6; ++decimals)
        for (const double middle : {20.0, 500.0, 900.0}) {
          const Case c{statistic, "0:1000", 1, rows, decimals, middle, 90};
          const Misses m = misses(c, kRounds);
          EXPECT_LE(m.interval, kAllowed.most) << rows << " " << decimals;
          EXPECT_GE(m.interval, kAllowed.fewest) << rows << " " << decimals;
          EXPECT_LE(m.planned, kAllowed.most) << rows << " " << decimals;
        }
}

}  // namespace
}  // namespace selvage::coverage
