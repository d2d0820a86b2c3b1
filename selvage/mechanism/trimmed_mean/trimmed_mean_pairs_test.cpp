// Longer tables than all small ones: depths from 1 to where an answer is sure, and a
// person who moves the mean nearly as far as anybody can. The whole law of the shipped
// run, both ways. [T131]
#include <gtest/gtest.h>

#include "selvage/mechanism/certain/change_depth_testing.hpp"
#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean_testing.hpp"
#include "selvage/outcome/divergence.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kFar = 3290;  // 4 kFar / 107 is next to the end of an octave

OutcomeLaw<Drawn> law_on(const TrimmedMeanMechanism& mechanism, const Codes& codes) {
  return law_of<TreeSource>({.cut = 1e-10}, [&](RandomSource& random) {
    CodesReader reader(mechanism.needs().reading, codes);
    return *mechanism.run(reader, random);
  });
}

// The larger one of both directions, rounded up.
Rational divergence_of(const TrimmedMeanMechanism& mechanism, const Codes& one,
                       const Codes& two, const Rational& epsilon) {
  const auto p = law_on(mechanism, one), q = law_on(mechanism, two);
  return std::max(between(p, q, epsilon).upper(), between(q, p, epsilon).upper());
}

TrimmedMeanMechanism const& small(std::int64_t rows) {
  static const auto one = trimmed_mean({{1, 10}, 8, {1, 2}, 1}, certain_question(),
                                       {.reach_bits = 2, .step_bits = 1});
  static const auto two = trimmed_mean({{1, 10}, 8, {1, 2}, 1}, certain_question(2),
                                       {.reach_bits = 2, .step_bits = 1});
  return rows == 1 ? *one : *two;
}

TEST(TrimmedMeanPairs, EveryDepthKeepsThePromise) {
  const Rational slack(1, 10'000'000);
  for (const std::int64_t rows : {1, 2})
    for (std::size_t low = 100; low <= 112; low += 3)
      for (std::size_t high = 4; high <= 18; ++high) {
        const Codes table = repeated(kFar, high, repeated(0, low));
        for (const std::int64_t code : {std::int64_t{0}, kFar, std::int64_t{1} << 40})
          EXPECT_LE(
              divergence_of(small(rows), table,
                            repeated(code, static_cast<std::size_t>(rows), table), 8),
              Rational(1, 2) + slack)
              << low << ' ' << high << ' ' << code << ' ' << rows;
      }
}

// Where the answer is sure on both tables, all that is left is the noise: it alone
// keeps the half of epsilon that pays for it, and nearly uses it.
TEST(TrimmedMeanPairs, TheNoiseHidesThePersonWhoMovesMost) {
  for (const std::int64_t rows : {1, 2}) {
    // 121 rows, of which 7 are left out at either end, as of one or two more.
    const std::size_t high = rows == 1 ? 11 : 15;
    const Codes table = repeated(kFar, high, repeated(0, 121 - high));
    const Codes more = repeated(kFar, static_cast<std::size_t>(rows), table);
    EXPECT_LE(divergence_of(small(rows), table, more, 4), Rational(1, 1'000'000));
    EXPECT_GT(divergence_of(small(rows), table, more, {5, 2}), Rational(1, 100))
        << rows;
  }
}

}  // namespace
}  // namespace selvage
