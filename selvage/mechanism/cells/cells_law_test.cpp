#include "selvage/mechanism/cells/cells_law.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/cells/cells_plan.hpp"

namespace selvage {
namespace {

// Texts in ledgers: these bytes are part of what makes two questions the same.
TEST(CellsLaw, IsPinned) {
  PlanRequest request{.reading = {*Domain::make({})}, .epsilon = Rational(1, 2)};
  EXPECT_EQ(law_json(*plan_cells(request)).dump(),
            R"({"numbers":[{"name":"count","noise":"discrete_laplace","scale":"2",)"
            R"("per_row":1,"divisor":1}],"together":null,)"
            R"("share":{"rows":1,"cells":1,"rows_in_cell":1},)"
            R"("threshold":null})");
  request.reading = {*Domain::make({{"k", UnknownKeys{}}})};
  request.reading.person = {"id", 3, 2, PerPerson::sum};
  request.delta = *Rational::parse("1e-6");
  const CellsPlan keys = *plan_cells(request);
  const auto law = law_json(keys);
  EXPECT_EQ(law["threshold"], *keys.key_threshold);
  EXPECT_EQ(law["share"].dump(), R"({"rows":3,"cells":2,"rows_in_cell":3})");
}

TEST(CellsLaw, NumbersThatAreToldTogetherSayByHowMuchARowChangesThem) {
  const Reading reading{*Domain::make({}), Measure{"x", *Grid::stepped("0:10", 1)}};
  const PlanRequest request{
      .statistic = Statistic::mean, .reading = reading, .epsilon = 1};
  EXPECT_EQ(law_json(*plan_cells(request)).dump(),
            R"({"numbers":[{"name":"low","noise":"discrete_laplace","scale":"1000",)"
            R"("per_row":1000,"divisor":1,"times":100},{"name":"high",)"
            R"("noise":"discrete_laplace","scale":"1000","per_row":1000,"divisor":1,)"
            R"("times":100}],"together":1000,)"
            R"("share":{"rows":1,"cells":1,"rows_in_cell":1},"threshold":null})");
}

TEST(CellsLaw, WhatIsShownAndPromisedBesidesIsSaid) {
  CellsPlan plan = *plan_cells({.reading = {*Domain::make({})}, .epsilon = 1});
  EXPECT_EQ(shown_json(plan).dump(), R"({"totals":true,"margins":[],"promised":{}})");
  plan.with_totals = false;
  plan.with_margins = {true, false};
  plan.promise = {.composition = Composition::zcdp, .delta = Rational(1, 8)};
  EXPECT_EQ(shown_json(plan).dump(),
            R"({"totals":false,"margins":[true,false],)"
            R"("promised":{"composition":"zcdp","delta":"0.125"}})");
}

}  // namespace
}  // namespace selvage
