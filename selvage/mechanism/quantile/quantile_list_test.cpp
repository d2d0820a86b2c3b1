// Several quantiles, the guard, the check and groups: the shipped run on all small
// tables, and on large ones.
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/quantile/quantile_mechanism_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

const std::vector<Rational> kQuartiles = {{1, 4}, {1, 2}, {3, 4}};
constexpr std::int64_t kNone = QuantileMechanism::kNone;

SmallTable table_of(const std::vector<std::string>& values) {
  SmallTable rows;
  for (const std::string& value : values) rows.push_back({"", {value}});
  return rows;
}

// Every outcome of a table with its probability.
std::map<std::vector<std::vector<std::int64_t>>, double> law_of_list(
    const QuantileMechanism& mechanism, const std::vector<std::string>& values) {
  verify::WorldLaws laws({&mechanism}, 0);
  std::map<std::vector<std::vector<std::int64_t>>, double> law;
  for (const auto& [drawn, mass] : laws.of(table_of(values)).mass)
    law[drawn.front().numbers] += mass.value().middle();
  return law;
}

// Quartiles of 2, 5, 9 among the codes of four bits, a level for epsilon 1.
TEST(QuantileList, HasTheLawOfTheVectors) {
  const auto mechanism =
      made(QuantileRequest{.at = kQuartiles, .epsilon = 2, .unit = 1, .guard = false},
           1, {.scale = CodeScale::linear(4), .ties = 0});
  double all = 0, median = 0, lower = 0, upper = 0;
  for (const auto& [numbers, p] : law_of_list(*mechanism, {"2", "5", "9"})) {
    all += p;
    if (numbers[1][0] != 5) continue;
    median += p;
    if (numbers[0][0] == 2) lower += p;
    if (numbers[2][0] == 9) upper += p;
  }
  EXPECT_NEAR(all, 1, 1e-12);
  EXPECT_NEAR(median, 0.084198050102, 1e-12);
  EXPECT_NEAR(lower / median, 0.108835672743, 1e-12);
  EXPECT_NEAR(upper / median, 0.097969324687, 1e-12);
}

// Ties give rows of one value an order, and take nothing from the law where every value
// is there once at most.
TEST(QuantileList, TiesChangeNothingForTheFirstCut) {
  const auto marginal = [](int ties) {
    const auto mechanism =
        made(QuantileRequest{.at = kQuartiles, .epsilon = 2, .unit = 1, .guard = false},
             1, {.scale = CodeScale::linear(2), .ties = ties});
    std::map<std::int64_t, double> law;
    for (const auto& [numbers, p] : law_of_list(*mechanism, {"1"}))
      law[numbers[1][0]] += p;
    return law;
  };
  const auto without = marginal(0), with = marginal(1);
  // A single row has its place in the middle of its value.
  for (const auto& [code, p] : without)
    EXPECT_TRUE(code == 1 || std::abs(with.at(code) - p) < 0.1) << code;
  double sum = 0;
  for (const auto& [code, p] : with) sum += p;
  EXPECT_NEAR(sum, 1, 1e-12);
}

struct World {
  QuantileRequest request;
  std::int64_t rows;
  QuantileSize size;
  std::vector<std::string> values, people;
  std::size_t most;
};

SmallWorld world_of(const World& world) {
  SmallTable possible;
  for (const std::string& person : world.people)
    for (const std::string& value : world.values) possible.push_back({person, {value}});
  return {possible, world.most};
}

// What is left out of the walk counts in full against the upper bound.
void expect_kept(const World& world, const Rational& part, double cut = 1e-12,
                 const Rational& left_out = {1, 100'000'000}) {
  const auto mechanism = made(world.request, world.rows, world.size);
  verify::WorldLaws laws({mechanism.get()}, cut, verify::test_key(7));
  const SmallWorld small = world_of(world);
  const auto excess = verify::excess_of(laws, small, *mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, left_out) << excess.upper.to_double();
  EXPECT_GT(verify::excess_of(laws, small, *mechanism, 0, part).certain, Rational(0))
      << part.text();
}

TEST(QuantileListWorlds, QuartilesHideEveryRow) {
  for (const Rational& epsilon : {Rational(1), Rational(4)})
    expect_kept({{.at = kQuartiles, .epsilon = epsilon, .unit = 1, .guard = false},
                 1,
                 {.scale = CodeScale::linear(3), .ties = 0},
                 {"-7", "0", "2", "7"},
                 {""},
                 3},
                {3, 4});
}

