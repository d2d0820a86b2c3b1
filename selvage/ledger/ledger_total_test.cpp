#include "selvage/ledger/ledger_total.hpp"

#include <gtest/gtest.h>

#include "selvage/guarantee/zcdp.hpp"
#include "selvage/ledger/ledger_testing.hpp"

namespace selvage {
namespace {

TEST(LedgerTotal, CapsMayBeMetExactly) {
  const LedgerTerms terms{.table = "t", .epsilon = Rational(2, 3), .delta = 0};
  const auto third = discrete_laplace_cells(3, 1);
  EXPECT_TRUE(within_caps({{third, 2}}, terms));
  EXPECT_FALSE(within_caps({{third, 3}}, terms));
  EXPECT_FALSE(
      within_caps({{third, 2}, {discrete_laplace_cells(1'000'000, 1), 1}}, terms));
}

TEST(LedgerTotal, TightestNeedsLessThanTheSum) {
  LedgerTerms terms{.table = "t", .epsilon = 4, .delta = number("1e-6")};
  const auto each = discrete_laplace_cells(20, 1);  // 0.05
  EXPECT_TRUE(within_caps({{each, 80}}, terms));
  EXPECT_TRUE(within_caps({{each, 200}}, terms));
  EXPECT_FALSE(within_caps({{each, 2000}}, terms));
  terms.accounting = Accounting::sum;
  EXPECT_TRUE(within_caps({{each, 80}}, terms));
  EXPECT_FALSE(within_caps({{each, 81}}, terms));
  EXPECT_EQ(ledger_total({{each, 80}}, terms)->name, "basic");
}

// The short cuts accept only what the best composition accepts.
TEST(LedgerTotal, WithinCapsAgreesWithTheBestComposition) {
  const Rational delta = number("1e-6");
  const auto gauss = discrete_gaussian_cells(100, 1),
             laplace = discrete_laplace_cells(9, 2);
  for (const auto& releases : std::vector<std::vector<RepeatedRelease>>{
           {{gauss, 30}}, {{laplace, 30}}, {{gauss, 5}, {laplace, 2}}}) {
    const auto best = best_composition(releases, delta);
    ASSERT_TRUE(best);
    const Rational& epsilon = best->best.promise().epsilon;
    LedgerTerms terms{.table = "t", .epsilon = epsilon, .delta = delta};
    EXPECT_TRUE(within_caps(releases, terms));
    terms.epsilon = epsilon * Rational(999'999, 1'000'000);
    EXPECT_FALSE(within_caps(releases, terms));
  }
}

TEST(LedgerTotal, DeltaIsCappedToo) {
  const LedgerTerms terms{.table = "t", .epsilon = 10, .delta = number("1e-9")};
  // key_threshold-like: a dp promise with delta, by replacing.
  const auto gauss = dp_from_zcdp(discrete_gaussian_cells(100, 1), number("4e-10"));
  ASSERT_TRUE(gauss);
  EXPECT_TRUE(within_caps({{*gauss, 2}}, terms));
  EXPECT_FALSE(within_caps({{*gauss, 3}}, terms));
  const Error error = refusal({{*gauss, 2}}, *gauss, terms);
  EXPECT_EQ(error.kind, ErrorKind::budget_exceeded);
  EXPECT_NE(error.message.find("more delta"), std::string::npos) << error.message;
}

TEST(LedgerTotal, TheFirstPromiseForTheLedgersNeighboursCounts) {
  const auto add_remove = discrete_laplace_cells(3, 2);
  const auto replace = *replace_from_add_remove(add_remove);
  const Derivation average{
      "given",
      {},
      {},
      {RandomDpPromise{1, 0, Rational(1, 20)}, Neighbours::replace_person}};
  LedgerTerms terms{.table = "t", .epsilon = 1};
  EXPECT_EQ(*counted_place({average, replace, add_remove}, terms), 2u);
  EXPECT_EQ(*counted_place({average}, terms), std::nullopt);
  const auto other = counted_place({average, replace}, terms);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().kind, ErrorKind::invalid_request);
  EXPECT_EQ(
      other.error().message,
      "this ledger counts promises for add_remove_person, and the release has none; "
      "state its promise for these neighbours");
  terms.neighbours = Neighbours::replace_person;
  EXPECT_EQ(*counted_place({average, replace, add_remove}, terms), 1u);
}

TEST(LedgerTotal, ZcdpNeedsADeltaAndNoPlainSum) {
  const auto gauss = discrete_gaussian_cells(100, 1);
  LedgerTerms terms{.table = "t", .epsilon = 1, .delta = 0};
  EXPECT_FALSE(counted_place({gauss}, terms));
  terms.delta = number("1e-6");
  EXPECT_TRUE(counted_place({gauss}, terms));
  terms.accounting = Accounting::sum;
  EXPECT_FALSE(counted_place({gauss}, terms));
}

TEST(LedgerTotal, APromiseThatDoesNotFollowIsRefused) {
  auto forged = discrete_laplace_cells(3, 2);
  forged.conclusion.promise = DpPromise{Rational(1, 100), 0};
  const auto place = counted_place({forged}, {.table = "t", .epsilon = 1});
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error().message,
            "the promise of this release does not follow from its derivation");
}

TEST(LedgerTotal, ARefusalSaysWhatWasAskedSpentAndLeft) {
  const auto each = discrete_laplace_cells(3, 2);
  EXPECT_EQ(
      refusal({{each, 1}}, each, {.table = "t", .epsilon = 1}).message,
      "the ledger refuses: asked epsilon 2/3, spent epsilon 2/3 (basic), together "
      "epsilon 4/3 (basic), and the cap is epsilon 1; by plain addition epsilon 1/3 "
      "is left");
  EXPECT_EQ(
      refusal({}, each, {.table = "t", .epsilon = Rational(1, 2)}).message,
      "the ledger refuses: asked epsilon 2/3, together epsilon 2/3 (basic), and the "
      "cap is epsilon 0.5; by plain addition epsilon 0.5 is left");
}

TEST(LedgerTotal, TermsAreChecked) {
  EXPECT_TRUE(check_terms({.table = "t", .epsilon = number("1e-9")}));
  EXPECT_FALSE(check_terms({.table = "", .epsilon = 1}));
  EXPECT_FALSE(check_terms({.table = "t", .epsilon = 0}));
  EXPECT_FALSE(check_terms({.table = "t", .epsilon = 1, .delta = 1}));
  EXPECT_FALSE(check_terms({.table = "t", .epsilon = 1, .delta = -1}));
}

}  // namespace
}  // namespace selvage
