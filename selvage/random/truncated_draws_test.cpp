#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/outcome/chi_square.hpp"
#include "selvage/outcome/outcome_tree.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

// A source whose geometric draws are ours: remainders of every kind of number.
class GivenGeometric : public SeededSource {
 public:
  explicit GivenGeometric(std::int64_t value) : SeededSource(0), value_(value) {}
  void geometric(std::span<std::int64_t> out, const Rational&) override {
    for (auto& g : out) g = value_;
  }

 private:
  std::int64_t value_;
};

TEST(TruncatedDraws, RemaindersAreExact) {
  const std::int64_t large = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t g :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{63},
        std::int64_t{1'000'003}, std::int64_t{1} << 40, kMaxNoise, large - 1, large})
    for (const std::int64_t most :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{62},
          std::int64_t{63}, std::int64_t{999}, (std::int64_t{1} << 40) - 1,
          kMaxNoise - 1}) {
      GivenGeometric source(g);
      std::int64_t value = 0;
      source.truncated_geometric(std::span(&value, 1), 1, most);
      EXPECT_EQ(value, g % (most + 1)) << g << ' ' << most;
    }
}

// The laws, given ideal draws: what the outcome tree walks brackets the probabilities.
TEST(TruncatedDraws, HaveTheirLawGivenIdealDraws) {
  const Rational scale(2);  // epsilon 0.5
  const double geometric[] = {0.45505423392341124478, 0.27600434470659363447,
                              0.16740509727844331986, 0.10153632409155180089};
  const auto one = law_of<TreeSource>({.cut = 1e-14}, [&](TreeSource& source) {
    std::int64_t g = 0;
    source.truncated_geometric(std::span(&g, 1), scale, 3);
    return g;
  });
  for (std::int64_t g = 0; g < 4; ++g) {
    EXPECT_NEAR(one.lower(g).middle(), geometric[g], 1e-12);
    EXPECT_NEAR(one.upper(g).middle(), geometric[g], 1e-12);
  }
  EXPECT_EQ(one.mass.size(), 4u);
  // Two-sided: a refused minus zero is drawn again, each time less likely.
  const double laplace[] = {0.33911867512315156046, 0.20568587374331932459,
                            0.12475478869510489518};
  const auto two = law_of<TreeSource>({.cut = 1e-9}, [&](TreeSource& source) {
    std::int64_t z = 0;
    source.truncated_laplace(std::span(&z, 1), scale, 2);
    return z;
  });
  EXPECT_LT(two.unresolved.middle(), 1e-4);
  EXPECT_EQ(two.mass.size(), 5u);
  for (std::int64_t z = -2; z <= 2; ++z) {
    EXPECT_LE(two.lower(z).middle(), laplace[std::abs(z)] + 1e-15) << z;
    EXPECT_GE(two.upper(z).middle(), laplace[std::abs(z)] - 1e-15) << z;
  }
}

TEST(TruncatedDraws, TwoSidedFits) {
  const double mass[] = {0.33911867512315156046, 0.20568587374331932459,
                         0.12475478869510489518};
  SeededSource source(6);
  std::vector<std::int64_t> sample(1 << 22);
  source.truncated_laplace(sample, Rational(2), 2);
  std::map<std::int64_t, double> seen;
  for (const std::int64_t z : sample) ++seen[z];
  EXPECT_EQ(seen.size(), 5u);
  double statistic = 0, off = 0;
  for (std::int64_t z = -2; z <= 2; ++z) {
    const double expected = static_cast<double>(sample.size()) * mass[std::abs(z)];
    statistic += (seen[z] - expected) * (seen[z] - expected) / expected;
    const double moved = expected * (z == 0 ? 1.01 : 1);  // a zero 1 % too rare
    off += (seen[z] - moved) * (seen[z] - moved) / moved;
  }
  EXPECT_GT(chi_square_tail(statistic, 4), 1e-9);
  EXPECT_LT(chi_square_tail(off, 4), 1e-9);
}

// Wide noise in a short range is nearly uniform; every value comes.
TEST(TruncatedDraws, OneSidedFitsWhereTheRangeIsShort) {
  SeededSource source(7);
  std::vector<std::int64_t> sample(1 << 20);
  source.truncated_geometric(sample, 100, 63);
  const double q = std::exp(-0.01), n = static_cast<double>(sample.size());
  std::vector<double> seen(64);
  for (const std::int64_t g : sample) ++seen.at(static_cast<std::size_t>(g));
  double statistic = 0;
  for (std::size_t g = 0; g < 64; ++g) {
    const double expected =
        n * (1 - q) * std::pow(q, static_cast<double>(g)) / (1 - std::pow(q, 64));
    statistic += (seen[g] - expected) * (seen[g] - expected) / expected;
  }
  EXPECT_GT(chi_square_tail(statistic, 63), 1e-9);
}

TEST(TruncatedDraws, RefuseWhatTheyAreNotFor) {
  SeededSource source(8);
  std::vector<std::int64_t> out(3);
  EXPECT_DEATH(source.truncated_geometric(out, 0, 5), "");
  EXPECT_DEATH(source.truncated_geometric(out, 1, -1), "");
  EXPECT_DEATH(source.truncated_laplace(out, Rational::power_of_two(31), 5), "");
  EXPECT_FALSE(fits_truncated(-1));
  source.truncated_laplace(out, 1, 0);
  EXPECT_EQ(out, (std::vector<std::int64_t>{0, 0, 0}));
}

}  // namespace
}  // namespace selvage
