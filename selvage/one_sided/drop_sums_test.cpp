#include "selvage/one_sided/drop_sums.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

Rational given(const char* text) { return *Rational::parse(text); }

// Exact convolutions, by another program.
TEST(DropSums, SeveralBarsLoseAtMostThis) {
  const DropTable laplace = *DropTable::truncated_laplace(1, 28),
                  greedy = *DropTable::greedy(1, Rational::power_of_two(-20));
  const struct {
    std::int64_t bars;
    const char* risk;
    std::int64_t by_laplace, by_greedy;
  } cases[] = {{10, "1e-3", 150, 146},    {10, "1e-6", 160, 156},
               {10, "1e-9", 169, 165},    {100, "1e-3", 1395, 1357},
               {100, "1e-6", 1420, 1382}, {100, "1e-9", 1440, 1401},
               {10, "0", 270, 270},       {100, "0", 2700, 2700}};
  for (const auto& [bars, risk, by_laplace, by_greedy] : cases) {
    EXPECT_EQ(most_dropped_in_all(laplace, bars, given(risk)), by_laplace) << bars;
    EXPECT_EQ(most_dropped_in_all(greedy, bars, given(risk)), by_greedy) << bars;
  }
  EXPECT_EQ(most_dropped_in_all(greedy, 1, given("0.001")), 19);
  // By sums in floating point, by another program.
  const DropTable millionth = *DropTable::greedy(1, given("1e-6"));
  EXPECT_EQ(most_dropped_in_all(millionth, 2000, given("0.05")), 26'236);
  // Too many values for a convolution: what is sure.
  const DropTable wide = *DropTable::greedy(given("1e-3"), given("1e-6"));
  EXPECT_EQ(most_dropped_in_all(wide, 500, given("0.05")), 500 * wide.width());
}

// Against all sums of three small bars.
TEST(DropSums, TheTailIsThatOfAllSums) {
  const DropTable table = *DropTable::greedy(given("0.9"), given("1/50"));
  const std::int64_t width = table.width();
  for (const char* risk : {"0.5", "0.1", "0.01", "1e-4"}) {
    const std::int64_t most = most_dropped_in_all(table, 3, given(risk));
    Rational beyond = 0, from = 0;
    for (std::int64_t a = 0; a <= width; ++a)
      for (std::int64_t b = 0; b <= width; ++b)
        for (std::int64_t c = 0; c <= width; ++c) {
          const Rational mass =
              table.probability(a) * table.probability(b) * table.probability(c);
          if (a + b + c > most) beyond = beyond + mass;
          if (a + b + c >= most) from = from + mass;
        }
    EXPECT_LE(beyond, given(risk));
    EXPECT_GT(from, given(risk));
  }
}

// By another program, at delta 1e-6 and a risk of 5 %.
TEST(DropSums, EmptyBarsHoldAtMostThis) {
  const struct {
    const char* epsilon;
    std::int64_t bars, people;
  } cases[] = {{"1", 2, 28},       {"1", 20, 245},   {"1", 200, 2018},
               {"1", 2000, 15566}, {"0.5", 20, 455}, {"2", 20, 133}};
  for (const auto& [epsilon, bars, people] : cases) {
    const DropTable table = *DropTable::greedy(given(epsilon), given("1e-6"));
    EXPECT_EQ(most_in_empty_bars(table, bars, given("0.05")), people)
        << epsilon << ' ' << bars;
  }
}

// No way to fill three bars holds more at that risk: all of them are tried.
TEST(DropSums, NoCountsOfEmptyBarsHoldMore) {
  const DropTable table = *DropTable::greedy(given("0.9"), given("1/50"));
  for (const char* risk : {"0.3", "0.05", "0.001"}) {
    std::int64_t worst = 0;
    const auto empty = [&](std::int64_t c) {
      return Rational(1) - table.at_most(c - 1);
    };
    for (std::int64_t a = 0; a <= table.width(); ++a)
      for (std::int64_t b = a; b <= table.width(); ++b)
        for (std::int64_t c = b; c <= table.width(); ++c)
          if (empty(a) * empty(b) * empty(c) > given(risk))
            worst = std::max(worst, a + b + c);
    EXPECT_GE(most_in_empty_bars(table, 3, given(risk)), worst) << risk;
    EXPECT_LE(most_in_empty_bars(table, 3, given(risk)), worst + 3) << risk;
  }
}

}  // namespace
}  // namespace selvage
