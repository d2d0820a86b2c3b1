#include "selvage/mechanism/quantile/quantile.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/quantile/quantile_accuracy.hpp"
#include "selvage/mechanism/quantile/quantile_mechanism_testing.hpp"
#include "selvage/mechanism/quantile/quantile_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

const std::int64_t kMost = CodeScale::narrow().most();
const std::int64_t kMostReal = CodeScale::reals().most();

Drawn run_on(const QuantileMechanism& mechanism, const std::vector<std::string>& values,
             RandomSource& random) {
  verify::SmallTable rows;
  for (const std::string& value : values) rows.push_back({"", {value}});
  verify::SmallWorldReader reader(mechanism.needs().reading, rows);
  const auto drawn = mechanism.run(reader, random);
  EXPECT_TRUE(drawn);
  EXPECT_TRUE(mechanism.can_draw(*drawn));
  return *drawn;
}

TEST(Quantile, PromisesTheEpsilonThatWasAskedForAndNoDelta) {
  for (const Rational& at : {Rational(1, 2), Rational(9, 10), Rational(1, 7)})
    for (const std::int64_t rows : {1, 3}) {
      const auto guarantees = made({at, {7, 5}, 1}, rows)->guarantees();
      ASSERT_EQ(guarantees.size(), 1u);
      EXPECT_TRUE(holds(guarantees[0]));
      const auto& promise = std::get<DpPromise>(guarantees[0].conclusion.promise);
      EXPECT_EQ(promise.epsilon, Rational(7, 5));
      EXPECT_EQ(promise.delta, Rational(0));
      EXPECT_EQ(guarantees[0].conclusion.neighbours, Neighbours::add_remove_person);
    }
}

// One row of each person is one row, whatever the cap says.
TEST(Quantile, APersonWhoCountsOnceHasTheSlopesOfOneRow) {
  Question question = question_of(5);
  question.person.per_person = PerPerson::first;
  const auto once = QuantileMechanism::make(question, alone({{1, 2}, 1, 1}));
  ASSERT_TRUE(once);
  EXPECT_EQ((*once)->law(), made({{1, 2}, 1, 1}, 1)->law());
}

