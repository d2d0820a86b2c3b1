#include "selvage/verify/small_world.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "selvage/mechanism/laplace_histogram.hpp"
#include "selvage/verify/divergence.hpp"

namespace selvage::verify {
namespace {

TEST(SmallWorld, ReaderCountsEveryRowOnce) {
  const Domain domain{"x", *NumericBins::parse("0:2:1")};
  SmallWorldReader reader("x", {0.5, 1.0, 1.9, -1.0, 2.0, std::nullopt,
                                std::numeric_limits<double>::quiet_NaN()});
  EXPECT_EQ(reader.cells(domain)->counts, (std::vector<std::int64_t>{1, 1, 2, 1, 2}));
}

TEST(SmallWorld, VisitsEveryTableAndEveryRemovalOnce) {
  int pairs = 0;
  for_each_neighbours({0.0, 1.0, std::nullopt}, 3,
                      [&](const SmallTable& with, const SmallTable& without) {
                        EXPECT_EQ(with.size(), without.size() + 1);
                        ++pairs;
                      });
  EXPECT_EQ(pairs, 3 * 1 + 6 * 2 + 10 * 3);  // multisets of 1, 2, 3 rows
}

// T4 on the whole flow, reader and adapter included: the law of all four cells
// together, for all tables of up to two rows, against the promise.
TEST(SmallWorld, WholeHistogramKeepsItsPromiseOnEveryNeighbours) {
  const Domain domain{"x", *NumericBins::parse("0:1:1")};
  const auto plan = plan_laplace_histogram(domain, {.epsilon = 4});
  ASSERT_TRUE(plan);
  const auto law = [&](const SmallTable& table) {
    return law_of<TreeSource>({.cut = 1e-7}, [&](RandomSource& random) {
      SmallWorldReader reader("x", table);
      return run(*plan, reader, random)->counts;
    });
  };
  for_each_neighbours(
      {0.5, -3.0, std::nullopt}, 2,
      [&](const SmallTable& with, const SmallTable& without) {
        const auto p = law(with), q = law(without);
        for (const auto& d : {hockey_stick(p, q, 4), hockey_stick(q, p, 4)}) {
          // An outcome at the rim of one walk may be missing in the other.
          EXPECT_LT(d.resolved.upper(), Rational(1, 1000));
          EXPECT_LT(d.unresolved.upper(), Rational(1, 1000));
        }
        EXPECT_GT(hockey_stick(p, q, 3).resolved.lower(), Rational(1, 2));
      });
}

}  // namespace
}  // namespace selvage::verify
