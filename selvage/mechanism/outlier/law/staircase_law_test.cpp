#include "selvage/mechanism/outlier/law/staircase_law.hpp"

#include <map>

#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

// The definition, noise by noise, with plain sums: (flags, value) or (flags, none).
using Plain = std::map<std::pair<unsigned, std::int64_t>, double>;
constexpr std::int64_t kSuppressed = INT64_MIN;

Plain plain_law(const Staircase& staircase, std::int64_t count, std::int64_t width) {
  const auto add_noise = [&](Plain& to, unsigned flags, std::int64_t value, double mass,
                             const Rational& epsilon) {
    const double e = epsilon.to_double();
    for (std::int64_t z = -width; z <= width; ++z)
      to[{flags, value + z}] +=
          mass * std::tanh(e / 2) * std::exp(-e * static_cast<double>(std::abs(z)));
  };
  Plain law;
  if (staircase.first.is_infinite())
    law[{0, count}] = 1;
  else
    add_noise(law, 0, count, 1, staircase.first.finite());
  for (std::size_t i = 0; i < staircase.levels.size(); ++i) {
    Plain after;
    const unsigned bit = staircase.flags ? 1U << i : 0;
    for (const auto& [output, mass] : law) {
      const auto [flags, value] = output;
      if (value == kSuppressed || value > staircase.levels[i].threshold)
        after[output] += mass;
      else if (staircase.levels[i].epsilon.sign() == 0)
        after[{flags | bit, kSuppressed}] += mass;
      else
        add_noise(after, flags | bit, value, mass, staircase.levels[i].epsilon);
    }
    law = std::move(after);
  }
  return law;
}

TEST(StaircaseLaw, MassesAreThoseOfTheDefinition) {
  const std::vector<Staircase> staircases{
      {exact("0.9"), {{4, exact("0.6")}}},
      {exact("0.9"), {{4, exact("0.6")}}, true},
      {1, {{6, exact("0.7")}, {9, exact("0.5")}}, true},
      {1, {{6, exact("0.7")}, {9, exact("0.5")}}, false},
      {1, {{6, exact("0.7")}, {3, 0}}, true},
      {2, {{3, 0}, {5, 1}}, false},
      {2, {{3, 0}, {5, 1}}, true},
      {ExtendedRational::infinity(), {{6, exact("0.7")}, {3, 0}}, true},
      {ExtendedRational::infinity(), {{2, 0}}},
  };
  for (const Staircase& staircase : staircases)
    for (const std::int64_t count : {0, 3, 6, 7}) {
      const auto law = StaircaseLaw::make(staircase, exact("1e-15"));
      ASSERT_TRUE(law);
      Plain plain = plain_law(staircase, count, 75);
      for (const FlaggedMasses& part : law->at(count).parts) {
        EXPECT_NEAR(static_cast<double>(part.suppressed),
                    (plain[{part.flags, kSuppressed}]), 1e-13);
        plain.erase({part.flags, kSuppressed});
        for (std::size_t i = 0; i < part.mass.size(); ++i) {
          const std::pair key(part.flags, part.low + static_cast<std::int64_t>(i));
          EXPECT_NEAR(static_cast<double>(part.mass[i]), plain[key], 1e-14);
          plain.erase(key);
        }
      }
      for (const auto& [output, mass] : plain) EXPECT_LT(mass, 1e-14);
    }
}

TEST(StaircaseLaw, NoMoreMassIsMissingThanWasSaid) {
  for (const char* missing : {"1e-3", "1e-9", "1e-17"})
    for (const bool flags : {false, true}) {
      const Staircase staircase{
          1, {{25, exact("0.5")}, {20, exact("0.1")}, {22, exact("0.2")}}, flags};
      const auto law = StaircaseLaw::make(staircase, exact(missing));
      ASSERT_TRUE(law);
      long double sum = 0;
      for (const FlaggedMasses& part : law->at(18).parts) {
        for (const long double mass : part.mass) sum += mass;
        sum += part.suppressed;
      }
      EXPECT_LE(sum, 1 + law->gamma());
      EXPECT_GE(sum, 1 - law->missing() - law->gamma());
      EXPECT_LE(law->missing(), exact(missing).to_double() * 1.0000001);
      EXPECT_LT(law->gamma(), 1e-14);
    }
}

TEST(StaircaseLaw, RefusesWindowsThatDoNotFit) {
  EXPECT_FALSE(StaircaseLaw::make({exact("1e-6"), {}}, exact("1e-12")));
  EXPECT_FALSE(StaircaseLaw::make({1, {}}, 0));
  EXPECT_FALSE(StaircaseLaw::make({1, {}}, 1));
  EXPECT_FALSE(StaircaseLaw::make({0, {}}, exact("1e-12")));
}

// Failing grows with the count and with the levels. [T74]
TEST(StaircaseLaw, FailureIsTheMassThatSkippedALevel) {
  const Staircase staircase{1, {{25, exact("0.5")}, {20, exact("0.1")}}, true};
  const auto law = StaircaseLaw::make(staircase, exact("1e-20"));
  ASSERT_TRUE(law);
  long double before = 0;
  for (std::int64_t count = 0; count <= 40; ++count) {
    long double skipped = 0, skipped_first = 0;
    for (const FlaggedMasses& part : law->at(count).parts)
      for (const long double mass : part.mass) {
        if (part.flags != 3) skipped += mass;
        if ((part.flags & 1) == 0) skipped_first += mass;
      }
    EXPECT_NEAR(static_cast<double>(law->failure_upper(count, 2) / skipped), 1, 1e-9);
    EXPECT_NEAR(static_cast<double>(law->failure_lower(count, 1) / skipped_first), 1,
                1e-9);
    EXPECT_GT(skipped, before);
    before = skipped;
  }
}

}  // namespace
}  // namespace selvage
