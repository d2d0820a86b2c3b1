#include "selvage/mechanism/drop_only/drop_values.hpp"

#include "selvage/mechanism/drop_only/drop_only_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

const Rational kSmall = Rational::power_of_two(-20);

Result<std::shared_ptr<const DropValues>> made_values(const std::string& verb,
                                                      const char* bins,
                                                      const Rational& epsilon = 1,
                                                      const Rational& delta = kSmall,
                                                      const PersonShare& share = {}) {
  Question question = drop_question(verb, *Domain::make({}), share);
  question.column = "x";
  DropValuesRequest request{.bins = *NumericBins::parse(bins)};
  if (verb == "quantile") request.at = Rational(1, 2);
  if (verb == "max-k") request.at_least = 50;
  return DropValues::make(std::move(question), std::move(request), epsilon, delta);
}

std::shared_ptr<const DropValues> values(const std::string& verb, const char* bins,
                                         const Rational& epsilon = 1,
                                         const Rational& delta = kSmall,
                                         const PersonShare& share = {}) {
  auto made = made_values(verb, bins, epsilon, delta, share);
  EXPECT_TRUE(made) << made.error().message;
  return *std::move(made);
}

// From rows: pairs of a value in the unit of the bins and how often it is there.
class Valued : public Reader {
 public:
  Valued(const Mechanism& mechanism,
         std::vector<std::pair<Rational, std::int64_t>> rows)
      : reading_(mechanism.needs().reading), rows_(std::move(rows)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override { return Cells{}; }

 private:
  Outcome each_row(const VisitRow& visit) override {
    const Grid& grid = reading_.measure->grid;
    for (const auto& [value, count] : rows_) {
      const auto code = (value / grid.step()).floor().to_int64().value();
      for (std::int64_t i = 0; i < count; ++i)
        visit({.steps = std::clamp(code, grid.lowest(), grid.highest())});
    }
    return Done{};
  }
  Reading reading_;
  std::vector<std::pair<Rational, std::int64_t>> rows_;
};

std::vector<Series> answered(const DropValues& mechanism,
                             std::vector<std::pair<Rational, std::int64_t>> rows,
                             std::uint64_t seed = 1) {
  Valued table(mechanism, std::move(rows));
  SeededSource random(seed);
  const Drawn drawn = *mechanism.run(table, random);
  EXPECT_TRUE(mechanism.can_draw(drawn));
  return mechanism.answer(drawn, {19, 20}).numbers;
}

// Bins of more than 27 people are seen surely, and those of nobody never.
TEST(DropValues, AnswersAreThoseOfTheBinsThatAreLeft) {
  const std::vector<std::pair<Rational, std::int64_t>> rows = {
      {5, 40}, {15, 100}, {35, 60}, {99, 1}};
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    EXPECT_EQ(answered(*values("max", "0:100:10"), rows, seed)[0].rows[0].value, 40);
    EXPECT_EQ(answered(*values("min", "0:100:10"), rows, seed)[0].rows[0].value, 0);
    EXPECT_EQ(answered(*values("quantile", "0:100:10"), rows, seed)[0].rows[0].value,
              20);
    const auto range = answered(*values("range", "0:100:10"), rows, seed);
    EXPECT_EQ(range[0].rows[0].value, 40);
    EXPECT_EQ(range[1].rows[0].value, 0);
    EXPECT_EQ(range[2].rows[0].value, 40);
    const Estimate count = range[3].rows[0];
    EXPECT_LE(count.value, 201);
    EXPECT_GE(count.value, 201 - 3 * 27 - 1);
    EXPECT_GE(count.upper, count.lower);
  }
  // Of 60 people 33 to 60 are left, and of 100 at least 73: 50 or more.
  EXPECT_GE(answered(*values("max-k", "0:100:10"), rows)[0].rows[0].value, 20);
}

