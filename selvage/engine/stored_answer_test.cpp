#include "selvage/engine/stored_answer.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/cells_plan.hpp"

namespace selvage {
namespace {

Plan plan_of(const char* values, Statistic statistic = Statistic::count) {
  PlanRequest request{
      .statistic = statistic,
      .reading = {.domain = *Domain::make({{"c", *parse_values(values)}})},
      .epsilon = 1,
      .delta = *Rational::parse("1e-6")};
  if (statistic != Statistic::count)
    request.reading.measure = Measure{"x", *grid_for(statistic, "0:10")};
  return *plan_cells(request);
}

void expect_comes_back(const Plan& plan, const CellsAnswer& answer) {
  const std::string text = stored_text(plan, answer);
  const auto again = read_stored(plan, text);
  ASSERT_TRUE(again) << text;
  EXPECT_EQ(again->cells, answer.cells);
  EXPECT_EQ(again->numbers, answer.numbers);
  EXPECT_EQ(again->domain.cells(), answer.domain.cells());
  for (const auto cell : answer.cells)
    EXPECT_EQ(again->domain.label(cell, 0), answer.domain.label(cell, 0));
  EXPECT_EQ(stored_text(plan, *again), text);
}

TEST(StoredAnswer, ComesBack) {
  const Plan known = plan_of("a,b"), mean = plan_of("a,b", Statistic::mean);
  const Domain& domain = known.reading.domain;
  expect_comes_back(known, {domain, {0, 1, 2, 3}, {{5, -1, INT64_MAX / 4, 0}}});
  expect_comes_back(known, {domain, {1, 3}, {{7, 9}}});
  expect_comes_back(known, {domain, {}, {{}}});
  expect_comes_back(mean, {domain, {0, 1, 2, 3}, {{1, 2, 3, 4}, {-5, 6, -7, 8}}});
  const Domain released =
      Domain::of_released({{"c", KeyList::of({"x", "\"y\"", "missing"})}});
  expect_comes_back(plan_of("?"), {released, {0, 2}, {{44, 55}}});
}

TEST(StoredAnswer, RefusesWhatIsNoAnswerToThisPlan) {
  const Plan known = plan_of("a,b"), unknown = plan_of("?");
  for (const char* text :
       {"", "null", "[]", "{}", R"({"cells":null,"keys":[null]})",
        R"({"cells":null,"keys":[],"numbers":[[1,2,3,4]]})",
        R"({"cells":null,"keys":[["a"]],"numbers":[[1,2,3,4]]})",
        R"({"cells":null,"keys":[null],"numbers":[[1,2,3]]})",
        R"({"cells":null,"keys":[null],"numbers":[]})",
        R"({"cells":null,"keys":[null],"numbers":[[1,2,3,4],[1,2,3,4]]})",
        R"({"cells":null,"keys":[null],"numbers":[[1,2,3,"4"]]})",
        R"({"cells":[1,0],"keys":[null],"numbers":[[1,2]]})",
        R"({"cells":[4],"keys":[null],"numbers":[[1]]})",
        R"({"cells":["0"],"keys":[null],"numbers":[[1]]})"})
    EXPECT_FALSE(read_stored(known, text)) << text;
  EXPECT_FALSE(read_stored(unknown, R"({"cells":[0],"keys":[null],"numbers":[[1]]})"));
  EXPECT_FALSE(read_stored(unknown, R"({"cells":[0],"keys":[[1]],"numbers":[[1]]})"));
}

}  // namespace
}  // namespace selvage