// Places of codes with two bits: 0, 1, 2, 3, 4, 6.
TEST(QuantileListWorlds, QuartilesOnAScaleOfFewBitsHideEveryRow) {
  expect_kept({{.at = kQuartiles, .epsilon = 4, .unit = 1, .guard = false},
               1,
               {.scale = CodeScale(3, 2), .ties = 0},
               {"-7", "0", "5", "7"},
               {""},
               2},
              {1, 2});
}

TEST(QuantileListWorlds, TiesHideEveryRow) {
  expect_kept({{.at = kQuartiles, .epsilon = 4, .unit = 1, .guard = false},
               1,
               {.scale = CodeScale::linear(2), .ties = 1},
               {"-1", "0", "2"},
               {""},
               2},
              {1, 2});
}

TEST(QuantileListWorlds, TwoFarQuantilesHideAPersonWithTwoRows) {
  expect_kept({{.at = {{1, 10}, {9, 10}}, .epsilon = 3, .unit = 1, .guard = false},
               2,
               {.scale = CodeScale::linear(2), .ties = 0},
               {"-1", "0", "2"},
               {"a", "b"},
               4},
              {1, 3});
}

// The guard and the check are parts of the law. A large epsilon makes the threshold
// small, so that every way out is taken.
TEST(QuantileListWorlds, GuardAndCheckHideEveryRow) {
  expect_kept({{.at = {{1, 2}}, .epsilon = 12, .unit = 1},
               1,
               {.scale = CodeScale::linear(1), .ties = 0},
               {"0", "1"},
               {""},
               5},
              {1, 2}, 1e-9, {1, 1000});
  expect_kept({{.at = {{1, 2}}, .epsilon = 12, .unit = 1, .check = true},
               1,
               {.scale = CodeScale::linear(1), .ties = 0},
               {"-1", "1"},
               {""},
               1},
              {1, 4}, 1e-10, {1, 100});
}

TEST(QuantileListWorlds, TheGuardHidesAPersonWithTwoRows) {
  expect_kept({{.at = {{1, 2}}, .epsilon = 24, .unit = 1},
               2,
               {.scale = CodeScale::linear(1), .ties = 0},
               {"-1", "1"},
               {"a", "b"},
               5},
              {1, 2}, 1e-9, {1, 1000});
}

TEST(QuantileGuard, ThresholdsAreThoseOfTheVectors) {
  const auto least = [](const std::vector<Rational>& at, const Rational& epsilon) {
    return made(QuantileRequest{.at = at, .epsilon = epsilon}, 1, {})
        ->law()["guard"]["least"]
        .get<std::int64_t>();
  };
  EXPECT_EQ(least({{1, 2}}, {1, 2}), 148);
  EXPECT_EQ(least({{1, 2}}, 1), 74);
  EXPECT_EQ(least({{1, 2}}, 2), 37);
  EXPECT_EQ(least({{3, 4}}, 1), 197);
  EXPECT_EQ(least({{9, 10}}, 1), 492);
  EXPECT_EQ(least({{99, 100}}, 1), 4912);
  EXPECT_EQ(least(kQuartiles, 1), 295);
  EXPECT_EQ(least({{1, 10}, {1, 2}, {9, 10}}, 1), 983);
  std::vector<Rational> deciles;
  for (std::int64_t i = 1; i < 10; ++i) deciles.emplace_back(i, 10);
  EXPECT_EQ(least(deciles, 1), 1965);
}

Drawn run_on(const QuantileMechanism& mechanism, const SmallTable& rows,
             RandomSource& random) {
  verify::SmallWorldReader reader(mechanism.needs().reading, rows);
  const auto drawn = mechanism.run(reader, random);
  EXPECT_TRUE(drawn);
  EXPECT_TRUE(mechanism.can_draw(*drawn));
  return *drawn;
}

TEST(QuantileGuard, TooFewRowsHaveNoAnswer) {
  const auto mechanism = made(QuantileRequest{.epsilon = 5, .check = true}, 1, {});
  SeededSource source(3);
  const Drawn drawn = run_on(*mechanism, table_of({"1", "x", ""}), source);
  EXPECT_EQ(drawn.numbers[0][0], kNone);
  const Answer answer = mechanism->answer(drawn, {19, 20});
  ASSERT_EQ(answer.numbers.size(), 3u);
  EXPECT_FALSE(answer.numbers[0].rows[0].known);
  EXPECT_FALSE(answer.numbers[1].rows[0].known);
  EXPECT_TRUE(answer.numbers[0].may_be_unknown);
  EXPECT_EQ(answer.numbers[2].name, "count");
  EXPECT_TRUE(answer.numbers[2].rows[0].known);
}