TEST(Quantile, ARequestThatIsWrongNamesItsField) {
  struct Wrong {
    OneQuantile request;
    std::int64_t rows;
    std::string field;
  };
  const Rational one = 1;
  const Wrong all[] = {{{0, one}, 1, "at"},
                       {{1, one}, 1, "at"},
                       {{{-1, 2}, one}, 1, "at"},
                       {{{1, 1'000'001}, one}, 1, "at"},
                       {{{1, 2}, 0}, 1, "epsilon"},
                       {{{1, 2}, -1}, 1, "epsilon"},
                       {{{1, 2}, {1, 1001}}, 1, "epsilon"},
                       {{{1, 2}, 51}, 1, "epsilon"},
                       {{{1, 2}, one + Rational::power_of_two(-100)}, 1, "epsilon"},
                       {{{1, 2}, one, 0}, 1, "unit"},
                       {{{1, 2}, one, {1, 3}}, 1, "unit"},
                       {{{1, 2}, one, 2}, 1, "unit"},
                       {{{1, 2}, one, -1}, 1, "unit"},
                       {{{1, 2}, one, 10'000'000}, 1, "unit"},
                       {{{1, 2}, one, 1}, 0, "rows_per_person"},
                       {{{1, 2}, {1, 10}, 1}, 101, "epsilon"}};
  for (const Wrong& wrong : all) {
    const auto mechanism =
        QuantileMechanism::make(question_of(wrong.rows), alone(wrong.request));
    ASSERT_FALSE(mechanism) << wrong.field;
    EXPECT_EQ(mechanism.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(mechanism.error().field, wrong.field) << mechanism.error().message;
    EXPECT_NE(mechanism.error().message.find("write"), std::string::npos);
    EXPECT_FALSE(mechanism.error().suggestion.empty());
  }
}

TEST(Quantile, TheExtremesOfARequestAreTaken) {
  for (const char* unit : {"1e-18", "0.000001", "1", "1000000", "0.5"})
    for (const Rational& at : {Rational(1, 1'000'000), Rational(999'999, 1'000'000)})
      for (const Rational& epsilon : {Rational(1, 1000), Rational(50)})
        made({at, epsilon, *Rational::parse(unit)});
}

// The law that the other checker makes, in tools/check_quantile_test.py.
TEST(Quantile, TheLawOfAMedian) {
  EXPECT_EQ(
      made({.epsilon = 1})->law().dump(),
      R"({"at":["0.5"],"epsilon":"1","lowest":-202661983231672319,)"
      R"("most":202661983231672319,"nodes":[{"at":"0.5","left":"1","right":"1"}],)"
      R"("prior":"whole_numbers","ties":0,"unit":"2^-32"})");
  EXPECT_EQ(made(QuantileRequest{.at = {{9, 10}}, .epsilon = 2, .unit = 1}, 2, {})
                ->law()
                .dump(),
            R"({"at":["0.9"],"epsilon":"1.9","lowest":-4611686018427387903,)"
            R"("most":4611686018427387903,"nodes":[{"at":"0.9","left":"247/720",)"
            R"("right":"0.7125"}],"prior":"octaves","ties":0,"unit":"1",)"
            R"("guard":{"least":492,"scale":"20"}})");
}

TEST(Quantile, IsTheMedianWhereEpsilonIsLarge) {
  SeededSource source(3);
  const auto mechanism = made({{1, 2}, 50, {1, 100}});
  std::vector<std::string> values;
  for (int i = 0; i < 20; ++i)
    for (const char* value : {"7", "1.5", "2.25", "1e300", "-1e300", "none", ""})
      values.emplace_back(value);
  const Drawn drawn = run_on(*mechanism, values, source);
  EXPECT_EQ(drawn, (Drawn{{0}, {}, {{225}}}));
  const Answer answer = mechanism->answer(drawn, {19, 20});
  ASSERT_EQ(answer.numbers.size(), 1u);
  EXPECT_EQ(answer.numbers[0].name, "median");
  EXPECT_EQ(answer.numbers[0].unit, Rational(1, 100));
  EXPECT_EQ(answer.numbers[0].rows, std::vector{without_interval(225)});
  EXPECT_EQ(made({{9, 10}, 1})->answer({{0}, {}, {{5}}}, {19, 20}).numbers[0].name,
            "0.9 quantile");
}

// On the scale of doubles: to the last bit, and in as few digits as name it.
TEST(Quantile, AnswersOnTheScaleOfDoublesAreTheirShortestDecimals) {
  SeededSource source(3);
  const auto mechanism = made({.epsilon = 50});
  for (const char* text : {"54312", "1234.56", "-0.1", "1e15", "0.000000001",
                           "-17179869184.25", "9007199254740993000"}) {
    const std::vector<std::string> values(40, text);
    const Drawn drawn = run_on(*mechanism, values, source);
    const Answer answer = mechanism->answer(drawn, {19, 20});
    const Series& series = answer.numbers[0];
    EXPECT_EQ(series.unit_text(), "2^-32");
    EXPECT_EQ(Rational::from_double(series.number(series.rows[0].value).to_double()),
              Rational::from_double(Rational::parse(text)->to_double()))
        << text;
    if (std::string_view(text).size() < 17) {
      EXPECT_EQ(series.text(series.rows[0].value),
                std::string_view(text) == "1e15" ? "1000000000000000" : text);
    }
  }
  for (const char* text : {"1e300", "-inf"}) {
    const std::int64_t drawn =
        run_on(*mechanism, std::vector<std::string>(40, text), source).numbers[0][0];
    EXPECT_EQ(drawn, text[0] == '-' ? -kMostReal : kMostReal);
  }
}

// Numbers of 128 bits, and the unsigned ones of 64.
TEST(Quantile, NumbersOf128BitsHaveARangeOfTheirOwn) {
  SeededSource source(3);
  const auto median = [&](const ColumnUnit& unit, const std::string& text) {
    const auto mechanism =
        made(QuantileRequest{.epsilon = 50, .unit = unit, .guard = false}, 1, {});
    const Drawn drawn = run_on(*mechanism, std::vector<std::string>(40, text), source);
    const Series series = mechanism->answer(drawn, {19, 20}).numbers[0];
    return series.text(series.rows[0].value) + " in " + series.unit_text();
  };
  EXPECT_EQ(median({Rational(1), 126}, "85070591730234615847396907784232501248"),
            "85070591730234614685252031140530749440 in 1:126");
  EXPECT_EQ(median({Rational(1, 100), 126}, "12345678901234.56"),
            "12345678901234.56 in 0.01:126");
  EXPECT_EQ(median({Rational(1), 64}, "18446744073709551488"),
            "18446744073709551488 in 1:64");
  EXPECT_EQ(median({Rational(1), 64}, "99999999999999999999"),
            "18446744073709551488 in 1:64");
}

TEST(Quantile, ValuesBeyondTheRangeCountAsItsBound) {
  SeededSource source(4);
  const auto mechanism = made({{1, 2}, 50, 1});
  std::vector<std::string> values(40, "1e300");
  EXPECT_EQ(run_on(*mechanism, values, source).numbers[0][0], kMost);
  values.assign(40, "-inf");
  EXPECT_EQ(run_on(*mechanism, values, source).numbers[0][0], -kMost);
  values.assign(40, "0.49");
  EXPECT_EQ(run_on(*mechanism, values, source).numbers[0][0], 0);
}

TEST(Quantile, OnlyWhatARunDrawsCanBeDrawn) {
  const auto mechanism = made({.epsilon = 1});
  EXPECT_TRUE(mechanism->can_draw({{0}, {}, {{-kMostReal}}}));
  EXPECT_TRUE(mechanism->can_draw({{0}, {}, {{kMostReal}}}));
  EXPECT_FALSE(mechanism->can_draw({{0}, {}, {{kMostReal + 1}}}));
  EXPECT_FALSE(mechanism->can_draw({{0}, {}, {{-kMostReal - 1}}}));
  EXPECT_FALSE(mechanism->can_draw({{0}, {}, {{1}, {1}}}));
  EXPECT_FALSE(mechanism->can_draw({{1}, {}, {{1}}}));
  EXPECT_FALSE(mechanism->can_draw({{0}, {{"a"}}, {{1}}}));
  EXPECT_FALSE(mechanism->can_draw({{0, 1}, {}, {{1, 1}}}));
  EXPECT_FALSE(mechanism->can_draw({}));
}

TEST(Quantile, ItsEvidenceConfirmsIt) {
  const struct {
    OneQuantile request;
    std::int64_t rows;
  } all[] = {{{{1, 2}, 1, 1}, 1},         {{{9, 10}, {3, 2}, 1}, 2},
             {{{1, 4}, {1, 1000}, 1}, 1}, {{{1, 2}, 50, 1}, 1},
             {{{99, 100}, 30, 1}, 1},     {{{1, 2}, 3, 1}, 100}};
  for (const auto& [request, rows] : all) {
    const auto mechanism = made(request, rows);
    const auto verified = verify::verify_for_release(*mechanism);
    ASSERT_TRUE(verified) << request.epsilon.text();
    EXPECT_EQ(verified->level, VerificationLevel::theorem_only);
    EXPECT_NE(verified->detail.find("15 pairs of tables"), std::string::npos)
        << verified->detail;
  }
  const auto audit = verify::audit(*made({{3, 4}, 1, 1}));
  EXPECT_TRUE(audit.holds);
  EXPECT_GT(audit.checks.size(), 100u);
}

// The quantiles alone then have less epsilon than anybody may ask for.
TEST(Quantile, TheLeastEpsilonIsVerifiedWithAllThatCanBeBesideIt) {
  QuantileRequest least = alone({{1, 2}, {1, 1000}});
  least.guard = least.check = true;
  for (const auto& at : {std::vector<Rational>{{1, 2}}, {{1, 4}, {3, 4}}}) {
    least.at = at;
    const auto mechanism = made(least, 1, {});
    EXPECT_TRUE(verify::verify_for_release(*mechanism));
  }
}

// A quarter less than what is kept is not kept by all pairs, so they show something.
TEST(Quantile, ItsEvidenceSeesAPromiseThatIsTooLarge) {
  for (const Rational& at : {Rational(1, 2), Rational(9, 10), Rational(1, 3)}) {
    const auto mechanism = made({at, 1, 1});
    Evidence evidence = mechanism->evidence(Effort::before_release);
    EXPECT_TRUE(verify::verify_for_release(mechanism->guarantees(), evidence));
    for (NeighbourPair& pair : evidence.pairs) pair.epsilon = Rational(3, 4);
    EXPECT_FALSE(verify::verify_for_release(mechanism->guarantees(), evidence));
  }
}

TEST(Quantile, SaysItsRangeAndHowManyRowsItTakes) {
  const auto mechanism = made({.epsilon = 1});
  const auto lines = mechanism->plan_lines({}, {19, 20});
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].text,
            "values are rounded to multiples of 2^-32 and to 53 binary digits; sizes "
            "of 2^64 and more count as that bound, and sizes below 2^-33 as 0");
  EXPECT_EQ(lines[1].text,
            "with probability 0.95 at most 45 rows lie between the answer and its "
            "rank, 35 in usual columns; there is no interval of values");
  EXPECT_EQ(lines[2].text,
            "from 90 rows on the answer lies within the data with that probability, in "
            "usual columns from 70 on; 10000 are guessed");
  EXPECT_EQ(mechanism->warnings({19, 20}).size(), 3u);
  EXPECT_EQ(mechanism->accuracy({19, 20})[0].beta, Rational(45));
  EXPECT_EQ(made({{1, 2}, 6, 1}, 4)->warnings({19, 20}).size(), 4u);
}

// Exactly: a column that is the largest code everywhere is the worst there is. [T93]
TEST(Quantile, TheRowsThatItTakesAreEnoughForTheWorstColumn) {
  const UniversalPrior prior(60);
  const Slopes slopes = quantile_slopes({1, 2}, 1, 1);
  const auto in_data = [&](std::int64_t n) {
    const QuantileLaw law(
        {{1, 2}, slopes, prior},
        whole_window(Codes(static_cast<std::size_t>(n), prior.most())));
    for (std::uint64_t i = 0; i < law.size(0); ++i)
      if (law.value(0, i) == prior.most()) return law.weight(0, i).value();
    return Interval(0);
  };
  EXPECT_EQ(rows_needed(slope_outside({1, 2}, slopes), certain_log(prior), {19, 20}),
            98);
  EXPECT_GT(in_data(98).lower(), Rational(95, 100));
  EXPECT_LT(in_data(95).upper(), Rational(95, 100));
  EXPECT_LT(in_data(70).upper(), Rational(1, 10'000));
}

// 20,000 medians of 1,001 rows: how many rows lie between answer and median. A bound
// that holds with 95 % fails in 1,185 of them with a probability below 1e-9.
TEST(Quantile, TheRankErrorIsWithinItsBound) {
  const QuantileTerms terms{{1, 2}, quantile_slopes({1, 2}, 1, 1), UniversalPrior(60)};
  Codes rows;
  for (std::int64_t i = 0; i < 1001; ++i) rows.push_back(37'300'000 + i * i * 7);
  const std::int64_t bound =
      rank_error(terms.slopes, certain_log(terms.prior), {19, 20});
  const auto law = std::make_shared<const QuantileLaw>(terms, whole_window(rows));
  std::vector<std::int64_t> codes(20'000);
  SeededSource(6).draw(codes, law);
  int beyond = 0, beyond_five = 0;
  for (const std::int64_t code : codes) {
    const auto less = std::lower_bound(rows.begin(), rows.end(), code) - rows.begin();
    const auto at_most =
        std::upper_bound(rows.begin(), rows.end(), code) - rows.begin();
    const double off = std::max(
        {0.0, 500.5 - static_cast<double>(at_most), static_cast<double>(less) - 500.5});
    beyond += off > static_cast<double>(bound);
    beyond_five += off > 5;
  }
  EXPECT_LT(beyond, 1185);
  EXPECT_LT(beyond_five, 400);  // 2 %: usual columns err by a few rows
}

}  // namespace
}  // namespace selvage
