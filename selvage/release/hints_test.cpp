#include "selvage/release/hints.hpp"

#include <gtest/gtest.h>

#include "selvage/question/measured.hpp"

namespace selvage {
namespace {

Release release_of(const std::string& verb, const std::vector<std::string>& asked,
                   const std::vector<Estimate>& numbers) {
  std::vector<DomainColumn> columns;
  for (const std::string& values : asked)
    columns.push_back({"c" + std::to_string(columns.size()), *parse_values(values)});
  Release release{.question = {verb, "t.csv", *Domain::make(columns), asked},
                  .answer = {.domain = *Domain::make(columns),
                             .cells = {},
                             .numbers = {{"count", 1, numbers}}},
                  .drawn = {},
                  .derivations = {},
                  .accuracy = {},
                  .confidence = Rational(19, 20),
                  .mechanism = {},
                  .verification = {},
                  .warnings = {}};
  for (std::size_t i = 0; i < numbers.size(); ++i) release.answer.cells.push_back(i);
  if (verb != "count" && verb != "histogram")
    ask_measure(release.question,
                Measure{"pay", *Grid::stepped("0:100", Rational(1, 10))});
  return release;
}

Estimate count(std::int64_t value) {
  return {value, std::max<std::int64_t>(0, value - 5),
          std::max<std::int64_t>(0, value + 5)};
}

std::string only_hint(const Release& release) {
  const auto all = hints(release);
  return all.size() == 1 ? all[0] : std::to_string(all.size()) + " hints";
}

TEST(Hints, NearlyEverybodyInMissingAsksHowTheColumnIsWritten) {
  EXPECT_EQ(
      only_hint(release_of("histogram", {"2020-01-01:2020-03-01:month"},
                           {count(-2), count(1), count(3), count(0), count(5000)})),
      "nearly all are in `missing` of the column 'c0': is it written like "
      "2020-05-01 or 2020-05-01T10:00:00? Other dates need a date format");
  EXPECT_EQ(only_hint(release_of("histogram", {"0:10:10"},
                                 {count(2), count(30), count(3), count(900)})),
            "nearly all are in `missing` of the column 'c0': is it written in numbers "
            "like 1234.5? 1234,5 needs a decimal comma, and 1,234 is not read");
  EXPECT_EQ(only_hint(release_of("count", {"a,b"},
                                 {count(2), count(3), count(900), count(1)})),
            "nearly all are in `other` of the column 'c0': are the keys written as in "
            "the column? Case and blanks make a difference");
  EXPECT_EQ(only_hint(release_of("count", {"0:10:10"},
                                 {count(0), count(3), count(900), count(1)})),
            "nearly all are in `10 and above` of the column 'c0': do the bins have the "
            "unit of the column?");
}

// Each column by itself: cells of a second one are added up.
TEST(Hints, OneOfTwoColumnsIsNamed) {
  const Release release = release_of("count", {"a", "b"},
                                     {count(0), count(1), count(0), count(2), count(0),
                                      count(1), count(400), count(380), count(420)});
  EXPECT_TRUE(
      only_hint(release).starts_with("nearly all are in `missing` of the column "
                                     "'c0'"))
      << only_hint(release);
}

TEST(Hints, NothingIsSaidOfOrdinaryNumbers) {
  EXPECT_TRUE(
      hints(release_of("count", {"a,b"}, {count(200), count(30), count(900), count(1)}))
          .empty());
  // Noise alone is nobody.
  EXPECT_TRUE(
      hints(release_of("count", {"a,b"}, {count(-3), count(1), count(4), count(5)}))
          .empty());
  EXPECT_TRUE(hints(release_of("count", {}, {count(900)})).empty());
  Release hidden = release_of("count", {"a,b"}, {count(1), count(2), count(900)});
  EXPECT_TRUE(hints(hidden).empty());  // some cells are not told
}

TEST(Hints, ANumberOfWhichNothingIsKnownAsksForTheColumn) {
  const Estimate nothing{50, 0, 100, false}, known{50, 40, 60};
  EXPECT_EQ(
      only_hint(release_of("mean", {}, {nothing})),
      "nothing is known of any group: is the column 'pay' written in numbers like "
      "1234.5 (1234,5 needs a decimal comma)? Else there are too few rows for "
      "this epsilon");
  // The group of those who fit no key does not count.
  EXPECT_EQ(hints(release_of("mean", {"a"}, {nothing, known, nothing})).size(), 1u);
  EXPECT_TRUE(hints(release_of("mean", {"a"}, {known, nothing, nothing})).empty());
  EXPECT_EQ(hints(release_of("sum", {}, {{7, -30, 44}})).size(), 1u);
  EXPECT_TRUE(hints(release_of("sum", {}, {{70, 30, 144}})).empty());
}

}  // namespace
}  // namespace selvage