// Nothing but a run's own outcomes can be told.
TEST(QuantileGuard, OnlyWhatARunDrawsCanBeDrawn) {
  const auto mechanism =
      made(QuantileRequest{.at = kQuartiles, .epsilon = 1, .check = true}, 1, {});
  const std::int64_t least = 312;  // for 18/20 of epsilon
  EXPECT_EQ(mechanism->law()["guard"]["least"], least);
  const auto can = [&](const std::vector<std::int64_t>& numbers) {
    Drawn drawn{{0}, {}, {}};
    for (const std::int64_t number : numbers) drawn.numbers.push_back({number});
    return mechanism->can_draw(drawn);
  };
  EXPECT_TRUE(can({1, 2, 2, 5, 5, 5, 5, least}));
  EXPECT_FALSE(can({1, 2, 2, 5, 5, 5, 5, least - 1}));
  EXPECT_FALSE(can({3, 2, 2, 5, 5, 5, 5, least}));
  EXPECT_FALSE(can({1, 2, 2, 5, 5, kNone, 5, least}));
  EXPECT_FALSE(can({1, 2, 2, 5, 5, 5, least}));
  EXPECT_FALSE(can({kNone, kNone, kNone, 5, 5, 5, 5, least - 1}));
  EXPECT_TRUE(can({kNone, kNone, kNone, kNone, kNone, kNone, kNone, least - 1}));
  EXPECT_FALSE(can({kNone, kNone, kNone, kNone, kNone, kNone, kNone, least}));
  EXPECT_FALSE(can({kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone}));
}

// Half of the rows share one value: the quartiles come from within and from beside it.
TEST(QuantileList, HeavyValuesAreSplitFairly) {
  std::vector<std::string> values;
  for (int i = 0; i < 500; ++i) {
    values.emplace_back("40");
    values.push_back(std::to_string(i < 250 ? i % 30 : 60 + i));
  }
  const auto mechanism =
      made(QuantileRequest{.at = {{1, 10}, {2, 5}, {1, 2}, {3, 5}, {9, 10}},
                           .epsilon = 10,
                           .unit = 1,
                           .check = true},
           1, {});
  SeededSource source(8);
  for (int i = 0; i < 5; ++i) {
    const Drawn drawn = run_on(*mechanism, table_of(values), source);
    EXPECT_NEAR(static_cast<double>(drawn.numbers[0][0]), 12, 2);
    for (int n = 1; n <= 3; ++n) EXPECT_EQ(drawn.numbers[n][0], 40);
    EXPECT_NEAR(static_cast<double>(drawn.numbers[4][0]), 460, 20);
    const Answer answer = mechanism->answer(drawn, {19, 20});
    EXPECT_EQ(answer.numbers[5].name, "share below 0.1 quantile");
    EXPECT_NEAR(static_cast<double>(answer.numbers[5].rows[0].value), 100, 20);
    EXPECT_NEAR(static_cast<double>(answer.numbers[7].rows[0].value), 250, 20);
  }
}

// Counts the scans of whole numbers, one a row.
class CountingReader : public Reader {
 public:
  CountingReader(Reading reading, std::int64_t rows)
      : reading_(std::move(reading)), rows_(rows) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override { return Cells{}; }
  int scans = 0;

 private:
  Outcome each_row(const VisitRow& visit) override {
    ++scans;
    for (std::int64_t row = 0; row < rows_; ++row) visit({.steps = row});
    return Done{};
  }
  Reading reading_;
  std::int64_t rows_;
};

