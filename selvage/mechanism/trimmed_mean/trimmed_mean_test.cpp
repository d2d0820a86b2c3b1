#include "selvage/mechanism/trimmed_mean/trimmed_mean.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>
#include <random>

#include <nlohmann/json.hpp>

#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean_testing.hpp"
#include "selvage/one_sided/acceptance_table.hpp"
#include "selvage/outcome/answering_source.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

using Codes = std::vector<std::int64_t>;

TrimmedMeanRequest usual() { return {{1, 10}, 1, {1, 1'000'000}, 1}; }

Estimate answered(const TrimmedMeanMechanism& mechanism, const Codes& codes,
                  std::uint64_t seed = 1) {
  CodesReader table(mechanism.needs().reading, codes);
  SeededSource random(seed);
  const Drawn drawn = *mechanism.run(table, random);
  EXPECT_TRUE(mechanism.can_draw(drawn));
  return mechanism.answer(drawn, {19, 20}).numbers[0].rows[0];
}

// The mean of 0 to 9999 without 500 rows at either end, in steps of 1000.
TEST(TrimmedMean, IsNearTheMeanOfWhatIsKept) {
  const auto mechanism = trimmed_mean(usual());
  Codes codes(10'000);
  for (std::size_t i = 0; i < codes.size(); ++i)
    codes[i] = static_cast<std::int64_t>(i) * 1000;
  for (std::size_t i = 9'600; i < codes.size(); ++i) codes[i] = std::int64_t{1} << 59;
  int within = 0;
  constexpr int kRuns = 400;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    const Estimate one = answered(*mechanism, codes, seed);
    ASSERT_TRUE(one.known);
    EXPECT_NEAR(static_cast<double>(one.value), 4'999'500, 100'000);
    within += one.lower <= 4'999'500 && 4'999'500 <= one.upper ? 1 : 0;
  }
  // 95 %, six deviations wide.
  EXPECT_GE(within, kRuns * 0.95 - 6 * std::sqrt(kRuns * 0.0475));
}

TEST(TrimmedMean, IsExactWhereNearlyAllShareAValue) {
  const auto mechanism = trimmed_mean(usual());
  Codes codes(3000, 37);
  for (std::size_t i = 0; i < 20; ++i)
    codes[i] = static_cast<std::int64_t>(i) * 1'000'000;
  EXPECT_EQ(answered(*mechanism, codes), (Estimate{37, 37, 37, true, true}));
}

// With three rows a person it takes three times as many rows to be sure, and so many
// are read.
TEST(TrimmedMean, IsShownOfManyPeopleOfSeveralRows) {
  const auto mechanism = trimmed_mean(usual(), certain_question(3));
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_EQ(answered(*mechanism, Codes(9000, 37), seed),
              (Estimate{37, 37, 37, true, true}));
}

TEST(TrimmedMean, NothingIsShownOfFewRows) {
  const auto mechanism = trimmed_mean(usual());
  Codes few(40);
  std::iota(few.begin(), few.end(), 0);
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    EXPECT_FALSE(answered(*mechanism, {}, seed).known);
    EXPECT_FALSE(answered(*mechanism, {4}, seed).known);
    EXPECT_FALSE(answered(*mechanism, few, seed).known);
  }
}

// The depths that are tested; everything is shown, without noise.
class TestedDepths : public ConstantSource {
 public:
  TestedDepths() : ConstantSource(0) {}
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>&) override {
    depths.insert(depths.end(), in_out.begin(), in_out.end());
    std::fill(in_out.begin(), in_out.end(), 1);
  }
  std::vector<std::int64_t> depths;
};

// By the depths of both tests, each at a quarter of epsilon and half of delta: exactly.
double chance_of_an_answer(const TrimmedMeanMechanism& mechanism, const Codes& codes) {
  static const AcceptanceTable table({1, 4}, {1, 2'000'000});
  CodesReader reader(mechanism.needs().reading, codes);
  TestedDepths random;
  EXPECT_TRUE(mechanism.run(reader, random));
  EXPECT_EQ(random.depths.size(), 2u);
  double none = 1;
  for (const std::int64_t depth : random.depths)
    none *= 1 - table.probability(depth).to_double();
  return 1 - none;
}

