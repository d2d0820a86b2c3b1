#include "selvage/synthesis/synthetic_rows.hpp"

#include <map>

#include <gtest/gtest.h>

#include "selvage/random/stream/seeded_words.hpp"
#include "selvage/synthesis/coded_text.hpp"

namespace selvage {
namespace {

Domain domain_of(const std::vector<std::pair<std::string, std::string>>& columns) {
  std::vector<DomainColumn> made;
  for (const auto& [name, values] : columns)
    made.push_back({name, *parse_values(values)});
  return *Domain::make(std::move(made));
}

Answer answer_of(const Domain& domain, const std::vector<std::int64_t>& counts) {
  Answer answer{domain, {}, {{"count"}}};
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    answer.cells.push_back(cell);
    answer.numbers[0].rows.push_back({counts[cell], counts[cell], counts[cell]});
  }
  return answer;
}

Result<SyntheticRows> rows_of(const Answer& answer, SyntheticRequest request = {}) {
  return SyntheticRows::make(answer.domain, answer, request, SeededWords(1));
}

std::vector<std::vector<std::int64_t>> all_rows(SyntheticRows& rows) {
  std::vector<std::vector<std::int64_t>> all;
  CodedBlock block;
  for (rows.next(block, 7); !block[0].empty(); rows.next(block, 7))
    for (std::size_t row = 0; row < block[0].size(); ++row) {
      all.emplace_back();
      for (const auto& column : block) all.back().push_back(column[row]);
    }
  return all;
}

std::string refusal(const Answer& answer, SyntheticRequest request = {}) {
  const auto rows = rows_of(answer, request);
  return rows ? "" : rows.error().message;
}

TEST(SyntheticRows, TheirHistogramIsThatOfTheConsistentCounts) {
  // below, [0,10), [10,20), above, missing; -2 is noise and becomes 0, the 6 lose 1
  // each.
  auto rows = rows_of(answer_of(domain_of({{"age", "0:20:10"}}), {-2, 400, 300, 5, 7}));
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(rows->rows(), 710);
  std::map<std::int64_t, int> places;
  for (const auto& row : all_rows(*rows))
    ++places[row[0] == kNoCode ? -1 : row[0] < 10 ? 0 : row[0] < 20 ? 10 : row[0]];
  EXPECT_EQ(places,
            (std::map<std::int64_t, int>{{-1, 6}, {0, 400}, {10, 300}, {20, 4}}));
}

TEST(SyntheticRows, EveryValueOfABinIsAsLikely) {
  auto rows = rows_of(answer_of(domain_of({{"age", "0:4:4"}}), {0, 40'000, 0, 0}));
  std::map<std::int64_t, int> values;
  for (const auto& row : all_rows(*rows)) ++values[row[0]];
  ASSERT_EQ(values.size(), 4U);
  // Six deviations of 86.6 on each side.
  for (const auto& [value, count] : values) EXPECT_NEAR(count, 10'000, 520) << value;
}

TEST(SyntheticRows, SeveralColumnsKeepTheirCells) {
  const Domain domain = domain_of({{"role", "clerk,driver"}, {"age", "0:20:10"}});
  // Roles by ages: below, two bins, above, missing.
  std::vector<std::int64_t> counts(domain.cells(), 0);
  counts[0 * 5 + 1] = 3;  // a clerk in [0,10)
  counts[1 * 5 + 2] = 4;  // a driver in [10,20)
  counts[2 * 5 + 4] = 2;  // other, missing
  counts[3 * 5 + 3] = 1;  // missing, above
  auto rows = rows_of(answer_of(domain, counts));
  std::map<std::pair<std::int64_t, std::int64_t>, int> found;
  for (const auto& row : all_rows(*rows))
    ++found[{row[0], row[1] == kNoCode ? kNoCode : row[1] / 10}];
  EXPECT_EQ(found,
            (std::map<std::pair<std::int64_t, std::int64_t>, int>{
                {{0, 0}, 3}, {{1, 1}, 4}, {{2, kNoCode}, 2}, {{kNoCode, 2}, 1}}));
  EXPECT_EQ(rows->columns()[0].texts,
            (std::vector<std::string>{"clerk", "driver", "other"}));
}

TEST(SyntheticRows, AsManyAsAreAskedForInProportion) {
  auto rows = rows_of(answer_of(domain_of({{"age", "0:20:10"}}), {0, 30, 10, 0, 0}),
                      {.rows = 1000});
  std::map<bool, int> halves;
  for (const auto& row : all_rows(*rows)) ++halves[row[0] < 10];
  EXPECT_EQ(halves, (std::map<bool, int>{{true, 750}, {false, 250}}));
}

TEST(SyntheticRows, AColumnWithoutMissingHasNoSuchPlace) {
  Domain domain = *Domain::make({{"role", *parse_values("a,b"), true}});
  auto rows = rows_of(answer_of(domain, {1, 1, 1}));
  ASSERT_TRUE(rows) << rows.error().message;
  for (const auto& row : all_rows(*rows)) EXPECT_NE(row[0], kNoCode);
}

std::string text_of(SyntheticRows& rows, char separator = ',') {
  return whole_text([&](TextBlocks& text) {
    write_coded(
        rows.columns(),
        [&](CodedBlock& block, std::size_t most) { rows.next(block, most); }, separator,
        text);
  });
}

TEST(SyntheticRows, AreWrittenAsTheirTypesAre) {
  const Domain domain =
      domain_of({{"a,b", "-0.05:-0.04:0.01"},
                 {"day", "2025-01-31:2025-02-01:1day"},
                 {"at", "2025-01-31 00:00:01:2025-01-31 00:00:02:1second"},
                 {"key", "x,\"y\""}});
  std::vector<std::int64_t> counts(domain.cells(), 0);
  // The number's bin, the day, below the moments, the second key.
  counts[((1 * 4 + 1) * 4 + 0) * 4 + 1] = 1;
  auto rows = rows_of(answer_of(domain, counts), {.decimals = 2});
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(text_of(*rows),
            "\"a,b\",day,at,key\n"
            "-0.05,2025-01-31,2025-01-31 00:00:00.999999,\"\"\"y\"\"\"\n");
}

TEST(SyntheticRows, NoValueIsAnEmptyFieldAndStillARow) {
  auto alone = rows_of(answer_of(domain_of({{"role", "a"}}), {0, 0, 2}));
  EXPECT_EQ(text_of(*alone), "role\n\"\"\n\"\"\n");
  const Domain two = domain_of({{"role", "a"}, {"age", "0:1:1"}});
  std::vector<std::int64_t> counts(two.cells(), 0);
  counts.back() = 1;
  auto both = rows_of(answer_of(two, counts));
  EXPECT_EQ(text_of(*both, '\t'), "role\tage\n\t\n");
}

// A key that was not known may be a formula of somebody who knew that it would be
// shown.
TEST(SyntheticRows, KeysOfTheTableAreHarmless) {
  const Domain asked = *Domain::make({{"role", UnknownKeys{}}});
  Answer answer = answer_of(domain_of({{"role", "=1+1"}}), {1, 0, 0});
  auto rows = SyntheticRows::make(asked, answer, {}, SeededWords(1));
  EXPECT_EQ(text_of(*rows), "role\n'=1+1\n");
}

TEST(SyntheticRows, DecimalsFollowTheEndsOfBins) {
  const auto decimals = [](const std::string& bins) {
    auto rows = rows_of(answer_of(domain_of({{"x", bins}}), {0, 1, 0, 0}));
    return rows ? rows->columns()[0].decimals : -1;
  };
  EXPECT_EQ(decimals("0:100:10"), 0);
  EXPECT_EQ(decimals("0:1:0.5"), 3);
  EXPECT_EQ(decimals("0:1:1/3"), 9);
}

TEST(SyntheticRows, WhatCannotBeIsRefusedInOneSentence) {
  const Domain ages = domain_of({{"age", "0:1:0.5"}});
  EXPECT_EQ(
      refusal(answer_of(*Domain::make({}), {5})),
      "this release has no columns, so there is nothing to fill rows with; take a "
      "count by a column");
  Answer means = answer_of(ages, {1, 1, 1, 1, 1});
  means.numbers[0].name = "mean";
  EXPECT_EQ(
      refusal(means),
      "this release has no counts, and rows are made of counts; take a histogram or "
      "a count");
  EXPECT_EQ(refusal(answer_of(ages, {0, -1, 0, 0, 0})),
            "no released count is above 0, so there are no rows to make");
  EXPECT_EQ(refusal(answer_of(ages, {0, 1, 0, 0, 0}), {.decimals = 0}),
            "`decimals` 0 of 'age' leave the bin [0.5,1) without a number; take more");
  EXPECT_EQ(refusal(answer_of(domain_of({{"x", "1e15:2e15:1e15"}}), {0, 1, 0, 0}),
                    {.decimals = 9}),
            "`decimals` 9 of 'x' need more than 18 digits; take fewer");
  EXPECT_EQ(refusal(answer_of(ages, {0, 1'000'000'000, 0, 0, 0})),
            "the counts say more than 100000000 rows; say how many with `rows`");
}

TEST(SyntheticRows, TheSameSeedMakesTheSameRows) {
  const Answer answer = answer_of(domain_of({{"age", "0:100:10"}}),
                                  {0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0});
  auto one = rows_of(answer), same = rows_of(answer);
  auto other = SyntheticRows::make(answer.domain, answer, {}, SeededWords(2));
  const auto first = all_rows(*one);
  EXPECT_EQ(first, all_rows(*same));
  EXPECT_NE(first, all_rows(*other));
}

}  // namespace
}  // namespace selvage
