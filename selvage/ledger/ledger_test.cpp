#include "selvage/ledger/ledger.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/guarantee/outlier_composition.hpp"
#include "selvage/guarantee/outlier_conversion.hpp"
#include "selvage/guarantee/warped_cells.hpp"
#include "selvage/guarantee/zcdp.hpp"
#include "selvage/ledger/ledger_testing.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {
namespace {

Derivation average_case() {
  return {"given", {}, {}, {RandomDpPromise{1, 0, Rational(1, 20)}}};
}

class LedgerTest : public testing::Test {
 protected:
  Ledger make(const LedgerTerms& terms) {
    auto ledger = Ledger::create(path_, terms);
    EXPECT_TRUE(ledger) << ledger.error().message;
    return *std::move(ledger);
  }
  const TemporaryFolder folder_;
  const std::string path_ = folder_.file("payroll.ledger");
};

TEST_F(LedgerTest, TermsComeBack) {
  make({.table = "payroll \"2026\"",
        .caps = LedgerCaps{Rational(10, 3), number("1e-6")},
        .profile = *parse_profile("20:1/7,3:0.1,1"),
        .neighbours = Neighbours::replace_person,
        .accounting = Accounting::planned});
  const auto ledger = Ledger::open(path_);
  ASSERT_TRUE(ledger);
  EXPECT_EQ(ledger->terms().table, "payroll \"2026\"");
  EXPECT_EQ(ledger->terms().caps, (LedgerCaps{Rational(10, 3), number("1e-6")}));
  EXPECT_EQ(profile_text(ledger->terms().profile), "3:0.1,20:1/7,1");
  EXPECT_EQ(ledger->terms().neighbours, Neighbours::replace_person);
  EXPECT_EQ(ledger->terms().accounting, Accounting::planned);
}

TEST_F(LedgerTest, ALedgerWithoutCapsRecords) {
  make({.table = "t", .accounting = Accounting::sum});
  auto ledger = Ledger::open(path_);
  ASSERT_TRUE(ledger);
  EXPECT_FALSE(ledger->terms().caps);
  EXPECT_TRUE(ledger->terms().profile.empty());
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(ledger->charge(laplace_charge(Rational(1, 9))));
  ASSERT_TRUE(ledger->charge(
      {"", "", {*dp_from_zcdp(discrete_gaussian_cells(9, 1), Rational(1, 3))}}));
  const auto spent = ledger->spent();
  ASSERT_TRUE(spent && spent->capped);
  EXPECT_EQ(spent->counted->name, "basic");
  EXPECT_GE(spent->overall()->epsilon, Rational(27));
  EXPECT_EQ(spent->overall()->delta, Rational(1, 3));
  EXPECT_EQ(spent->capped->conclusion.promise, Promise(spent->counted->promise()));
  EXPECT_TRUE(ledger->check());
}

TEST_F(LedgerTest, AnExistingFileIsNeverReplaced) {
  std::ofstream(path_) << "precious";
  const auto made = Ledger::create(path_, {.table = "t", .caps = LedgerCaps{1, 0}});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::invalid_request);
  std::string content;
  std::ifstream(path_) >> content;
  EXPECT_EQ(content, "precious");
  EXPECT_EQ(folder_.files(), 1u);
}

TEST_F(LedgerTest, AClosedLedgerIsOneFile) {
  { (void)make({.table = "t", .caps = LedgerCaps{1, 0}}).charge(laplace_charge(4)); }
  EXPECT_EQ(folder_.files(), 1u);
}

TEST_F(LedgerTest, ChargesAddUpToTheCapExactly) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{1, 0}});
  EXPECT_EQ(ledger.spent()->overall()->epsilon, Rational(0));
  for (int i = 1; i <= 3; ++i) {
    const auto place = ledger.charge(laplace_charge(3));
    ASSERT_TRUE(place) << place.error().message;
    EXPECT_EQ(place->id, i);
    EXPECT_EQ(*ledger.head(), *place);
  }
  const auto refused = ledger.charge(laplace_charge(1'000'000));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::budget_exceeded);
  EXPECT_EQ(ledger.history()->size(), 3u);
  EXPECT_EQ(*ledger.spent()->overall(), (DpPromise{1, 0}));
  EXPECT_EQ(ledger.spent()->counted->name, "sum");
  EXPECT_TRUE(holds(ledger.spent()->counted->derivation));
  EXPECT_TRUE(ledger.check());
}

