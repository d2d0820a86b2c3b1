#include "selvage/release/projected.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

namespace selvage {
namespace {

Release counts_of(std::vector<std::int64_t> counts) {
  const Domain domain = *Domain::make({{"age", *parse_values("0:40:10")}});
  Release release{.question = {"histogram", "t.csv", domain, {"0:40:10"}},
                  .answer = {.domain = domain, .cells = {}, .numbers = {{"count"}}},
                  .drawn = {},
                  .derivations = {},
                  .accuracy = {},
                  .confidence = Rational(19, 20),
                  .mechanism = {"discrete_laplace", "the only way"},
                  .verification = {},
                  .warnings = {}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    release.answer.cells.push_back(i);
    release.answer.numbers[0].rows.push_back({counts[i], counts[i] - 5, counts[i] + 5});
  }
  return release;
}

std::vector<std::int64_t> projected(const Release& release) {
  std::vector<std::int64_t> counts;
  for (const Estimate& count : release.answer.numbers.at(1).rows)
    counts.push_back(count.value);
  return counts;
}

TEST(Projected, KeepsTheNoisyTotalAndTheCounts) {
  const Release made = with_projected(counts_of({30, -4, 2, 20, 1, 0, -3}));
  EXPECT_EQ(made.answer.numbers[1].name, kProjected);
  EXPECT_EQ(made.answer.numbers[1].total, 46);
  EXPECT_EQ(made.answer.numbers[0].rows[1].value, -4);
  const auto counts = projected(made);  // the level is 3, or 7/2 for one of two cells
  EXPECT_EQ(counts[0] + counts[3], 46);
  EXPECT_LE(std::abs(counts[0] - 28), 1);
  EXPECT_EQ(counts[2] + counts[1] + counts[4] + counts[5] + counts[6], 0);
}

// With a threshold the noise of empty cells is no part of the total either.
TEST(Projected, SmallCountsBecomeZeroFirst) {
  const Release made = with_projected(counts_of({30, -4, 9, 10, 1, 0, -3}), 10);
  EXPECT_EQ(projected(made), (std::vector<std::int64_t>{30, 0, 0, 10, 0, 0, 0}));
  EXPECT_EQ(made.answer.numbers[1].total, 40);
}

// A public number of people is the total, and what is 0 stays so.
TEST(Projected, APublicNumberOfPeopleIsTheTotal) {
  Release release = counts_of({30, 0, 0, 10, 0, 0, 0});
  release.mechanism.parameters = {{"scale", "2"}, {"people", "50"}};
  EXPECT_EQ(projected(with_projected(release)),
            (std::vector<std::int64_t>{35, 0, 0, 15, 0, 0, 0}));
  release.mechanism.parameters[1].second = "20";
  EXPECT_EQ(projected(with_projected(release)),
            (std::vector<std::int64_t>{20, 0, 0, 0, 0, 0, 0}));
}

TEST(Projected, IsNotForOtherNumbersOrForPartsOfATable) {
  Release release = counts_of({1, 2, 3, 4, 5, 6, 7});
  EXPECT_TRUE(check_projected(release));
  release.answer.fewer_than = 3;
  EXPECT_FALSE(check_projected(release));
  release.answer.fewer_than.reset();
  release.question.verb = "mean";
  EXPECT_FALSE(check_projected(release));
}

// Numbers of another program, where scale 2/alpha is that of a replaced person.
TEST(SparseThreshold, IsTheLeastThatOneTableInTwentyReaches) {
  const auto laplace = [](const char* scale, std::uint64_t cells) {
    return *sparse_threshold({{"scale", scale}}, true, cells);
  };
  EXPECT_EQ(laplace("10", 25), 56);
  EXPECT_EQ(laplace("2", 400), 18);
  // exp(-t^2 / 200) <= 1/500 from 35.26 on
  EXPECT_EQ(*sparse_threshold({{"variance", "100"}}, true, 25), 36);
  EXPECT_FALSE(sparse_threshold({{"scale", "1"}}, false, 25));
  EXPECT_FALSE(sparse_threshold({}, true, 25));
}

TEST(Projected, AnotherTotalMayBePublic) {
  const Release release = counts_of({30, -4, 2, 20, 1, 0, -3});
  const auto sum = [](const std::vector<std::int64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  };
  for (const std::int64_t total : {0, 1, 50, 53, 1000}) {
    const Release made = with_projected(release, std::nullopt, total);
    EXPECT_EQ(sum(projected(made)), total);
    EXPECT_EQ(made.answer.numbers[1].total, total);
  }
  EXPECT_EQ(projected(with_projected(release, 10, 52)),
            (std::vector<std::int64_t>{31, 0, 0, 21, 0, 0, 0}));
}

// Where only full cells have noise a count of 0 is left alone, also where no count is
// above it.
TEST(Projected, CellsThatAreToldEmptyStayEmpty) {
  Release release = counts_of({0, -4, 0, -1, 0, 0, 0});
  release.mechanism.parameters = {
      {"scale", "2"}, {"people", "10"}, {"noise in", "full cells"}};
  EXPECT_EQ(projected(with_projected(release)),
            (std::vector<std::int64_t>{0, 5, 0, 5, 0, 0, 0}));
  release.mechanism.parameters[2].second = "every cell";
  const auto spread = projected(with_projected(release));
  EXPECT_NE(spread[0] + spread[2], 0);
}

}  // namespace
}  // namespace selvage
