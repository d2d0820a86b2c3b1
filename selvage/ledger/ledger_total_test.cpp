#include "selvage/ledger/ledger_total.hpp"

#include <gtest/gtest.h>

#include "selvage/guarantee/zcdp.hpp"
#include "selvage/ledger/ledger_testing.hpp"

namespace selvage {
namespace {

TEST(LedgerTotal, CapsMayBeMetExactly) {
  const LedgerTerms terms{.table = "t", .caps = LedgerCaps{Rational(2, 3), 0}};
  const auto third = discrete_laplace_cells(3, 1);
  EXPECT_TRUE(within_caps({{third, 2}}, terms));
  EXPECT_FALSE(within_caps({{third, 3}}, terms));
  EXPECT_FALSE(
      within_caps({{third, 2}, {discrete_laplace_cells(1'000'000, 1), 1}}, terms));
}

TEST(LedgerTotal, PlannedAndAdaptiveAllowMoreThanTheSum) {
  LedgerTerms terms{.table = "t",
                    .caps = LedgerCaps{4, number("1e-6")},
                    .accounting = Accounting::planned};
  const auto each = discrete_laplace_cells(20, 1);  // 0.05
  EXPECT_TRUE(within_caps({{each, 80}}, terms));
  EXPECT_TRUE(within_caps({{each, 250}}, terms));
  EXPECT_FALSE(within_caps({{each, 2000}}, terms));
  terms.accounting = Accounting::adaptive;
  EXPECT_TRUE(within_caps({{each, 200}}, terms));
  EXPECT_FALSE(within_caps({{each, 250}}, terms));
  terms.accounting = Accounting::sum;
  EXPECT_TRUE(within_caps({{each, 80}}, terms));
  EXPECT_FALSE(within_caps({{each, 81}}, terms));
  EXPECT_EQ(ledger_total({{each, 80}}, terms)->name, "basic");
}

TEST(LedgerTotal, AdaptiveTellsTheSumWhileItFitsAndThenTheCaps) {
  const LedgerTerms terms{.table = "t", .caps = LedgerCaps{4, number("1e-6")}};
  const auto each = discrete_laplace_cells(20, 1);
  const auto sum = ledger_total({{each, 80}}, terms);
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->name, "sum");
  EXPECT_EQ(sum->promise(), (DpPromise{4, 0}));
  const auto beyond = ledger_total({{each, 81}}, terms);
  ASSERT_TRUE(beyond);
  EXPECT_EQ(beyond->name, "concentrated");
  EXPECT_EQ(beyond->promise(), (DpPromise{4, number("1e-6")}));
  EXPECT_FALSE(ledger_total({{each, 2000}}, terms));
  for (const auto& [total, times] : {std::pair(sum, 80), std::pair(beyond, 81)}) {
    const auto capped = ledger_capped({{each, times}}, *total, terms);
    ASSERT_TRUE(capped);
    EXPECT_EQ(capped->rule, "budget_filter");
    EXPECT_EQ(capped->conclusion.promise, Promise(DpPromise{4, number("1e-6")}));
    EXPECT_TRUE(holds(*capped) && holds(total->derivation));
  }
}

TEST(LedgerTotal, WithoutCapsEverythingFitsAndIsAdded) {
  const LedgerTerms terms{.table = "t", .accounting = Accounting::sum};
  const std::vector<RepeatedRelease> much{{discrete_laplace_cells(1, 9), 1'000'000}};
  EXPECT_TRUE(within_caps(much, terms));
  const auto total = ledger_total(much, terms);
  EXPECT_EQ(total->promise(), (DpPromise{9'000'000, 0}));
  EXPECT_EQ(ledger_capped(much, *total, terms)->rule, "basic_composition");
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
    LedgerTerms terms{.table = "t",
                      .caps = LedgerCaps{epsilon, delta},
                      .accounting = Accounting::planned};
    EXPECT_TRUE(within_caps(releases, terms));
    terms.caps->epsilon = epsilon * Rational(999'999, 1'000'000);
    EXPECT_FALSE(within_caps(releases, terms));
  }
}

TEST(LedgerTotal, DeltaIsCappedToo) {
  LedgerTerms terms{.table = "t",
                    .caps = LedgerCaps{10, number("1e-9")},
                    .accounting = Accounting::planned};
  // key_threshold-like: a dp promise with delta, by replacing.
  const auto gauss = dp_from_zcdp(discrete_gaussian_cells(100, 1), number("4e-10"));
  ASSERT_TRUE(gauss);
  EXPECT_TRUE(within_caps({{*gauss, 2}}, terms));
  EXPECT_FALSE(within_caps({{*gauss, 3}}, terms));
  const Error error = refusal({{*gauss, 2}}, *gauss, terms);
  EXPECT_EQ(error.kind, ErrorKind::budget_exceeded);
  EXPECT_NE(error.message.find("more delta"), std::string::npos) << error.message;
  terms.accounting = Accounting::sum;
  EXPECT_TRUE(within_caps({{*gauss, 2}}, terms));
  EXPECT_FALSE(within_caps({{*gauss, 3}}, terms));
  terms.accounting = Accounting::adaptive;
  EXPECT_TRUE(within_caps({{*gauss, 1}}, terms));
  EXPECT_FALSE(within_caps({{*gauss, 2}}, terms));
  EXPECT_EQ(
      refusal({{*gauss, 1}}, *gauss, terms).message,
      "the ledger refuses: asked epsilon 0.580565 with delta 0.0000000004, spent "
      "epsilon 0.580565 with delta 0.0000000004 (sum), together epsilon 1.16113 with "
      "delta 0.0000000008 (sum), and the cap is epsilon 10 with delta 0.000000001; of "
      "delta 0.000000001 half is kept for composing, so releases may use 0.0000000005 "
      "together; with accounting sum they may use all of it");
}

TEST(LedgerTotal, TheFirstPromiseForTheLedgersNeighboursCounts) {
  const auto add_remove = discrete_laplace_cells(3, 2);
  const auto replace = *replace_from_add_remove(add_remove);
  const Derivation average{
      "given",
      {},
      {},
      {RandomDpPromise{1, 0, Rational(1, 20)}, Neighbours::replace_person}};
  LedgerTerms terms{.table = "t", .caps = LedgerCaps{1, 0}};
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
  const auto dp = *dp_from_zcdp(gauss, number("1e-9"));
  LedgerTerms terms{.table = "t", .caps = LedgerCaps{1, 0}};
  EXPECT_FALSE(counted_place({gauss}, terms));
  EXPECT_EQ(*counted_place({gauss, dp}, terms), 1u);  // the first that can be added
  terms.caps->delta = number("1e-6");
  EXPECT_EQ(*counted_place({gauss, dp}, terms), 0u);
  terms.profile = {{std::nullopt, 1}};
  EXPECT_EQ(counted_place({gauss}, terms).error().message,
            "this ledger has a profile of epsilons, and a zcdp promise has none");
  EXPECT_EQ(*counted_place({gauss, dp}, terms), 1u);
  terms.accounting = Accounting::sum;
  EXPECT_EQ(counted_place({gauss}, terms).error().message,
            "this ledger adds epsilons, and a zcdp promise has none");
  EXPECT_EQ(*counted_place({gauss, dp}, terms), 1u);
}

TEST(LedgerTotal, APromiseThatDoesNotFollowIsRefused) {
  auto forged = discrete_laplace_cells(3, 2);
  forged.conclusion.promise = DpPromise{Rational(1, 100), 0};
  const auto place = counted_place({forged}, {.table = "t", .caps = LedgerCaps{1, 0}});
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error().message,
            "the promise of this release does not follow from its derivation");
}

