#include "selvage/one_sided/acceptance_table.hpp"

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"

namespace selvage {
namespace {

Rational number(const char* text) { return *Rational::parse(text); }

struct Vector {
  const char *epsilon, *delta;
  std::int64_t k;
  double probability;
};

// The recursion of T125 in multiple precision, by another program.
TEST(AcceptanceTable, HasTheProbabilitiesOfTheRecursion) {
  const Vector vectors[] = {{"1", "1e-6", 1, 1e-6},
                            {"1", "1e-6", 2, 3.718281828e-06},
                            {"1", "1e-6", 10, 0.012818308051},
                            {"1", "1e-6", 14, 0.699887098988},
                            {"1", "1e-6", 15, 0.889595001567},
                            {"1", "1e-6", 16, 0.959384638753},
                            {"1", "1e-6", 20, 0.999256675028},
                            {"0.5", "1e-6", 20, 0.033952125188},
                            {"0.5", "1e-6", 27, 0.784290743021},
                            {"0.5", "1e-6", 28, 0.869166328589},
                            {"0.5", "1e-6", 30, 0.951869956485},
                            {"0.5", "1e-6", 40, 0.999677233425},
                            {"1", "5e-7", 14, 0.349943549494},
                            {"1", "5e-7", 15, 0.760857780198},
                            {"1", "5e-7", 20, 0.998388961425}};
  for (const auto& [epsilon, delta, k, probability] : vectors) {
    const AcceptanceTable table(number(epsilon), number(delta));
    EXPECT_NEAR(table.probability(k).to_double(), probability, 1e-9 * probability)
        << epsilon << ' ' << delta << ' ' << k;
  }
}

TEST(AcceptanceTable, ShowsSurelyFromTheLeastDepthOn) {
  const struct {
    const char *epsilon, *delta;
    std::int64_t depth;
  } cases[] = {{"1", "1e-6", 28},
               {"0.5", "1e-6", 51},
               {"0.5", "5e-7", 54},
               {"1", "5e-7", 29},
               {"0.25", "5e-7", 101}};
  for (const auto& [epsilon, delta, depth] : cases) {
    const AcceptanceTable table(number(epsilon), number(delta));
    EXPECT_EQ(table.depth(), depth) << epsilon << ' ' << delta;
    EXPECT_EQ(table.probability(depth), 1);
    EXPECT_LT(table.probability(depth - 1), 1);
    EXPECT_LE(depth, AcceptanceTable::most_depth(number(epsilon), number(delta)));
  }
}

TEST(AcceptanceTable, KeepsItsPromiseOnAGridAndNoSmallerOne) {
  for (const char* epsilon : {"1/1000", "1/30", "0.1", "1/3", "1", "3", "20"})
    for (const char* delta : {"1e-15", "1e-9", "1e-6", "1/1000", "0.3"}) {
      const AcceptanceTable table(number(epsilon), number(delta));
      EXPECT_TRUE(table.keeps(number(epsilon), number(delta)))
          << epsilon << ' ' << delta;
      EXPECT_FALSE(table.keeps(number(epsilon), number(delta) * Rational(99, 100)))
          << epsilon << ' ' << delta;
      EXPECT_LE(table.depth(),
                AcceptanceTable::most_depth(number(epsilon), number(delta)));
      // With few steps a smaller epsilon may do too, where delta does all the work.
      if (table.depth() > 4) {
        EXPECT_FALSE(table.keeps(number(epsilon) * Rational(9, 10), number(delta)))
            << epsilon << ' ' << delta;
      }
    }
}

// Larger at no depth: one unit more breaks it. [T125]
TEST(AcceptanceTable, NoRuleShowsMoreAtAnyDepth) {
  const AcceptanceTable table(number("0.7"), number("1/50"));
  const Interval growth = exp(Interval(number("0.7")));
  Rational most = 0;
  for (std::int64_t k = 1; k <= table.depth(); ++k) {
    const Rational rising = growth.upper() * most + number("1/50");
    const Rational falling =
        Rational(1) - (Rational(1) - most - number("1/50")) / growth.upper();
    most = std::min({rising, falling, Rational(1)});
    if (Rational(1) - most <= 0) most = 1;
    EXPECT_LE(table.probability(k), most);
    EXPECT_GE(table.probability(k), most - number("1e-15")) << k;
  }
}

TEST(AcceptanceTable, FindsTheDepthForAProbability) {
  const AcceptanceTable table(number("1"), number("1e-6"));
  EXPECT_EQ(table.depth_for(number("0.5")), 14);
  EXPECT_EQ(table.depth_for(number("0.95")), 16);
  EXPECT_EQ(table.depth_for(1), 28);
  EXPECT_EQ(table.depth_for(number("1e-9")), 1);
}

}  // namespace
}  // namespace selvage
