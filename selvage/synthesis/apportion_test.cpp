#include "selvage/synthesis/apportion.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Shares = std::vector<std::int64_t>;

TEST(Apportion, EveryShareIsRoundedDownOrUpAndRightInTheMean) {
  for (const Shares& weights : {Shares{1}, {0, 3}, {1, 2, 4}, {5, 0, 0, 2}, {7, 7, 1}})
    for (std::int64_t rows = 0; rows <= 20; ++rows) {
      const auto total =
          std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
      Shares sums(weights.size(), 0);
      for (std::int64_t offset = 0; offset < total; ++offset) {
        const Shares shares =
            apportion(weights, rows, static_cast<std::uint64_t>(offset));
        EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), std::int64_t{0}), rows);
        for (std::size_t i = 0; i < shares.size(); ++i) {
          EXPECT_GE(shares[i], weights[i] * rows / total);
          EXPECT_LE(shares[i], (weights[i] * rows + total - 1) / total);
          sums[i] += shares[i];
        }
      }
      // The mean over all offsets is weight * rows / total, exactly.
      for (std::size_t i = 0; i < sums.size(); ++i)
        EXPECT_EQ(sums[i], weights[i] * rows) << rows;
    }
}

TEST(Apportion, AsManyRowsAsTheWeightsSayAreTheWeights) {
  const Shares weights{3, 0, 12, 1};
  for (std::uint64_t offset = 0; offset < 16; ++offset)
    EXPECT_EQ(apportion(weights, 16, offset), weights);
}

TEST(Apportion, LargeWeightsDoNotOverflow) {
  const std::int64_t most = std::int64_t{1} << 61;
  EXPECT_EQ(apportion(Shares{most, most, most}, 3'000'000'000, 5),
            (Shares{1'000'000'000, 1'000'000'000, 1'000'000'000}));
}

}  // namespace
}  // namespace selvage