// 20,000 lognormal values at epsilon 1 and delta 1e-6: an answer in more than 95 % of
// runs, on every table, whose noise is small beside what sampling does to a trimmed
// mean. Tables are drawn by a fixed seed.
TEST(TrimmedMean, AnswersOfLognormalValuesNearTheSamplingError) {
  TrimmedMeanRequest request = usual();
  request.unit = Rational(1, 1'000'000);
  const auto mechanism = trimmed_mean(request);
  std::mt19937_64 random(20);
  std::normal_distribution<double> normal;
  constexpr int kTables = 60, kRows = 20'000;
  int answers = 0;
  double noise = 0, sampling = 0;
  std::vector<double> means;
  for (int i = 0; i < kTables; ++i) {
    Codes codes(kRows);
    for (auto& code : codes) code = std::llround(std::exp(normal(random)) * 1e6);
    const Estimate one = answered(*mechanism, codes, static_cast<std::uint64_t>(i) + 1);
    EXPECT_GT(chance_of_an_answer(*mechanism, codes), 0.95) << i;
    std::sort(codes.begin(), codes.end());
    means.push_back(std::accumulate(codes.begin() + 1000, codes.end() - 1000, 0.0) /
                    (kRows - 2000));
    if (!one.known) continue;
    ++answers;
    noise += std::abs(static_cast<double>(one.value) - means.back());
  }
  const double middle = std::accumulate(means.begin(), means.end(), 0.0) / kTables;
  for (const double mean : means) sampling += std::abs(mean - middle) / kTables;
  EXPECT_GT(answers, 0.95 * kTables);
  EXPECT_LT(noise / answers, sampling / 2);
}

TEST(TrimmedMean, PromisesAddUpOverTestsAndGroups) {
  const Domain groups = *Domain::make({{"g", KeyList::of({"p", "q", "r"}), true}});
  for (const std::int64_t cells : {1, 3}) {
    const auto mechanism = trimmed_mean(usual(), certain_question(4, groups, cells));
    const auto total =
        std::get<DpPromise>(mechanism->guarantees()[0].conclusion.promise);
    EXPECT_EQ(total.epsilon, Rational(1));
    EXPECT_EQ(total.delta, Rational(1, 1'000'000));
    EXPECT_EQ(mechanism->law()["rows"], 4);
  }
}

TEST(TrimmedMean, RefusesWhatIsWrongWithARequest) {
  const auto field_of = [](const TrimmedMeanRequest& request,
                           const Question& question = certain_question()) {
    const auto made = TrimmedMeanMechanism::make(question, request);
    return made ? std::string() : made.error().field;
  };
  const Rational delta(1, 1'000'000);
  EXPECT_EQ(field_of(usual()), "");
  EXPECT_EQ(field_of({0, 1, delta, 1}), "trim");
  EXPECT_EQ(field_of({1, 1, delta, 1}), "trim");
  EXPECT_EQ(field_of({{-1, 2}, 1, delta, 1}), "trim");
  EXPECT_EQ(field_of({{1, 10}, 0, delta, 1}), "epsilon");
  EXPECT_EQ(field_of({{1, 10}, 81, delta, 1}), "epsilon");
  EXPECT_EQ(field_of({{1, 10}, {1, 1000}, delta, 1}), "epsilon");
  EXPECT_EQ(field_of({{1, 10}, {4'000'000'000'001, 4'000'000'000'000}, delta, 1}),
            "epsilon");
  EXPECT_EQ(field_of({{1, 10}, 1, 0, 1}), "delta");
  EXPECT_EQ(field_of({{1, 10}, 1, 1, 1}), "delta");
  EXPECT_EQ(field_of({{1, 10}, 1, delta, 3}), "unit");
  EXPECT_EQ(field_of(usual(), certain_question(2'000'000)), "rows_per_person");
  EXPECT_EQ(field_of(usual(), certain_question(1000)), "rows_per_person");
}

TEST(TrimmedMean, DrawsOnlyWhatItCan) {
  const auto mechanism = trimmed_mean(usual());
  constexpr std::int64_t kNone = TrimmedMeanMechanism::kNone;
  const auto drawn = [](std::int64_t octave, std::int64_t steps) {
    return Drawn{{0}, {}, {{octave}, {steps}}};
  };
  EXPECT_TRUE(mechanism->can_draw(drawn(kNone, kNone)));
  EXPECT_TRUE(mechanism->can_draw(drawn(0, -17)));
  EXPECT_TRUE(mechanism->can_draw(drawn(kMostReachOctave, std::int64_t{1} << 61)));
  EXPECT_FALSE(mechanism->can_draw(drawn(kNone, 1)));
  EXPECT_FALSE(mechanism->can_draw(drawn(1, kNone)));
  EXPECT_FALSE(mechanism->can_draw(drawn(kMostReachOctave + 1, 1)));
  EXPECT_FALSE(mechanism->can_draw(drawn(0, std::int64_t{1} << 61)));
  EXPECT_FALSE(mechanism->can_draw({{0}, {}, {{1}}}));
  // Whatever can be drawn has an answer.
  for (std::int64_t octave = 0; octave <= kMostReachOctave; ++octave)
    for (const std::int64_t steps :
         {-(std::int64_t{1} << 60), std::int64_t{0}, std::int64_t{12345}})
      if (mechanism->can_draw(drawn(octave, steps))) {
        const Estimate one =
            mechanism->answer(drawn(octave, steps), {19, 20}).numbers[0].rows[0];
        EXPECT_TRUE(one.lower <= one.value && one.value <= one.upper) << octave;
      }
  EXPECT_FALSE(mechanism->answer(drawn(40, std::int64_t{1} << 61), {19, 20})
                   .numbers[0]
                   .rows[0]
                   .known);
}

