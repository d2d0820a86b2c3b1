#include "selvage/mechanism/tested/tested.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/tested/tested_testing.hpp"
#include "selvage/mechanism/tested/tested_verbs.hpp"
#include "selvage/outcome/answering_source.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

using Kind = TestedRequest::Kind;

const Rational kMillionth(1, 1'000'000);
const Rational kConfidence = *Rational::parse("0.999999999");

TestedRequest request_for(Kind kind, std::int64_t people, const Rational& epsilon) {
  return {.kind = kind,
          .people = people,
          .epsilon = epsilon,
          .delta = kMillionth,
          .unit = 1};
}

std::vector<std::int64_t> spread_rows(std::int64_t rows, std::int64_t apart) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 1; i <= rows; ++i) all.push_back(i * apart);
  return all;
}

Estimate answer_on(const TestedMechanism& mechanism,
                   const std::vector<std::int64_t>& codes, std::uint64_t seed) {
  SeededSource random(seed);
  CodesReader reader(mechanism.needs().reading, codes);
  const auto drawn = mechanism.run(reader, random);
  EXPECT_TRUE(drawn && mechanism.can_draw(*drawn));
  return mechanism.answer(*drawn, kConfidence).numbers[0].rows[0];
}

// The true numbers lie in the intervals, which miss one of them with a chance of 10^-9.
TEST(Tested, AnswersWhereThereAreManyRows) {
  constexpr std::int64_t n = 100'000;
  const auto rows = spread_rows(n, 1000);
  const auto expect_answers = [&](Kind kind, std::int64_t right) {
    const auto mechanism = tested(request_for(kind, n, 4));
    int answers = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Estimate one = answer_on(*mechanism, rows, seed);
      if (!one.known) continue;
      ++answers;
      EXPECT_LE(one.lower, right) << mechanism->name();
      EXPECT_GE(one.upper, right) << mechanism->name();
      EXPECT_LE(one.lower, one.value);
      EXPECT_GE(one.upper, one.value);
    }
    EXPECT_GE(answers, 19) << mechanism->name();
  };
  expect_answers(Kind::scale, 50'000'000);
  expect_answers(Kind::median, 50'000'000);
  expect_answers(Kind::trimmed_mean, 50'000'500);
}

TEST(Tested, ColumnsOfOneValueAreToldAsTheyAre) {
  const std::vector<std::int64_t> rows(2000, 37);
  for (const auto& [kind, right] :
       {std::pair(Kind::scale, 0), std::pair(Kind::median, 37),
        std::pair(Kind::trimmed_mean, 37)})
    EXPECT_EQ(answer_on(*tested(request_for(kind, 2000, 8)), rows, 1),
              (Estimate{right, right, right}));
}

