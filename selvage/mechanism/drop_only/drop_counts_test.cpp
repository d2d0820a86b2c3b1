#include "selvage/mechanism/drop_only/drop_counts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <nlohmann/json.hpp>

#include "selvage/mechanism/drop_only/drop_only_testing.hpp"
#include "selvage/mechanism/drop_only/drop_statistic.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

const Rational kSmallDelta = Rational::power_of_two(-20);

Drawn drawn_from(const Mechanism& mechanism, const std::vector<std::int64_t>& counts,
                 std::uint64_t seed) {
  CountedTable table(mechanism, counts);
  SeededSource random(seed);
  Drawn drawn = *mechanism.run(table, random);
  EXPECT_TRUE(mechanism.can_draw(drawn));
  return drawn;
}

// Places: a, b, c and all others.
TEST(DropOnly, NoCountIsAboveTheTruthOrBelowItByMoreThanTheWidth) {
  const auto mechanism = drop_counts(
      drop_question("histogram", keys_domain({"a", "b", "c"})), 1, kSmallDelta);
  ASSERT_EQ(mechanism->terms().width(), 27);
  const std::vector<std::int64_t> counts = {1000, 0, 13, 40};
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Drawn drawn = drawn_from(*mechanism, counts, seed);
    ASSERT_EQ(drawn.cells.size(), counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      EXPECT_LE(drawn.numbers[0][i], counts[i]);
      EXPECT_GE(drawn.numbers[0][i], std::max<std::int64_t>(0, counts[i] - 27));
    }
  }
}

// Intervals hold the truth as often as they say: 5 deviations wide at 4000 runs of 4.
TEST(DropOnly, IntervalsAndTotalsHoldTheTruth) {
  const auto mechanism = drop_counts(
      drop_question("histogram", keys_domain({"a", "b", "c"})), 1, kSmallDelta);
  const std::vector<std::int64_t> counts = {1000, 500, 300, 40};
  int missed = 0, missed_total = 0;
  constexpr int kRuns = 4000;
  for (int run = 0; run < kRuns; ++run) {
    const Answer answer = mechanism->answer(
        drawn_from(*mechanism, counts, static_cast<std::uint64_t>(run)), {9, 10});
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const Estimate& row = answer.numbers[0].rows[i];
      EXPECT_EQ(row.lower, row.value);
      missed += counts[i] > row.upper ? 1 : 0;
    }
    ASSERT_TRUE(answer.total);
    EXPECT_LE(answer.total->lower, 1840);
    missed_total += answer.total->upper < 1840 ? 1 : 0;
  }
  EXPECT_LE(missed, 0.1 * 4 * kRuns + 5 * std::sqrt(0.09 * 4 * kRuns));
  EXPECT_LE(missed_total, 0.1 * kRuns + 5 * std::sqrt(0.09 * kRuns));
  EXPECT_GT(missed_total, 0.02 * kRuns);  // and are not far too wide
}

TEST(DropOnly, ASupportListsWhatIsThereAndNothingElse) {
  const auto mechanism = drop_counts(
      drop_question("support", keys_domain({"a", "b", "c"})), 1, kSmallDelta);
  EXPECT_EQ(mechanism->fewer_than(), 1);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Drawn drawn = drawn_from(*mechanism, {28, 0, 3, 100}, seed);
    ASSERT_GE(drawn.cells.size(), 2U);
    EXPECT_EQ(drawn.cells.front(), 0U);  // from 28 people on surely
    EXPECT_EQ(drawn.cells.back(), 3U);
    for (const std::uint64_t cell : drawn.cells) EXPECT_NE(cell, 1U);
  }
  EXPECT_TRUE(drawn_from(*mechanism, {}, 1).cells.empty());
}

TEST(DropOnly, AModeIsEveryCellWithTheLargestCount) {
  const Domain two = *Domain::make(
      {{"h", KeyList::of({"p"}), true}, {"g", KeyList::of({"a", "b"}), true}});
  const auto mechanism = drop_counts(drop_question("mode", two), 1, kSmallDelta);
  // Places of g: a, b, other; groups: p and all others.
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Drawn drawn = drawn_from(*mechanism, {50, 100, 20, 0, 0, 0}, seed);
    EXPECT_EQ(drawn.cells, std::vector<std::uint64_t>{1});
    EXPECT_FALSE(mechanism->fewer_than());
    EXPECT_EQ(mechanism->answer(drawn, {19, 20}).numbers[0].rows.size(), 1U);
  }
  const Drawn none = drawn_from(*mechanism, {}, 1);
  EXPECT_TRUE(none.cells.empty());
  EXPECT_TRUE(mechanism->can_draw({{1, 3, 4}, {}, {{5, 9, 9}}}));
  EXPECT_FALSE(mechanism->can_draw({{1, 2}, {}, {{5, 9}}}));
  EXPECT_FALSE(mechanism->can_draw({{1}, {}, {{0}}}));
  EXPECT_FALSE(mechanism->can_draw({{6}, {}, {{1}}}));
}