// Somebody with 100 rows has 100 times the epsilon of a row: a sum over both would be
// true for nobody.
// The second alone would fit: after a refusal there is no trace of either.
TEST_F(LedgerTest, SeveralChargesAreAllMadeOrNone) {
  Ledger ledger = make({.table = "t", .caps = LedgerCaps{3, 0}});
  const std::vector<Charge> two = {laplace_charge(1), laplace_charge(1)};
  const auto places = ledger.charge_all(two);
  ASSERT_TRUE(places) << places.error().message;
  ASSERT_EQ(places->size(), 2u);
  EXPECT_EQ(places->back().id, places->front().id + 1);
  const auto refused = ledger.charge_all(two);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::budget_exceeded);
  EXPECT_EQ(ledger.history()->size(), 2u);
  EXPECT_TRUE(ledger.charge(two.front()));
  EXPECT_TRUE(ledger.check());
}

TEST_F(LedgerTest, OneLedgerCountsOneUnitOfPrivacy) {
  const PrivacyUnit rows, who{"who"}, same_letters{"Who"};
  for (const auto& [ours, other] :
       {std::pair(rows, who), std::pair(who, rows), std::pair(who, same_letters)}) {
    std::filesystem::remove(path_);
    auto ledger = make({.table = "t", .caps = LedgerCaps{1, 0}, .unit = ours});
    Charge charge = laplace_charge(4);
    charge.unit = other;
    const auto refused = ledger.charge(charge);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::budget_exceeded);
    for (const PrivacyUnit& unit : {ours, other})
      EXPECT_NE(refused.error().message.find(unit.words()), std::string::npos)
          << refused.error().message;
    EXPECT_EQ(ledger.head()->id, 0);
    charge.unit = ours;
    EXPECT_TRUE(ledger.charge(charge));
    EXPECT_TRUE(ledger.check());
    EXPECT_EQ(Ledger::open(path_)->terms().unit, ours);
  }
}

TEST_F(LedgerTest, AQuestionAboutAnotherUnitIsFoundByTheCheck) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{1, 0}, .unit = {"who"}});
  Charge charge = laplace_charge(4, R"({"question":{"person":{"column":"who"}}})", "");
  charge.unit = {"who"};
  ASSERT_TRUE(ledger.charge(charge));
  EXPECT_TRUE(ledger.check());
  charge.question = R"({"question":{"person":"one row"}})";
  ASSERT_TRUE(ledger.charge(charge));
  const auto checked = ledger.check();
  ASSERT_FALSE(checked);
  EXPECT_NE(checked.error().message.find("entry 2 protects one row"),
            std::string::npos);
}

TEST_F(LedgerTest, PlannedReleasesAreComposedByTheTightestTheorem) {
  auto ledger = make({.table = "t",
                      .caps = LedgerCaps{3, number("1e-6")},
                      .accounting = Accounting::planned});
  int charged = 0;
  while (ledger.charge(laplace_charge(10))) ++charged;
  EXPECT_GT(charged, 30);  // 30 by the sum
  const auto spent = ledger.spent();
  ASSERT_TRUE(spent && spent->counted && spent->capped);
  EXPECT_LE(spent->overall()->epsilon, Rational(3));
  EXPECT_TRUE(holds(*spent->capped));
  EXPECT_EQ(spent->capped->conclusion, spent->counted->derivation.conclusion);
  EXPECT_TRUE(ledger.check());
  // The next one is too much, by every theorem.
  EXPECT_GT(
      best_composition({{discrete_laplace_cells(10, 1), charged + 1}}, number("1e-6"))
          ->best.promise()
          .epsilon,
      Rational(3));
}

