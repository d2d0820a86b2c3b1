#include "selvage/mechanism/extremes/extremes.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/extremes/extremes_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

const ExtremesRange kSalaries = bins_of("0:2000000:1000");

Drawn drawn_from(const ExtremesMechanism& mechanism,
                 const std::vector<std::string>& values, std::uint64_t seed) {
  SeededSource source(seed);
  verify::SmallTable rows;
  for (const std::string& value : values) rows.push_back({"", {value}});
  verify::SmallWorldReader reader(mechanism.needs().reading, rows);
  const auto drawn = mechanism.run(reader, source);
  EXPECT_TRUE(drawn);
  EXPECT_TRUE(mechanism.can_draw(*drawn));
  return *drawn;
}

Estimate only(const Answer& answer, std::size_t series = 0) {
  EXPECT_EQ(answer.numbers[series].rows.size(), 1u);
  return answer.numbers[series].rows.front();
}

TEST(Extremes, PromiseTheEpsilonThatWasAskedForAndNoDelta) {
  for (const std::string verb : {"max", "min", "range"})
    for (const bool exponential : {false, true})
      for (const std::int64_t rows : {1, 3}) {
        const auto mechanism =
            extreme(verb, {{7, 5}, {19, 20}, kSalaries, exponential}, rows);
        const auto guarantees = mechanism->guarantees();
        ASSERT_EQ(guarantees.size(), 1u);
        EXPECT_TRUE(holds(guarantees[0]));
        const auto& promise = std::get<DpPromise>(guarantees[0].conclusion.promise);
        EXPECT_EQ(promise.epsilon, Rational(7, 5));
        EXPECT_EQ(promise.delta, Rational(0));
        EXPECT_EQ(guarantees[0].conclusion.neighbours, Neighbours::add_remove_person);
        EXPECT_EQ(mechanism->epsilon(), Rational(7, 5));
      }
}

// What the other checker makes too, in tools/check_extremes_test.py.
TEST(Extremes, TheirLaws) {
  const auto law = [](const std::string& verb, const ExtremesRequest& request,
                      std::int64_t rows = 1) {
    return extreme(verb, request, rows)->law().dump();
  };
  EXPECT_EQ(
      law("max", {1, {19, 20}, kSalaries}),
      R"({"bins":2002,"step":"0.00000000001","first":"0.375","second":"0.625","threshold":7})");
  EXPECT_EQ(
      law("range", {1, {19, 20}, {}}, 2),
      R"({"bins":2975,"step":"2^-32","first":"0.09765625","second":"0.15234375","threshold":36})");
  EXPECT_EQ(law("min", {1, {19, 20}, kSalaries, true}),
            R"({"bins":2002,"step":"0.00000000001","people":22,"slope":"0.5"})");
}

TEST(Extremes, SetAsideWhatWasPromisedBeforeTheDataIsRead) {
  const auto beyond = [](const std::string& verb, const ExtremesRequest& request,
                         std::int64_t rows = 1) {
    return *extreme(verb, request, rows)->most_beyond_end(request.confidence);
  };
  EXPECT_EQ(beyond("max", {1, {19, 20}, kSalaries}), 24);
  EXPECT_EQ(beyond("min", {1, {19, 20}, kSalaries}), 24);
  EXPECT_EQ(beyond("max", {{1, 2}, {19, 20}, kSalaries}), 49);
  EXPECT_EQ(beyond("max", {1, {19, 20}, kSalaries}, 2), 49);  // half for each row
  EXPECT_EQ(beyond("max", {1, {19, 20}, kSalaries, true}), 43);
  EXPECT_EQ(beyond("max", {1, {19, 20}, {}}), 25);
  // Half of epsilon and half of the risk for each end.
  EXPECT_EQ(beyond("range", {2, {19, 20}, kSalaries}),
            *most_beyond(best_above_threshold(1, 2002, {39, 40}), 2002, {39, 40}));
}