// A histogram of the same shape has other high bars: sizes must count when two are
// compared. (300, 200) with 500 as the least: none, then the first, then the second.
TEST(DropOnly, SizesDecideWhichBarsAreHigh) {
  const auto mechanism = drop_counts(
      drop_question("histogram", keys_domain({"a", "b"})), 4, {1, 1000}, 500);
  const auto highest = [&](std::int64_t times) -> std::int64_t {
    const Drawn drawn = drawn_from(*mechanism, {300 * times, 200 * times + 20, 0}, 3);
    return drawn.cells.empty() ? -1 : static_cast<std::int64_t>(drawn.cells.back());
  };
  EXPECT_EQ(highest(1), -1);
  EXPECT_EQ(highest(2), 0);
  EXPECT_EQ(highest(3), 1);
}

// Keys that nobody knew before are shown surely from the width on, and never by noise.
// docs/drop-only.md has this function: how many bars hold at least a tenth of all. It
// is that of a table that is left, and the people who are not in it are few.
TEST(DropOnly, AnyStatisticIsAFunctionOfWhatIsLeft) {
  const auto large_bars = [](std::span<const std::int64_t> counts) {
    const std::int64_t all = std::accumulate(counts.begin(), counts.end(), 0L);
    return std::count_if(counts.begin(), counts.end(),
                         [&](std::int64_t count) { return 10 * count >= all; });
  };
  const auto terms = DropTerms::make(1, Rational::power_of_two(-20), {});
  ASSERT_TRUE(terms);
  const std::vector<std::int64_t> counts = {400, 300, 0, 200, 20, 0};
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SeededSource random(seed);
    const auto said = drop_statistic(counts, *terms, 0, large_bars, random);
    EXPECT_EQ(said.value, 3);  // 173 of 920 are a tenth, 20 of 819 are not
    EXPECT_LE(said.left, 920);
    EXPECT_GE(said.left, 920 - 3 * 27 - 20);
    EXPECT_EQ(said.most_dropped, 6 * 27);
  }
  SeededSource random(1);
  EXPECT_EQ(drop_statistic({0, 0}, *terms, {1, 20}, large_bars, random).left, 0);
}

// Sums along each of two columns, with what so many bars may lose together.
TEST(DropOnly, MarginsHoldTheTruth) {
  const Domain domain = *Domain::make({{"g", KeyList::of({"a", "b"}), true},
                                       {"h", KeyList::of({"c", "d", "e"}), true}});
  const auto mechanism =
      drop_counts(drop_question("histogram", domain), 1, Rational::power_of_two(-20));
  const auto cells = static_cast<std::size_t>(domain.cells());
  std::vector<std::int64_t> counts(cells, 0);
  for (std::size_t i = 0; i < cells; ++i) counts[i] = static_cast<std::int64_t>(40 * i);
  CountedTable table(*mechanism, counts);
  SeededSource random(3);
  const Rational sure = Rational(1) - Rational::power_of_two(-40);
  const Answer answer = mechanism->answer(*mechanism->run(table, random), sure);
  ASSERT_EQ(answer.margins.size(), 2U);
  const std::size_t second = domain.columns()[1].places();
  for (std::size_t place = 0; place < answer.margins[0].size(); ++place) {
    std::int64_t truth = 0, released = 0;
    for (std::size_t i = place * second; i < (place + 1) * second; ++i) {
      truth += counts[i];
      released += answer.numbers[0].rows[i].value;
    }
    const Estimate& margin = answer.margins[0][place];
    EXPECT_EQ(margin.value, released);
    EXPECT_EQ(margin.lower, released);
    EXPECT_LE(released, truth);
    EXPECT_GE(margin.upper, truth);
    EXPECT_LE(margin.upper - margin.lower, 27 * static_cast<std::int64_t>(second));
  }
}

TEST(DropOnly, SayWhyFewPeopleAreSetAside) {
  const auto stated = [](const char* verb) {
    const auto trees =
        drop_counts(drop_question(verb, keys_domain({"a", "b"})), 1, {1, 1'000'000})
            ->accuracy_derivations({19, 20});
    EXPECT_EQ(trees.size(), 1U);
    EXPECT_TRUE(holds(trees.at(0)));
    return std::get<FunctionAccuracy>(trees.at(0).conclusion);
  };
  EXPECT_EQ(stated("histogram").function, "identity");
  EXPECT_EQ(stated("support").accuracy.metric, "hausdorff");
  EXPECT_EQ(stated("mode").function, "mode");
  EXPECT_EQ(stated("mode").accuracy.alpha, stated("histogram").accuracy.alpha);
}