TEST(LedgerTotal, ARefusalSaysWhatWasAskedSpentAndLeft) {
  const auto each = discrete_laplace_cells(3, 2);
  EXPECT_EQ(
      refusal({{each, 1}}, each, {.table = "t", .caps = LedgerCaps{1, 0}}).message,
      "the ledger refuses: asked epsilon 2/3, spent epsilon 2/3 (sum), together "
      "epsilon 4/3 (sum), and the cap is epsilon 1; by plain addition epsilon 1/3 "
      "is left");
  EXPECT_EQ(
      refusal({}, each, {.table = "t", .caps = LedgerCaps{Rational(1, 2), 0}}).message,
      "the ledger refuses: asked epsilon 2/3, together epsilon 2/3 (sum), and the "
      "cap is epsilon 0.5; by plain addition epsilon 0.5 is left");
}

TEST(LedgerTotal, ARefusalBeyondTheSumTellsTheConcentratedEpsilon) {
  const auto each = discrete_laplace_cells(5, 1);
  const LedgerTerms terms{.table = "t", .caps = LedgerCaps{3, number("1e-3")}};
  std::int64_t times = 1;
  while (within_caps({{each, times + 1}}, terms)) ++times;
  EXPECT_EQ(times, 17);
  EXPECT_EQ(
      refusal({{each, 17}}, each, terms).message,
      "the ledger refuses: asked epsilon 0.2, spent epsilon 2.97161 with delta "
      "0.0005 (concentrated), together epsilon 3.07419 with delta 0.0005 "
      "(concentrated), and the cap is epsilon 3 with delta 0.001; one more release "
      "of epsilon 0.104 would fit");
  EXPECT_TRUE(within_caps(
      {{each, 17}, {discrete_laplace_cells(Rational(1000, 104), 1), 1}}, terms));
  EXPECT_FALSE(within_caps(
      {{each, 17}, {discrete_laplace_cells(Rational(1000, 105), 1), 1}}, terms));
}

TEST(LedgerTotal, TermsAreChecked) {
  EXPECT_TRUE(check_terms({.table = "t", .caps = LedgerCaps{number("1e-9"), 0}}));
  EXPECT_FALSE(check_terms({.table = "", .caps = LedgerCaps{1, 0}}));
  EXPECT_FALSE(check_terms({.table = "t", .caps = LedgerCaps{0, 0}}));
  EXPECT_FALSE(check_terms({.table = "t", .caps = LedgerCaps{1, 1}}));
  EXPECT_FALSE(check_terms({.table = "t", .caps = LedgerCaps{1, -1}}));
  EXPECT_TRUE(check_terms({.table = "t", .accounting = Accounting::sum}));
  EXPECT_EQ(check_terms({.table = "t"}).error().message,
            "a ledger without caps only records, so its accounting is sum and not "
            "adaptive");
  const std::vector<ProfileStep> profile{{20, Rational(1, 10)}, {std::nullopt, 1}};
  EXPECT_TRUE(
      check_terms({.table = "t", .caps = LedgerCaps{1, 0}, .profile = profile}));
  EXPECT_EQ(
      check_terms({.table = "t", .profile = profile, .accounting = Accounting::sum})
          .error()
          .message,
      "a ledger with a profile needs caps of epsilon and delta too");
  EXPECT_FALSE(check_terms(
      {.table = "t", .caps = LedgerCaps{1, 0}, .profile = {{20, Rational(1, 10)}}}));
  EXPECT_FALSE(check_terms(
      {.table = "t", .caps = LedgerCaps{1, 0}, .profile = {{std::nullopt, 0}}}));
  EXPECT_TRUE(check_terms({.table = "t",
                           .caps = LedgerCaps{1, 0},
                           .profile = {{20, 0}, {std::nullopt, Rational(1, 2)}}}));
}

}  // namespace
}  // namespace selvage
