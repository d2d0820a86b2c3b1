// Numbers of a release and what is made of them.
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/bound_free/bound_free_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

const Rational kConfidence(19, 20);

// A source whose noise is 0 and whose choices are given.
class Chosen : public RandomSource {
 public:
  explicit Chosen(std::vector<std::int64_t> choices) : choices_(std::move(choices)) {}
  void uniform_below(std::span<std::uint64_t>, std::uint64_t) override {}
  void bernoulli_exp(std::span<std::uint8_t>, const Rational&) override {}
  void geometric(std::span<std::int64_t>, const Rational&) override {}
  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override {
    for (auto& z : out) z = 0;
    scales.push_back(scale);
  }
  void failures_before(std::span<std::int64_t>, const Rational&) override {}
  void failures_before_coin(std::span<std::int64_t>, const Rational&) override {}
  void discrete_gaussian(std::span<std::int64_t>, const Rational&) override {}
  void from_table(std::span<std::int64_t>, const IntegerTable&) override {}
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>&) override {
    for (auto& value : in_out) value = choices_[next_++];
  }
  std::vector<Rational> scales;

 private:
  std::vector<std::int64_t> choices_;
  std::size_t next_ = 0;
};

using Numbers = std::vector<std::vector<std::int64_t>>;

TEST(BoundFree, ComplementarySumsAreThoseOfTheVectors) {
  const auto rows = rows_with({"1", "2", "3", "4", "100"});
  const auto whole = made_bound_free("mean", {.epsilon = 1, .unit = {1}});
  Chosen fine({3, 2});
  const Drawn drawn = drawn_from(*whole, rows, fine);
  EXPECT_EQ(drawn.numbers, (Numbers{{3}, {2}, {22}, {18}}));
  EXPECT_EQ(fine.scales, (std::vector<Rational>{20, 20}));  // 8 / (2/5)

  // Codes of 2^32 for each 1, so that steps are coarser than codes.
  std::vector<std::string> codes;
  for (const std::int64_t x : {1, 2, 3, 4, 100})
    codes.push_back(std::to_string(x << 32));
  Chosen coarse({std::int64_t{3} << 32, 34});
  EXPECT_EQ(drawn_from(*whole, rows_with(codes), coarse).numbers,
            (Numbers{{std::int64_t{3} << 32}, {34}, {2883584}, {2359296}}));
  EXPECT_EQ(coarse.scales[0], Rational(1 << 20) * 5 / 2);
}

// The same on the scale of doubles, at 1 and where codes are not their own places: 2^40
// times as large, j is 40 more, and nothing else changes.
TEST(BoundFree, TheVectorsHoldOnTheScaleOfDoubles) {
  const auto mean = made_bound_free("mean", {.epsilon = 1});
  const auto sum = made_bound_free("sum", {.epsilon = 1});
  const Grid grid = mean->needs().reading.measure->grid;
  for (const int more : {0, 20, 40}) {
    std::vector<std::string> values;
    for (const std::int64_t x : {1, 2, 3, 4, 100})
      values.push_back(std::to_string(x << more));
    const std::int64_t centre = grid.steps(std::int64_t{3} << more);
    Chosen choices({centre, 34 + more});
    const Drawn drawn = drawn_from(*mean, rows_with(values), choices);
    EXPECT_EQ(drawn.numbers, (Numbers{{centre}, {34 + more}, {2883584}, {2359296}}));
    const Answer answer = mean->answer(drawn, kConfidence);
    EXPECT_FALSE(answer.numbers[0].rows[0].known);  // five rows are too few
    // A hundred times as many rows, without noise: (22 - 18) / 5 / 2 above 3.
    const Answer many = mean->answer(
        {{0}, {}, {{centre}, {34 + more}, {288358400}, {235929600}}}, kConfidence);
    const Series& shown = many.numbers[0];
    EXPECT_EQ(shown.number(shown.rows[0].value),
              more == 0 ? *Rational::parse("3.4")
                        : (Rational(17, 5) * Rational::power_of_two(more)).floor() +
                              shown.number(shown.rows[0].value) -
                              shown.number(shown.rows[0].value).floor());
    EXPECT_EQ(many.numbers[3].number(many.numbers[3].rows[0].value),
              Rational::power_of_two(2 + more));
    Chosen radius({34 + more});
    const Drawn summed = drawn_from(*sum, rows_with(values), radius);
    EXPECT_EQ(summed.numbers[1][0], (1 + 2 + 3 + 4 + 4) << 18);
    const Series total = sum->answer(summed, kConfidence).numbers[0];
    EXPECT_EQ(total.number(total.rows[0].value), Rational::power_of_two(more) * 14);
    EXPECT_LE(total.exactly(total.rows[0].lower), Rational(0));
  }
}

