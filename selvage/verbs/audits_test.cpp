// The classes of faults that audits found in other libraries in 2026, tried on every
// verb in every way. docs/threat-model.md lists them.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "selvage/verbs/recorded_testing.hpp"
#include "selvage/verbs/ways_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorldReader;

struct Ran {
  Drawn drawn;
  std::vector<RecordingSource::Drawing> draws;
};

Ran run_on(const Mechanism& mechanism, const SmallTable& table, std::uint64_t seed) {
  const Needs needs = mechanism.needs();
  SmallWorldReader reader(needs.reading, table, {}, needs.class_key);
  RecordingSource random(seed);
  auto drawn = mechanism.run(reader, random);
  EXPECT_TRUE(drawn) << drawn.error().message;
  EXPECT_TRUE(mechanism.can_draw(*drawn));
  return {*std::move(drawn), random.drawn()};
}

std::string texts(const std::vector<RecordingSource::Drawing>& draws) {
  std::string all;
  for (const auto& one : draws) all += one.text() + "\n";
  return all;
}

SmallTable without_person(const SmallTable& table, std::size_t at) {
  SmallTable fewer;
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[at].person.empty() ? i != at : table[i].person != table[at].person)
      fewer.push_back(table[i]);
  return fewer;
}

Way by_people(const Way& way) {
  return way.with("person", "who").with("rows_per_person", "2");
}

// Not all ways know people with several rows.
std::vector<Way> ways_by_rows_and_people() {
  std::vector<Way> all;
  for (const Way& way : all_ways()) {
    all.push_back(way);
    if (find_verb(way.verb)->plan(by_people(way).asked()))
      all.push_back(by_people(way));
  }
  return all;
}

TEST(Audits, EveryVerbIsTried) {
  std::set<std::string> tried;
  for (const Way& way : all_ways()) tried.insert(way.verb);
  // These two answer with an average-case promise alone: nothing of theirs holds for
  // neighbours, and sampled_sensitivity has tests of its own.
  tried.insert({"ridge", "logistic"});
  for (const Verb& verb : verbs()) EXPECT_TRUE(tried.contains(verb.name)) << verb.name;
}

// Re:cord-play (arXiv 2602.17454): the same randomness on neighbours. Whatever is drawn
// is drawn in the same order, with the same parameters and as often; where a way is
// adaptive, up to what decides: its first draw.
TEST(Audits, WithTheSameRandomnessNeighboursDrawTheSame) {
  std::size_t compared = 0;
  for (const Way& way : ways_by_rows_and_people()) {
    const Planned planned = planned_way(way);
    const Reading reading = planned.plan->needs().reading;
    const bool people = !reading.person.column.empty();
    // Of every size, so that whatever number of rows decides something is passed.
    for (std::int64_t size = 1; size <= 12; ++size) {
      const SmallTable table = table_of(reading, size, people ? 3 : 1);
      const auto seed = static_cast<std::uint64_t>(size);
      const Ran with = run_on(*planned.plan, table, seed);
      for (std::size_t at = 0; at < table.size(); at += 5) {
        const SmallTable fewer = without_person(table, at);
        const Ran without = run_on(*planned.plan, fewer, seed);
        // Who is in which block is drawn for each person, and so for nobody.
        if (fewer.empty() && way.verb == "regression") continue;
        if (way.adaptive.empty()) {
          EXPECT_EQ(texts(with.draws), texts(without.draws)) << way.text();
          EXPECT_EQ(with.drawn.cells, without.drawn.cells) << way.text();
        } else if (!with.draws.empty() && !without.draws.empty()) {
          EXPECT_EQ(with.draws[0].name, without.draws[0].name) << way.text();
          EXPECT_EQ(with.draws[0].parameter, without.draws[0].parameter) << way.text();
        }
        compared += with.draws.size();
      }
    }
  }
  EXPECT_GT(compared, 1000u);
}

