#include "selvage/mechanism/tested/public_rows.hpp"

#include <gtest/gtest.h>

#include <map>

#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/row_codes_testing.hpp"

namespace selvage {
namespace {

using Rows = std::vector<Int128>;

Rows middle_of(const RowCodes& table, std::int64_t people) {
  const PublicRows rows(people, std::span<const std::int64_t>(table));
  Rows all;
  for (std::int64_t rank = 1; rank <= people; ++rank) all.push_back(rows.at(rank));
  return all;
}

// How many rows of one must be replaced to have the other.
std::int64_t distance(const Rows& one, const Rows& other) {
  std::map<Int128, std::int64_t> more;
  for (const Int128 row : one) ++more[row];
  for (const Int128 row : other) --more[row];
  std::int64_t replaced = 0;
  for (const auto& [row, count] : more) replaced += std::max<std::int64_t>(count, 0);
  return replaced;
}

TEST(PublicRows, AreTheMiddleOnesOrAllBetweenEnds) {
  EXPECT_TRUE(middle_of({1, 2, 3}, 3) == (Rows{1, 2, 3}));
  EXPECT_TRUE(middle_of({1, 2, 3, 4}, 3) == (Rows{1, 2, 3}));
  EXPECT_TRUE(middle_of({1, 2, 3, 4, 5}, 3) == (Rows{2, 3, 4}));
  EXPECT_TRUE(middle_of({7}, 4) == (Rows{-kNoBound, -kNoBound, 7, kNoBound}));
  EXPECT_TRUE(middle_of({7, 8}, 3) == (Rows{-kNoBound, 7, 8}));
  EXPECT_TRUE(middle_of({}, 2) == (Rows{-kNoBound, kNoBound}));
  const PublicRows rows(2, std::span<const std::int64_t>());
  EXPECT_TRUE(rows.at(0) == -kNoBound && rows.at(3) == kNoBound);
}

// Also where the other row is below 0, and where both are the same end. [T187]
TEST(PublicRows, AnEndIsFartherFromAllThanAnyRow) {
  for (const Int128 row : {Int128{-5}, Int128{0}, Int128{5}}) {
    EXPECT_TRUE(row_difference(row, -kNoBound) == kNoBound);
    EXPECT_TRUE(row_difference(kNoBound, row) == kNoBound);
    EXPECT_TRUE(row_difference(row, -7) == row + 7);
  }
  for (const Int128 end : {-kNoBound, kNoBound})
    EXPECT_TRUE(row_difference(end, end) == kNoBound);
}

// [T186] on all tables of up to seven rows, whatever number is said.
TEST(PublicRows, WhoeverComesLeavesOrIsReplacedChangesOneRow) {
  const RowCodes codes = {0, 1, 2, 5};
  for (std::int64_t people = 1; people <= 9; ++people) {
    std::int64_t most = 0;
    for (const RowCodes& table : tables_of(codes, 6)) {
      const Rows here = middle_of(table, people);
      for (const std::int64_t code : codes)
        most = std::max(most, distance(here, middle_of(with_row(table, code), people)));
      for (const RowCodes& other : with_one_replaced(table, codes))
        most = std::max(most, distance(here, middle_of(other, people)));
    }
    EXPECT_EQ(most, 1) << people;
  }
}

// A reader gives the same rows around ranks, and the sum of those between two ends.
TEST(PublicRows, AreReadAroundRanks) {
  const Reading reading{*Domain::make({}), Measure{"x", *Grid::codes(1)}, {}};
  for (const RowCodes& table : tables_of({-4, 0, 3}, 8))
    for (const std::int64_t people : {4, 5, 8}) {
      const Rows all = middle_of(table, people);
      CodesReader reader(reading, table);
      for (std::int64_t rank = 1; rank <= people; ++rank) {
        RankRequest request{Rational(2 * rank - 1) / (2 * people), 1, 1};
        request.people = people;
        const auto windows = reader.ranks(request);
        ASSERT_TRUE(windows);
        const PublicRows rows(people, *windows);
        for (std::int64_t near = rank - 1; near <= rank + 1; ++near) {
          const Int128 right = near < 1 ? -kNoBound
                               : near > people
                                   ? kNoBound
                                   : all[static_cast<std::size_t>(near - 1)];
          EXPECT_TRUE(rows.at(near) == right) << people << ' ' << rank << ' ' << near;
        }
      }
      for (const Rational& part : {Rational(1, 8), Rational(1, 4)}) {
        const auto trimmed = reader.trimmed({part, 1, people});
        ASSERT_TRUE(trimmed);
        const auto out =
            static_cast<std::size_t>((part * people).ceil().to_int64().value());
        Int128 sum = 0;
        for (std::size_t i = out; i + out < all.size(); ++i)
          if (all[i] > -kNoBound && all[i] < kNoBound) sum += all[i];
        EXPECT_TRUE(trimmed->front().sum == sum);
      }
    }
}

}  // namespace
}  // namespace selvage