// A step is so small that the noise of one reach is 2^10 steps or up to twice as many.
TEST(TrimmedMean, PlansSayHowManyPeopleItTakes) {
  const auto mechanism = trimmed_mean(usual());
  const auto numbers = mechanism->plan_numbers({10'000}, {9, 10});
  EXPECT_GT(numbers["people_needed"]["normal"], 1000);
  EXPECT_LT(numbers["people_needed"]["normal"], 3000);
  EXPECT_GT(numbers["people_needed"]["lognormal"], 3000);
  EXPECT_LT(numbers["people_needed"]["lognormal"], 8000);
}

// All tests pass, and there is no noise.
class NothingHidden : public ConstantSource {
 public:
  NothingHidden() : ConstantSource(0) {}
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>&) override {
    tests_.assign(in_out.begin(), in_out.end());
    std::fill(in_out.begin(), in_out.end(), 1);
  }
  const std::vector<Rational>& scales() const { return scales_; }
  const std::vector<std::int64_t>& tests() const { return tests_; }

 private:
  void asked_for(bool, const Rational& scale) override { scales_.push_back(scale); }
  std::vector<Rational> scales_;
  std::vector<std::int64_t> tests_;
};

// A reach next to the end of a whole octave is in the middle of one half an octave
// beside, and the other way round: each test is about the octave that it tells.
TEST(TrimmedMean, EachTestHasTheDepthOfItsOwnOctave) {
  int whole_is_less = 0, half_is_less = 0;
  for (const std::int64_t rows : {1, 2})
    for (std::int64_t apart = 64; apart <= 128; ++apart) {
      Codes codes(200);
      for (std::size_t i = 0; i < codes.size(); ++i)
        codes[i] = static_cast<std::int64_t>(i) * apart;
      const auto mechanism = trimmed_mean(usual(), certain_question(rows));
      CodesReader table(mechanism->needs().reading, codes);
      NothingHidden random;
      ASSERT_TRUE(mechanism->run(table, random));
      const RankWindow all{200, 0, codes};
      const TrimmedEnds ends{all, all, {{1, 20}}};
      std::vector<std::int64_t> people;
      for (const Octaves kind : {Octaves::whole, Octaves::half})
        people.push_back((reach_depth(ends, 20, kind, 1000) + rows - 1) / rows);
      EXPECT_EQ(random.tests(), people) << apart << ' ' << rows;
      whole_is_less += people[0] < people[1] ? 1 : 0;
      half_is_less += people[0] > people[1] ? 1 : 0;
    }
  EXPECT_GE(std::min(whole_is_less, half_is_less), 10);
}

// Half of epsilon pays for noise of as many reaches as a person has rows, from the
// smallest reach on; where one row moves nothing there is none.
TEST(TrimmedMean, EveryReachHasItsNoise) {
  for (const std::int64_t rows : {1, 3}) {
    const auto mechanism = trimmed_mean({{1, 2}, 4, {1, 2}, 1}, certain_question(rows),
                                        {.reach_bits = 2, .step_bits = 1});
    for (const std::int64_t reach : {0, 1, 2, 3, 4, 5, 8, 1000}) {
      const Codes codes = {0, 0, 0, 0, reach, reach, reach, reach};  // 2^2 W / 4
      CodesReader table(mechanism->needs().reading, codes);
      NothingHidden random;
      const Drawn drawn = *mechanism->run(table, random);
      const std::int64_t octave = drawn.numbers[0][0];
      EXPECT_EQ(octave, octave_of(static_cast<std::uint64_t>(reach), Octaves::whole));
      std::int64_t most = static_cast<std::int64_t>(ends_of_reach(octave).most) * rows,
                   step = 1;
      while (most / rows / step >= 4) step *= 2;
      std::vector<Rational> right;
      if (reach > 0) right = {Rational((most + step - 1) / step) / 2};
      EXPECT_EQ(random.scales(), right) << reach << ' ' << rows;
    }
  }
}

// What is drawn of eight rows, of which two are left out at either end, with 2 of
// epsilon for the noise.
struct Rounded {
  Rational step;  // in codes
  std::int64_t octave, steps, bound;
  Estimate with_noise(const TrimmedMeanMechanism& mechanism, std::int64_t noise) const {
    return mechanism.answer({{0}, {}, {{octave}, {steps + noise}}}, {19, 20})
        .numbers[0]
        .rows[0];
  }
};
Rounded rounded_mean(const TrimmedMeanMechanism& mechanism, const TrimmedMeanSize& size,
                     std::int64_t far, std::int64_t near, std::int64_t other) {
  const Codes codes = {-far, -far, near, near, near, other, far, far};
  CodesReader table(mechanism.needs().reading, codes);
  NothingHidden random;
  const Drawn drawn = *mechanism.run(table, random);
  const std::int64_t octave = drawn.numbers[0][0];
  const auto reach = static_cast<Uint128>(far) * 2 << size.reach_bits >> 2;
  EXPECT_EQ(octave, octave_of_reach(reach, Octaves::whole));  // the first test
  const auto most = static_cast<std::uint64_t>(ends_of_reach(octave).most);
  const int shift =
      std::max(0, static_cast<int>(std::bit_width(most)) - size.step_bits - 1);
  const auto moved =
      Rational(static_cast<std::int64_t>(most)) / Rational::power_of_two(shift);
  return {Rational::power_of_two(shift - size.reach_bits), octave, drawn.numbers[1][0],
          laplace_size_bound(moved.ceil() / 2, 1, {1, 20})};
}

// To the nearest step, halves up, below 0 too: then a shift by whole steps moves the
// steps by as many, which rounding towards or away from 0 does not keep. [T131] With
// the largest noise that an interval allows for, either way, it holds the mean.
TEST(TrimmedMean, IsRoundedAsItsNoiseAndItsIntervalNeed) {
  const TrimmedMeanSize size{.reach_bits = 2, .step_bits = 1};
  const auto mechanism = trimmed_mean({{1, 2}, 4, {1, 2}, 1}, certain_question(), size);
  const Rational half(1, 2);
  for (const std::int64_t far : {2, 16, 100, 1000})  // steps of 1/2 to 128 codes
    for (std::int64_t near = -std::min<std::int64_t>(far, 200);
         near <= std::min<std::int64_t>(far, 200); ++near)
      for (const std::int64_t other : {near, -far, far - 1}) {
        const Rational mean(3 * near + other, 4);
        const Rounded told = rounded_mean(*mechanism, size, far, near, other);
        const Rational left = mean / told.step - told.steps;
        EXPECT_TRUE(Rational(0) - half <= left && left < half) << mean.text();
        for (const std::int64_t noise : {-told.bound, std::int64_t{0}, told.bound}) {
          const Estimate one = told.with_noise(*mechanism, noise);
          EXPECT_LE(Rational(one.lower), mean);
          EXPECT_GE(Rational(one.upper), mean);
          const Rational off = told.step * (told.steps + noise) - one.value;
          EXPECT_TRUE(Rational(0) - half <= off && off < half) << off.text();
        }
      }
}

// Means of so many steps are drawn, and not shown.
TEST(TrimmedMean, AMeanBeyondAllStepsIsNotShown) {
  const auto mechanism = trimmed_mean(usual());
  for (const int sign : {-1, 1}) {
    Codes codes(4000);
    for (std::size_t i = 0; i < codes.size(); ++i)
      codes[i] =
          sign * ((std::int64_t{1} << 60) - 1 - static_cast<std::int64_t>(i % 8));
    CodesReader table(mechanism->needs().reading, codes);
    NothingHidden random;
    const Drawn drawn = *mechanism->run(table, random);
    EXPECT_EQ(drawn.numbers[1][0], sign * (std::int64_t{1} << 61));
    ASSERT_TRUE(mechanism->can_draw(drawn));
    EXPECT_FALSE(mechanism->answer(drawn, {19, 20}).numbers[0].rows[0].known);
  }
}

TEST(TrimmedMean, IsConfirmedAtEveryEpsilonThatIsTaken) {
  for (const std::int64_t part : {1'000, 1'000'000})
    for (const std::int64_t epsilon : {58, 70, 80}) {
      TrimmedMeanRequest request = usual();
      request.epsilon = epsilon;
      request.delta = Rational(1, part);
      EXPECT_TRUE(verify::verify_for_release(*trimmed_mean(request)))
          << epsilon << ' ' << part;
    }
}

}  // namespace
}  // namespace selvage