// Windows decide nearly always: a second scan is for draws that come once in 2^70.
TEST(QuantileList, AllRowsAreReadOnlyWhereTheWindowsDoNotDecide) {
  for (const std::vector<Rational>& at :
       {std::vector<Rational>{{1, 2}}, kQuartiles, {{1, 10}, {9, 10}}})
    for (const bool check : {false, true}) {
      const auto mechanism = made(
          QuantileRequest{.at = at, .epsilon = 2, .unit = 1, .check = check}, 1, {});
      CountingReader reader(mechanism->needs().reading, 20'000);
      SeededSource source(11);
      const auto drawn = mechanism->run(reader, source);
      ASSERT_TRUE(drawn);
      EXPECT_EQ(reader.scans, 1);
      for (std::size_t i = 0; i < at.size(); ++i)
        EXPECT_NEAR(static_cast<double>(drawn->numbers[i][0]),
                    20'000 * at[i].to_double(), 100);
    }
}

TEST(QuantileList, GroupsHaveAnswersOfTheirOwn) {
  Question question =
      question_about("median", *Domain::make({{"k", *parse_values("a,b,c")}}));
  question.column = "x";
  const auto mechanism = QuantileMechanism::make(question, {.epsilon = 20, .unit = 1});
  ASSERT_TRUE(mechanism);
  SmallTable rows;
  for (int i = 0; i < 200; ++i) {
    rows.push_back({"", {"a", std::to_string(i)}});
    rows.push_back({"", {"c", std::to_string(1000 + i)}});
    rows.push_back({"", {"z", "77"}});
  }
  SeededSource source(8);
  const Drawn drawn = run_on(**mechanism, rows, source);
  ASSERT_EQ(drawn.numbers.size(), 2u);
  EXPECT_NEAR(static_cast<double>(drawn.numbers[0][0]), 100, 3);
  EXPECT_EQ(drawn.numbers[0][1], kNone);
  EXPECT_NEAR(static_cast<double>(drawn.numbers[0][2]), 1100, 3);
  EXPECT_EQ(drawn.numbers[0][3], 77);
}

// One person may have two rows in each of three groups, four in all.
TEST(QuantileList, APersonInSeveralGroupsCostsTheSumOfTheirRows) {
  Question question =
      question_about("median", *Domain::make({{"k", *parse_values("a,b,c")}}));
  question.column = "x";
  question.person = {.column = "who", .rows = 4, .cells = 3, .rows_in_cell = 2};
  const auto mechanism = QuantileMechanism::make(question, {.epsilon = 1});
  ASSERT_TRUE(mechanism);
  EXPECT_EQ((*mechanism)->law()["guard"]["scale"], "80");
  EXPECT_EQ((*mechanism)->law()["nodes"][0]["left"], "0.2375");
  const auto guarantee = (*mechanism)->guarantees()[0];
  EXPECT_EQ(std::get<DpPromise>(guarantee.conclusion.promise).epsilon, Rational(1));
}

// Two groups, people in both of them.
TEST(QuantileListWorlds, GroupsHideAPersonInTwoOfThem) {
  Question question =
      question_about("median", *Domain::make({{"k", *parse_values("a")}}));
  question.column = "x";
  question.person = {.column = "who", .rows = 2, .cells = 2, .rows_in_cell = 1};
  const auto mechanism =
      QuantileMechanism::make(question, {.epsilon = 3, .unit = 1, .guard = false},
                              {.scale = CodeScale::linear(1)});
  ASSERT_TRUE(mechanism);
  SmallTable possible;
  for (const char* person : {"u", "v"})
    for (const char* key : {"a", "z"})
      for (const char* value : {"-1", "1"}) possible.push_back({person, {key, value}});
  verify::WorldLaws laws({mechanism->get()}, 0, verify::test_key(7));
  const SmallWorld world{possible, 3};
  const auto excess = verify::excess_of(laws, world, **mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational::power_of_two(-60));
  EXPECT_GT(verify::excess_of(laws, world, **mechanism, 0, {1, 4}).certain,
            Rational(0));
}

TEST(QuantileList, EveryListHasEvidenceThatConfirmsIt) {
  for (const std::vector<Rational>& at :
       {kQuartiles, {{1, 10}, {9, 10}}, {{1, 100}, {1, 3}, {1, 2}, {99, 100}}})
    for (const std::int64_t rows : {1, 3}) {
      const auto mechanism =
          made(QuantileRequest{.at = at, .epsilon = 1, .check = true}, rows, {});
      const auto verified = verify::verify_for_release(*mechanism);
      ASSERT_TRUE(verified) << verified.error().message;
      EXPECT_EQ(verified->level, VerificationLevel::theorem_only);
      Evidence evidence = mechanism->evidence(Effort::before_release);
      for (NeighbourPair& pair : evidence.pairs) pair.epsilon = Rational(1, 30);
      EXPECT_FALSE(verify::verify_for_release(mechanism->guarantees(), evidence));
    }
  // Where some outcomes of a table hardly ever come.
  for (const Rational& epsilon : {Rational(50), Rational(1, 100)})
    EXPECT_TRUE(verify::verify_for_release(
        *made(QuantileRequest{.at = kQuartiles, .epsilon = epsilon}, 1, {})));
}

}  // namespace
}  // namespace selvage
