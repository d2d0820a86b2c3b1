#include "selvage/mechanism/cells/cells_answer.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/estimate.hpp"

namespace selvage {
namespace {

const Rational kUsual(19, 20);

CellsPlan plan_of(Statistic statistic, std::vector<DomainColumn> columns,
                  std::optional<std::int64_t> fewer_than = std::nullopt) {
  PlanRequest request{.statistic = statistic,
                      .reading = {*Domain::make(std::move(columns))},
                      .epsilon = 1,
                      .delta = *Rational::parse("1e-6"),
                      .fewer_than = fewer_than};
  if (statistic != Statistic::count)
    request.reading.measure = Measure{"x", *grid_for(statistic, "0:10")};
  return *plan_cells(request);
}

DomainColumn keys(const char* name, const char* values) {
  return {name, *parse_values(values), true};
}

TEST(CellsAnswer, EveryCellHasTheEstimateOfItsNumbers) {
  for (const Statistic statistic :
       {Statistic::count, Statistic::sum, Statistic::mean, Statistic::variance}) {
    const CellsPlan plan = plan_of(statistic, {keys("k", "a,b")});
    Drawn drawn{{0, 1, 2}, {}, {}};
    for (std::size_t n = 0; n < plan.numbers.size(); ++n)
      drawn.numbers.push_back({500, 2, 7000});
    ASSERT_TRUE(can_draw(plan, drawn));
    const Answer answer = answer_of(plan, drawn, kUsual);
    EXPECT_EQ(answer.cells, drawn.cells);
    ASSERT_EQ(answer.numbers.size(), 1u);
    const Series& series = answer.numbers[0];
    const Estimator estimator(plan, kUsual);
    EXPECT_EQ(series.unit, estimator.unit());
    ASSERT_EQ(series.rows.size(), 3u);
    bool all_known = true;
    for (std::size_t i = 0; i < 3; ++i) {
      std::vector<std::int64_t> numbers;
      for (const auto& values : drawn.numbers) numbers.push_back(values[i]);
      EXPECT_EQ(series.rows[i], estimator.estimate(numbers));
      all_known = all_known && series.rows[i].known;
    }
    const bool adds_up = statistic == Statistic::count || statistic == Statistic::sum;
    EXPECT_EQ(series.may_be_unknown, !adds_up);
    EXPECT_EQ(all_known, adds_up);  // nothing is known of two rows
    EXPECT_EQ(answer.total.has_value(), adds_up);
    EXPECT_TRUE(answer.margins.empty());
  }
  EXPECT_EQ(number_name(Statistic::variance), "variance");
}

TEST(CellsAnswer, TotalsAndMarginsAddUp) {
  const CellsPlan plan =
      plan_of(Statistic::count, {keys("k", "a,b"), keys("l", "c,d")});
  Drawn drawn{{}, {}, {{}}};
  for (std::uint64_t cell = 0; cell < 9; ++cell) {
    drawn.cells.push_back(cell);
    drawn.numbers[0].push_back(static_cast<std::int64_t>(100 + cell));
  }
  const Answer answer = answer_of(plan, drawn, kUsual);
  EXPECT_EQ(answer.total->value, 936);
  EXPECT_EQ(*answer.total, *Estimator(plan, kUsual).total(936, 9));
  ASSERT_EQ(answer.margins.size(), 2u);
  EXPECT_EQ(answer.margins[0][1].value, 103 + 104 + 105);
  EXPECT_EQ(answer.margins[1][1].value, 101 + 104 + 107);
  EXPECT_EQ(answer.margins[0][0], *Estimator(plan, kUsual).total(303, 3));
}

// What is hidden has no sum, and no list of keys is the asked one.
TEST(CellsAnswer, HiddenCellsHaveNoTotal) {
  const CellsPlan few = plan_of(Statistic::count, {keys("k", "a,b")}, 9);
  const Answer answer = answer_of(few, {{0, 1, 2}, {}, {{10, 11, 12}}}, kUsual);
  EXPECT_EQ(answer.fewer_than, 9);
  EXPECT_FALSE(answer.total);
  const CellsPlan unknown = plan_of(Statistic::count, {keys("k", "?")});
  const Answer released =
      answer_of(unknown, {{0, 1}, {{"x", "y"}}, {{44, 55}}}, kUsual);
  EXPECT_EQ(released.fewer_than, unknown.key_threshold);
  EXPECT_EQ(released.domain.label(1, 0), "y");
  EXPECT_FALSE(released.total);
}

TEST(CellsAnswer, OtherNumbersAreNotDrawn) {
  const CellsPlan plan = plan_of(Statistic::mean, {});
  EXPECT_TRUE(can_draw(plan, {{0}, {}, {{1}, {2}}}));
  EXPECT_FALSE(can_draw(plan, {{0}, {}, {{1}}}));
  EXPECT_FALSE(can_draw(plan, {{0}, {}, {{1}, {2}, {3}}}));
  EXPECT_FALSE(can_draw(plan, {{0}, {}, {{1}, {}}}));
}

// Keys come from the cells that passed the threshold, in the order of their texts.
TEST(CellsAnswer, OnlyKeysOfListedCellsCanBeDrawn) {
  const CellsPlan plan = plan_of(Statistic::count, {{"k", UnknownKeys{}}});
  const auto drawn = [&](std::vector<std::uint64_t> cells,
                         std::vector<std::string> keys) {
    std::vector<std::int64_t> counts(cells.size(), *plan.key_threshold);
    return can_draw(plan, {std::move(cells), {std::move(keys)}, {std::move(counts)}});
  };
  EXPECT_TRUE(drawn({}, {}));
  EXPECT_TRUE(drawn({0, 1, 2}, {"a", "b", "missing"}));
  EXPECT_TRUE(drawn({0, 1}, {"'missing'", "mist"}));  // a text that reads so
  EXPECT_TRUE(drawn({0, 1}, {"z", "\\xff"}));         // a byte that is no text
  EXPECT_FALSE(drawn({0}, {"a", "b"}));               // no cell of b
  EXPECT_FALSE(drawn({0, 1}, {"a"}));                 // 1 is that of all others
  EXPECT_FALSE(drawn({0, 1}, {"b", "a"}));
  EXPECT_FALSE(drawn({0, 1}, {"missing", "a"}));
  EXPECT_FALSE(drawn({0, 1}, {"mist", "'missing'"}));
  EXPECT_FALSE(can_draw(plan, {{0}, {{"a"}}, {{*plan.key_threshold - 1}}}));
  EXPECT_FALSE(can_draw(plan, {{0}, {{"a"}}, {{kMaxRelease + 1}}}));
}

}  // namespace
}  // namespace selvage
