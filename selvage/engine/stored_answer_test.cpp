#include "selvage/engine/stored_answer.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/canonical_json.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/question/measured.hpp"
#include "selvage/release/delimited_text.hpp"

namespace selvage {
namespace {

CellsPlan cells_plan(const char* values, Statistic statistic = Statistic::count) {
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
Release release_of(const CellsPlan& plan, const Drawn& drawn) {
  const bool count = plan.statistic == Statistic::count;
  Series series{.name = count ? "count" : "mean",
                .unit = count ? Rational(1) : Rational(1, 100),
                .may_be_unknown = !count};
  for (std::size_t i = 0; i < drawn.cells.size(); ++i) {
    const std::int64_t value = drawn.numbers.back()[i];
    series.rows.push_back({value, value - 3, value + 4, count || i != 1});
  }
  Release release{
      .question = {.verb = count ? "histogram" : "mean",
                   .table = "t.csv",
                   .domain = plan.reading.domain,
                   .asked = {plan.reading.domain.columns()[0].text()}},
      .answer = {.domain = released_domain(plan.reading.domain, drawn),
                 .cells = drawn.cells,
                 .numbers = {std::move(series)}},
      .drawn = drawn,
      .derivations = plan.derivations,
      .accuracy = {},
      .confidence = Rational(19, 20),
      .mechanism = {.name = "m", .reason = "", .parameters = {{"scale", "1"}}},
      .verification = {VerificationLevel::exact_law, "all"},
      .warnings = {"mind the \"gap\""}};
  if (plan.reading.measure) ask_measure(release.question, *plan.reading.measure);
  if (drawn.cells.size() < release.answer.domain.cells()) release.answer.fewer_than = 5;
  return release;
}

void expect_comes_back(const Release& release) {
  const std::string text = stored_text(release);
  EXPECT_EQ(canonical_json(*parse_bounded_json(text)), text);
  const auto shown = read_stored_release(text);
  ASSERT_TRUE(shown) << shown.error().message << text;
  EXPECT_EQ(to_json_text(*shown), to_json_text(release));
  EXPECT_EQ(to_delimited_text(*shown, ','), to_delimited_text(release, ','));
  const auto again = read_stored(release.question.domain, text);
  ASSERT_TRUE(again) << text;
  EXPECT_EQ(*again, release.drawn);
}

TEST(StoredAnswer, ComesBack) {
  const CellsPlan known = cells_plan("a,b"), mean = cells_plan("a,b", Statistic::mean);
  for (const Drawn& drawn : {Drawn{{0, 1, 2, 3}, {}, {{5, -1, INT64_MAX / 4, 0}}},
                             Drawn{{1, 3}, {}, {{7, 9}}}, Drawn{{}, {}, {{}}}})
    expect_comes_back(release_of(known, drawn));
  const Drawn two{{0, 1, 2, 3}, {}, {{1, 2, 3, 4}, {-5, 6, -7, 8}}};
  expect_comes_back(release_of(mean, two));
  expect_comes_back(
      release_of(cells_plan("?"), {{0, 2}, {{"x", "\"y\"", "missing"}}, {{44, 55}}}));
  // Several numbers a row.
  Release several = release_of(mean, two);
  several.answer.numbers.push_back(release_of(known, two).answer.numbers[0]);
  expect_comes_back(several);
  several.answer.numbers[1].rows[2] = without_interval(-7);
  expect_comes_back(several);
}

// Ledgers hold such texts.
TEST(StoredAnswer, TheTextIsPinned) {
  Release release =
      release_of(cells_plan("?"), {{0, 2}, {{"x", "\"y\"", "missing"}}, {{44, 55}}});
  std::string text = stored_text(release);
  EXPECT_TRUE(text.starts_with(
      R"({"cells":[0,2],"keys":[["x","\"y\"","missing"]],"numbers":[[44,55]],"release":{)"))
      << text;
  EXPECT_TRUE(text.ends_with(
      R"("shown":{"lower":[41,52],"unknown":[],"upper":[48,59],"value":[44,55]}})"))
      << text;
  const Drawn mean{{0, 1, 2, 3}, {}, {{1, 2, 3, 4}, {-5, 6, -7, 8}}};
  text = stored_text(release_of(cells_plan("a,b", Statistic::mean), mean));
  EXPECT_TRUE(text.starts_with(
      R"({"cells":null,"keys":[null],"numbers":[[1,2,3,4],[-5,6,-7,8]],"release":{)"));
  EXPECT_TRUE(text.ends_with(R"("shown":{"lower":[-8,3,-10,5],"unknown":[1],)"
                             R"("upper":[-1,10,-3,12],"value":[-5,6,-7,8]}})"))
      << text;
}

TEST(StoredAnswer, RefusesWhatIsNoAnswerOfThisDomain) {
  const Domain known = cells_plan("a,b").reading.domain,
               unknown = cells_plan("?").reading.domain;
  for (const char* text : {"", "null", "[]", "{}", R"({"cells":null,"keys":[null]})",
                           R"({"cells":null,"keys":[],"numbers":[[1,2,3,4]]})",
                           R"({"cells":null,"keys":[["a"]],"numbers":[[1,2,3,4]]})",
                           R"({"cells":null,"keys":[null],"numbers":[[1,2,3]]})",
                           R"({"cells":null,"keys":[null],"numbers":[[1,2,3,"4"]]})",
                           R"({"cells":[1,0],"keys":[null],"numbers":[[1,2]]})",
                           R"({"cells":[4],"keys":[null],"numbers":[[1]]})",
                           R"({"cells":["0"],"keys":[null],"numbers":[[1]]})"})
    EXPECT_FALSE(read_stored(known, text)) << text;
  EXPECT_FALSE(read_stored(unknown, R"({"cells":[0],"keys":[null],"numbers":[[1]]})"));
  EXPECT_FALSE(read_stored(unknown, R"({"cells":[0],"keys":[[1]],"numbers":[[1]]})"));
  // How many numbers there are is what the mechanism must say.
  for (const char* text :
       {R"({"cells":null,"keys":[null],"numbers":[]})",
        R"({"cells":null,"keys":[null],"numbers":[[1,2,3,4],[1,2,3,4]]})"})
    EXPECT_FALSE(can_draw(cells_plan("a,b"), *read_stored(known, text))) << text;
}

TEST(StoredAnswer, OfAVeryLongReleaseOnlyTheNoisyNumbersAreKeptAndThatIsSaid) {
  const CellsPlan plan = cells_plan("a,b");
  const Drawn answer{{0, 1, 2, 3}, {}, {{5, -1, 7, 0}}};
  Release release = release_of(plan, answer);
  EXPECT_TRUE(is_shown_later(release));
  release.answer.cells.resize(kMostShownLater + 1);
  EXPECT_FALSE(is_shown_later(release));
  const std::string text = stored_text(release);
  EXPECT_EQ(text, R"({"cells":null,"keys":[null],"numbers":[[5,-1,7,0]]})");
  EXPECT_TRUE(read_stored(plan.reading.domain, text));
  const auto shown = read_stored_release(text);
  ASSERT_FALSE(shown);
  EXPECT_NE(shown.error().message.find("only the noisy numbers"), std::string::npos);
}

TEST(StoredAnswer, IntervalsOfOneBoundAreNotKeptTwice) {
  const CellsPlan plan = cells_plan("a,b");
  const Drawn answer{{0, 1, 2, 3}, {}, {{5, -1, -9, 0}}};
  Release release = release_of(plan, answer);
  release.error = ErrorStatement{1, 3, Rational(19, 20)};
  auto& rows = release.answer.numbers[0].rows;
  for (Estimate& number : rows)
    number = {number.value, std::max<std::int64_t>(0, number.value - 3),
              std::max<std::int64_t>(0, number.value + 3)};
  const std::string text = stored_text(release);
  EXPECT_TRUE(text.ends_with(R"("shown":null})")) << text;
  EXPECT_EQ(to_json_text(*read_stored_release(text)), to_json_text(release));
  rows[2].upper = 1;
  EXPECT_FALSE(stored_text(release).ends_with(R"("shown":null})"));
}

// A ledger may have been made by anybody.
TEST(StoredAnswer, DamagedReleasesAreRefused) {
  const CellsPlan plan = cells_plan("a,b");
  const Drawn answer{{0, 1, 2, 3}, {}, {{5, -1, 7, 0}}};
  const auto json = *parse_bounded_json(stored_text(release_of(plan, answer)));
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
  auto twice = json;
  twice["release"]["answer"] =
      to_json(release_of(plan, answer), NumberForm::json)["answer"];
  EXPECT_FALSE(read_stored_release(canonical_json(twice)));
}

}  // namespace
}  // namespace selvage
