#include "selvage/ledger/ledger.hpp"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/zcdp.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/ledger/ledger_testing.hpp"

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
  const LedgerFolder folder_;
  const std::string path_ = folder_.file("payroll.ledger");
};

TEST_F(LedgerTest, TermsComeBack) {
  make({.table = "payroll \"2026\"",
        .epsilon = Rational(10, 3),
        .delta = number("1e-6"),
        .neighbours = Neighbours::replace_person,
        .accounting = Accounting::sum});
  const auto ledger = Ledger::open(path_);
  ASSERT_TRUE(ledger);
  EXPECT_EQ(ledger->terms().table, "payroll \"2026\"");
  EXPECT_EQ(ledger->terms().epsilon, Rational(10, 3));
  EXPECT_EQ(ledger->terms().delta, number("1e-6"));
  EXPECT_EQ(ledger->terms().neighbours, Neighbours::replace_person);
  EXPECT_EQ(ledger->terms().accounting, Accounting::sum);
}

TEST_F(LedgerTest, AnExistingFileIsNeverReplaced) {
  std::ofstream(path_) << "precious";
  const auto made = Ledger::create(path_, {.table = "t", .epsilon = 1});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::invalid_request);
  std::string content;
  std::ifstream(path_) >> content;
  EXPECT_EQ(content, "precious");
  EXPECT_EQ(folder_.files(), 1u);
}

TEST_F(LedgerTest, AClosedLedgerIsOneFile) {
  { (void)make({.table = "t", .epsilon = 1}).charge(laplace_charge(4)); }
  EXPECT_EQ(folder_.files(), 1u);
}

TEST_F(LedgerTest, ChargesAddUpToTheCapExactly) {
  auto ledger = make({.table = "t", .epsilon = 1});
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
  EXPECT_EQ(ledger.spent()->counted->name, "basic");
  EXPECT_TRUE(holds(ledger.spent()->counted->derivation));
  EXPECT_TRUE(ledger.check());
}

TEST_F(LedgerTest, WithDeltaTheTightestCompositionCounts) {
  auto ledger = make({.table = "t", .epsilon = 3, .delta = number("1e-6")});
  int charged = 0;
  while (ledger.charge(laplace_charge(10))) ++charged;
  EXPECT_GT(charged, 30);  // 30 by the sum
  const auto spent = ledger.spent();
  ASSERT_TRUE(spent && spent->counted);
  EXPECT_LE(spent->overall()->epsilon, Rational(3));
  EXPECT_TRUE(holds(spent->counted->derivation));
  EXPECT_TRUE(ledger.check());
  // The next one is too much, by every theorem.
  EXPECT_GT(
      best_composition({{discrete_laplace_cells(10, 1), charged + 1}}, number("1e-6"))
          ->best.promise()
          .epsilon,
      Rational(3));
}

TEST_F(LedgerTest, NoiseOfOtherKindsIsCountedTogether) {
  auto ledger = make({.table = "t", .epsilon = 3, .delta = number("1e-6")});
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
}

TEST_F(LedgerTest, OtherNeighboursAreRefused) {
  auto ledger =
      make({.table = "t", .epsilon = 3, .neighbours = Neighbours::replace_person});
  const auto refused = ledger.charge(laplace_charge(3));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_request);
  EXPECT_TRUE(ledger.charge(
      {"q", "", {*replace_from_add_remove(discrete_laplace_cells(3, 1))}}));
  EXPECT_EQ(*ledger.spent()->overall(), (DpPromise{Rational(2, 3), 0}));
}

TEST_F(LedgerTest, OtherPromisesEndTheOverallClaimAndOnlyIfThatIsSaid) {
  auto ledger = make({.table = "t", .epsilon = 1});
  Charge charge{"q", "", {average_case()}};
  const auto refused = ledger.charge(charge);
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().message,
      "a release that promises random_dp and no dp ends every overall claim about "
      "the table; say so if that is wanted");
  charge.guarantees.push_back(discrete_laplace_cells(2, 1));
  ASSERT_TRUE(ledger.charge(charge));  // the dp promise counts
  EXPECT_EQ(*ledger.spent()->overall(), (DpPromise{Rational(1, 2), 0}));
  charge.guarantees.pop_back();
  charge.gives_up_overall_claim = true;
  ASSERT_TRUE(ledger.charge(charge));
  const auto spent = ledger.spent();
  ASSERT_TRUE(spent);
  ASSERT_FALSE(spent->overall());
  EXPECT_EQ(spent->overall().error().message,
            "entry 2 promises no differential privacy, so none can be claimed of all "
            "entries together");
  EXPECT_EQ(spent->counted->promise(), (DpPromise{Rational(1, 2), 0}));
  EXPECT_FALSE(ledger.charge(laplace_charge(1)));  // the caps hold for the others
  const auto history = ledger.history();
  EXPECT_EQ((*history)[0].other, "[" + derivation_text(average_case()) + "]");
  EXPECT_EQ((*history)[1].counted, "null");
  EXPECT_TRUE(ledger.check());
}

TEST_F(LedgerTest, AReleaseWithoutPromisesIsRefused) {
  auto ledger = make({.table = "t", .epsilon = 1});
  EXPECT_FALSE(ledger.charge({"q", "", {}}));
  EXPECT_FALSE(ledger.charge({"q", "", {}, true}));
}

TEST_F(LedgerTest, AnAnswerIsStoredOnceAndFoundAgain) {
  auto ledger = make({.table = "t", .epsilon = 9});
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
  EXPECT_TRUE(ledger.check());
}

TEST_F(LedgerTest, TheFirstAnswerStaysTheAnswer) {
  auto ledger = make({.table = "t", .epsilon = 9});
  for (const char* json : {"1", "2"}) {
    const auto place = ledger.charge(laplace_charge(3, "q", "v"));
    ASSERT_TRUE(ledger.store_answer(place->id, json));
  }
  EXPECT_EQ((*ledger.find_answer("q", "v"))->json, "1");
}

TEST_F(LedgerTest, TwoConnectionsSeeEachOther) {
  auto one = make({.table = "t", .epsilon = 1});
  auto two = Ledger::open(path_);
  ASSERT_TRUE(two);
  ASSERT_TRUE(one.charge(laplace_charge(2)));
  ASSERT_TRUE(two->charge(laplace_charge(2)));
  EXPECT_FALSE(one.charge(laplace_charge(2)));
  EXPECT_EQ(*one.history(), *two->history());
}

TEST_F(LedgerTest, QuestionsOfAnyBytesComeBack) {
  auto ledger = make({.table = "t", .epsilon = 9});
  const std::string odd("a\0'\"\n\xff\xe2\x82\xac", 9);
  ASSERT_TRUE(ledger.charge(laplace_charge(3, odd, odd)));
  EXPECT_EQ(ledger.history()->front().question, odd);
  ASSERT_TRUE(ledger.store_answer(1, odd));
  EXPECT_EQ((*ledger.find_answer(odd, odd))->json, odd);
  EXPECT_TRUE(ledger.check());
}

}  // namespace
}  // namespace selvage
