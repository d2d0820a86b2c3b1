#include "selvage/mechanism/cells/plan.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/outcome/answering_source.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

Domain domain(const std::vector<std::pair<const char*, const char*>>& columns) {
  std::vector<DomainColumn> result;
  for (const auto& [name, values] : columns)
    result.push_back({name, *parse_values(values)});
  return *Domain::make(std::move(result));
}

Measure measure(const char* bounds, const Rational& step) {
  return {"x", *Grid::stepped(bounds, step)};
}

CellsPlan plan_of(const PlanRequest& request) {
  const auto plan = plan_cells(request);
  EXPECT_TRUE(plan) << plan.error().message;
  return *plan;
}

std::string refusal(const PlanRequest& request) {
  const auto plan = plan_cells(request);
  return plan ? "taken" : plan.error().message;
}

TEST(CellsPlan, EveryCellOfAPublicDomainIsReleased) {
  const CellsPlan plan =
      plan_of({.reading = {domain({{"a", "x,y"}, {"b", "0:2:1"}})}, .epsilon = 1});
  ConstantSource silence(0);  // so that answers can be compared
  const auto answer = release_cells(
      plan, {{{.cell = 6, .rows = 3}, {.cell = 0, .rows = 2}}, {}}, silence);
  ASSERT_EQ(answer.cells.size(), 20u);
  EXPECT_EQ(answer.numbers[0][6], 3);
  EXPECT_EQ(answer.numbers[0][0], 2);
  EXPECT_EQ(answer.numbers[0][1], 0);
  EXPECT_EQ(plan.reading.domain.label(6, 0), "y");
  EXPECT_EQ(plan.reading.domain.label(6, 1), "[0,1)");
}

TEST(CellsPlan, CellsBelowTheDisplayThresholdAreLeftOut) {
  const CellsPlan plan =
      plan_of({.reading = {domain({{"a", "x,y"}})}, .epsilon = 1, .fewer_than = 3});
  ConstantSource silence(0);  // so that answers can be compared
  const auto answer = release_cells(
      plan, {{{.cell = 0, .rows = 2}, {.cell = 1, .rows = 3}}, {}}, silence);
  EXPECT_EQ(answer.cells, (std::vector<std::uint64_t>{1}));
}

