#include "selvage/summary/person_rows.hpp"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Kept = std::multimap<std::uint64_t, std::int64_t>;  // cell, steps

struct Row {
  std::uint64_t cell;
  std::int64_t steps;
  auto operator<=>(const Row&) const = default;
};

BoundingKey key(std::uint8_t seed) {
  BoundingKey result;
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = static_cast<std::uint8_t>(seed * 31 + i * 7);
  return result;
}

Kept kept(const Person& rule, const BoundingKey& k, const std::string& person,
          std::vector<Row> rows) {
  Kept result;
  PersonRows bounded(rule, k,
                     [&](const CodedRow& row) { result.emplace(row.cell, row.steps); });
  std::sort(rows.begin(), rows.end());
  bounded.begin(person);
  for (const Row& row : rows) bounded.add({row.cell, 0, row.steps}, "");
  bounded.end();
  return result;
}

std::size_t cells_of(const Kept& rows) {
  std::size_t cells = 0;
  for (auto at = rows.begin(); at != rows.end(); at = rows.upper_bound(at->first))
    ++cells;
  return cells;
}

// One by one, or many at once, in whatever pieces.
TEST(PersonRows, ThatAreAddedTogetherAreKeptAsOneByOne) {
  std::mt19937_64 random(5);  // NOLINT: the same rows in every run
  for (int round = 0; round < 1000; ++round) {
    std::vector<Row> rows(random() % 200);
    for (Row& row : rows)
      row = {random() % 50, static_cast<std::int64_t>(random() % 3)};
    const Person rule{"p", static_cast<std::int64_t>(1 + random() % 20),
                      static_cast<std::int64_t>(1 + random() % 10), PerPerson::sum,
                      static_cast<std::int64_t>(1 + random() % 4)};
    std::sort(rows.begin(), rows.end());
    std::vector<CodedRow> coded;
    for (const Row& row : rows) coded.push_back({row.cell, 0, row.steps});
    Kept together;
    PersonRows bounded(rule, key(3), [&](const CodedRow& row) {
      together.emplace(row.cell, row.steps);
    });
    bounded.begin("ann");
    for (std::span<const CodedRow> rest = coded; !rest.empty();) {
      const std::size_t some = std::min(rest.size(), 1 + random() % 70);
      bounded.add(rest.first(some));
      rest = rest.subspan(some);
    }
    bounded.end();
    ASSERT_EQ(together, kept(rule, key(3), "ann", rows));
  }
}

TEST(PersonRows, KeepsAsManyAsTheCapsAllow) {
  std::mt19937_64 random(2);  // NOLINT: the same rows in every run
  for (int round = 0; round < 3000; ++round) {
    std::vector<Row> rows(random() % 12);
    for (Row& row : rows) row = {random() % 5, static_cast<std::int64_t>(random() % 3)};
    std::map<std::uint64_t, std::size_t> in_cell;
    for (const Row& row : rows) ++in_cell[row.cell];
    for (const PerPerson how : {PerPerson::sum, PerPerson::first}) {
      Person rule{"p", static_cast<std::int64_t>(1 + random() % 6),
                  static_cast<std::int64_t>(1 + random() % 4), how};
      if (random() % 2 == 0)
        rule.rows_in_cell = static_cast<std::int64_t>(1 + random() % 4);
      const Kept result = kept(rule, key(3), "ann", rows);
      // Every kept row is one of hers, no more often than she has it.
      for (const auto& [cell, steps] : result) {
        const auto mine = std::count(rows.begin(), rows.end(), Row{cell, steps});
        const auto [low, high] = result.equal_range(cell);
        EXPECT_LE(
            std::count_if(low, high, [&](const auto& r) { return r.second == steps; }),
            mine);
        EXPECT_LE(std::distance(low, high), rule.rows_in_cell.value_or(rule.rows));
        if (how == PerPerson::first) {
          EXPECT_EQ(std::distance(low, high), 1);
        }
      }
      const auto cells =
          std::min<std::size_t>(in_cell.size(), static_cast<std::size_t>(rule.cells));
      EXPECT_LE(cells_of(result), cells);
      EXPECT_LE(result.size(), static_cast<std::size_t>(rule.rows));
      // No row is left out that there is room for.
      if (how == PerPerson::first) {
        EXPECT_EQ(result.size(),
                  std::min<std::size_t>(cells, static_cast<std::size_t>(rule.rows)));
      } else if (in_cell.size() <= static_cast<std::size_t>(rule.cells)) {
        std::size_t room = 0;
        for (const auto& [cell, count] : in_cell)
          room += std::min(
              count, static_cast<std::size_t>(rule.rows_in_cell.value_or(rule.rows)));
        EXPECT_EQ(result.size(),
                  std::min<std::size_t>(room, static_cast<std::size_t>(rule.rows)));
      }
    }
  }
}

