#include "selvage/engine/stored_answer.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/canonical_json.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"

namespace selvage {
namespace {

CellsPlan plan_of(const char* values, Statistic statistic = Statistic::count) {
  PlanRequest request{
      .statistic = statistic,
      .reading = {.domain = *Domain::make({{"c", *parse_values(values)}})},
      .epsilon = 1,
      .delta = *Rational::parse("1e-6")};
  if (statistic != Statistic::count)
    request.reading.measure = Measure{"x", *grid_for(statistic, "0:10")};
  return *plan_cells(request);
}

// What could have been made of it.
Release release_of(const CellsPlan& plan, const CellsAnswer& answer) {
  const bool count = plan.statistic == Statistic::count;
  Release release{
      .question = {.verb = count ? "histogram" : "mean",
                   .table = "t.csv",
                   .domain = answer.domain,
                   .asked = {plan.reading.domain.columns()[0].text()},
                   .measure = plan.reading.measure},
      .unit = count ? Rational(1) : Rational(1, 100),
      .cells = {},
      .derivations = plan.derivations,
      .accuracy = {},
      .confidence = Rational(19, 20),
      .mechanism = {.name = "m", .reason = "", .parameters = {{"scale", "1"}}},
      .verification = {VerificationLevel::exact_law, "all"},
      .warnings = {"mind the \"gap\""}};
  if (answer.cells.size() < answer.domain.cells()) release.fewer_than = 5;
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    const std::int64_t value = answer.numbers.back()[i];
    release.cells.push_back(
        {answer.cells[i], {value, value - 3, value + 4, count || i != 1}});
  }
  return release;
}

void expect_comes_back(const CellsPlan& plan, const CellsAnswer& answer) {
  const Release release = release_of(plan, answer);
  const std::string text = stored_text(plan, answer, release);
  EXPECT_EQ(canonical_json(*parse_bounded_json(text)), text);
  const auto shown = read_stored_release(text);
  ASSERT_TRUE(shown) << shown.error().message << text;
  EXPECT_EQ(to_json_text(*shown), to_json_text(release));
  EXPECT_EQ(to_delimited_text(*shown, ','), to_delimited_text(release, ','));
  const auto again = read_stored(plan, text);
  ASSERT_TRUE(again) << text;
  EXPECT_EQ(again->cells, answer.cells);
  EXPECT_EQ(again->numbers, answer.numbers);
  EXPECT_EQ(again->domain.cells(), answer.domain.cells());
  for (const auto cell : answer.cells)
    EXPECT_EQ(again->domain.label(cell, 0), answer.domain.label(cell, 0));
  EXPECT_EQ(stored_text(plan, *again, release), text);
}

TEST(StoredAnswer, ComesBack) {
  const CellsPlan known = plan_of("a,b"), mean = plan_of("a,b", Statistic::mean);
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
  const CellsPlan known = plan_of("a,b"), unknown = plan_of("?");
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

TEST(StoredAnswer, OfAVeryLongReleaseOnlyTheNoisyNumbersAreKeptAndThatIsSaid) {
  const CellsPlan plan = plan_of("a,b");
  CellsAnswer answer{plan.reading.domain, {0, 1, 2, 3}, {{5, -1, 7, 0}}};
  Release release = release_of(plan, answer);
  EXPECT_TRUE(is_shown_later(release));
  release.cells.resize(kMostShownLater + 1);
  EXPECT_FALSE(is_shown_later(release));
  const std::string text = stored_text(plan, answer, release);
  EXPECT_EQ(text, R"({"cells":null,"keys":[null],"numbers":[[5,-1,7,0]]})");
  EXPECT_TRUE(read_stored(plan, text));
  const auto shown = read_stored_release(text);
  ASSERT_FALSE(shown);
  EXPECT_NE(shown.error().message.find("only the noisy numbers"), std::string::npos);
}

TEST(StoredAnswer, IntervalsOfOneBoundAreNotKeptTwice) {
  const CellsPlan plan = plan_of("a,b");
  const CellsAnswer answer{plan.reading.domain, {0, 1, 2, 3}, {{5, -1, -9, 0}}};
  Release release = release_of(plan, answer);
  release.error = ErrorStatement{1, 3, Rational(19, 20)};
  for (ReleasedCell& cell : release.cells)
    cell.number = {cell.number.value, std::max<std::int64_t>(0, cell.number.value - 3),
                   std::max<std::int64_t>(0, cell.number.value + 3)};
  const std::string text = stored_text(plan, answer, release);
  EXPECT_TRUE(text.ends_with(R"("shown":null})")) << text;
  EXPECT_EQ(to_json_text(*read_stored_release(text)), to_json_text(release));
  release.cells[2].number.upper = 1;
  EXPECT_FALSE(stored_text(plan, answer, release).ends_with(R"("shown":null})"));
}

// A ledger may have been made by anybody.
TEST(StoredAnswer, DamagedReleasesAreRefused) {
  const CellsPlan plan = plan_of("a,b");
  const CellsAnswer answer{plan.reading.domain, {0, 1, 2, 3}, {{5, -1, 7, 0}}};
  const auto json =
      *parse_bounded_json(stored_text(plan, answer, release_of(plan, answer)));
  for (const char* part : {"cells", "release", "shown"}) {
    auto damaged = json;
    damaged.erase(part);
    EXPECT_FALSE(read_stored_release(canonical_json(damaged))) << part;
    damaged[part] = 7;
    EXPECT_FALSE(read_stored_release(canonical_json(damaged))) << part;
  }
  for (const char* part : {"value", "lower", "upper", "unknown"}) {
    auto damaged = json;
    damaged["shown"][part] = {5};
    EXPECT_FALSE(read_stored_release(canonical_json(damaged))) << part;
  }
  auto elsewhere = json;
  elsewhere["cells"] = {0, 1, 2, 4};
  EXPECT_FALSE(read_stored_release(canonical_json(elsewhere)));
}

}  // namespace
}  // namespace selvage