// The sum as it is while it fits; then the caps, which is what may be claimed anyway.
TEST_F(LedgerTest, AdaptiveReleasesAreFiltered) {
  const DpPromise caps{3, number("1e-3")};
  auto ledger = make({.table = "t", .caps = LedgerCaps{caps.epsilon, caps.delta}});
  std::int64_t charged = 0;
  while (ledger.charge(laplace_charge(10))) ++charged;
  EXPECT_GT(charged, 60);
  for (const std::int64_t up_to : {std::int64_t{1}, std::int64_t{30}, charged}) {
    const auto spent = ledger.spent(up_to);
    ASSERT_TRUE(spent && spent->counted && spent->capped);
    EXPECT_EQ(spent->entries, up_to);
    EXPECT_EQ(spent->counted->name, up_to <= 30 ? "sum" : "concentrated");
    EXPECT_EQ(*spent->overall(),
              up_to <= 30 ? (DpPromise{Rational(up_to, 10), 0}) : caps);
    EXPECT_EQ(spent->capped->conclusion.promise, Promise(caps));
    EXPECT_TRUE(holds(*spent->capped) && holds(spent->counted->derivation));
  }
  EXPECT_EQ(ledger.spent(0)->entries, 0);
  EXPECT_FALSE(ledger.spent(0)->capped);
  EXPECT_EQ(ledger.spent(charged)->entries, ledger.spent()->entries);
  // Something smaller may still fit, but not by its rho alone.
  EXPECT_FALSE(ledger.charge(laplace_charge(9)));
  EXPECT_TRUE(ledger.check());
}

TEST_F(LedgerTest, NoiseOfOtherKindsIsCountedTogether) {
  auto ledger = make({.table = "t",
                      .caps = LedgerCaps{3, number("1e-6")},
                      .accounting = Accounting::planned});
  ASSERT_TRUE(ledger.charge(laplace_charge(7)));
  ASSERT_TRUE(ledger.charge({"q", "", {discrete_gaussian_cells(200, 1)}}));
  ASSERT_TRUE(ledger.charge(laplace_charge(7)));
  const auto spent = ledger.spent();
  ASSERT_TRUE(spent);
  EXPECT_EQ(spent->counted->promise(),
            best_composition({{discrete_laplace_cells(7, 1), 2},
                              {discrete_gaussian_cells(200, 1), 1}},
                             number("1e-6"))
                ->best.promise());
  EXPECT_EQ(ledger.spent(1)->counted->promise(),
            best_composition({{discrete_laplace_cells(7, 1), 1}}, number("1e-6"))
                ->best.promise());
}

TEST_F(LedgerTest, OtherNeighboursAreRefused) {
  auto ledger = make({.table = "t",
                      .caps = LedgerCaps{3, 0},
                      .neighbours = Neighbours::replace_person});
  const auto refused = ledger.charge(laplace_charge(3));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_request);
  EXPECT_TRUE(ledger.charge(
      {"q", "", {*replace_from_add_remove(discrete_laplace_cells(3, 1))}}));
  EXPECT_EQ(*ledger.spent()->overall(), (DpPromise{Rational(2, 3), 0}));
}