// Whatever rounding to steps has done: with the largest noise that an interval allows
// for, either way, it holds what was rounded.
TEST(Tested, IntervalsHoldWhatWasRounded) {
  const Rational risk = Rational(1) - kConfidence;
  constexpr std::int64_t kNoTestFails = -1000;
  const auto shown = [](const TestedMechanism& mechanism, std::int64_t scale,
                        std::optional<std::int64_t> steps = std::nullopt) {
    Drawn drawn{{0}, {}, {{scale}}};
    if (steps) drawn.numbers.push_back({*steps});
    return mechanism.answer(drawn, kConfidence).numbers[0].rows[0];
  };
  const auto expect_within = [](const Estimate& one, const Rational& number) {
    EXPECT_LE(Rational(one.lower), number);
    EXPECT_GE(Rational(one.upper), number);
  };
  const TestedParameters asked{8, 30, kMillionth, 16, kNoTestFails};
  const auto scale = *TestedScale::make(asked);
  const auto median = *TestedMedian::make(asked);
  const auto mean = *TestedTrimmedMean::make(asked, {1, 20});
  const auto alone = tested(request_for(Kind::scale, 8, 30)),
             of_median = tested(request_for(Kind::median, 8, 30)),
             of_mean = tested(request_for(Kind::trimmed_mean, 8, 30));
  const auto bound = [&](const TestShare& share, std::int64_t moved) {
    return laplace_size_bound(share.scale(moved), 1, risk);
  };
  for (std::int64_t spread = 500'000; spread < 700'000; spread += 97)
    for (const int sign : {-1, 1})
      expect_within(
          shown(*alone, scale.step_of(spread) + sign * bound(scale.share(), 16)),
          spread);
  std::int64_t wide = 0;
  while (median.width(wide).step_bits < 3 || mean.reach(wide).step_bits < 3) ++wide;
  const std::int64_t of_bin =
      bound(median.scale().share(), std::int64_t{1} << median.width(wide).bin_bits);
  const std::int64_t of_sum = bound(mean.scale().share(), mean.reach(wide).moved);
  for (std::int64_t code = 1000; code < 1100; ++code) {
    const std::vector<std::int64_t> codes(8, code);
    const PublicRows rows(8, std::span<const std::int64_t>(codes));
    ConstantSource no_noise(0);
    const std::int64_t middle = median.second(rows, wide, no_noise);
    const std::int64_t sum = code + 5000,
                       steps = mean.second(rows, sum, wide, no_noise);
    for (const int sign : {-1, 1}) {
      expect_within(shown(*of_median, wide, middle + sign * of_bin), code);
      expect_within(shown(*of_mean, wide, steps + sign * of_sum),
                    Rational(sum, mean.kept()));
    }
  }
}