TEST(BoundFree, SumsAreThoseOfTheVectors) {
  const auto sum = made_bound_free("sum", {.epsilon = 1, .unit = {1}});
  Chosen small({3});
  const Drawn first = drawn_from(*sum, rows_with({"1", "-3", "0", "5", "100"}), small);
  EXPECT_EQ(first.numbers, (Numbers{{3}, {11}}));
  // Noise of scale 16 is beyond 48 with probability 0.05 at most.
  EXPECT_EQ(sum->answer(first, kConfidence).numbers[0].rows[0],
            (Estimate{11, -37, 59}));
  EXPECT_EQ(small.scales, std::vector<Rational>{16});
  Chosen large({24});
  const Drawn drawn =
      drawn_from(*sum, rows_with({"1", "-3", "0", "5000000", "100000000"}), large);
  EXPECT_EQ(drawn.numbers, (Numbers{{24}, {312500 + 1048576}}));
  const Answer answer = sum->answer(drawn, kConfidence);
  EXPECT_EQ(answer.numbers[0].name, "sum");
  EXPECT_EQ(answer.numbers[0].rows[0].value, 21777216);
  EXPECT_EQ(answer.numbers[1].name, "radius");
  EXPECT_EQ(answer.numbers[1].rows[0].value, 1 << 24);
}

// What each row adds to these sums.
TEST(BoundFree, RowsAreRoundedAsInTheVectors) {
  const auto sum = made_bound_free("sum", {.epsilon = 1, .unit = {1}});
  const auto added = [&](const char* value, std::int64_t octave) {
    Chosen radius({octave});
    return drawn_from(*sum, rows_with({value}), radius).numbers[1][0];
  };
  const auto expect = [&](std::int64_t octave,
                          std::initializer_list<std::pair<const char*, int>> rows) {
    for (const auto& [value, steps] : rows) EXPECT_EQ(added(value, octave), steps);
  };
  expect(3, {{"1", 1}, {"-3", -3}, {"0", 0}, {"5", 5}, {"100", 8}});
  expect(24,
         {{"1", 0}, {"-3", 0}, {"0", 0}, {"5000000", 312500}, {"100000000", 1048576}});
}

// How many of the rows 4, 10, 24, 28, 72, 240, 800 away lie beyond 2^j.
TEST(BoundFree, CountsAreThoseOfTheVectors) {
  const auto sum = made_bound_free("sum", {.epsilon = 1, .unit = {1}});
  verify::SmallWorldReader reader(
      sum->needs().reading, rows_with({"7", "-7", "27", "-25", "75", "-237", "803"}));
  const std::int64_t centre = 3;
  const auto counts = reader.counts_beyond(std::span(&centre, 1), 14);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->front(),
            (std::vector<std::int64_t>{7, 7, 7, 6, 6, 5, 3, 3, 2, 1, 1, 0, 0, 0, 0}));
}

TEST(BoundFree, TheLawIsThatOfTheRequest) {
  const auto mean = made_bound_free("mean", {.epsilon = 1}, 3);
  EXPECT_EQ(mean->law(), Json::parse(R"({"epsilon": "1", "lowest": -202661983231672319,
      "most": 202661983231672319,
      "radius": {"octaves": 98, "slope": "1/15", "target": 45},
      "sums": {"scale": "7.5", "width_bits": 20}, "unit": "2^-32",
      "centre": {"prior": "whole_numbers", "slope": "1/15"}, "least": 180})"));
  const auto guarantee = mean->guarantees()[0];
  EXPECT_EQ(std::get<DpPromise>(guarantee.conclusion.promise).epsilon, Rational(1));
  EXPECT_EQ(guarantee.premises.size(), 3u);
  const auto sum =
      made_bound_free("sum", {.epsilon = {1, 2}, .unit = Rational(1, 100)});
  EXPECT_EQ(sum->law()["radius"],
            Json::parse(R"({"octaves": 63, "slope": "0.125", "target": 24})"));
  EXPECT_EQ(sum->law()["sums"]["scale"], "4");
  EXPECT_FALSE(sum->law().contains("centre"));
  EXPECT_EQ(std::get<DpPromise>(sum->guarantees()[0].conclusion.promise).epsilon,
            Rational(1, 2));
}

Answer answer_of(const Mechanism& mechanism, const std::vector<std::int64_t>& numbers) {
  Drawn drawn{{0}, {}, {}};
  for (const std::int64_t number : numbers) drawn.numbers.push_back({number});
  EXPECT_TRUE(mechanism.can_draw(drawn));
  return mechanism.answer(drawn, kConfidence);
}