// Exact minima and maxima in the domain: what can be shown, and what it is called,
// follows from the question alone, and so does what is shown unless that is the answer.
TEST(Audits, NoCellComesFromTheTable) {
  const std::set<std::string> chooses = {"support", "mode"};  // cells are what they say
  for (const Way& way : all_ways()) {
    const Planned planned = planned_way(way);
    const Reading reading = planned.plan->needs().reading;
    const Domain& domain = planned.question.domain;
    if (domain.has_unknown_keys()) continue;  // from a threshold on, T31
    std::set<std::string> known;
    for (const DomainColumn& column : domain.columns())
      for (std::size_t place = 0; place < column.places(); ++place)
        known.insert(column.label(place));
    SmallTable far = table_of(reading, 12);
    for (auto& row : far)
      for (auto& field : row.fields) field = "987654321";
    std::set<std::vector<std::uint64_t>> shown;
    for (const SmallTable& table : {table_of(reading, 12), far, SmallTable()}) {
      const Ran ran = run_on(*planned.plan, table, 7);
      const Answer answer = planned.plan->answer(ran.drawn, planned.confidence);
      for (const std::uint64_t cell : answer.cells)
        for (std::size_t c = 0; c < answer.domain.columns().size(); ++c)
          EXPECT_TRUE(known.contains(answer.domain.label(cell, c))) << way.text();
      shown.insert(answer.cells);
    }
    EXPECT_TRUE(shown.size() == 1 || chooses.contains(way.verb)) << way.text();
  }
}

// A clamp that is computed and not used (smartnoise-sdk#622): a value beyond the bounds
// and the bound itself give the same release from the same randomness.
TEST(Audits, AValueBeyondTheBoundsIsTheBound) {
  for (const Way& way : ways_by_rows_and_people()) {
    const bool bounds = way.text().find(" bounds=0:100") != std::string::npos;
    if (!bounds) continue;
    const Planned planned = planned_way(way);
    const Reading reading = planned.plan->needs().reading;
    const std::size_t measure = reading.domain.columns().size();
    for (const auto& [far, bound] : {std::pair{"1e300", "100"},
                                     {"100.5", "100"},
                                     {"100.000001", "100"},
                                     {"-7", "0"},
                                     {"-1e18", "0"}}) {
      SmallTable beyond = table_of(reading, 9), at = beyond;
      for (const std::size_t row : {0u, 4u}) {
        beyond[row].fields[measure] = far;
        at[row].fields[measure] = bound;
      }
      EXPECT_EQ(run_on(*planned.plan, beyond, 5).drawn,
                run_on(*planned.plan, at, 5).drawn)
          << way.text() << ' ' << far;
    }
  }
}

// The same of caps: a hundred equal rows of one person are as many as the cap lets.
TEST(Audits, ThePersonWithTooManyRowsHasAsManyAsTheCap) {
  std::size_t tried = 0;
  for (const Way& way : ways_by_rows_and_people()) {
    const Planned planned = planned_way(way);
    const Reading reading = planned.plan->needs().reading;
    if (reading.person.column.empty()) continue;
    // Cut by sums, not by rows, or read as blocks of people: no cap of rows.
    if (reading.person.sum_in_cell || reading.person.rows != 2 ||
        reading.person.per_person == PerPerson::first)
      continue;
    SmallTable capped = table_of(reading, 6), many = capped;
    const verify::SmallRow row = capped.back();
    capped.push_back(row);
    for (int i = 0; i < 99; ++i) many.push_back(row);
    EXPECT_EQ(run_on(*planned.plan, many, 5).drawn,
              run_on(*planned.plan, capped, 5).drawn)
        << way.text();
    ++tried;
  }
  EXPECT_GE(tried, 10u);
}

// Rows that are dropped to make a number even, blocks by position (opendp#2950): where
// a row stands decides nothing about the others. A row more is a row more, wherever it
// is put, and with --person each keeps the block of its name.
TEST(Audits, WhereARowStandsMovesNoOther) {
  for (const Way& way : ways_by_rows_and_people()) {
    const Planned planned = planned_way(way);
    const Reading reading = planned.plan->needs().reading;
    // Without people blocks are drawn in the order of the rows, each by itself: any
    // order is as likely. [T140]
    if (way.verb == "regression" && reading.person.column.empty()) continue;
    const SmallTable table = table_of(reading, 10);
    SmallTable turned(table.rbegin(), table.rend());
    std::rotate(turned.begin(), turned.begin() + 3, turned.end());
    EXPECT_EQ(run_on(*planned.plan, table, 11).drawn,
              run_on(*planned.plan, turned, 11).drawn)
        << way.text();
  }
}