TEST_F(LedgerTest, OtherPromisesEndTheOverallClaimAndOnlyIfThatIsSaid) {
  auto ledger = make({.table = "t", .accounting = Accounting::sum});
  Charge charge{"q", "", {average_case()}};
  const auto refused = ledger.charge(charge);
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().message,
      "a release that promises random_dp and no dp ends every overall claim about "
      "the table; say so if that is wanted");
  // Fixed before any answer: in one charge, whatever else is in it.
  charge.gives_up_overall_claim = true;
  Charge with_dp{"q", "", {average_case(), discrete_laplace_cells(2, 1)}};
  ASSERT_TRUE(ledger.charge_all(std::vector{with_dp, charge, charge}));
  const auto spent = ledger.spent();
  ASSERT_TRUE(spent);
  ASSERT_FALSE(spent->overall());
  EXPECT_EQ(spent->overall().error().message,
            "entry 2 promises no differential privacy, so none can be claimed of all "
            "entries together");
  EXPECT_EQ(spent->counted->promise(), (DpPromise{Rational(1, 2), 0}));
  EXPECT_EQ(spent->random, (RandomDpPromise{2, 0, Rational(1, 10)}));
  EXPECT_FALSE(ledger.spent(1)->random);  // its dp promise counts
  EXPECT_EQ(ledger.spent(2)->random, (RandomDpPromise{1, 0, Rational(1, 20)}));
  EXPECT_TRUE(ledger.charge(laplace_charge(4)));  // dp may be asked after answers
  const auto history = ledger.history();
  EXPECT_EQ((*history)[0].other, "[" + derivation_text(average_case()) + "]");
  EXPECT_EQ((*history)[1].counted, "null");
  EXPECT_TRUE(ledger.check());
}

// Product composition is all there is: an average-case question that an answer may have
// chosen has no promise.
TEST_F(LedgerTest, AnAverageCaseQuestionAfterAnAnswerIsRefused) {
  auto ledger = make({.table = "t", .accounting = Accounting::sum});
  ASSERT_TRUE(ledger.charge(laplace_charge(2)));
  const Charge charge{"q", "", {average_case()}, true};
  const auto refused = ledger.charge(charge);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::budget_exceeded);
  EXPECT_NE(refused.error().message.find("fixed before any answer"), std::string::npos);
  EXPECT_FALSE(ledger.charge_all(std::vector{laplace_charge(2), charge}));
  EXPECT_EQ(ledger.history()->size(), 1u);
  // Beside a dp promise that counts it is no more than a word.
  EXPECT_TRUE(ledger.charge({"q", "", {average_case(), discrete_laplace_cells(2, 1)}}));
}

// A wrong number of people is refused after the charge, and tells nothing but that
// number; so does a release that ended before its answer. [T347]
TEST_F(LedgerTest, AnAverageCaseQuestionMayFollowOnesThatWereNeverAnswered) {
  auto ledger = make({.table = "t", .accounting = Accounting::sum});
  const Charge charge{"q", "", {average_case()}, true};
  ASSERT_TRUE(ledger.charge(charge));
  ASSERT_TRUE(ledger.charge(charge));
  EXPECT_EQ(ledger.spent()->random, (RandomDpPromise{2, 0, Rational(1, 10)}));
  ASSERT_TRUE(ledger.store_answer(2, "{}"));
  EXPECT_FALSE(ledger.charge(charge));
  EXPECT_EQ(ledger.history()->size(), 2u);
}

TEST_F(LedgerTest, AnAverageCaseQuestionAfterAnUnansweredDpOneIsRefused) {
  auto ledger = make({.table = "t", .accounting = Accounting::sum});
  const Charge charge{"q", "", {average_case()}, true};
  ASSERT_TRUE(ledger.charge(charge));
  ASSERT_TRUE(ledger.charge(laplace_charge(2)));
  EXPECT_FALSE(ledger.charge(charge));
}

// Caps are an epsilon for everybody: what leaves some without one would end the claim
// that they were made for, so it is not taken at all.
TEST_F(LedgerTest, CapsRefuseAverageCasePromises) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{3, 0}});
  for (const bool gives_up : {false, true}) {
    const auto refused = ledger.charge({"q", "", {average_case()}, gives_up});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::budget_exceeded);
    EXPECT_EQ(refused.error().message,
              "the ledger refuses: an average-case promise leaves some people without "
              "any epsilon, and the cap is epsilon 3 for everybody; ask with `epsilon` "
              "instead of `average_case`");
  }
  EXPECT_TRUE(ledger.history()->empty());
  // Beside a dp promise that counts it is no more than a word.
  EXPECT_TRUE(ledger.charge({"q", "", {average_case(), discrete_laplace_cells(2, 1)}}));
}