TEST(BoundFree, AMeanLiesBetweenTheEndsOfItsRange) {
  const auto mean = made_bound_free("mean", {.epsilon = 1, .unit = {1}});
  // 100 rows within 3 +- 4: noise of both sums has the scale 20 steps of 8.
  const Answer answer = answer_of(*mean, {3, 2, 500, 300});
  ASSERT_EQ(answer.numbers.size(), 4u);
  EXPECT_EQ(answer.numbers[0].rows[0].value, 4);  // -1 + 8 * 500/800
  EXPECT_EQ(answer.numbers[0].rows[0].lower, 3);  // -1 + 8 * 426/800, and 3.26
  EXPECT_EQ(answer.numbers[0].rows[0].upper, 5);
  EXPECT_EQ(answer.numbers[1].name, "count");
  EXPECT_EQ(answer.numbers[1].rows[0].value, 100);
  EXPECT_NEAR(static_cast<double>(answer.numbers[1].rows[0].upper), 110, 2);
  EXPECT_EQ(answer.numbers[2].rows[0], without_interval(3));
  EXPECT_EQ(answer.numbers[3].rows[0], without_interval(4));
  // The same numbers as in the second checker, without and with rounded codes.
  const Answer wide = answer_of(*mean, {1000, 9, 60000, 45000});
  EXPECT_EQ(wide.numbers[0].rows[0], (Estimate{1073, 981, 1166}));
  EXPECT_EQ(wide.numbers[1].rows[0], (Estimate{103, 93, 112}));
  const Answer rounded = answer_of(*mean, {1000, 30, 6'000'000'000, 5'000'000'000});
  EXPECT_EQ(rounded.numbers[0].rows[0], (Estimate{97613893, 95725001, 99502785}));
  EXPECT_EQ(rounded.numbers[1].rows[0], (Estimate{10490, 10481, 10500}));
  // Noise does not lead outside.
  const Answer far = answer_of(*mean, {3, 2, 900, -100});
  EXPECT_EQ(far.numbers[0].rows[0].value, 7);
  EXPECT_EQ(far.numbers[0].rows[0].upper, 7);
  EXPECT_EQ(answer_of(*mean, {3, 2, -100, 900}).numbers[0].rows[0].lower, -1);
}

TEST(BoundFree, TooFewRowsHaveNoMean) {
  const auto mean = made_bound_free("mean", {.epsilon = 1, .unit = {1}});
  for (const auto& [above, known] :
       {std::pair(300, true), {299, false}, {-9000, false}}) {
    const Answer answer = answer_of(*mean, {3, 2, above, 180});
    for (const std::size_t number : {0, 2, 3}) {
      EXPECT_EQ(answer.numbers[number].rows[0].known, known) << number;
      EXPECT_TRUE(answer.numbers[number].may_be_unknown);
    }
    EXPECT_TRUE(answer.numbers[1].rows[0].known);
  }
}

TEST(BoundFree, OnlyWhatARunDrawsCanBeDrawn) {
  const auto mean = made_bound_free("mean", {.epsilon = 1});
  const auto can = [&](const Mechanism& mechanism, std::vector<std::int64_t> numbers) {
    Drawn drawn{{0}, {}, {}};
    for (const std::int64_t number : numbers) drawn.numbers.push_back({number});
    return mechanism.can_draw(drawn);
  };
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(can(*mean, {3, 97, -5, 5}));
  EXPECT_FALSE(can(*mean, {3, 98, -5, 5}));
  EXPECT_FALSE(can(*mean, {3, -1, -5, 5}));
  EXPECT_FALSE(can(*mean, {std::int64_t{1} << 60, 3, 5, 5}));
  EXPECT_FALSE(can(*mean, {3, 3, kFar, 5}));
  EXPECT_FALSE(can(*mean, {3, 3, 5, -kFar}));
  EXPECT_FALSE(can(*mean, {3, 3, 5}));
  const auto sum = made_bound_free("sum", {.epsilon = 1});
  EXPECT_TRUE(can(*sum, {96, -5}));
  EXPECT_FALSE(can(*sum, {97, -5}));
  EXPECT_FALSE(can(*sum, {3, kFar}));
  EXPECT_FALSE(can(*sum, {3, 5, 5}));
}

