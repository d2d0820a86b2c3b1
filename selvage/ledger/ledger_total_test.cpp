#include "selvage/ledger/ledger_total.hpp"

#include <gtest/gtest.h>

#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/guarantee/loss_composition.hpp"
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
  // A dp promise with delta, and nothing else that could be added.
  const Result<Derivation> gauss =
      Derivation{"given", {}, {}, {DpPromise{number("0.580565"), number("4e-10")}}};
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
      "delta 0.0000000008 (sum), and the cap is epsilon 10 with delta 0.000000001; "
      "half of delta 0.000000001 is kept for composing, so releases may use "
      "0.0000000005 together; with accounting sum they may use all of it");
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
      "this ledger counts what is promised about people who come or leave "
      "(add_remove_person), and this release takes the number of people as public and "
      "promises something about replaced people alone; name a ledger that was made "
      "with `neighbours` replace_person");
  terms.neighbours = Neighbours::replace_person;
  EXPECT_EQ(counted_place({average, add_remove}, terms).error().message,
            "this ledger counts promises for replace_person, and the release has none; "
            "state its promise for these neighbours");
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
  const auto each = discrete_laplace_cells(8, 1);
  const LedgerTerms terms{.table = "t", .caps = LedgerCaps{3, number("1e-3")}};
  std::int64_t times = 1;
  while (within_caps({{each, times + 1}}, terms)) ++times;
  EXPECT_EQ(times, 40);
  EXPECT_EQ(
      refusal({{each, 40}}, each, terms).message,
      "the ledger refuses: asked epsilon 0.125, spent epsilon 2.98182 with delta "
      "0.00025 (concentrated), together epsilon 3.02526 with delta 0.00025 "
      "(concentrated), and the cap is epsilon 3 with delta 0.001; one more release "
      "of epsilon 0.0807 would fit");
  EXPECT_TRUE(within_caps(
      {{each, 40}, {discrete_laplace_cells(Rational(10000, 807), 1), 1}}, terms));
  EXPECT_FALSE(within_caps(
      {{each, 40}, {discrete_laplace_cells(Rational(10000, 808), 1), 1}}, terms));
}

TEST(LedgerTotal, ABudgetInRhoAddsRhosAndMeansAnEpsilon) {
  const auto caps = caps_in_rho(number("0.5"), number("1e-6"));
  ASSERT_TRUE(caps);
  EXPECT_EQ(caps->epsilon, number("5.22154"));
  const LedgerTerms terms{.table = "t", .caps = *caps, .accounting = Accounting::rho};
  EXPECT_TRUE(check_terms(terms));
  const auto gaussian = *dp_from_zcdp(discrete_gaussian_cells(10, 1), number("1e-9"));
  const auto laplace = discrete_laplace_cells(2, 1);  // rho = 1/8
  EXPECT_TRUE(within_caps({{gaussian, 5}, {laplace, 2}}, terms));
  EXPECT_FALSE(within_caps({{gaussian, 6}, {laplace, 2}}, terms));
  EXPECT_EQ(rho_spent({{gaussian, 5}, {laplace, 1}}), number("0.375"));
  const auto total = ledger_total({{gaussian, 5}}, terms);
  ASSERT_TRUE(total);
  EXPECT_EQ(total->name, "rho");
  EXPECT_LT(total->promise().epsilon, caps->epsilon);
  const auto capped = ledger_capped({{gaussian, 5}}, *total, terms);
  ASSERT_TRUE(capped);
  EXPECT_EQ(capped->conclusion.promise,
            Promise(DpPromise{caps->epsilon, number("1e-6")}));
  EXPECT_EQ(capped->premises[0].rule, "rho_filter");
  EXPECT_TRUE(holds(*capped));
  EXPECT_EQ(refusal({{gaussian, 9}}, laplace, terms).message,
            "the ledger refuses: asked rho 0.125, spent rho 0.45, together rho 0.575, "
            "and the cap is rho 0.5; rho 0.05 is left");
}

TEST(LedgerTotal, ABudgetInRhoRefusesWhatHasNone) {
  const LedgerTerms terms{.table = "t",
                          .caps = *caps_in_rho(1, number("1e-6")),
                          .accounting = Accounting::rho};
  const auto keys = key_threshold(2, 40, {.rows = 1, .cells = 1, .rows_in_cell = 1});
  EXPECT_EQ(counted_place({keys}, terms).error().message,
            "this ledger has a budget in rho, and this release has a delta and no rho; "
            "ask with Gaussian noise or without a delta, or name another ledger");
  EXPECT_EQ(**counted_place({keys, discrete_gaussian_cells(10, 1)}, terms), 1u);
  EXPECT_EQ(**counted_place({discrete_laplace_cells(2, 1)}, terms), 0u);
  EXPECT_FALSE(within_caps({{keys, 1}}, terms));
  for (const char* delta : {"0", "1", "-1"})
    EXPECT_FALSE(caps_in_rho(1, number(delta)));
  EXPECT_FALSE(caps_in_rho(0, number("1e-6")));
  // Terms that say less than the rho means, or have one without its accounting.
  LedgerTerms false_terms = terms;
  false_terms.caps->epsilon = 1;
  EXPECT_FALSE(check_terms(false_terms));
  for (const auto accounting :
       {Accounting::adaptive, Accounting::planned, Accounting::sum}) {
    false_terms = terms;
    false_terms.accounting = accounting;
    EXPECT_FALSE(check_terms(false_terms));
  }
  EXPECT_FALSE(check_terms(
      {.table = "t", .caps = LedgerCaps{1, 0}, .accounting = Accounting::rho}));
}

// 200 counts of (0.05, 1e-5), with the variance that the program takes for that; the
// exact value at delta 1e-3 is 0.577383 (test/vectors/loss_sums.py).
TEST(LedgerTotal, ManyGaussianReleasesAreCountedAsWhatTheyAre) {
  const auto release = *composition_by_privacy_loss(
      {*discrete_gaussian_loss(number("3337.8"), 1)}, {1}, number("1e-5"));
  LedgerTerms terms{.table = "t",
                    .caps = LedgerCaps{1, number("1e-3")},
                    .accounting = Accounting::planned};
  EXPECT_LE(ledger_total({{release, 200}}, terms)->promise().epsilon, number("0.58"));
  EXPECT_GE(ledger_total({{release, 200}}, terms)->promise().epsilon, number("0.5773"));
  terms.accounting = Accounting::adaptive;
  EXPECT_TRUE(within_caps({{release, 200}}, terms));
  EXPECT_EQ(ledger_total({{release, 200}}, terms)->name, "concentrated");
  terms.caps->epsilon = number("0.5773");
  EXPECT_FALSE(within_caps({{release, 200}}, terms));
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