TEST_F(LedgerTest, AReleaseWithoutPromisesIsRefused) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{1, 0}});
  EXPECT_FALSE(ledger.charge({"q", "", {}}));
  EXPECT_FALSE(ledger.charge({"q", "", {}, true}));
}

TEST_F(LedgerTest, AnAnswerIsStoredOnceAndFoundAgain) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{9, 0}});
  const auto first = ledger.charge(laplace_charge(3, "{\"q\":1}", "2026-03"));
  const auto other = ledger.charge(laplace_charge(3, "{\"q\":1}", "2026-04"));
  const auto unnamed = ledger.charge(laplace_charge(3, "{\"q\":1}", ""));
  ASSERT_TRUE(first && other && unnamed);
  EXPECT_FALSE(*ledger.find_answer("{\"q\":1}", "2026-03"));
  EXPECT_FALSE((*ledger.history())[0].answered);
  ASSERT_TRUE(ledger.store_answer(first->id, "{\"value\":17}"));
  ASSERT_TRUE(ledger.store_answer(unnamed->id, "{\"value\":18}"));
  const auto twice = ledger.store_answer(first->id, "{\"value\":19}");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message, "entry 1 has its answer already");
  EXPECT_EQ(ledger.store_answer(77, "{}").error().message,
            "the ledger has no entry 77");

  const auto found = ledger.find_answer("{\"q\":1}", "2026-03");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->json, "{\"value\":17}");
  EXPECT_EQ((*found)->entry, *first);
  EXPECT_FALSE(*ledger.find_answer("{\"q\":1}", "2026-04"));  // charged, unanswered
  EXPECT_FALSE(*ledger.find_answer("{\"q\":1}", ""));         // no label, no memory
  EXPECT_FALSE(*ledger.find_answer("{\"q\":2}", "2026-03"));
  const auto history = ledger.history();
  EXPECT_TRUE((*history)[0].answered);
  EXPECT_FALSE((*history)[1].answered);
  EXPECT_EQ(ledger.spent()->unanswered, 1);
  EXPECT_EQ(ledger.spent(1)->unanswered, 0);
  EXPECT_TRUE(ledger.check());
}

Charge outlier_charge(const Rational& scale, const std::string& partition) {
  const auto dp = discrete_laplace_cells(scale, 1);
  return {"q", "", {*outlier_from_dp(dp, partition), dp}};
}

TEST_F(LedgerTest, OutlierPromisesBecomeClaimsForEachPartition) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{3, number("1e-6")}});
  ASSERT_TRUE(ledger.charge(outlier_charge(10, "age")));
  ASSERT_TRUE(ledger.charge(outlier_charge(5, "dept")));
  ASSERT_TRUE(ledger.charge(laplace_charge(4)));
  const auto spent = ledger.spent();
  ASSERT_TRUE(spent);
  EXPECT_EQ(spent->counted->promise(), (DpPromise{number("0.55"), 0}));
  ASSERT_EQ(spent->claims.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(holds(spent->claims[i]));
    EXPECT_EQ(spent->claims[i].conclusion.promise,
              Promise(OutlierPromise{
                  {{std::nullopt, number("0.55")}}, 0, i == 0 ? "age" : "dept"}));
  }
  EXPECT_FALSE(spent->no_claims_because);
  EXPECT_EQ(ledger.spent(1)->claims.size(), 1u);
  ASSERT_TRUE(ledger.charge({"q", "", {discrete_gaussian_cells(900, 1)}}));
  EXPECT_TRUE(ledger.spent()->claims.empty());
  EXPECT_EQ(ledger.spent()->no_claims_because,
            "entry 4 has a zcdp promise, which has no epsilon to add to a profile");
  EXPECT_TRUE(ledger.check());
}

// The profile, and beside it what everybody has, if that is something.
Charge warped_charge(const std::string& profile, const std::string& partition) {
  const auto cells = *warped_geometric_cells(*parse_profile(profile), partition);
  Charge charge{"q", "", {cells}};
  if (auto dp = dp_from_outlier(cells)) charge.guarantees.push_back(*std::move(dp));
  return charge;
}