TEST(DropValues, WhatLiesOutsideHasBinsOfItsOwn) {
  const auto marks = [](const char* verb, const Rational& value) {
    const auto mechanism = values(verb, "0:100:10");
    const auto ends = mechanism->open_ends();
    std::string text;
    const auto numbers = answered(*mechanism, {{value, 200}});
    EXPECT_EQ(ends.size(), numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
      text += std::string(ends[i].beyond(numbers[i].rows[0].value)) + ";";
    return text;
  };
  for (const char* verb : {"max", "min", "quantile", "max-k"}) {
    EXPECT_EQ(marks(verb, 100), "above;;") << verb;
    EXPECT_EQ(marks(verb, 95), ";;") << verb;
    EXPECT_EQ(marks(verb, 0), ";;") << verb;
    EXPECT_EQ(marks(verb, -1), "below;;") << verb;
  }
  EXPECT_EQ(marks("range", 150), ";above;above;;");
  EXPECT_EQ(marks("range", 50), ";;;;");
  EXPECT_EQ(marks("range", -1), ";below;below;;");
}

// The same number of people as the accuracy has.
TEST(DropValues, SayWhyFewPeopleAreSetAside) {
  for (const char* verb : {"max", "min", "range", "quantile", "max-k"}) {
    const auto mechanism = values(verb, "0:100:10");
    const auto trees = mechanism->accuracy_derivations({19, 20});
    ASSERT_EQ(trees.size(), 1U) << verb;
    EXPECT_TRUE(holds(trees[0]));
    const auto& known = std::get<FunctionAccuracy>(trees[0].conclusion);
    EXPECT_EQ(known.accuracy.alpha, mechanism->accuracy({19, 20})[0].beta);
    EXPECT_EQ(known.accuracy.beta, 0);
    EXPECT_EQ(known.accuracy.gamma, Rational(1, 20));
  }
}

TEST(DropValues, AnEmptyTableHasNoAnswer) {
  for (const char* verb : {"max", "min", "range", "quantile", "max-k"}) {
    const auto numbers = answered(*values(verb, "0:100:10"), {});
    EXPECT_FALSE(numbers[0].rows[0].known) << verb;
    EXPECT_EQ(numbers.back().rows[0].value, 0);
  }
}

// The bound of people above the answer holds, on a table made to lose them.
TEST(DropValues, FewPeopleLieBeyondAMaximum) {
  const auto mechanism = values("max", "1:19:1", 1, *Rational::parse("1e-6"));
  EXPECT_EQ(mechanism->most_beyond({1, 20}), 245);
  std::vector<std::pair<Rational, std::int64_t>> rows;
  for (int i = 0; i < 20; ++i) rows.emplace_back(Rational(i), 13);
  int missed = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const Estimate value = answered(*mechanism, rows, seed)[0].rows[0];
    missed += !value.known || (20 - value.value) * 13 > 245 ? 1 : 0;
  }
  EXPECT_LE(missed, 50 + 5 * 7);  // five deviations
}

TEST(DropValues, TheAuditHolds) {
  EXPECT_TRUE(verify::audit(*values("max", "0:100:10")).holds);
  EXPECT_TRUE(
      verify::audit(*values("range", "0:100:10", 1, {1, 1000}, {2, 1, 2})).holds);
}

TEST(DropValues, AllSmallTablesKeepThePromise) {
  verify::SmallTable rows;
  for (const char* value : {"0", "1", "7", "n/a"}) rows.push_back({"", {value}});
  for (const char* verb : {"max", "range", "quantile", "max-k"}) {
    const auto mechanism = values(verb, "0:2:1", {1, 2}, {1, 5});
    const auto excess =
        verify::check_small_worlds(*mechanism, {rows, 4}, 0, verify::test_key(7));
    ASSERT_EQ(excess.size(), 1u);
    EXPECT_LE(excess[0].upper, Rational::power_of_two(-50)) << verb;
  }
  verify::SmallTable people;
  for (const char* person : {"p", "q"})
    for (const char* value : {"0", "1"}) people.push_back({person, {value}});
  const auto mechanism = values("max", "0:2:1", {1, 2}, {1, 5}, {2, 1, 2});
  EXPECT_LE(
      verify::check_small_worlds(*mechanism, {people, 4}, 0, verify::test_key(7))[0]
          .upper,
      Rational::power_of_two(-50));
}

TEST(DropValues, RefusesWhatIsWrongWithARequest) {
  EXPECT_EQ(made_values("max", "0:100:10", 0).error().field, "epsilon");
  EXPECT_EQ(made_values("max", "0:100:10", 1, 0).error().field, "delta");
  EXPECT_EQ(made_values("max", "0:100:100").error().field, "column");
}

}  // namespace
}  // namespace selvage
