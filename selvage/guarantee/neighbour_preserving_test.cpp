#include "selvage/guarantee/neighbour_preserving.hpp"

#include <gtest/gtest.h>

#include "selvage/guarantee/derivation_testing.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

TEST(NeighbourPreserving, BucketsCostNothing) {
  const auto inner = discrete_laplace_cells({9, 4}, 3);
  const auto node = after_bucketing(inner);
  expect_holds_in_a_file(node);
  EXPECT_EQ(node->conclusion, inner.conclusion);
}

TEST(NeighbourPreserving, RefusesStepsAndNeighboursOfAnotherKind) {
  const auto inner = discrete_laplace_cells(1, 1);
  EXPECT_FALSE(
      derive("neighbour_preserving", {{"step", std::string("sorting")}}, {inner}));
  EXPECT_FALSE(derive("neighbour_preserving", {{"step", std::string("bucketing")}},
                      {inner, inner}));
  EXPECT_FALSE(after_bucketing(*replace_from_add_remove(inner)));
}

TEST(NeighbourPreserving, ASmallerPromiseIsSeen) {
  auto node = *after_bucketing(discrete_laplace_cells(1, 1));
  node.conclusion.promise = DpPromise{{1, 2}, 0};
  EXPECT_FALSE(holds(node));
}

// [T189]
TEST(NeighbourPreserving, ATableOfItsOwnCostsNothing) {
  constexpr auto kPeople = Neighbours::add_remove_person,
                 kRows = Neighbours::replace_person;
  const auto of_people = discrete_laplace_cells({9, 4}, 3);
  const auto of_rows = *replace_from_add_remove(of_people);
  struct Case {
    OwnTable made;
    std::optional<Neighbours> after_people, after_rows;
  };
  for (const auto& [made, after_people, after_rows] :
       {Case{OwnTable::row_by_row, kPeople, kRows},
        Case{OwnTable::blocks_of_people, std::nullopt, kPeople},
        Case{OwnTable::blocks_of_places, std::nullopt, kRows},
        Case{OwnTable::chosen_places, std::nullopt, kRows}})
    for (const auto& [inner, after] :
         {std::pair{of_people, after_people}, std::pair{of_rows, after_rows}}) {
      const auto node = of_own_table(inner, made);
      EXPECT_EQ(static_cast<bool>(node), after.has_value());
      if (!node) continue;
      expect_holds_in_a_file(node);
      EXPECT_EQ(node->conclusion.promise, inner.conclusion.promise);
      EXPECT_EQ(node->conclusion.neighbours, *after);
      auto other = *node;
      other.conclusion.neighbours = *after == kPeople ? kRows : kPeople;
      EXPECT_FALSE(holds(other));
      auto smaller = *node;
      smaller.conclusion.promise = DpPromise{1, 0};
      EXPECT_FALSE(holds(smaller));
      auto without = *node;
      without.premises.clear();
      EXPECT_FALSE(holds(without));
    }
  EXPECT_FALSE(of_own_table(*zcdp_from_dp(of_people), OwnTable::row_by_row));
}

// [T186]
TEST(NeighbourPreserving, MiddleRowsHideWhoComesLeavesOrIsReplaced) {
  const auto inner = *replace_from_add_remove(discrete_laplace_cells({9, 4}, 3));
  for (const Neighbours neighbours :
       {Neighbours::add_remove_person, Neighbours::replace_person}) {
    const auto node = of_middle_rows(inner, 1000, neighbours);
    expect_holds_in_a_file(node);
    EXPECT_EQ(node->conclusion.promise, inner.conclusion.promise);
    EXPECT_EQ(node->conclusion.neighbours, neighbours);
    auto smaller = *node;
    smaller.conclusion.promise = DpPromise{1, 0};
    EXPECT_FALSE(holds(smaller));
  }
  EXPECT_FALSE(of_middle_rows(inner, 0, Neighbours::add_remove_person));
  EXPECT_FALSE(of_middle_rows(discrete_laplace_cells(1, 1), 1000,
                              Neighbours::add_remove_person));
  EXPECT_FALSE(derive(
      "middle_rows",
      {{"people", Rational(7, 2)}, {"neighbours", std::string("add_remove_person")}},
      {inner}));
  EXPECT_FALSE(derive("middle_rows",
                      {{"people", Rational(7)}, {"neighbours", std::string("nobody")}},
                      {inner}));
  // What is no dp promise is not spoken of.
  EXPECT_FALSE(
      conclude("middle_rows",
               {{"people", Rational(7)}, {"neighbours", std::string("replace_person")}},
               {Guarantee{ZcdpPromise{1}, Neighbours::replace_person}}));
}

}  // namespace
}  // namespace selvage
