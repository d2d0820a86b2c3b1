#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/base/number_testing.hpp"

#include <functional>

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Counts = std::vector<std::int64_t>;

// Absolute 1e-9, and relative below 1e-3.
void expect_vector(const Interval& found, double wanted) {
  EXPECT_NEAR(found.middle(), wanted, wanted < 1e-3 ? wanted * 1e-9 : 1e-9);
}

TEST(SparseFailure, AgreesWithTheVectorsOfTheSpecification) {
  expect_vector(sparse_gamma(25, 500), 0.03528115118502329);  // T1
  expect_vector(sparse_gamma(400, 8000), 0.03669368093573204);
  expect_vector(sparse_gamma(100, 1000), 0.07280459394360741);
  expect_vector(sparse_gamma(2, 50), 0.01456972086772488);  // T2
  expect_vector(sparse_gamma(1000, 1'000'000), 0.0007350227559491944);
  expect_vector(failure_given_singletons(500, 24), 0.09360479041916168);  // T3
  expect_vector(failure_given_singletons(1000, 5), 0.00997002997002997);
  expect_vector(failure_given_singletons(100, 1), 0.0198019801980198);
  EXPECT_EQ(failure_of({Rational(1, 2), Rational(3, 10), Rational(1, 5)}, 5),  // T4
            *Rational::parse("0.253564"));
  expect_vector(failure_of(std::vector<Rational>(10, Rational(1, 10)), 50),
                0.01029149387809728);
  expect_vector(added_sparse_gamma(25, 500), 0.01767589207411639);  // T5
}

TEST(SparseFailure, OneCellNeverFailsAndManyAlwaysMay) {
  EXPECT_EQ(sparse_gamma(1, 10).upper(), 0);
  EXPECT_EQ(exchangeable_sparse_gamma(1, 10), 0);
  EXPECT_EQ(exchangeable_sparse_gamma(24 + 1, 500), failure_given_singletons(500, 24));
  for (const std::uint64_t cells : {11, 12, 13, 23, 24, 1000})
    EXPECT_EQ(exchangeable_sparse_gamma(cells, 10), 1);  // the bare formula is negative
}

// All tables of n + 1 rows over k cells, in both roles.
void for_each_table(std::size_t cells, std::size_t rows,
                    const std::function<void(const std::vector<std::size_t>&)>& see) {
  std::vector<std::size_t> table(rows, 0);
  for (bool more = true; more;) {
    see(table);
    more = false;
    for (auto& cell : table) {
      if (++cell < cells) {
        more = true;
        break;
      }
      cell = 0;
    }
  }
}

// What the shipped step releases where the noise is this.
Counts released(const std::vector<std::size_t>& table, std::size_t without,
                std::size_t cells, std::int64_t noise) {
  Counts counts(cells, 0);
  for (std::size_t i = 0; i < table.size(); ++i)
    if (i != without) ++counts[table[i]];
  Counts noisy = counts;
  for (std::int64_t& count : noisy) count += noise;
  keep_where_full(counts, noisy);
  return counts;
}

// Two tables can be told apart by what has no noise: a cell that is 0 for sure in one
// and not in the other. Found by the step itself, with noise that no count hides.
bool fails(const std::vector<std::size_t>& table, std::size_t cells) {
  const std::size_t n = table.size() - 1;
  const Counts with = released(table, n, cells, 1000),
               other = released(table, n - 1, cells, 1000);
  for (std::size_t j = 0; j < cells; ++j)
    if ((with[j] == 0) != (other[j] == 0)) return true;
  return false;
}