TEST(CellsPlan, HugeDomainsGiveOnlyWhatPasses) {
  const CellsPlan plan =
      plan_of({.reading = {domain({{"a", "0:9000:1"}, {"b", "0:9000:1"}})},
               .epsilon = 1,
               .fewer_than = 30});
  SeededSource random(3);
  const auto answer = release_cells(
      plan, {{{.cell = 7, .rows = 100'000}, {.cell = 80'000'000, .rows = 2}}, {}},
      random);
  ASSERT_EQ(answer.cells.size(), 1u);  // an empty cell passes with 7e-14 each
  EXPECT_EQ(answer.cells[0], 7u);
  EXPECT_NEAR(static_cast<double>(answer.numbers[0][0]), 100'000, 60);
}

TEST(CellsPlan, UnknownKeysAreReleasedInTheOrderOfTheirText) {
  const CellsPlan plan = plan_of({.reading = {domain({{"a", "?"}, {"b", "p,q"}})},
                                  .epsilon = 1,
                                  .delta = Rational(1, 1000)});
  const std::int64_t enough = *plan.key_threshold;
  ConstantSource silence(0);  // so that answers can be compared
  const Cells cells{{{.cell = 0, .key = 0, .rows = enough},
                     {.cell = 0, .key = 1, .rows = enough + 1},
                     {.cell = 1, .key = 0, .rows = enough - 1},
                     {.cell = 1, .key = 2, .rows = enough + 2},
                     {.cell = 3, .key = 3, .rows = enough + 3}},
                    {{"zeta"}, {"alpha"}, {"missing"}, {std::nullopt}}};
  const Drawn answer = release_cells(plan, cells, silence);
  const Domain released = released_domain(plan.reading.domain, answer);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < answer.cells.size(); ++i)
    shown.push_back(released.label(answer.cells[i], 0) + "/" +
                    released.label(answer.cells[i], 1) + "/" +
                    std::to_string(answer.numbers[0][i] - enough));
  EXPECT_EQ(shown, (std::vector<std::string>{"alpha/p/1", "'missing'/q/2", "zeta/p/0",
                                             "missing/missing/3"}));
}

TEST(CellsPlan, UnitsAreFineEnoughAndNoFiner) {
  const auto plan = [](Statistic statistic, const char* bounds,
                       const std::optional<Rational>& step, const Rational& epsilon) {
    return plan_of(
        {.statistic = statistic,
         .reading = {domain({}), {{"x", *grid_for(statistic, bounds, step)}}},
         .epsilon = epsilon});
  };
  for (const Statistic statistic : {Statistic::mean, Statistic::variance})
    for (const auto& [bounds, step] : {std::pair("0:1", std::optional(Rational(1))),
                                       {"-3:8", Rational(1, 2)},
                                       {"0:150000", std::nullopt},
                                       {"1000000:1000001", std::nullopt}})
      for (const Rational& epsilon : {Rational(1, 1000), Rational(1), Rational(1000)}) {
        const CellsPlan made = plan(statistic, bounds, step, epsilon);
        const std::int64_t per_row = made.together->per_row;
        const std::int64_t least = epsilon > 1 ? 1'000'000 : 1000;
        EXPECT_GE(per_row, least) << bounds << " " << epsilon.text();
        if (made.numbers[0].formula.divisor < kMostDivisor) {
          EXPECT_LE(per_row, least * 10 + 2) << bounds << " " << epsilon.text();
        }
      }
  // A sum alone is what it is.
  const CellsPlan sum = plan(Statistic::sum, "0:1", Rational(1), 1);
  EXPECT_FALSE(sum.together);
  EXPECT_EQ(sum.numbers[0].per_row, 1);
}

// The count that decides is the sum of all numbers.
TEST(CellsPlan, KeysWithMeansAreShownByTheirRows) {
  const CellsPlan plan = plan_of({.statistic = Statistic::mean,
                                  .reading = {domain({{"a", "?"}}), measure("0:10", 1)},
                                  .epsilon = 1,
                                  .delta = Rational(1, 1000)});
  const std::int64_t enough = *plan.key_threshold;
  ConstantSource silence(0);
  const Cells cells{{{.cell = 0, .key = 0, .rows = enough, .sum = 10 * enough},
                     {.cell = 0, .key = 1, .rows = enough - 1, .sum = 10 * enough - 10},
                     {.cell = 0, .key = 2, .rows = enough, .sum = 0}},
                    {{"many"}, {"few"}, {"zeros"}}};
  const Drawn answer = release_cells(plan, cells, silence);
  EXPECT_EQ(answer.keys, (std::vector<std::vector<std::string>>{{"many", "zeros"}}));
  EXPECT_EQ(answer.numbers[0], (std::vector<std::int64_t>{0, 1000 * enough}));
  EXPECT_EQ(answer.numbers[1], (std::vector<std::int64_t>{1000 * enough, 0}));
}

TEST(CellsPlan, ShareOfAPersonFollowsTheCaps) {
  const auto share = [](const Person& person) {
    const PersonShare s = person_share(person, domain({{"a", "x,y,z"}}));
    return std::vector<std::int64_t>{s.rows, s.cells, s.rows_in_cell};
  };
  using V = std::vector<std::int64_t>;
  EXPECT_EQ(share({}), (V{1, 1, 1}));
  EXPECT_EQ(share({"", 5, 5}), (V{1, 1, 1}));
  EXPECT_EQ(share({"p", 3, 2}), (V{3, 2, 3}));
  EXPECT_EQ(share({"p", 2, 9}), (V{2, 2, 2}));
  EXPECT_EQ(share({"p", 3, 2, PerPerson::first}), (V{2, 2, 1}));
  EXPECT_EQ(share({"p", 2, 9, PerPerson::first}), (V{2, 2, 1}));
  // There are five cells: x, y, z, other, missing.
  EXPECT_EQ(share({"p", 9, 9, PerPerson::first}), (V{5, 5, 1}));
  EXPECT_EQ(share({"p", 9, 9}), (V{9, 5, 9}));
  // A cap within a cell.
  EXPECT_EQ(share({"p", 6, 2, PerPerson::sum, 3}), (V{6, 2, 3}));
  EXPECT_EQ(share({"p", 5, 2, PerPerson::sum, 3}), (V{5, 2, 3}));
  EXPECT_EQ(share({"p", 9, 2, PerPerson::sum, 3}), (V{6, 2, 3}));
  EXPECT_EQ(share({"p", 2, 2, PerPerson::sum, 3}), (V{2, 2, 2}));
  EXPECT_EQ(share({"p", 27, 9, PerPerson::sum, 3}), (V{15, 5, 3}));
  EXPECT_EQ(share({"p", 4, 4, PerPerson::sum, 1}), (V{4, 4, 1}));
}

TEST(CellsPlan, WrongRequestsBecomeOneSentence) {
  EXPECT_EQ(refusal({.reading = {domain({{"a", "0:9000:1"}, {"b", "0:9000:1"}})},
                     .epsilon = 1}),
            "81054009 cells are too many to list; add `fewer_than` N, and only cells "
            "with a noisy count of N or more are listed");
  EXPECT_NE(refusal({.statistic = Statistic::sum,
                     .reading = {domain({{"a", "0:9000:1"}, {"b", "0:9000:1"}}),
                                 measure("0:1", Rational(1, 10))},
                     .epsilon = 1})
                .find("more than the 20000000 that sums and means"),
            std::string::npos);
  EXPECT_EQ(refusal({.statistic = Statistic::sum,
                     .reading = {domain({}), measure("0:1", Rational(1, 10))},
                     .epsilon = 1,
                     .fewer_than = 5}),
            "`fewer_than` is for counts, not for sums, means or variances");
  EXPECT_EQ(refusal({.reading = {domain({}), std::nullopt, {"p", 0, 1}}, .epsilon = 1}),
            "`rows_per_person` 0 is outside 1 to 1000000");
}

}  // namespace
}  // namespace selvage