TEST(DropOnly, KeysThatAreNotKnownAreReleased) {
  const Domain domain = *Domain::make({{"g", UnknownKeys{}, true}});
  const auto mechanism =
      drop_counts(drop_question("histogram", domain), 1, kSmallDelta);
  EXPECT_EQ(mechanism->fewer_than(), 1);
  const auto trees = mechanism->accuracy_derivations({19, 20});
  ASSERT_EQ(trees.size(), 1U);
  EXPECT_TRUE(holds(trees[0]));
  const auto& of_key = std::get<FunctionAccuracy>(trees[0].conclusion);
  EXPECT_EQ(of_key.function, "count_of_key");
  EXPECT_EQ(of_key.accuracy.alpha, mechanism->accuracy({19, 20})[0].beta);
  class Keyed : public Reader {
   public:
    explicit Keyed(Reading reading) : reading_(std::move(reading)) {}
    const Reading& reading() const override { return reading_; }
    Result<Cells> cells() override {
      return Cells{{{.key = 0, .rows = 28}, {.key = 1, .rows = 1}},
                   {{"many"}, {"one"}}};
    }

   private:
    Outcome each_row(const VisitRow&) override { return Done{}; }
    Reading reading_;
  };
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    Keyed table(mechanism->needs().reading);
    SeededSource random(seed);
    const Drawn drawn = *mechanism->run(table, random);
    ASSERT_TRUE(mechanism->can_draw(drawn));
    EXPECT_EQ(drawn.keys[0], std::vector<std::string>{"many"});  // one: 2^-20
  }
}

TEST(DropOnly, PromisesAreThoseOfThePersonsShare) {
  const Domain domain = keys_domain({"a", "b", "c"});
  const auto promise = [&](const PersonShare& share) {
    const auto mechanism =
        drop_counts(drop_question("histogram", domain, share), 1, kSmallDelta);
    EXPECT_EQ(mechanism->terms().share, share);
    return std::get<DpPromise>(mechanism->guarantees()[0].conclusion.promise);
  };
  for (const PersonShare& share : {PersonShare{}, PersonShare{2, 2, 1},
                                   PersonShare{5, 3, 2}, PersonShare{4, 1, 4}})
    EXPECT_EQ(promise(share), (DpPromise{1, kSmallDelta}));
}

TEST(DropOnly, TheWidthFollowsFromEpsilonAndDeltaAlone) {
  const auto width = [](const char* epsilon, const Rational& delta) {
    return drop_counts(drop_question("count", *Domain::make({})),
                       *Rational::parse(epsilon), delta)
        ->terms()
        .width();
  };
  EXPECT_EQ(width("0.1", kSmallDelta), 218);
  EXPECT_EQ(width("0.25", kSmallDelta), 95);
  EXPECT_EQ(width("0.5", kSmallDelta), 50);
  EXPECT_EQ(width("2", kSmallDelta), 14);
  EXPECT_EQ(width("4", kSmallDelta), 8);
  EXPECT_EQ(width("1", *Rational::parse("1e-9")), 40);
}

TEST(DropOnly, RefusesWhatIsWrongWithARequest) {
  const auto field_of = [](const Rational& epsilon, const Rational& delta) {
    const auto made = DropCounts::make(drop_question("histogram", keys_domain({"a"})),
                                       epsilon, delta, std::nullopt);
    return made ? std::string() : made.error().field;
  };
  EXPECT_EQ(field_of(1, kSmallDelta), "");
  EXPECT_EQ(field_of(0, kSmallDelta), "epsilon");
  EXPECT_EQ(field_of(21, kSmallDelta), "epsilon");
  EXPECT_EQ(field_of({1, 1'000'000}, kSmallDelta), "epsilon");
  EXPECT_EQ(field_of(20, *Rational::parse("1e-12")), "epsilon");
  EXPECT_EQ(field_of(1, 0), "delta");
  EXPECT_EQ(field_of(1, {3, 4}), "delta");
  EXPECT_EQ(field_of(1, *Rational::parse("1e-16")), "delta");
  const auto mode = DropCounts::make(
      drop_question("mode", *Domain::make({{"g", UnknownKeys{}, true}})), 1,
      kSmallDelta, std::nullopt);
  ASSERT_FALSE(mode);
  EXPECT_EQ(mode.error().field, "column");
}

TEST(DropOnly, APlanWarnsWhereBarsMayLoseEverybody) {
  const auto warned = [](const char* epsilon, std::int64_t people) {
    const auto mechanism =
        drop_counts(drop_question("histogram", keys_domain({"a", "b"})),
                    *Rational::parse(epsilon), kSmallDelta);
    for (const PlanLine& line : mechanism->plan_lines({people}, {19, 20}))
      if (line.head == "warning") return line.text;
    return std::string();
  };
  EXPECT_EQ(warned("1", 10'000), "");
  EXPECT_NE(warned("1", 80).find("all bars together may lose 81 people"),
            std::string::npos);
  EXPECT_NE(warned("0.01", 1000).find("one bar may lose 1,"), std::string::npos);
}

}  // namespace
}  // namespace selvage
