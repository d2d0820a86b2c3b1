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

TEST(CellsPlan, FormulasCountFromTheMiddleOfTheBounds) {
  const CellsPlan plan = plan_of({.statistic = Statistic::variance,
                                  .reading = {domain({}), measure("-3:8", 1)},
                                  .epsilon = 1});
  // Steps -3..8: middle 2, radius 6, squares 0..36 counted from 18.
  ASSERT_EQ(plan.numbers.size(), 3u);
  EXPECT_EQ(plan.numbers[1].per_row, 6);
  EXPECT_EQ(plan.numbers[2].per_row, 18);
  for (std::int64_t r = -3; r <= 8; ++r) {
    const auto at = [&](std::size_t n) {
      const Formula& f = plan.numbers[n].formula;
      return static_cast<std::int64_t>(f.of_rows + f.of_sum * r + f.of_squares * r * r);
    };
    EXPECT_EQ(at(0), 1);
    EXPECT_EQ(at(1), r - 2);
    EXPECT_EQ(at(2), (r - 2) * (r - 2) - 18);
    for (std::size_t n = 0; n < 3; ++n)
      EXPECT_LE(std::abs(at(n)), plan.numbers[n].per_row);
  }
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
