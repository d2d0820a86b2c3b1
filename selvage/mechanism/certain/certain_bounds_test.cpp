// The ends of the range: the widest octaves, and the bounds that stand for all beyond
// them. [T124, T125]
#include <gtest/gtest.h>

#include <array>

#include "selvage/mechanism/certain/certain_testing.hpp"
#include "selvage/mechanism/certain/change_depth_testing.hpp"
#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kBound = (std::int64_t{1} << 62) - 1;
constexpr std::int64_t kWidest = 2 * (kBound - 1);  // between what is no bound

std::shared_ptr<const CertainMechanism> certain_in(const char* unit,
                                                   std::optional<Rational> at) {
  return certain({std::move(at), 1, {1, 1'000'000}, *ColumnUnit::parse(unit)});
}

Drawn one_number(std::int64_t number) { return {{0}, {}, {{number}}}; }

Estimate shown_for(const CertainMechanism& mechanism, std::int64_t number) {
  return mechanism.answer(one_number(number), {19, 20}).numbers[0].rows[0];
}

Estimate shown_of(const CertainMechanism& mechanism, const Codes& codes,
                  std::uint64_t seed = 1) {
  CodesReader reader(mechanism.needs().reading, codes);
  SeededSource random(seed);
  const Drawn drawn = *mechanism.run(reader, random);
  EXPECT_TRUE(mechanism.can_draw(drawn));
  return mechanism.answer(drawn, {19, 20}).numbers[0].rows[0];
}

TEST(CertainBounds, EveryOctaveThatCanBeDrawnLiesInTheRange) {
  for (const auto& [unit, widest, last] :
       {std::tuple("1", kWidest, 127), std::tuple("1e-18", kWidest, 127),
        // 3652057 days from the second to the last but one of the calendar.
        std::tuple("day", std::int64_t{3'652'056}, 45),
        std::tuple("hour-of-day", std::int64_t{23}, 11)}) {
    const auto mechanism = certain_in(unit, std::nullopt);
    std::int64_t bins = 0;
    for (; mechanism->can_draw(one_number(bins)); ++bins) {
      const Estimate shown = shown_for(*mechanism, bins);
      ASSERT_TRUE(shown.known) << bins;
      EXPECT_LE(shown.lower, shown.value) << unit << ' ' << bins;
      EXPECT_LE(shown.value, shown.upper) << unit << ' ' << bins;
      EXPECT_LE(shown.upper, widest) << unit << ' ' << bins;
      for (const std::int64_t end : {shown.lower, shown.value, shown.upper}) {
        const auto octaves = bins % 2 == 0 ? Octaves::whole : Octaves::half;
        EXPECT_EQ(octave_of(static_cast<std::uint64_t>(end), octaves), bins);
      }
    }
    EXPECT_EQ(bins, last + 1) << unit;
    EXPECT_EQ(shown_for(*mechanism, last).upper, widest) << unit;
  }
}

// Vectors: tools/certificate_checker/acceptance.py.
TEST(CertainBounds, TheWidestOctavesAreThoseOfTheOtherChecker) {
  const std::array<std::int64_t, 4> vectors[] = {
      {123, 1630477228166597777, 3260954456333195553, 2305843009213693952},
      {124, 2305843009213693952, 4611686018427387903, 3260954456333195553},
      {125, 3260954456333195554, 6521908912666391106, 4611686018427387904},
      {126, 4611686018427387904, 9223372036854775804, 6521908912666391106},
      {127, 6521908912666391107, 9223372036854775804, 9223372036854775804}};
  const auto mechanism = certain_in("1", std::nullopt);
  for (const auto& [bin, least, most, middle] : vectors)
    EXPECT_EQ(shown_for(*mechanism, bin), (Estimate{middle, least, most})) << bin;
}