// All leaves of a promise: what its steps draw.
void add_leaves(const Derivation& tree, std::vector<const Derivation*>& leaves) {
  if (tree.premises.empty()) leaves.push_back(&tree);
  for (const Derivation& premise : tree.premises) add_leaves(premise, leaves);
}

// Every node that adds promises up adds all of them, exactly.
void check_sums(const Derivation& tree, const std::string& way) {
  if (tree.rule == "basic_composition") {
    Rational epsilon = 0, delta = 0;
    for (std::size_t i = 0; i < tree.premises.size(); ++i) {
      const auto& part = std::get<DpPromise>(tree.premises[i].conclusion.promise);
      const Rational* counted =
          find_number(tree.inputs, "times_" + std::to_string(i + 1));
      const Rational times = counted != nullptr ? *counted : Rational(1);
      epsilon = epsilon + part.epsilon * times;
      delta = delta + part.delta * times;
    }
    const auto& whole = std::get<DpPromise>(tree.conclusion.promise);
    EXPECT_EQ(whole.epsilon, epsilon) << way;
    EXPECT_EQ(whole.delta, delta) << way;
  }
  for (const Derivation& premise : tree.premises) check_sums(premise, way);
}

// The parts of a budget (opendp#2789, dpsynth#32): exact fractions, over a grid of
// requests, that come to no more than what was asked for, and to nearly all of it.
TEST(Audits, ThePartsOfABudgetComeToWhatWasAsked) {
  for (const Way& bare : ways_by_rows_and_people())
    for (const char* epsilon : {"1", "1/7", "2.5", "9"})
      for (const char* delta : {"1e-3", "1/900000"}) {
        Way way = bare;
        for (auto& [field, text] : way.fields) {
          if (field == "epsilon") text = epsilon;
          if (field == "delta") text = delta;
        }
        const auto planned = find_verb(way.verb)->plan(way.asked());
        if (!planned) continue;  // a sentence says why
        const auto promises = planned->plan->guarantees();
        ASSERT_FALSE(promises.empty());
        for (const Derivation& promise : promises) {
          EXPECT_TRUE(holds(promise)) << way.text();
          check_sums(promise, way.text());
        }
        const auto* dp = std::get_if<DpPromise>(&promises[0].conclusion.promise);
        if (dp == nullptr || way.text().find("profile=") != std::string::npos) continue;
        const Rational asked = *Rational::parse(epsilon);
        EXPECT_LE(dp->epsilon, asked) << way.text();
        // Gaussian noise is chosen by its whole curve: a lower epsilon may be stated.
        if (way.text().find("noise=gaussian") == std::string::npos) {
          EXPECT_GE(dp->epsilon, asked * Rational(99, 100)) << way.text();
        }
        const bool has_delta = way.text().find(" delta=") != std::string::npos;
        EXPECT_LE(dp->delta, has_delta ? *Rational::parse(delta) : Rational(0))
            << way.text();
      }
}

// The noise that is drawn is that of which the promise speaks, and no other.
TEST(Audits, EveryScaleThatIsDrawnStandsInThePromise) {
  std::size_t seen = 0;
  for (const Way& way : ways_by_rows_and_people()) {
    const Planned planned = planned_way(way);
    std::set<std::string> promised;
    for (const Derivation& promise : planned.plan->guarantees()) {
      std::vector<const Derivation*> leaves;
      add_leaves(promise, leaves);
      for (const Derivation* leaf : leaves)
        for (const auto& [name, value] : leaf->inputs)
          if (const auto* number = std::get_if<Rational>(&value))
            promised.insert(number->text());
    }
    const Reading reading = planned.plan->needs().reading;
    const Ran ran = run_on(*planned.plan, table_of(reading, 12), 3);
    for (const auto& one : ran.draws)
      if (one.name == "discrete_laplace" || one.name == "discrete_gaussian") {
        ++seen;
        const Rational scale = *Rational::parse(one.parameter);
        const bool there = promised.contains(scale.text()) ||
                           promised.contains((Rational(1) / scale).text());
        EXPECT_TRUE(there || !way.adaptive.empty()) << way.text() << ": " << one.text();
      }
  }
  EXPECT_GT(seen, 20u);
}

}  // namespace
}  // namespace selvage
