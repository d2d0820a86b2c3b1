#include "selvage/one_sided/drop_table.hpp"

#include <gtest/gtest.h>

#include "selvage/one_sided/drop_curves.hpp"
#include "selvage/one_sided/growth.hpp"

namespace selvage {
namespace {

Rational read(const char* text) { return *Rational::parse(text); }
const Rational kDelta20 = Rational::power_of_two(-20);

DropTable greedy(const Rational& epsilon, const Rational& delta) {
  auto table = DropTable::greedy(epsilon, delta);
  EXPECT_TRUE(table) << table.error().message;
  return *std::move(table);
}

void expect_near(const Rational& value, double wanted, double relative = 1e-9) {
  EXPECT_NEAR(value.to_double(), wanted, relative * wanted);
}

// The recursion in multiple precision, by another program.
TEST(DropTable, GreedyHasTheProbabilitiesOfTheRecursion) {
  const DropTable table = greedy(1, kDelta20);
  EXPECT_EQ(table.points(), 28);
  expect_near(table.mean(), 13.1376153872312);
  expect_near(table.probability(13), 0.421918289193077);
  expect_near(table.probability(14), 0.21020297130983);
  EXPECT_NEAR(table.probability(27).to_double(), 1.96625123e-07, 1e-14);
  expect_near(table.at_most(12), 0.245546061496289);
  expect_near(table.at_most(13), 0.667464350689366);
  expect_near(table.at_most(14), 0.877667321999196);
  const DropTable other = greedy(read("0.5"), read("1e-3"));
  EXPECT_EQ(other.points(), 24);
  expect_near(other.probability(11), 0.244691932264);
  expect_near(other.probability(12), 0.149990469343);
  expect_near(other.probability(22), 0.0010106278328);
  expect_near(other.mean(), 11.0101628960554);
}

TEST(DropTable, FindsWhatADropDoesNotExceed) {
  const DropTable best = greedy(1, kDelta20),
                  other = *DropTable::truncated_laplace(1, 28);
  EXPECT_EQ(best.most_dropped(read("0.999")), 19);  // k = 20 in p_k
  EXPECT_EQ(best.most_dropped(read("0.999999")), 26);
  EXPECT_EQ(other.most_dropped(read("0.999")), 20);
  EXPECT_EQ(other.most_dropped(read("0.999999")), 26);
  EXPECT_EQ(best.most_dropped(1), 27);
}

TEST(DropTable, TruncatedLaplaceHasTheseWords) {
  const auto words = [](const char* epsilon, std::int64_t points) {
    return DropTable::truncated_laplace(read(epsilon), points)->weights();
  };
  const auto even = words("1", 28), odd = words("1", 29), half = words("0.5", 51);
  EXPECT_EQ(even[0], 13178371269003U);
  EXPECT_EQ(even[13], 5830287934272083259U);
  EXPECT_EQ(even[14], even[13]);
  EXPECT_EQ(odd[0], 7088417077031U);
  EXPECT_EQ(odd[14], 8524560744782916580U);
  EXPECT_EQ(odd[1], 19268315333032U);
  EXPECT_EQ(odd[2], 52376711434799U);
  EXPECT_EQ(half[0], 16836887098449U);
  EXPECT_EQ(half[25], 4517964597455169422U);
  EXPECT_EQ(growth_of(1).multiple, 12535862302449814170U);
  EXPECT_EQ(growth_of(read("0.5")).multiple, 7603384832371617573U);
  EXPECT_EQ(growth_of(1).shift, 62);
}

// What is checked when a table is made, at many terms; a smaller delta is not kept.
TEST(DropTable, KeepsItsPromiseOnAGridAndNoSmallerOne) {
  for (const char* epsilon : {"1/1000", "1/30", "0.1", "1/3", "1", "3", "7"})
    for (const char* delta : {"1e-12", "1e-9", "1e-6", "1/1000", "0.3"}) {
      const DropTable table = greedy(read(epsilon), read(delta));
      EXPECT_TRUE(table.keeps(read(epsilon), read(delta))) << epsilon << ' ' << delta;
      EXPECT_FALSE(table.keeps(read(epsilon), read(delta) * Rational(99, 100)))
          << epsilon << ' ' << delta;
      EXPECT_LE(table.excess(read(epsilon)).upper(), read(delta));
      // Hardly wider than any noise must be: rounding takes a part of delta.
      const std::int64_t least = least_points(read(epsilon), read(delta));
      EXPECT_GE(table.points(), least);
      EXPECT_LE(table.points(), least + least / 1000 + 1);
    }
  for (const char* epsilon : {"0.1", "0.5", "1", "4"})
    for (const std::int64_t points : {3, 4, 9, 14, 15}) {
      const DropTable table = *DropTable::truncated_laplace(read(epsilon), points);
      const Rational first = table.probability(0);
      EXPECT_TRUE(table.keeps(read(epsilon), first)) << epsilon << ' ' << points;
      EXPECT_FALSE(table.keeps(read(epsilon), first * Rational(99, 100)));
      EXPECT_NEAR(first.to_double(), least_delta(read(epsilon), points).middle(),
                  1e-6 * first.to_double());
    }
}

// The mutants that the check must see: half as wide, and a weight that was moved.
TEST(DropTable, WhatDoesNotKeepThePromiseIsSeen) {
  const DropTable table = greedy(1, kDelta20);
  auto half = *DropTable::truncated_laplace(1, 14);
  EXPECT_FALSE(half.keeps(1, kDelta20));
  auto moved = table.weights();
  moved[0] += 1'000'000'000'000;
  moved[13] -= 1'000'000'000'000;
  const auto wrong = DropTable::of(moved);
  ASSERT_TRUE(wrong);
  EXPECT_TRUE(table.keeps(1, kDelta20));
  EXPECT_FALSE(wrong->keeps(1, kDelta20));
  moved[0] += 1;
  EXPECT_FALSE(DropTable::of(moved));
}

TEST(DropTable, SeveralRowsInOneBarCostWhatTheTableSays) {
  const DropTable even = *DropTable::truncated_laplace(1, 28),
                  odd = *DropTable::truncated_laplace(1, 29);
  EXPECT_NEAR(even.excess(3, 3).middle(), 7.93509263382846e-06, 1e-14);
  EXPECT_NEAR(odd.excess(1, 2).middle(), 0.462117748212807, 1e-9);
  // At rows * epsilon never more than the theorem says. [T162]
  for (const auto& table : {greedy(1, kDelta20), even, odd})
    for (const std::int64_t rows : {1, 2, 3, 10, 14})
      EXPECT_LE(table.excess(rows, rows).upper(),
                (table.excess(1) * growth_of_delta(1, rows)).upper() +
                    Rational::power_of_two(-60));
}

TEST(DropTable, SeveralBarsCostWhatTheFormulaSays) {
  const DropTable odd = *DropTable::truncated_laplace(1, 29);
  EXPECT_NEAR(excess_of_bars({odd, odd}, 1).middle(), 0.337835221039322, 1e-9);
  EXPECT_NEAR(excess_of_bars({odd, odd}, 2).middle(), 7.68527571803901e-07, 1e-15);
  const DropTable small = *DropTable::truncated_laplace(read("0.7"), 7);
  EXPECT_NEAR(excess_of_bars({small, small, small}, read("1.1")).middle(),
              delta_of_bars(read("0.7"), 7, 3, read("1.1")).middle(), 1e-9);
}

TEST(DropTable, RefusesWhatWordsCannotKeep) {
  EXPECT_FALSE(DropTable::truncated_laplace(4, 219));
  EXPECT_FALSE(DropTable::greedy(20, read("1e-12")));
  EXPECT_FALSE(DropTable::greedy(read("1e-5"), read("1e-9")));
}

}  // namespace
}  // namespace selvage