// Audit of T232 over all populations whose probabilities are multiples of 1/12 (two
// cells) or 1/6 (three), and one to five people.
TEST(SparseFailure, IsExactAndNeverAboveGammaForAnyPopulation) {
  std::size_t populations = 0;
  for (const std::size_t cells : {1U, 2U, 3U})
    for (std::int64_t people = 1; people <= (cells == 3 ? 4 : 5); ++people) {
      std::vector<std::pair<Counts, bool>> tables;  // how many rows in each cell, fails
      for_each_table(cells, static_cast<std::size_t>(people) + 1,
                     [&](const std::vector<std::size_t>& table) {
                       Counts in(cells, 0);
                       std::int64_t alone = 0;
                       for (const std::size_t cell : table) ++in[cell];
                       for (const std::int64_t many : in) alone += many == 1;
                       tables.emplace_back(in, fails(table, cells));
                     });
      const Rational gamma = sparse_gamma(cells, people).upper();
      EXPECT_LE(gamma, sparse_gamma(cells, people).lower() + Rational(1, 1'000'000));
      const std::int64_t grid = cells == 3 ? 6 : 12;
      for (std::int64_t a = 0; a <= grid; ++a)
        for (std::int64_t b = 0; a + b <= grid; ++b) {
          std::vector<Rational> p = {Rational(a, grid), Rational(b, grid),
                                     Rational(grid - a - b, grid)};
          if ((cells < 3 && a + b < grid) || (cells == 1 && a < grid)) continue;
          p.resize(cells);
          Rational chance = 0;
          for (const auto& [in, failed] : tables) {
            if (!failed) continue;
            Rational one = 1;
            for (std::size_t j = 0; j < cells; ++j)
              for (std::int64_t i = 0; i < in[j]; ++i) one = one * p[j];
            chance = chance + one;
          }
          EXPECT_EQ(chance, failure_of(p, people));
          EXPECT_LE(chance, gamma) << cells << " cells, " << people << " people";
          ++populations;
        }
    }
  EXPECT_EQ(populations, 5U * 1 + 5 * 13 + 4 * 28);
}

// (S1): given who is there, and with any assignment to places as likely, exactly.
TEST(SparseFailure, GivenTheRowsItIsThatOfTheSingletons) {
  for_each_table(3, 5, [](const std::vector<std::size_t>& table) {
    std::int64_t alone = 0, failed = 0, all = 0;
    Counts in(3, 0);
    for (const std::size_t cell : table) ++in[cell];
    for (const std::int64_t many : in) alone += many == 1;
    for (std::size_t last = 0; last < 5; ++last)
      for (std::size_t other = 0; other < 5; ++other) {
        if (last == other) continue;
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < 5; ++i)
          if (i != last && i != other) order.push_back(table[i]);
        order.push_back(table[other]);
        order.push_back(table[last]);
        failed += fails(order, 3);
        ++all;
      }
    EXPECT_EQ(Rational(failed, all), failure_given_singletons(4, alone));
  });
}

// The bound is nearly reached: k - 1 cells of 1/(n + 1), and one with the rest.
TEST(SparseFailure, TheBoundIsSharp) {
  std::vector<Rational> p(24, Rational(1, 501));
  p.push_back(Rational(1) - Rational(24, 501));
  const Rational reached = failure_of(p, 500);
  EXPECT_LT(reached, sparse_gamma(25, 500).lower());
  EXPECT_GT(reached, sparse_gamma(25, 500).upper() * Rational(98, 100));
  EXPECT_LT(sparse_gamma(25, 500).upper() * 2, Rational(25 * 2, 500));  // the paper's
}

// Unsound: tell only full cells iff at most tau people are alone in theirs, observed
// without noise. The mode itself tells the tables apart. Given 2d rows in doubletons of
// n + 1 and the other ones in one cell, that has a chance near 4d/(n+1) (1 - 2d/(n+1)).
TEST(SparseFailure, AnObservedModeFailsItsAudit) {
  const std::int64_t n = 99, d = 25;  // half the rows in doubletons, tau = 0
  std::vector<std::size_t> rows;
  for (std::int64_t i = 0; i < n + 1; ++i)
    rows.push_back(i < 2 * d ? static_cast<std::size_t>(i / 2) : 60);
  const auto sparse = [&](std::size_t without) {
    Counts in(61, 0);
    for (std::size_t i = 0; i < rows.size(); ++i) in[rows[i]] += i != without;
    for (const std::int64_t many : in)
      if (many == 1) return false;
    return true;
  };
  std::int64_t differ = 0, all = 0;
  for (std::size_t a = 0; a < rows.size(); ++a)
    for (std::size_t b = 0; b < rows.size(); ++b)
      if (a != b) differ += sparse(a) != sparse(b), ++all;
  const double near = 4.0 * d / (n + 1) * (1 - 2.0 * d / (n + 1));
  EXPECT_NEAR(Rational(differ, all).to_double(), near, 0.01);
  EXPECT_GT(Rational(differ, all), Rational(1, 2));  // with gamma 0 by the count
}