// The largest numbers that can be drawn overflow nothing.
TEST(BoundFree, ExtremesHaveAnAnswer) {
  const std::int64_t most = (std::int64_t{1} << 62) + (std::int64_t{1} << 61);
  const std::int64_t code = CodeScale::narrow().most();
  const auto mean = made_bound_free("mean", {.epsilon = 1, .unit = {1}});
  for (const std::int64_t above : {most, -most, std::int64_t{0}})
    for (const std::int64_t below : {most, -most, std::int64_t{0}})
      for (const std::int64_t centre : {code, -code})
        for (const std::int64_t j : {0, 19, 63}) {
          const Answer answer = answer_of(*mean, {centre, j, above, below});
          const Estimate& value = answer.numbers[0].rows[0];
          EXPECT_LE(value.lower, value.value);
          EXPECT_GE(value.upper, value.value);
        }
  for (const char* unit : {"2^-32", "1:64", "0.01:126"}) {
    const ColumnUnit other = *ColumnUnit::parse(unit);
    const CodeScale scale = other.number.scale();
    const auto wide = made_bound_free("mean", {.epsilon = 1, .unit = other});
    const auto summed = made_bound_free("sum", {.epsilon = 1, .unit = other});
    for (const std::int64_t above : {most, -most, std::int64_t{0}})
      for (const std::int64_t centre : {scale.most(), -scale.most()})
        for (const int j : {0, 19, scale.exponent()}) {
          const Answer answer = answer_of(*wide, {centre, j, above, most});
          const Estimate& value = answer.numbers[0].rows[0];
          EXPECT_LE(value.lower, value.value);
          EXPECT_GE(value.upper, value.value);
          const Answer sum_of = answer_of(*summed, {j, above});
          EXPECT_LE(sum_of.numbers[0].rows[0].lower, sum_of.numbers[0].rows[0].value);
          EXPECT_EQ(sum_of.numbers[0].unit_text(), unit);
        }
  }
  const auto sum = made_bound_free("sum", {.epsilon = 1, .unit = {1}});
  EXPECT_EQ(answer_of(*sum, {60, most}).numbers[0].rows[0].value,
            std::int64_t{1} << 62);
  EXPECT_EQ(answer_of(*sum, {60, -most}).numbers[0].rows[0].lower,
            -(std::int64_t{1} << 62));
}

std::vector<std::string> normal_values(std::mt19937& random, int rows) {
  std::normal_distribution<double> normal(37.3, 1);
  std::vector<std::string> values;
  for (int i = 0; i < rows; ++i)
    values.push_back(fmt::format("{:.9f}", normal(random)));
  return values;
}

// The interval is that of the mean of values cut to what was published.
TEST(BoundFree, IntervalsHoldTheMeanOfTheClampedValues) {
  std::mt19937 random(5);
  SeededSource source(5);
  const Rational unit(1, 1'000'000);
  const auto mean = made_bound_free("mean", {.epsilon = 2, .unit = unit});
  const auto sum = made_bound_free("sum", {.epsilon = 2, .unit = unit});
  constexpr int kRuns = 100;
  int held = 0, sums_held = 0, counts_held = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto values = normal_values(random, 500);
    const auto rows = rows_with(values);
    const Answer answer = mean->answer(drawn_from(*mean, rows, source), {4, 5});
    const auto of = [&](std::size_t number) { return answer.numbers[number].rows[0]; };
    ASSERT_TRUE(of(0).known);
    const Answer total = sum->answer(drawn_from(*sum, rows, source), {4, 5});
    const auto radius = static_cast<double>(total.numbers[1].rows[0].value);
    double all = 0, all_of_sum = 0;
    for (const std::string& value : values) {
      const double code = std::floor(std::stod(value) * 1e6 + 0.5);
      const auto centre = static_cast<double>(of(2).value);
      const auto reach = static_cast<double>(of(3).value);
      all += std::clamp(code, centre - reach, centre + reach);
      all_of_sum += std::clamp(code, -radius, radius);
    }
    const auto holds = [](const Estimate& number, double truth) {
      return static_cast<double>(number.lower) <= truth &&
             truth <= static_cast<double>(number.upper);
    };
    held += holds(of(0), all / 500) ? 1 : 0;
    counts_held += holds(of(1), 500) ? 1 : 0;
    sums_held += holds(total.numbers[0].rows[0], all_of_sum) ? 1 : 0;
  }
  // Five standard deviations of 100 coins of 0.8; a mean's is wider than it need be.
  EXPECT_GE(held, 80 - 20);
  EXPECT_GE(counts_held, 80 - 20);
  EXPECT_GE(sums_held, 80 - 20);
  EXPECT_LE(sums_held, 80 + 20);
  EXPECT_LE(counts_held, 80 + 20);
}