// The widest spread that there is: both octaves are shown, now and then.
TEST(CertainBounds, TheWidestSpreadIsShown) {
  const auto mechanism = certain_in("1", std::nullopt);
  Codes codes;
  for (int i = 0; i < 80; ++i) codes.push_back(i % 2 == 0 ? kBound - 1 : 1 - kBound);
  int shown = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Estimate one = shown_of(*mechanism, codes, seed);
    if (!one.known) continue;
    ++shown;
    EXPECT_LE(one.lower, kWidest);
    EXPECT_EQ(one.upper, kWidest);
  }
  EXPECT_GT(shown, 0);
}

// Microseconds since 1970 beyond the codes of the unit: three thousand of them say
// nothing about a median, nor that a spread is 0.
TEST(CertainBounds, ABoundIsNoAnswer) {
  for (const std::int64_t bound : {-kBound, kBound}) {
    const Codes all(3000, bound), within(3000, bound < 0 ? 1 - kBound : kBound - 1);
    for (const auto& at : {std::optional(Rational(1, 2)), std::optional<Rational>()}) {
      const auto mechanism = certain_in("1", at);
      EXPECT_FALSE(shown_of(*mechanism, all).known);
      const std::int64_t right = at ? within[0] : 0;
      EXPECT_EQ(shown_of(*mechanism, within), (Estimate{right, right, right}));
    }
    // One quartile at a bound is enough.
    Codes half(3000, 5);
    half.insert(half.end(), 3000, bound);
    EXPECT_FALSE(shown_of(*certain_in("1", std::nullopt), half).known);
    EXPECT_TRUE(shown_of(*certain_in("1", Rational(1, 10)), half).known == (bound > 0));
  }
  const auto median = certain_in("1", Rational(1, 2));
  EXPECT_FALSE(median->can_draw(one_number(kBound)));
  EXPECT_FALSE(median->can_draw(one_number(-kBound)));
  EXPECT_TRUE(median->can_draw(one_number(1 - kBound)));
}

// A day has no times but its own: midnight stands for nothing else.
TEST(CertainBounds, MidnightIsAnAnswer) {
  for (const std::int64_t hour : {0, 23})
    EXPECT_EQ(shown_of(*certain_in("hour-of-day", Rational(1, 2)), Codes(100, hour)),
              (Estimate{hour, hour, hour}));
  const auto days = certain_in("day", Rational(1, 2));
  EXPECT_FALSE(days->can_draw(one_number(2'932'896)));
}

// Quartiles from within to a bound stay in one octave: whether they are at a bound must
// count for the depth.
TEST(CertainBounds, WhetherAQuartileIsABoundHidesEverybody) {
  const CertainRequest request{std::nullopt, {1, 2}, {1, 20}, 1};
  const std::string within = std::to_string(kBound - 1);
  for (const auto& values :
       {std::vector<verify::Field>{"0", within, "inf"}, {"0", "-" + within, "-inf"}}) {
    verify::SmallWorld world{{}, 7};
    for (const auto& value : values) world.possible.push_back({"", {value}});
    const auto excess =
        verify::check_small_worlds(*certain(request), world, 0, verify::test_key(7));
    ASSERT_EQ(excess.size(), 1u);
    EXPECT_LE(excess[0].upper, Rational::power_of_two(-100));
  }
}

TEST(CertainBounds, DepthsOfALabelAreTheDistancesThatASearchFinds) {
  const CodeLabel side = [](std::int64_t code) -> std::int64_t {
    return code < 1 ? -1 : code > 4 ? 1 : 0;
  };
  for (const Codes& table : small_tables(4))
    for (const RankPart& at : {RankPart{1, 4}, RankPart{1, 2}, RankPart{3, 4}}) {
      const RankWindow window = whole(table);
      const auto label = [&](const Codes& codes) -> std::int64_t {
        const auto value = quantile_of(whole(codes), at);
        // What lies beyond all codes is a place of its own, as before the first row.
        return !value ? 5 : std::abs(*value) == 1000 ? *value : side(*value);
      };
      EXPECT_EQ(change_depth(window, at, 1000, side), searched(table, label))
          << testing::PrintToString(table) << ' ' << at.part << '/' << at.whole;
    }
}

}  // namespace
}  // namespace selvage