// The delta of such a promise is about small classes alone; a cap for these counts
// epsilons, and takes their delta for that of everybody.
TEST_F(LedgerTest, SmallClassesMayHaveADeltaThatNotEverybodyHas) {
  const auto classes =
      profile_at_most(*warped_geometric_cells(*parse_profile("20:0.1,1"), "age"),
                      *parse_profile("20:0.1,1"), Rational(1, 1000));
  const Charge charge{"q", "", {discrete_laplace_cells(1, 1), *classes}};
  {
    auto ledger = make({.table = "t", .caps = LedgerCaps{3, 0}});
    ASSERT_TRUE(ledger.charge(charge));
    EXPECT_EQ(*ledger.spent()->overall(), (DpPromise{1, 0}));
    EXPECT_TRUE(ledger.check());
  }
  auto ledger = Ledger::create(
      folder_.file("small.ledger"),
      {.table = "t", .caps = LedgerCaps{3, 0}, .profile = *parse_profile("20:0.5,3")});
  ASSERT_TRUE(ledger);
  const auto refused = ledger->charge(charge);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("more delta than its dp promise"),
            std::string::npos);
}

TEST_F(LedgerTest, CapsRefuseWhatNoEpsilonBounds) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{3, 0}});
  ASSERT_TRUE(ledger.charge(warped_charge("20:0.1,1", "age")));
  auto charge = warped_charge("20:0.1,inf", "age");
  for (const bool gives_up : {false, true}) {
    charge.gives_up_overall_claim = gives_up;
    const auto refused = ledger.charge(charge);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::budget_exceeded);
    EXPECT_EQ(
        refused.error().message,
        "the ledger refuses: the release promises nothing to people in classes "
        "of more than 20 over age, so no epsilon bounds it, and the cap is epsilon "
        "3; give larger classes an epsilon");
  }
  EXPECT_EQ(ledger.history()->size(), 1u);
  EXPECT_TRUE(ledger.check());
}

TEST_F(LedgerTest, WithoutCapsWhatNoEpsilonBoundsIsTakenAndSaid) {
  auto ledger = make({.table = "t", .accounting = Accounting::sum});
  ASSERT_TRUE(ledger.charge(warped_charge("20:0.1,1", "age")));
  ASSERT_TRUE(ledger.charge(warped_charge("9:0.2,1", "dept")));
  ASSERT_EQ(ledger.spent()->claims.size(), 2u);
  ASSERT_TRUE(ledger.charge(warped_charge("20:0.1,inf", "age")));
  const auto spent = ledger.spent();
  ASSERT_TRUE(spent);
  EXPECT_EQ(
      spent->overall().error().message,
      "entry 3 promises nothing to people in classes of more than 20 over age, so "
      "no epsilon bounds it; nor can any bound all entries together");
  EXPECT_FALSE(spent->capped);
  ASSERT_EQ(spent->claims.size(), 1u);
  EXPECT_TRUE(holds(spent->claims[0]));
  const auto& claim = std::get<OutlierPromise>(spent->claims[0].conclusion.promise);
  EXPECT_EQ(claim.partition + " " + profile_text(claim.profile), "age 20:1.2,infinity");
  EXPECT_EQ(
      spent->refused_claims,
      (std::vector<std::string>{
          "a release over age promises nothing to people in its large classes, so "
          "nothing can be claimed over dept"}));
  EXPECT_FALSE(spent->no_claims_because);
  EXPECT_TRUE(ledger.spent(2)->overall());
  EXPECT_TRUE(ledger.check());
}

