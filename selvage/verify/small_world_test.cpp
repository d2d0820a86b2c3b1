#include "selvage/verify/cells_world_testing.hpp"

#include <map>

#include <gtest/gtest.h>

namespace selvage::verify {
namespace {

std::vector<std::int64_t> rows_of(const Cells& cells, std::uint64_t all) {
  std::vector<std::int64_t> rows(all, 0);
  for (const CellSums& sums : cells.sums) rows[sums.cell] += sums.rows;
  return rows;
}

TEST(SmallWorld, ReaderCountsEveryRowOnce) {
  const Reading reading{domain({column("x", "0:2:1")})};
  SmallTable table;
  for (const char* x : {"0.5", "1", "1.9", "-1", "2", "nan"})
    table.push_back({"", {x}});
  table.push_back({"", {std::nullopt}});
  SmallWorldReader reader(reading, table);
  EXPECT_EQ(rows_of(*reader.cells(), 5), (std::vector<std::int64_t>{1, 1, 2, 1, 2}));
}

TEST(SmallWorld, VisitsEveryTableAndEveryRemovalOnce) {
  int pairs = 0;
  for_each_neighbours({{"", {"0"}}, {"", {"1"}}, {"", {std::nullopt}}}, 3,
                      [&](const SmallTable& with, const SmallTable& without) {
                        EXPECT_EQ(with.size(), without.size() + 1);
                        ++pairs;
                      });
  EXPECT_EQ(pairs, 3 * 1 + 6 * 2 + 10 * 3);  // multisets of 1, 2, 3 rows
  pairs = 0;
  for_each_neighbours({{"ann", {"0"}}, {"bob", {"0"}}}, 2,
                      [&](const SmallTable&, const SmallTable&) { ++pairs; });
  EXPECT_EQ(pairs, 1 + 1 + 1 + 2 + 1);  // a, b; aa, ab twice, bb
}

std::vector<Person> every_cap() {
  std::vector<Person> rules;
  for (const PerPerson how : {PerPerson::sum, PerPerson::first})
    for (const std::int64_t rows : {1, 2, 3, 4})
      for (const std::int64_t cells : {1, 2, 3})
        rules.push_back({"p", rows, cells, how});
  // A cap within a cell that is below that of all rows.
  for (const std::int64_t rows : {2, 3, 4})
    for (const std::int64_t cells : {1, 2, 3})
      for (std::int64_t in_cell = 1; in_cell < rows; ++in_cell)
        rules.push_back({"p", rows, cells, PerPerson::sum, in_cell});
  return rules;
}

// T30: in every world and under every key, one person more or less changes at most
// share.rows rows, in at most share.cells cells, by at most share.rows_in_cell in one;
// and a sum by at most share.rows times the largest amount.
TEST(SmallWorld, BoundingKeepsEveryCapInEveryWorld) {
  const SmallTable possible =
      possible_rows({"ann", "bob"}, {"a", "b", "c"}, {"1", "3"});
  const Measure measure{"x", *Grid::stepped("0:3", 1)};
  ASSERT_EQ(measure.grid.step(), Rational(1));
  std::size_t pairs = 0;
  for (const Person& rule : every_cap()) {
    const Reading reading{domain({column("k", "a,b,c")}), measure, rule};
    const PersonShare share = person_share(rule, reading.domain);
    for (const std::uint8_t seed :
         {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{3}}) {
      std::map<SmallTable, Cells> read;
      const auto cells_of = [&](const SmallTable& table) -> const Cells& {
        const auto [at, fresh] = read.try_emplace(table);
        if (fresh)
          at->second = *SmallWorldReader(reading, table, test_key(seed)).cells();
        return at->second;
      };
      for_each_neighbours(
          possible, 4, [&](const SmallTable& with, const SmallTable& without) {
            std::map<std::uint64_t, std::pair<std::int64_t, std::int64_t>> change;
            for (const CellSums& sums : cells_of(with).sums) {
              change[sums.cell].first += sums.rows;
              change[sums.cell].second += static_cast<std::int64_t>(sums.sum);
            }
            for (const CellSums& sums : cells_of(without).sums) {
              change[sums.cell].first -= sums.rows;
              change[sums.cell].second -= static_cast<std::int64_t>(sums.sum);
            }
            std::int64_t rows = 0, cells = 0, sum = 0;
            for (const auto& [cell, by] : change) {
              // A person never takes another one's rows away.
              ASSERT_GE(by.first, 0);
              ASSERT_LE(by.first, share.rows_in_cell);
              rows += by.first;
              sum += std::abs(by.second);
              cells += by.first != 0 || by.second != 0;
            }
            ASSERT_LE(rows, share.rows);
            ASSERT_LE(cells, share.cells);
            ASSERT_LE(sum, share.rows * 3);
            ++pairs;
          });
    }
  }
  EXPECT_GT(pairs, 100'000u);
}

// The same where what a person adds to a cell is cut: one row of that amount for each
// of their cells.
TEST(SmallWorld, SumsOfAPersonAreCutInEveryWorld) {
  const SmallTable possible =
      possible_rows({"ann", "bob"}, {"a", "b"}, {"-2", "1", "3"});
  const Measure measure{"x", *Grid::stepped("-2:3", 1)};
  std::size_t cut = 0;
  for (const Person& caps :
       {Person{"p", 4, 2}, Person{"p", 3, 1}, Person{"p", 4, 2, PerPerson::sum, 2}})
    for (const StepRange& range :
         {StepRange{-3, 4}, StepRange{0, 2}, StepRange{1, 5}}) {
      Person rule = caps;
      rule.sum_in_cell = range;
      const Reading reading{domain({column("k", "a,b")}), measure, rule};
      const PersonShare share = person_share(rule, reading.domain);
      EXPECT_EQ(share, (PersonShare{rule.cells, rule.cells, 1}));
      const auto cells_of = [&](const SmallTable& table) {
        return *SmallWorldReader(reading, table, test_key(1)).cells();
      };
      for_each_neighbours(
          possible, 3, [&](const SmallTable& with, const SmallTable& without) {
            std::map<std::uint64_t, CellSums> change;
            for (const CellSums& sums : cells_of(with).sums) change[sums.cell] = sums;
            for (const CellSums& sums : cells_of(without).sums) {
              change[sums.cell].rows -= sums.rows;
              change[sums.cell].sum -= sums.sum;
            }
            std::int64_t rows = 0;
            for (const auto& [cell, by] : change) {
              ASSERT_TRUE(by.rows == 0 || by.rows == 1);
              if (by.rows == 0) {
                ASSERT_TRUE(by.sum == 0);
                continue;
              }
              ASSERT_TRUE(by.sum >= range.lowest && by.sum <= range.highest);
              rows += by.rows;
              cut += by.sum == range.highest;
            }
            ASSERT_LE(rows, share.rows);
          });
    }
  EXPECT_GT(cut, 1000u);
}

// Whole releases of counts over two cells, bounding included, every cap: never above
// the promise, and with a quarter of epsilon less clearly above 0.
TEST(SmallWorld, CountsKeepTheirPromiseUnderEveryCap) {
  const SmallWorld world{possible_rows({"ann", "bob"}, {"a", "b"}, {"1"}), 4};
  for (const Person& rule : every_cap()) {
    const PlannedCells mechanism = planned(
        {.reading = {domain({{"k", *parse_values("a"), true}}), std::nullopt, rule},
         .epsilon = 6});
    WorldLaws laws({&mechanism}, 1e-8, test_key(5));
    const WorldExcess at = excess_of(laws, world, mechanism);
    EXPECT_LE(at.certain, Rational(0));
    EXPECT_LT(at.upper, Rational(1, 2000));
    // Two cells exist: a person who may be in three cannot be so here.
    const PersonShare& share = mechanism.plan().share;
    if (share.rows_in_cell == 1 && share.cells > 2) continue;
    EXPECT_GT(excess_of(laws, world, mechanism, 0, Rational(3, 4)).certain,
              Rational(1, 10));
  }
}

// Keys that nobody told us, under every cap: the exact delta of the whole release over
// all worlds is the promised one, not more, and T31 is tight where a person has as many
// rows as the cap allows.
TEST(SmallWorld, UnknownKeysKeepTheirPromiseUnderEveryCap) {
  const SmallWorld world{possible_rows({"ann", "bob"}, {"a", "b"}, {"1"}), 4};
  for (const Person& rule : every_cap()) {
    const PlannedCells mechanism =
        planned({.reading = {domain({column("k", "?")}), std::nullopt, rule},
                 .epsilon = 3,
                 .delta = Rational(1, 20)});
    const Rational& delta = promised_dp(mechanism.plan()).delta;
    const WorldExcess at = excess_with(mechanism, world, 1e-8);
    EXPECT_LE(at.certain, Rational(0));
    EXPECT_LE(at.upper, Rational(1, 5000));
    // Two keys exist: a person who may be in three cannot be so here.
    if (mechanism.plan().share.cells > 2) continue;
    EXPECT_GE(at.upper, delta * Rational(-1, 100));
    CellsPlan early = mechanism.plan();
    --*early.key_threshold;
    EXPECT_GT(excess_with(PlannedCells(early), world, 1e-8).certain, Rational(0));
  }
}

// Sums of everybody and of two groups keep the promise; with a quarter of epsilon less,
// or with half the noise, they do not.
TEST(SmallWorld, SumsKeepTheirPromise) {
  for (const bool grouped : {false, true})
    for (const Person& rule : every_cap()) {
      const bool capped = grouped && rule.rows == 3 && rule.rows_in_cell == 2;
      if ((rule.rows > 2 && !capped) || rule.cells > 2) continue;
      if (!grouped && rule.cells > 1) continue;
      std::vector<DomainColumn> columns;
      if (grouped) columns.push_back({"k", *parse_values("a"), true});
      const PlannedCells mechanism =
          planned({.statistic = Statistic::sum,
                   .reading = {domain(std::move(columns)),
                               Measure{"x", *Grid::stepped("0:2", 1)}, rule},
                   .epsilon = 9});
      const CellsPlan& plan = mechanism.plan();
      ASSERT_EQ(plan.reading.measure->grid.step(), Rational(1));
      SmallTable rows;
      for (const SmallRow& row : possible_rows({"ann", "bob"}, {"a", "b"}, {"0", "2"}))
        if (grouped)
          rows.push_back(row);
        else if (row.fields[0] == "a")
          rows.push_back({row.person, {row.fields[1]}});
      WorldLaws laws({&mechanism}, 3e-9, test_key(5));
      const WorldExcess at = excess_of(laws, {rows, 4}, mechanism);
      EXPECT_LE(at.certain, Rational(0));
      EXPECT_LT(at.upper, Rational(1, 500));
      EXPECT_GT(excess_of(laws, {rows, 4}, mechanism, 0, Rational(3, 4)).certain,
                Rational(1, 20));
      for (std::size_t n = 0; n < plan.numbers.size(); ++n) {
        const Rational half = std::get<LaplaceNoise>(plan.numbers[n].added()).scale / 2;
        const std::size_t most = capped ? 3 : 2;
        EXPECT_GT(excess_with(with_scale(plan, n, half), {rows, most}, 1e-7).certain,
                  Rational(1, 20));
      }
    }
}

// Sums where what a person adds to a cell is cut, of two groups and of keys that nobody
// told us: the promise is kept and used up, and half of the noise is too little.
TEST(SmallWorld, SumsThatAreCutKeepTheirPromise) {
  const SmallTable rows = possible_rows({"ann", "bob"}, {"a", "b"}, {"0", "2"});
  for (const bool unknown : {false, true})
    for (const std::int64_t cells : {1, 2}) {
      Person rule{"p", 4, cells};
      rule.sum_in_cell = StepRange{0, 3};
      const DomainColumn keys =
          unknown ? column("k", "?") : DomainColumn{"k", *parse_values("a"), true};
      const PlannedCells mechanism = planned(
          {.statistic = Statistic::sum,
           .reading = {domain({keys}), Measure{"x", *Grid::stepped("0:2", 1)}, rule},
           .epsilon = 9,
           .delta = unknown ? Rational(1, 20) : Rational(0)});
      const CellsPlan& plan = mechanism.plan();
      ASSERT_EQ(plan.numbers.back().per_row, 3);
      WorldLaws laws({&mechanism}, 1e-8, test_key(5));
      const WorldExcess at = excess_of(laws, {rows, 4}, mechanism);
      EXPECT_LE(at.certain, Rational(0));
      EXPECT_LT(at.upper, Rational(1, 500));
      if (unknown) continue;
      EXPECT_GT(excess_of(laws, {rows, 4}, mechanism, 0, Rational(3, 4)).certain,
                Rational(1, 20));
      const Rational half = std::get<LaplaceNoise>(plan.numbers[0].added()).scale / 2;
      EXPECT_GT(excess_with(with_scale(plan, 0, half), {rows, 4}, 1e-8).certain,
                Rational(1, 20));
    }
}

// A sum beside keys that nobody told us: the keys cost delta, the sum its epsilon.
TEST(SmallWorld, SumsByUnknownKeysKeepTheirPromise) {
  const SmallWorld world{possible_rows({"ann", "bob"}, {"a"}, {"0", "2"}), 4};
  for (const PerPerson how : {PerPerson::sum, PerPerson::first}) {
    const PlannedCells mechanism =
        planned({.statistic = Statistic::sum,
                 .reading = {domain({column("k", "?")}),
                             Measure{"x", *Grid::stepped("0:2", 1)},
                             {"p", 2, 1, how}},
                 .epsilon = 8,
                 .delta = Rational(1, 20)});
    const CellsPlan& plan = mechanism.plan();
    ASSERT_EQ(plan.numbers.size(), 2u);
    const WorldExcess at = excess_with(mechanism, world, 1e-9);
    EXPECT_LE(at.certain, Rational(0));
    EXPECT_LE(at.upper, Rational(1, 2000));
    EXPECT_GE(at.upper, promised_dp(plan).delta * Rational(-1, 100));
    EXPECT_GT(excess_with(with_scale(plan, 1, Rational(1, 20)), world, 1e-9).certain,
              Rational(0));
  }
}

// Gaussian and Laplace noise with a delta where a person is in two cells: one row in
// each, two in each, and three of which two are in one. Half of the noise is too
// little.
TEST(SmallWorld, CountsWithADeltaKeepTheirPromise) {
  const SmallWorld world{possible_rows({"ann", "bob"}, {"a", "b"}, {"1"}), 4};
  for (const WantedNoise wanted : {WantedNoise::gaussian, WantedNoise::laplace})
    for (const Person& rule :
         {Person{"p", 2, 2, PerPerson::first}, Person{"p", 4, 2, PerPerson::sum, 2},
          Person{"p", 3, 2, PerPerson::sum, 2}}) {
      const PlannedCells mechanism = planned(
          {.reading = {domain({{"k", *parse_values("a"), true}}), std::nullopt, rule},
           .epsilon = 4,
           .delta = Rational(1, 100),
           .wanted = wanted});
      const CellsPlan& plan = mechanism.plan();
      const auto* gaussian = std::get_if<GaussianNoise>(&plan.numbers[0].added());
      ASSERT_EQ(gaussian != nullptr, wanted == WantedNoise::gaussian);
      const WorldExcess at = excess_with(mechanism, world, 1e-9);
      EXPECT_LE(at.certain, Rational(0));
      EXPECT_LE(at.upper, Rational(1, 2000));
      // Nor is the noise wasted.
      if (gaussian != nullptr) {
        EXPECT_LE(at.upper, promised_dp(plan).delta / 100);  // what was cut off
        EXPECT_GT(at.certain, promised_dp(plan).delta * Rational(-9, 10));
      }
      CellsPlan weak = plan;
      const Noise half =
          gaussian != nullptr
              ? Noise(GaussianNoise{gaussian->variance / 4})
              : Noise(LaplaceNoise{
                    std::get<LaplaceNoise>(plan.numbers[0].added()).scale / 2});
      weak.numbers[0].add_noise = [half](std::span<std::int64_t> numbers,
                                         RandomSource& random) {
        add_noise(half, numbers, random);
      };
      EXPECT_GT(excess_with(PlannedCells(weak), world, 1e-9).certain, Rational(1, 20));
    }
}

}  // namespace
}  // namespace selvage::verify