TEST(BoundFree, GroupsHaveAnswersOfTheirOwn) {
  Question question =
      question_about("mean", *Domain::make({{"k", *parse_values("a,b,c")}}));
  question.column = "x";
  const auto mean =
      BoundFreeMechanism::make(question, {.epsilon = 20, .unit = Rational(1, 100)});
  ASSERT_TRUE(mean);
  verify::SmallTable rows;
  for (int i = 0; i < 400; ++i) {
    rows.push_back({"", {"a", std::to_string(100 + i % 10)}});
    rows.push_back({"", {"c", std::to_string(-5000 - i % 10)}});
  }
  SeededSource source(8);
  const Answer answer = (*mean)->answer(drawn_from(**mean, rows, source), kConfidence);
  const auto& means = answer.numbers[0].rows;
  EXPECT_NEAR(static_cast<double>(means[0].value), 10450, 20);
  EXPECT_FALSE(means[1].known);
  EXPECT_NEAR(static_cast<double>(means[2].value), -500450, 20);
  question.verb = "sum";
  const auto sum =
      BoundFreeMechanism::make(question, {.epsilon = 20, .unit = Rational(1, 100)});
  const Answer sums = (*sum)->answer(drawn_from(**sum, rows, source), kConfidence);
  EXPECT_NEAR(static_cast<double>(sums.numbers[0].rows[0].value), 4180000, 20000);
  EXPECT_NEAR(static_cast<double>(sums.numbers[0].rows[2].value), -200180000, 900000);
}

// A mean of dates is a date, and no part of its interval lies beyond the calendar.
TEST(BoundFree, AMeanOfDatesIsADate) {
  const auto mean =
      made_bound_free("mean", {.epsilon = 20, .unit = *ColumnUnit::parse("day")});
  verify::SmallTable rows;
  for (int i = 0; i < 400; ++i)
    rows.push_back({"", {i % 2 == 0 ? "2024-03-01" : "2024-03-03"}});
  SeededSource source(8);
  const Answer answer = mean->answer(drawn_from(*mean, rows, source), kConfidence);
  EXPECT_EQ(answer.numbers[0].text(answer.numbers[0].rows[0].value), "2024-03-02");
  EXPECT_EQ(answer.numbers[2].name, "centre");
  EXPECT_EQ(answer.numbers[3].name, "radius in days");
  EXPECT_FALSE(answer.numbers[3].moments);
  const std::int64_t last = MomentUnit::parse("day")->last();
  const Drawn edge{{0}, {}, {{last}, {20}, {400 << 20}, {0}}};
  ASSERT_TRUE(mean->can_draw(edge));
  const Estimate most = mean->answer(edge, kConfidence).numbers[0].rows[0];
  EXPECT_EQ(most.value, last);
  EXPECT_EQ(most.upper, last);
  EXPECT_FALSE(mean->can_draw({{0}, {}, {{last + 1}, {20}, {400 << 20}, {0}}}));
  EXPECT_TRUE(verify::verify_for_release(*mean));
  Question question = bound_free_question("sum");
  const auto sum = BoundFreeMechanism::make(
      question, {.epsilon = 1, .unit = *ColumnUnit::parse("day")});
  ASSERT_FALSE(sum);
  EXPECT_EQ(sum.error().field, "unit");
}

// Before a release the code is run on pairs; half of each promise is not confirmed.
TEST(BoundFree, EvidenceConfirmsIt) {
  for (const char* verb : {"mean", "sum"})
    for (const auto& [rows, epsilon] :
         {std::pair<std::int64_t, Rational>{1, 1}, {1, {1, 10}}, {3, 40}}) {
      const auto mechanism = made_bound_free(verb, {.epsilon = epsilon}, rows);
      const auto verified = verify::verify_for_release(*mechanism);
      ASSERT_TRUE(verified) << verified.error().message;
      EXPECT_EQ(verified->level, VerificationLevel::theorem_only);
      for (const std::string number : {"centre", "radius", "sums"}) {
        if (number == "centre" && verb == std::string("sum")) continue;
        Evidence evidence = mechanism->evidence(Effort::before_release);
        std::size_t changed = 0;
        for (NeighbourPair& pair : evidence.pairs)
          if (pair.number == number) {
            pair.epsilon = pair.epsilon.finite() / 2;
            ++changed;
          }
        EXPECT_GT(changed, 0u) << number;
        EXPECT_FALSE(verify::verify_for_release(mechanism->guarantees(), evidence))
            << verb << ' ' << number << ' ' << epsilon.text();
      }
    }
}

}  // namespace
}  // namespace selvage