// Nobody, one, far fewer and far more than were said: a run goes the same way.
TEST(Tested, TheTableMayHaveAnyNumberOfRows) {
  for (const Kind kind : {Kind::scale, Kind::median, Kind::trimmed_mean})
    for (const std::int64_t rows : {0, 1, 2, 30, 500, 999, 1000, 1001, 5000})
      for (const std::int64_t apart : {0, 1, 1'000'000'000})
        answer_on(*tested(request_for(kind, 1000, 1)), spread_rows(rows, apart), 7);
  // Of 3000 rows the middle 1000 count.
  const auto mechanism = tested(request_for(Kind::trimmed_mean, 100'000, 20));
  const Estimate middle = answer_on(*mechanism, spread_rows(300'000, 10), 3);
  ASSERT_TRUE(middle.known);
  EXPECT_LE(middle.lower, 1'500'005);
  EXPECT_GE(middle.upper, 1'500'005);
}

TEST(Tested, PromisesTheSameForBothKindsOfNeighbours) {
  for (const Kind kind : {Kind::scale, Kind::median, Kind::trimmed_mean}) {
    const auto promises = tested(request_for(kind, 1000, 1))->guarantees();
    ASSERT_EQ(promises.size(), 2u);
    EXPECT_EQ(promises[0].conclusion.neighbours, Neighbours::add_remove_person);
    EXPECT_EQ(promises[1].conclusion.neighbours, Neighbours::replace_person);
    for (const Derivation& promise : promises) {
      EXPECT_TRUE(holds(promise));
      EXPECT_EQ(*find_number(promise.inputs, "people"), Rational(1000));
      const auto& dp = std::get<DpPromise>(promise.conclusion.promise);
      EXPECT_EQ(dp.epsilon, Rational(1));
      EXPECT_LE(dp.delta, kMillionth);
    }
  }
}

TEST(Tested, RefusesWhatIsWrongWithARequest) {
  const auto field_of = [](const TestedRequest& request,
                           const Question& question = certain_question()) {
    const auto made = TestedMechanism::make(question, request);
    return made ? std::string() : made.error().field;
  };
  const TestedRequest right = request_for(Kind::trimmed_mean, 1000, 1);
  EXPECT_EQ(field_of(right), "");
  const auto with = [&](auto change) {
    TestedRequest request = right;
    change(request);
    return request;
  };
  EXPECT_EQ(field_of(with([](auto& r) { r.people = 2; })), "people");
  EXPECT_EQ(field_of(with([](auto& r) { r.people = 4, r.trimmed = {9, 10}; })), "trim");
  EXPECT_EQ(field_of(with([](auto& r) { r.trimmed = 1; })), "trim");
  EXPECT_EQ(field_of(with([](auto& r) { r.trimmed = 0; })), "trim");
  EXPECT_EQ(field_of(with([](auto& r) { r.epsilon = 0; })), "epsilon");
  EXPECT_EQ(field_of(with([](auto& r) { r.epsilon = 101; })), "epsilon");
  EXPECT_EQ(field_of(with([](auto& r) { r.epsilon = {1, 100'000}; })), "epsilon");
  EXPECT_EQ(field_of(with([](auto& r) { r.delta = 0; })), "delta");
  EXPECT_EQ(field_of(with([](auto& r) { r.delta = 1; })), "delta");
  EXPECT_EQ(field_of(with([](auto& r) { r.unit = {1, 3}; })), "unit");
  EXPECT_EQ(field_of(right, certain_question(2)), "rows_per_person");
  Question in_cell = certain_question();
  in_cell.person.rows_in_cell = 2;
  EXPECT_EQ(field_of(right, in_cell), "rows_per_person");
  // How many people each group has is not public.
  const Domain groups = *Domain::make({{"g", KeyList::of({"p"}), true}});
  EXPECT_EQ(field_of(right, certain_question(1, groups)), "by");
}

// The same mechanism comes back from what a certificate says, and no other.
TEST(Tested, IsReadBackFromItsLaw) {
  for (const Verb& verb : tested_verbs()) {
    Asked asked;
    for (const auto& [name, text] :
         {std::pair("column", "x"), std::pair("epsilon", "1/3"),
          std::pair("delta", "1e-7"), std::pair("people", "5000")})
      asked.give(name, text);
    const auto planned = verb.plan(asked);
    ASSERT_TRUE(planned) << planned.error().message;
    MechanismRecord record{planned->question, planned->plan->law(),
                           planned->plan->shown()};
    EXPECT_TRUE(tells_of_tests(record));
    ASSERT_TRUE(verb.read(record));
    for (const char* name : {"people", "margin", "depth", "steps_per_bin"}) {
      MechanismRecord other = record;
      other.law[name] = other.law[name].get<std::int64_t>() + 2;
      EXPECT_FALSE(verb.read(other)) << name;
    }
    for (const char* name : {"test", "delta", "growth", "unit"}) {
      MechanismRecord other = record;
      other.law[name] = "0.01";
      EXPECT_FALSE(verb.read(other)) << name;
    }
  }
}

// From how many people on an answer is likely. By another program: 4217 and 42170
// for the interquartile range at epsilon 1 and 0.1, 42170 for the median at 1.
TEST(Tested, PlansSayHowManyPeopleItTakes) {
  const auto needed = [](Kind kind, const Rational& epsilon) {
    const auto mechanism = tested(request_for(kind, 1000, epsilon));
    return mechanism->plan_numbers({}, {9, 10})["people_needed"]["normal"]
        .get<double>();
  };
  const auto expect_near = [&](Kind kind, const Rational& epsilon, double measured) {
    EXPECT_GT(needed(kind, epsilon), measured / 2.5);
    EXPECT_LT(needed(kind, epsilon), measured * 2.5);
  };
  expect_near(Kind::scale, 1, 4217);
  expect_near(Kind::scale, {1, 10}, 42'170);
  expect_near(Kind::scale, 2, 1778);
  expect_near(Kind::median, 1, 42'170);
  expect_near(Kind::median, 2, 13'335);
  expect_near(Kind::median, {1, 10}, 5.6e8);
}

}  // namespace
}  // namespace selvage