// A cap within a cell that is not reached changes nothing, and neither does `first`
// said as a cap of one.
TEST(PersonRows, ACapWithinACellIsOneOfThree) {
  std::vector<Row> rows;
  for (std::uint64_t cell = 0; cell < 4; ++cell)
    for (std::int64_t steps = 0; steps < 3; ++steps) rows.push_back({cell, steps});
  for (const std::int64_t most : {2, 5, 9}) {
    Person rule{"p", most, 3};
    const Kept without = kept(rule, key(1), "ann", rows);
    rule.rows_in_cell = 3;
    EXPECT_EQ(kept(rule, key(1), "ann", rows), without);
    rule.rows_in_cell = 1;
    EXPECT_EQ(kept(rule, key(1), "ann", rows),
              kept({"p", most, 3, PerPerson::first}, key(1), "ann", rows));
    rule.rows_in_cell = 2;
    EXPECT_EQ(kept(rule, key(1), "ann", rows).size(),
              static_cast<std::size_t>(std::min<std::int64_t>(most, 6)));
  }
}

TEST(PersonRows, SumsOfACellAreCutAndBecomeOneRow) {
  const std::vector<Row> rows = {{1, 5}, {1, 5}, {1, -3}, {2, -9}, {3, 1}};
  Person rule{"p", 100, 3};
  rule.sum_in_cell = StepRange{-4, 6};
  EXPECT_EQ(kept(rule, key(1), "ann", rows), (Kept{{1, 6}, {2, -4}, {3, 1}}));
  rule.sum_in_cell = StepRange{-100, 100};
  EXPECT_EQ(kept(rule, key(1), "ann", rows), (Kept{{1, 7}, {2, -9}, {3, 1}}));
  // The caps come first.
  rule.cells = 1;
  EXPECT_EQ(kept(rule, key(1), "ann", rows).size(), 1u);
  rule.cells = 3;
  rule.rows_in_cell = 1;
  for (const auto& [cell, steps] : kept(rule, key(1), "ann", rows))
    EXPECT_TRUE(steps == 5 || steps == -3 || steps == -9 || steps == 1);
}

TEST(PersonRows, DependsOnNoOtherPersonAndOnNoOrder) {
  const Person rule{"p", 3, 2};
  const std::vector<Row> ann = {{1, 5}, {1, 5}, {2, 1}, {3, 9}, {3, 8}};
  const Kept alone = kept(rule, key(1), "ann", ann);
  std::vector<Row> turned = ann;
  std::reverse(turned.begin(), turned.end());
  EXPECT_EQ(kept(rule, key(1), "ann", turned), alone);
  // Between other people.
  Kept among;
  bool hers = false;
  PersonRows bounded(rule, key(1), [&](const CodedRow& row) {
    if (hers) among.emplace(row.cell, row.steps);
  });
  bounded.begin("aaron");
  for (int i = 0; i < 9; ++i) bounded.add({1, 0, i}, "");
  bounded.end();
  hers = true;
  bounded.begin("ann");
  for (const Row& row : ann) bounded.add({row.cell, 0, row.steps}, "");
  bounded.end();
  hers = false;
  bounded.begin("zoe");
  bounded.add({3, 0, 9}, "");
  bounded.end();
  EXPECT_EQ(among, alone);
}

// Over keys every row is kept equally often: a cap does not favour small cells. 4 rows
// in one cell, 2 kept: each pair has 1/6 of 6000 keys; 200 off is 6.9 standard
// deviations.
TEST(PersonRows, KeepsEveryRowEquallyOften) {
  std::map<std::vector<std::int64_t>, int> often;
  std::map<std::uint64_t, int> cells;
  for (int i = 0; i < 6000; ++i) {
    BoundingKey k = key(static_cast<std::uint8_t>(i));
    k[20] = static_cast<std::uint8_t>(i / 256);
    k[0] = static_cast<std::uint8_t>(i % 251);
    std::vector<std::int64_t> steps;
    for (const auto& [cell, s] : kept({"p", 2, 1}, k, "ann" + std::to_string(i),
                                      {{1, 1}, {1, 2}, {1, 3}, {1, 4}}))
      steps.push_back(s);
    std::sort(steps.begin(), steps.end());
    ++often[steps];
    for (const auto& [cell, s] : kept({"p", 1, 1}, k, "bob" + std::to_string(i),
                                      {{1, 0}, {2, 0}, {2, 0}, {3, 0}}))
      ++cells[cell];
  }
  ASSERT_EQ(often.size(), 6u);
  for (const auto& [steps, times] : often) EXPECT_NEAR(times, 1000, 200);
  ASSERT_EQ(cells.size(), 3u);
  for (const auto& [cell, times] : cells) EXPECT_NEAR(times, 2000, 260);
}

TEST(PersonRows, AnotherKeyKeepsOtherRows) {
  std::vector<Row> rows;
  for (std::uint64_t cell = 0; cell < 50; ++cell) rows.push_back({cell, 0});
  EXPECT_NE(kept({"p", 10, 10}, key(1), "ann", rows),
            kept({"p", 10, 10}, key(2), "ann", rows));
  EXPECT_NE(kept({"p", 10, 10}, key(1), "ann", rows),
            kept({"p", 10, 10}, key(1), "bob", rows));
  const auto one = fresh_bounding_key(), other = fresh_bounding_key();
  ASSERT_TRUE(one && other);
  EXPECT_NE(*one, *other);
}

}  // namespace
}  // namespace selvage