// Far from any noise: a hundred rows in each of a few bins.
TEST(Extremes, AreTheEndsOfTheBinsWhereEpsilonIsLarge) {
  std::vector<std::string> values;
  for (int i = 0; i < 100; ++i)
    for (const char* value : {"1234.5", "20000", "77000.01", "none", ""})
      values.emplace_back(value);
  const auto max = extreme("max", {50, {19, 20}, kSalaries});
  EXPECT_EQ(only(max->answer(drawn_from(*max, values, 1), {19, 20})),
            without_interval(78'000));
  const auto min = extreme("min", {50, {19, 20}, kSalaries});
  EXPECT_EQ(only(min->answer(drawn_from(*min, values, 1), {19, 20})),
            without_interval(1'000));
  const auto range = extreme("range", {50, {19, 20}, kSalaries});
  const Answer both = range->answer(drawn_from(*range, values, 1), {19, 20});
  ASSERT_EQ(both.numbers.size(), 3u);
  EXPECT_EQ(both.numbers[0].name, "range");
  EXPECT_EQ(both.numbers[1].name, "min");
  EXPECT_EQ(both.numbers[2].name, "max");
  EXPECT_EQ(only(both, 0), without_interval(77'000));
  EXPECT_EQ(only(both, 1), without_interval(1'000));
  EXPECT_EQ(only(both, 2), without_interval(78'000));
  EXPECT_EQ(both.numbers[0].unit, Rational(1));
  // Without bins: the largest code of the bin of 77000.01, the smallest of 1234.5.
  const auto free = extreme("range", {50, {19, 20}, {.unit = Rational(1, 100)}});
  const Answer of_codes = free->answer(drawn_from(*free, values, 1), {19, 20});
  EXPECT_EQ(only(of_codes, 1), without_interval(122'880));
  EXPECT_EQ(only(of_codes, 2), without_interval(7'864'319));
  EXPECT_EQ(of_codes.numbers[0].unit, Rational(1, 100));
}

TEST(Extremes, ValuesOutsideTheBinsHaveBinsOfTheirOwn) {
  const auto said = [](const std::string& verb, const std::string& value,
                       std::size_t number = 0) {
    const auto mechanism = extreme(verb, {50, {19, 20}, kSalaries});
    const std::vector<std::string> values(100, value);
    const Answer answer =
        mechanism->answer(drawn_from(*mechanism, values, 2), {19, 20});
    const OpenEnds ends = mechanism->open_ends()[number];
    const std::int64_t end = only(answer, number).value;
    return std::string(ends.beyond(end)) + " " + std::to_string(ends.edge(end));
  };
  EXPECT_EQ(said("max", "-1e300"), "below 0");
  EXPECT_EQ(said("max", "-0.001"), "below 0");
  EXPECT_EQ(said("max", "0"), " 1000");
  EXPECT_EQ(said("max", "1999999.999"), " 2000000");
  EXPECT_EQ(said("max", "2000000"), "above 2000000");
  EXPECT_EQ(said("max", "inf"), "above 2000000");
  EXPECT_EQ(said("min", "-1e300"), "below 0");
  EXPECT_EQ(said("min", "0"), " 0");
  EXPECT_EQ(said("min", "1999999.999"), " 1999000");
  EXPECT_EQ(said("min", "inf"), "above 2000000");
  EXPECT_EQ(said("range", "inf", 0), " 0");  // nothing more is known of it
  EXPECT_EQ(said("range", "-inf", 0), " 0");
  EXPECT_EQ(said("range", "0", 0), " 1000");
  EXPECT_EQ(said("range", "-inf", 1), "below 0");
  EXPECT_EQ(said("range", "inf", 2), "above 2000000");
  const auto decimals = extreme("max", {50, {19, 20}, bins_of("-0.5:1:0.25")});
  const std::vector<std::string> low(100, "-1e300");
  EXPECT_EQ(only(decimals->answer(drawn_from(*decimals, low, 2), {19, 20})).value, -50);
  EXPECT_EQ(decimals->answer(drawn_from(*decimals, low, 2), {19, 20}).numbers[0].unit,
            Rational(1, 100));
}

// No bin between the ends has a value that stands for what lies outside.
TEST(Extremes, OnlyWhatLiesOutsideIsSaidToDoSo) {
  for (const char* verb : {"max", "min"})
    for (const auto& range :
         {bins_of("-10:20.5:10"), ExtremesRange{.calendar = *CalendarBins::parse(
                                                    "2020-01-01:2020-04-01:1month")}}) {
      const auto mechanism = extreme(verb, {50, {19, 20}, range});
      const auto last = static_cast<std::int64_t>(mechanism->bins().size()) - 1;
      for (std::int64_t bin = 0; bin <= last; ++bin) {
        const Answer answer = mechanism->answer({{0}, {}, {{bin}}}, {19, 20});
        EXPECT_STREQ(mechanism->open_ends()[0].beyond(only(answer).value),
                     bin == 0      ? "below"
                     : bin == last ? "above"
                                   : "");
      }
    }
  EXPECT_TRUE(extreme("max", {50, {19, 20}})->open_ends().empty());  // no bins
}

// Both ends of a range, each with half of the risk.
TEST(Extremes, SayWhyFewPeopleAreSetAside) {
  const auto trees = [](const char* verb, bool exponential) {
    ExtremesRequest request{1, {19, 20}, kSalaries};
    request.exponential = exponential;
    return extreme(verb, request)->accuracy_derivations({19, 20});
  };
  const auto max = trees("max", false);
  ASSERT_EQ(max.size(), 1U);
  EXPECT_TRUE(holds(max[0]));
  const auto& known = std::get<FunctionAccuracy>(max[0].conclusion);
  EXPECT_EQ(known.function, "max");
  EXPECT_EQ(known.accuracy.alpha, 24);
  EXPECT_EQ(known.accuracy.gamma, Rational(1, 20));
  const auto range = trees("range", false);
  ASSERT_EQ(range.size(), 2U);
  EXPECT_EQ(std::get<FunctionAccuracy>(range[0].conclusion).accuracy.gamma,
            Rational(1, 40));
  const auto drawn = trees("max", true);
  ASSERT_EQ(drawn.size(), 1U);
  EXPECT_TRUE(holds(drawn[0]));
  const auto& bound = std::get<FunctionAccuracy>(drawn[0].conclusion).accuracy;
  EXPECT_EQ(bound.alpha, 43);
  EXPECT_EQ(bound.metric, "bound");
}

TEST(Extremes, OfNobodyIsUnknownWithoutBinsAndTheOtherEndWithThem) {
  for (const std::string verb : {"max", "min"}) {
    const auto free = extreme(verb, {20, {19, 20}, {}});
    const Answer answer = free->answer(drawn_from(*free, {}, 3), {19, 20});
    EXPECT_FALSE(only(answer).known) << verb;
    EXPECT_FALSE(only(answer).has_interval);
    EXPECT_TRUE(answer.numbers[0].may_be_unknown);
  }
  const auto range = extreme("range", {20, {19, 20}, {}});
  EXPECT_FALSE(only(range->answer(drawn_from(*range, {}, 3), {19, 20})).known);
  const auto max = extreme("max", {20, {19, 20}, kSalaries});
  EXPECT_EQ(only(max->answer(drawn_from(*max, {}, 3), {19, 20})).value, 0);
  const auto min = extreme("min", {20, {19, 20}, kSalaries});
  EXPECT_EQ(only(min->answer(drawn_from(*min, {}, 3), {19, 20})).value, 2'000'000);
}

TEST(Extremes, OfGroupsAreOneEach) {
  const Domain domain = *Domain::make({{"g", KeyList::of({"p", "q"})}});
  const auto mechanism = extreme("range", {50, {19, 20}, kSalaries}, 1, domain);
  verify::SmallTable rows;
  for (int i = 0; i < 60; ++i) {
    rows.push_back({"", {"p", "5500"}});
    rows.push_back({"", {"p", "700"}});
    rows.push_back({"", {"z", "9000"}});
  }
  verify::SmallWorldReader reader(mechanism->needs().reading, rows);
  SeededSource source(5);
  const auto drawn = mechanism->run(reader, source);
  ASSERT_TRUE(drawn);
  EXPECT_EQ(*drawn, (Drawn{{0, 1, 2, 3}, {}, {{1, 2001, 10, 2001}, {6, 0, 10, 0}}}));
  EXPECT_TRUE(mechanism->can_draw(*drawn));
  const Answer answer = mechanism->answer(*drawn, {19, 20});
  EXPECT_EQ(answer.cells.size(), 4u);
  EXPECT_EQ(answer.numbers[2].rows[0].value, 6'000);
  EXPECT_EQ(answer.numbers[1].rows[2].value, 9'000);
}

TEST(Extremes, OnlyWhatARunDrawsCanBeDrawn) {
  const auto max = extreme("max", {1, {19, 20}, kSalaries});
  EXPECT_TRUE(max->can_draw({{0}, {}, {{0}}}));
  EXPECT_TRUE(max->can_draw({{0}, {}, {{2001}}}));
  EXPECT_FALSE(max->can_draw({{0}, {}, {{2002}}}));
  EXPECT_FALSE(max->can_draw({{0}, {}, {{-1}}}));
  EXPECT_FALSE(max->can_draw({{0}, {}, {{1}, {1}}}));
  EXPECT_FALSE(max->can_draw({{1}, {}, {{1}}}));
  EXPECT_FALSE(max->can_draw({{0, 1}, {}, {{1, 1}}}));
  EXPECT_FALSE(max->can_draw({{0}, {{"a"}}, {{1}}}));
  EXPECT_FALSE(max->can_draw({}));
  EXPECT_FALSE(extreme("range", {1, {19, 20}, kSalaries})->can_draw({{0}, {}, {{1}}}));
}

TEST(Extremes, ARequestThatIsWrongNamesItsField) {
  struct Wrong {
    ExtremesRequest request;
    std::int64_t rows;
    std::string field;
  };
  const Rational usual(19, 20);
  const Wrong all[] = {
      {{0, usual, kSalaries}, 1, "epsilon"},
      {{-1, usual, kSalaries}, 1, "epsilon"},
      {{51, usual, kSalaries}, 1, "epsilon"},
      {{{1, 1'000'001}, usual, kSalaries}, 1, "epsilon"},
      {{{1, 10'000}, usual, kSalaries}, 101, "epsilon"},
      {{Rational(1) + Rational::power_of_two(-100), usual, kSalaries}, 1, "epsilon"},
      {{1, Rational(1) - Rational::power_of_two(-110), kSalaries}, 1, "confidence"},
      {{1, usual, {.unit = {0}}}, 1, "unit"},
      {{1, usual, {.unit = Rational(1, 3)}}, 1, "unit"},
      {{1, usual, {.unit = {10'000'000}}}, 1, "unit"},
      {{1, usual, bins_of("0:1:1")}, 1, "column"},
      {{1, usual, bins_of("0:1:1/3")}, 1, "column"},
      {{1, usual, bins_of("0:1000001:1")}, 1, "column"},
      {{1, usual, bins_of("0:1000000:1"), true}, 1, "column"},
      {{1, usual, bins_of("0:1e20:1e19")}, 1, "column"},
      {{1, usual, kSalaries}, 0, "rows_per_person"}};
  for (const Wrong& wrong : all) {
    const auto mechanism =
        ExtremesMechanism::make(extreme_question("max", wrong.rows), wrong.request);
    ASSERT_FALSE(mechanism) << wrong.field;
    EXPECT_EQ(mechanism.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(mechanism.error().field, wrong.field) << mechanism.error().message;
    EXPECT_NE(mechanism.error().message.find("write"), std::string::npos);
  }
  const auto refused = [&](const Domain& domain) {
    return ExtremesMechanism::make(extreme_question("max", 1, domain), {1}).error();
  };
  EXPECT_EQ(refused(*Domain::make({{"g", UnknownKeys{}}})).field, "by");
  EXPECT_EQ(refused(*Domain::make({{"g", *NumericBins::parse("0:10000:1")}})).field,
            "by");
}

TEST(Extremes, TheWidestRequestsAreTaken) {
  for (const Rational& epsilon : {Rational(1, 1'000'000), Rational(50)})
    for (const Rational& confidence :
         {Rational(1, 1'000'000), Rational(1) - *Rational::parse("1e-30")})
      for (const bool exponential : {false, true})
        for (const char* unit : {"1e-18", "1000000"}) {
          const auto mechanism = extreme(
              "max",
              {epsilon, confidence, {.unit = *Rational::parse(unit)}, exponential});
          EXPECT_TRUE(mechanism->most_beyond_end(confidence));
        }
  extreme("max", {1, {19, 20}, bins_of("0:1000000:1")});
  extreme("max", {1, {19, 20}, bins_of("-1e18:1e18:1e17")});
}

TEST(Extremes, TheirEvidenceConfirmsThem) {
  for (const std::string verb : {"max", "min", "range"})
    for (const bool exponential : {false, true})
      for (const auto& [epsilon, rows] :
           {std::pair(Rational(1), 1), std::pair(Rational(1, 100), 1),
            std::pair(Rational(50), 1), std::pair(Rational(3), 100)}) {
        const auto mechanism =
            extreme(verb, {epsilon, {19, 20}, kSalaries, exponential}, rows);
        const auto verified = verify::verify_for_release(*mechanism);
        ASSERT_TRUE(verified) << verb << exponential << ' ' << epsilon.text();
        EXPECT_EQ(verified->level, VerificationLevel::theorem_only);
        EXPECT_NE(verified->detail.find("15 pairs of tables with 5 bins"),
                  std::string::npos)
            << verified->detail;
      }
  const auto audit = verify::audit(*extreme("max", {1, {19, 20}, {}}));
  EXPECT_TRUE(audit.holds);
  EXPECT_GT(audit.checks.size(), 100u);
}

// What is kept is kept exactly, and nothing less is: the pairs show it.
TEST(Extremes, TheirEvidenceSeesAPromiseThatIsTooLarge) {
  for (const std::string verb : {"max", "min"})
    for (const bool exponential : {false, true}) {
      const auto mechanism = extreme(verb, {1, {19, 20}, kSalaries, exponential});
      Evidence evidence = mechanism->evidence(Effort::before_release);
      EXPECT_TRUE(verify::verify_for_release(mechanism->guarantees(), evidence));
      for (NeighbourPair& pair : evidence.pairs)
        pair.epsilon = exponential ? Rational(1, 2) : Rational(99, 100);
      EXPECT_FALSE(verify::verify_for_release(mechanism->guarantees(), evidence));
    }
}

TEST(Extremes, SayTheirRangeAndTheirPromise) {
  const auto mechanism = extreme("max", {1, {19, 20}, kSalaries});
  const auto lines = mechanism->plan_lines({}, {19, 20});
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].text,
            "values are rounded to multiples of 0.00000000001; all values below 0 lie "
            "in one bin, and all values from 2000000 on in another");
  EXPECT_EQ(
      lines[2].text,
      "with probability 0.95 at most 24 people lie above the bin of the answer, "
      "and at least one in it or above; the bin itself may be empty, and there is "
      "no interval of values");
  EXPECT_EQ(mechanism->warnings({19, 20}).size(), 4u);
  EXPECT_EQ(mechanism->accuracy({19, 20})[0].beta, Rational(24));
  EXPECT_TRUE(mechanism->accuracy({999'999, 1'000'000}).empty());
  EXPECT_EQ(mechanism->plan_lines({}, {999'999, 1'000'000})[2].text,
            "nothing is promised with probability 0.999999");
  const auto both = extreme("range", {1, {19, 20}, {}}, 3)->accuracy({19, 20});
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].gamma, Rational(1, 40));
  EXPECT_EQ(both[0].metric,
            "rows below the bin of min (and at least one in it or below)");
}

}  // namespace
}  // namespace selvage