// Which cells a person is in, as bits: the step run on the counts of all but one.
std::vector<bool> full_without(const std::vector<unsigned>& people, std::size_t without,
                               std::size_t cells) {
  Counts counts(cells, 0);
  for (std::size_t i = 0; i < people.size(); ++i)
    for (std::size_t j = 0; j < cells; ++j)
      if (i != without) counts[j] += (people[i] >> j) & 1U;
  Counts noisy = counts;
  for (std::int64_t& count : noisy) count += 1000;
  keep_where_full(counts, noisy);
  std::vector<bool> full;
  for (const std::int64_t count : counts) full.push_back(count != 0);
  return full;
}

// T346 (a) over all populations on a grid of fourths: two people and two cells, three
// and one, and a third that is drawn afresh.
TEST(SparseFailure, PeopleInManyCellsFailNoMoreOftenThanGamma) {
  for (const auto& [cells, people] :
       {std::pair<std::size_t, std::int64_t>{1, 3}, {2, 2}, {2, 3}}) {
    const unsigned kinds = 1U << cells;
    const Rational gamma = sparse_people_gamma(cells, people).upper();
    Rational most = 0;
    std::vector<std::int64_t> share(kinds, 0);
    const std::function<void(unsigned, std::int64_t)> populations =
        [&](unsigned kind, std::int64_t left) {
          if (kind + 1 < kinds) {
            for (share[kind] = 0; share[kind] <= left; ++share[kind])
              populations(kind + 1, left - share[kind]);
            return;
          }
          share[kind] = left;
          Rational chance = 0;
          for_each_table(kinds, static_cast<std::size_t>(people) + 1,
                         [&](const std::vector<std::size_t>& rows) {
                           std::vector<unsigned> sets(rows.begin(), rows.end());
                           Rational one = 1;
                           for (const unsigned set : sets)
                             one = one * Rational(share[set], 4);
                           const std::size_t n = sets.size() - 1;
                           if (one.sign() > 0 && full_without(sets, n, cells) !=
                                                     full_without(sets, n - 1, cells))
                             chance = chance + one;
                         });
          EXPECT_LE(chance, gamma);
          most = std::max(most, chance);
        };
    populations(0, 4);
    EXPECT_GT(most, gamma * Rational(2, 3));  // it is no empty bound
  }
}

// T346 (b): one of two cells of a person is kept by a secret coin. Whether cell b is
// empty is told exactly, and differs by a factor of 2 with probability 1/2.
TEST(SparseFailure, ASecretChoiceOfRowsHasNoSuchPromise) {
  const std::int64_t people = 20;
  const auto empty = [](std::int64_t with_both) {
    return Rational(1) / Rational::power_of_two(static_cast<int>(with_both));
  };
  Rational told_apart = 0;
  for (std::int64_t m = 0; m < people; ++m) {  // of those who stay, that have both
    Rational ways = 1;
    for (std::int64_t i = 0; i < m; ++i) ways = ways * Rational(people - 1 - i, i + 1);
    const Rational chance = ways * empty(people - 1);
    ASSERT_EQ(empty(m) / empty(m + 1), 2);
    told_apart = told_apart + chance * Rational(1, 2);  // one of the two has both
  }
  EXPECT_EQ(told_apart, Rational(1, 2));
  EXPECT_LT(sparse_people_gamma(2, people).upper(), number("0.072"));
}

}  // namespace
}  // namespace selvage
