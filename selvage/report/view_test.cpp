#include "selvage/report/view.hpp"

#include <gtest/gtest.h>

#include "selvage/report/example_release.hpp"

namespace selvage {
namespace {

TEST(View, PlacesBesideTheDeclaredOnesAreOutside) {
  const auto outside = [](const DomainColumn& column) {
    std::string marks;
    for (std::size_t i = 0; i < column.places(); ++i)
      marks += is_outside(column, i) ? 'o' : '-';
    return marks;
  };
  EXPECT_EQ(outside(example_column("age", "0:30:10")), "o---oo");
  EXPECT_EQ(outside(example_column("day", "2025-01-01:2025-01-03:1day")), "o--oo");
  EXPECT_EQ(outside(key_column("k", {"a", "b", "c"})), "---oo");
  DomainColumn dropped = key_column("k", {"a"});
  dropped.drop_missing = true;
  EXPECT_EQ(outside(dropped), "-o");
}

TEST(View, ShowsTheFirstRowsAndTheLastTwo) {
  const ShownRows all = shown_rows(10, 10);
  EXPECT_EQ(all.rows.size(), 10u);
  EXPECT_EQ(all.left_out, 0u);
  const ShownRows some = shown_rows(11, 6);
  EXPECT_EQ(some.rows, (std::vector<std::size_t>{0, 1, 2, 9, 10}));
  EXPECT_EQ(some.gap, 3u);
  EXPECT_EQ(some.left_out, 6u);
  EXPECT_EQ(shown_rows(100, 0).rows, (std::vector<std::size_t>{0, 98, 99}));
  EXPECT_TRUE(shown_rows(0, 60).rows.empty());
}

TEST(View, NumbersAreFoundAmongThoseThatAreTold) {
  Release release = example_release("0:30:10", {5, 1, 7, 2, 9, 3}, 1);
  EXPECT_EQ(number_of(release, 4)->value, 9);
  release = example_hidden(release, 4);
  EXPECT_EQ(number_of(release, 0)->value, 5);
  EXPECT_EQ(number_of(release, 1), nullptr);
  EXPECT_EQ(number_of(release, 4)->value, 9);
  EXPECT_EQ(number_of(release, 5), nullptr);
}

TEST(View, ARectangleHasTheLastColumnAcross) {
  const Release all =
      example_release({key_column("a", {"x", "y"}), key_column("b", {"p"})},
                      {20, 1, 21, /**/ 3, 4, 5, /**/ 1, 1, 1, /**/ 22, 0, 0}, 1);
  const Rectangle whole = rectangle(all);
  EXPECT_EQ(whole.down.size(), 4u);
  EXPECT_EQ(whole.across.size(), 3u);
  EXPECT_EQ(whole.cell(1, 2), 5u);
  const Release told = example_hidden(all, 20);
  const Rectangle part = rectangle(told);
  EXPECT_EQ(part.down, (std::vector<std::uint64_t>{0, 3}));
  EXPECT_EQ(part.across, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(cell_label(told, part.cell(1, 0)), "missing / p");
  EXPECT_EQ(number_of(told, part.cell(1, 0))->value, 22);
  EXPECT_EQ(number_of(told, part.cell(1, 1)), nullptr);
}

TEST(View, BlanksAtTheEndsOfAKeyAreSeen) {
  const Release release = example_release(
      {key_column("k", {"it", "it ", " it", "i t", ""})}, {1, 2, 3, 4, 5, 6, 7}, 1);
  EXPECT_EQ(cell_label(release, 0), "it");
  EXPECT_EQ(cell_label(release, 1), "\"it \"");
  EXPECT_EQ(cell_label(release, 2), "\" it\"");
  EXPECT_EQ(cell_label(release, 3), "i t");
  EXPECT_EQ(cell_label(release, 4), "\"\"");
}

}  // namespace
}  // namespace selvage
