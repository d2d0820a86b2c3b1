// Each test alone on all small tables: a test that spends more than its part cannot
// hide behind others that spend less. [T125, T145, T149, T181]
#include "selvage/mechanism/robust_regression/robust_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

struct GridWorld {
  RobustRequest request;
  verify::SmallTable possible;
  std::size_t rows;
  verify::SmallTable background = {};  // rows that every table has
};

// Every grid keeps (epsilon of one test, delta of one test). It needs all of this
// delta, and where a person changes how deep a test is that neither fails nor passes
// for sure, all of this epsilon.
void expect_grids_kept(const GridWorld& world) {
  const TestsAlone tests(world.request);
  const RobustShares shares = robust_shares(world.request);
  Rational worst = 0, with_less = 0;
  const auto compare = [&](const TestsAlone::Grid& p, const TestsAlone::Grid& q) {
    worst = std::max(worst, TestsAlone::delta_at(p.law, q.law, shares.test));
    const auto [least, most] = std::minmax(p.depth, q.depth);
    if (least >= 2 && least < most && most < tests.table_depth())
      with_less = std::max(
          with_less, TestsAlone::delta_at(p.law, q.law, shares.test * Rational(9, 10)));
  };
  verify::for_each_neighbours(
      world.possible, world.rows,
      [&](const verify::SmallTable& with, const verify::SmallTable& without) {
        const auto grids_of = [&](verify::SmallTable table) {
          table.insert(table.end(), world.background.begin(), world.background.end());
          return tests.grids(numbers_in(table));
        };
        const auto one = grids_of(with), two = grids_of(without);
        ASSERT_EQ(one.size(), two.size());
        for (std::size_t i = 0; i < one.size(); ++i) {
          compare(one[i], two[i]);
          compare(two[i], one[i]);
        }
      });
  EXPECT_LE(worst, shares.delta) << (worst / shares.delta).to_double();
  EXPECT_GT(worst, shares.delta * Rational(99, 100));
  EXPECT_GT(with_less, shares.delta * Rational(103, 100))
      << (with_less / shares.delta).to_double();
}

TEST(RobustGrids, EveryRowMayBeAPerson) {
  expect_grids_kept({{{{"x"}}, 2, Rational(1, 10), 1, {1}},
                     each_with({""}, {{"0", "-1"}, {"0", "1"}, {"9", "1"}}),
                     10});
}

TEST(RobustGrids, PeopleHaveSeveralRows) {
  expect_grids_kept(
      {{{{"x"}}, 2, Rational(1, 10), 1, {1}},
       each_with({"a", "b", "c"}, {{"0", "-1"}, {"9", "1"}}),
       5,
       each_with({"d", "e", "f", "g", "h", "i"}, {{"0", "-1"}, {"0", "1"}})});
}

verify::SmallTable rows_around(int rows, bool named) {
  verify::SmallTable many;
  for (int i = 0; i < rows; ++i)
    many.push_back({named ? "of" + std::to_string(i / 2) : "",
                    {"0", std::to_string(i % 5 - 2), std::to_string(i / 5 % 5 - 2)}});
  return many;
}

TEST(RobustGrids, ThreeCoefficients) {
  expect_grids_kept(
      {{{{"x1", "x2"}}, 2, Rational(1, 10), 1, {1}},
       each_with({""}, {{"0", "-1", "0"}, {"9", "0", "-1"}, {"9", "0", "0"}}),
       7,
       rows_around(50, false)});
}

TEST(RobustGrids, ThreeCoefficientsOfPeopleWithSeveralRows) {
  expect_grids_kept({{{{"x1", "x2"}}, 2, Rational(1, 10), 1, {1}},
                     each_with({"a", "b"}, {{"0", "-1", "0"}, {"9", "0", "-1"}}),
                     5,
                     rows_around(100, true)});
}

// The list of cells is fixed and finite: where the least misses lie outside, a grid
// tells nothing, however deep they lie there. [T145]
TEST(RobustGrids, OutsideTheListThereIsNoCell) {
  const TestsAlone tests({{{"x"}}, 2, Rational(1, 10), 1, {1}});
  for (const std::int64_t far : {std::int64_t{1} << 59, -(std::int64_t{1} << 59)}) {
    NumberRows rows;
    for (int i = 0; i < 200; ++i)
      rows.numbers.insert(rows.numbers.end(), {far, i % 3 - 1});
    for (const TestsAlone::Grid& grid : tests.grids(rows)) {
      EXPECT_EQ(grid.depth, 1);
      EXPECT_EQ(grid.law, (TestsAlone::Law{{{}, 1}}));
    }
    for (std::int64_t& number : rows.numbers) number %= 7;
    for (const TestsAlone::Grid& grid : tests.grids(rows))
      EXPECT_EQ(grid.law.size(), 2u);
  }
}

}  // namespace
}  // namespace selvage