TEST_F(LedgerTest, AProfileOfTenThousandStepsIsStoredAndCheckedInSeconds) {
  const auto profile = *parse_profile("1/10 + k/10000");
  auto ledger = make({.table = "t",
                      .caps = LedgerCaps{9, 0},
                      .profile = *parse_profile("1 + k/5000")});
  const auto start = std::chrono::steady_clock::now();
  const auto place = ledger.charge(warped_charge("1/10 + k/10000", "age"));
  ASSERT_TRUE(place) << place.error().message;
  const auto spent = ledger.spent();
  ASSERT_EQ(spent->claims.size(), 1u);
  EXPECT_EQ(std::get<OutlierPromise>(spent->claims[0].conclusion.promise).profile,
            profile);
  EXPECT_TRUE(ledger.check());
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 60);
}

TEST_F(LedgerTest, AProfileCapsTheClaims) {
  auto ledger = make({.table = "t",
                      .caps = LedgerCaps{3, number("1e-6")},
                      .profile = *parse_profile("20:0.5,1")});
  ASSERT_TRUE(ledger.charge(laplace_charge(4)));
  const auto plain = ledger.charge(laplace_charge(3));
  ASSERT_FALSE(plain);
  EXPECT_EQ(plain.error().kind, ErrorKind::budget_exceeded);
  EXPECT_EQ(
      plain.error().message,
      "the ledger refuses: for people in a class of 1, asked epsilon 1/3, spent "
      "epsilon 0.25, together epsilon 7/12, and the cap of its profile is epsilon "
      "0.5");
  ASSERT_TRUE(ledger.charge(outlier_charge(5, "age=0:100:10")));
  EXPECT_EQ(
      ledger.charge(outlier_charge(10, "dept")).error().message,
      "the ledger refuses: for people in a class of 1 over age=0:100:10, asked "
      "epsilon 0.1, spent epsilon 0.45, together epsilon 0.55, and the cap of its "
      "profile is epsilon 0.5");
  ASSERT_TRUE(ledger.charge(outlier_charge(20, "dept")));
  EXPECT_FALSE(ledger.charge(laplace_charge(1'000'000)));
  EXPECT_EQ(ledger.history()->size(), 3u);
  EXPECT_TRUE(ledger.check());
}

TEST_F(LedgerTest, AnOutlierPromiseThatDoesNotFollowIsRefused) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{3, 0}});
  Charge charge = outlier_charge(5, "age");
  std::get<OutlierPromise>(charge.guarantees[0].conclusion.promise).partition = "dept";
  const auto refused = ledger.charge(charge);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_request);
  EXPECT_EQ(refused.error().message,
            "the outlier promise of this release does not follow from its derivation");
}

TEST_F(LedgerTest, TheFirstAnswerStaysTheAnswer) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{9, 0}});
  for (const char* json : {"1", "2"}) {
    const auto place = ledger.charge(laplace_charge(3, "q", "v"));
    ASSERT_TRUE(ledger.store_answer(place->id, json));
  }
  EXPECT_EQ((*ledger.find_answer("q", "v"))->json, "1");
}

TEST_F(LedgerTest, TwoConnectionsSeeEachOther) {
  auto one = make({.table = "t", .caps = LedgerCaps{1, 0}});
  auto two = Ledger::open(path_);
  ASSERT_TRUE(two);
  ASSERT_TRUE(one.charge(laplace_charge(2)));
  ASSERT_TRUE(two->charge(laplace_charge(2)));
  EXPECT_FALSE(one.charge(laplace_charge(2)));
  EXPECT_EQ(*one.history(), *two->history());
}

TEST_F(LedgerTest, QuestionsOfAnyBytesComeBack) {
  auto ledger = make({.table = "t", .caps = LedgerCaps{9, 0}});
  const std::string odd("a\0'\"\n\xff\xe2\x82\xac", 9);
  ASSERT_TRUE(ledger.charge(laplace_charge(3, odd, odd)));
  EXPECT_EQ(ledger.history()->front().question, odd);
  ASSERT_TRUE(ledger.store_answer(1, odd));
  EXPECT_EQ((*ledger.find_answer(odd, odd))->json, odd);
  EXPECT_TRUE(ledger.check());
}

}  // namespace
}  // namespace selvage
