#include "selvage/ledger/ledger_claims.hpp"

#include <gtest/gtest.h>

#include "selvage/guarantee/zcdp.hpp"
#include "selvage/ledger/ledger_testing.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {
namespace {

Derivation given(Promise promise,
                 Neighbours neighbours = Neighbours::add_remove_person) {
  return {"given", {}, {}, {std::move(promise), neighbours}};
}

Derivation outlier(const std::string& profile, const std::string& partition) {
  return given(OutlierPromise{*parse_profile(profile), 0, partition});
}

// The profile and, beside it, its supremum as dp.
EntryGroup group(const std::string& profile, const std::string& partition,
                 std::int64_t times = 1) {
  const auto steps = *parse_profile(profile);
  return {given(DpPromise{most(steps).finite(), 0}),
          {outlier(profile, partition)},
          times,
          1};
}

EntryGroup plain(const Rational& epsilon, std::int64_t times = 1) {
  return {given(DpPromise{epsilon, 0}), {}, times, 1};
}

const LedgerTerms kTerms{.table = "t",
                         .caps = LedgerCaps{9, Rational(1, 1000)},
                         .profile = *parse_profile("20:0.5,4")};

std::vector<std::string> told(const LedgerClaims& claims) {
  std::vector<std::string> texts;
  for (const Derivation& claim : claims.claims) {
    const auto& promise = std::get<OutlierPromise>(claim.conclusion.promise);
    texts.push_back(promise.partition + " " + profile_text(promise.profile));
  }
  return texts;
}

TEST(LedgerClaims, EachPartitionAddsItsProfilesAndTheMostOfTheOthers) {
  const auto claims =
      ledger_claims({group("20:0.1,1", "age", 2), group("5:0.01,0.3", "dept"),
                     plain(Rational(1, 8), 4)},
                    kTerms);
  EXPECT_EQ(told(claims),
            (std::vector<std::string>{"age 20:1,2.8", "dept 5:2.51,2.8"}));
  EXPECT_FALSE(claims.none_because);
  EXPECT_TRUE(ledger_claims({plain(1)}, kTerms).claims.empty());
  EXPECT_FALSE(ledger_claims({plain(1)}, kTerms).none_because);
}

// The cells of the finer one are the classes of both together; how large the coarse
// class of somebody in a small fine one is, nobody knows.
TEST(LedgerClaims, OfACoarserPartitionTheMostCountsToo) {
  EXPECT_EQ(told(ledger_claims(
                {group("20:0.1,1", "age"), group("5:0.2,2", "age x dept")}, kTerms)),
            (std::vector<std::string>{"age 20:2.1,3", "age x dept 5:1.2,3"}));
}

TEST(LedgerClaims, AnEntryWithSeveralPartitionsTakesPartInEach) {
  auto both = group("20:0.1,1", "age");
  both.others.push_back(outlier("7:0.2,1", "dept"));
  EXPECT_EQ(told(ledger_claims({both}, kTerms)),
            (std::vector<std::string>{"age 20:0.1,1", "dept 7:0.2,1"}));
}

EntryGroup open(const std::string& profile, const std::string& partition,
                std::int64_t first = 1) {
  return {std::nullopt, {outlier(profile, partition)}, 1, first};
}

const LedgerTerms kNoCaps{.table = "t", .accounting = Accounting::sum};

TEST(LedgerClaims, OverItsOwnClassesAnOpenEntryAddsUpToInfinity) {
  const auto claims = ledger_claims(
      {group("20:0.1,1", "age", 2), open("5:0.3,inf", "age", 3), plain(1)}, kNoCaps);
  EXPECT_EQ(told(claims), (std::vector<std::string>{"age 5:1.5,infinity"}));
  EXPECT_TRUE(claims.refused.empty());
  EXPECT_FALSE(claims.none_because);
}

TEST(LedgerClaims, OverOtherClassesAnOpenEntryEndsTheClaim) {
  const auto claims = ledger_claims(
      {group("20:0.1,1", "age"), open("5:0.3,inf", "dept", 2), group("9:1,2", "dept")},
      kNoCaps);
  EXPECT_EQ(told(claims), (std::vector<std::string>{"dept 5:2.3,infinity"}));
  EXPECT_EQ(claims.refused,
            (std::vector<std::string>{
                "a release over dept promises nothing to people in its large classes, "
                "so nothing can be claimed over age"}));
  const auto neither =
      ledger_claims({open("5:0.3,inf", "dept"), open("5:0.3,inf", "age")}, kNoCaps);
  EXPECT_TRUE(neither.claims.empty());
  EXPECT_EQ(neither.refused.size(), 2U);
}

TEST(LedgerClaims, OnlyAnOutlierPromiseAloneThatIsInfiniteIsOpen) {
  EXPECT_NE(open_promise(open("5:0.3,inf", "age"), kNoCaps), nullptr);
  EXPECT_EQ(open_promise(open("5:0.3,1", "age"), kNoCaps), nullptr);
  EXPECT_EQ(open_promise(group("5:0.3,1", "age"), kNoCaps), nullptr);
  auto bounded = open("5:0.3,inf", "age");
  bounded.others.push_back(outlier("2", "dept"));  // everybody has 2
  EXPECT_EQ(open_promise(bounded, kNoCaps), nullptr);
  auto counted = open("5:0.3,inf", "age");
  counted.counted = plain(1).counted;
  EXPECT_EQ(open_promise(counted, kNoCaps), nullptr);
  EXPECT_EQ(open_sentence({*parse_profile("5:0.3,inf"), 0, "age"}),
            "promises nothing to people in classes of more than 5 over age, so no "
            "epsilon bounds it");
  EXPECT_EQ(open_sentence({*parse_profile("inf"), 0, "age"}),
            "promises nothing to anybody over age, so no epsilon bounds it");
  // An outlier promise alone that bounds everybody is no dp promise: as it was.
  EXPECT_EQ(
      ledger_claims({group("1", "age"), open("5:0.3,1", "age", 7)}, kNoCaps)
          .none_because,
      "entry 7 promises no differential privacy, so nothing can be claimed for small "
      "classes");
}

TEST(LedgerClaims, ZcdpTakesPartOnlyWithAnOutlierPromise) {
  EntryGroup gauss{discrete_gaussian_cells(9, 1), {}, 1, 7};
  const auto none = ledger_claims({group("20:0.1,1", "age"), gauss}, kTerms);
  EXPECT_TRUE(none.claims.empty());
  EXPECT_EQ(none.none_because,
            "entry 7 has a zcdp promise, which has no epsilon to add to a profile");
  gauss.others.push_back(outlier("3:0.1,2", "dept"));
  EXPECT_EQ(told(ledger_claims({group("20:0.1,1", "age"), gauss}, kTerms)),
            (std::vector<std::string>{"age 20:2.1,3", "dept 3:1.1,3"}));
}

TEST(LedgerClaims, PromisesForOtherNeighboursTakeNoPart) {
  auto entry = plain(1);
  entry.others.push_back(given(OutlierPromise{*parse_profile("20:0.1,1"), 0, "age"},
                               Neighbours::replace_person));
  EXPECT_TRUE(ledger_claims({entry}, kTerms).claims.empty());
}

TEST(LedgerClaims, TheProfileIsComparedAtEveryClassSize) {
  const auto message = [&](const std::vector<EntryGroup>& before,
                           const EntryGroup& asked) {
    const auto refused = profile_refusal(before, asked, kTerms);
    return refused ? refused->message : "";
  };
  const auto small = group("20:0.1,1", "age");
  EXPECT_EQ(message({}, small), "");
  EXPECT_EQ(message({group("20:0.1,1", "age", 3)}, small), "");  // 0.4 and 4
  EXPECT_EQ(
      message({group("20:0.1,1", "age", 4)}, small),
      "the ledger refuses: for people in a class of 21 over age, asked epsilon 1, "
      "spent epsilon 4, together epsilon 5, and the cap of its profile is epsilon "
      "4");
  EXPECT_EQ(
      message({}, group("7:0.5,1", "age")),
      "the ledger refuses: for people in a class of 8 over age, asked epsilon 1, "
      "spent epsilon 0, together epsilon 1, and the cap of its profile is epsilon "
      "0.5");
  // A release about other classes gives everybody its most.
  EXPECT_EQ(message({small}, group("20:0.1,1", "dept")),
            "the ledger refuses: for people in a class of 1 over age, asked epsilon 1, "
            "spent epsilon 0.1, together epsilon 1.1, and the cap of its profile is "
            "epsilon 0.5");
  EXPECT_EQ(message({plain(Rational(1, 4))}, plain(Rational(1, 4))), "");
  EXPECT_NE(message({plain(Rational(1, 4))}, plain(Rational(1, 3))), "");
  LedgerTerms no_profile = kTerms;
  no_profile.profile.clear();
  EXPECT_FALSE(profile_refusal({}, plain(100), no_profile));
}

// What is refused is what the claim would have said.
TEST(LedgerClaims, TheCheckAgreesWithTheClaims) {
  const std::vector<EntryGroup> parts{
      group("20:0.1,1", "age"), group("5:0.3,2", "age", 2), plain(Rational(1, 8), 2),
      group("50:0.02,0.2", "dept"), group("1:0.2,3:0.1,0.4", "dept")};
  int refused = 0;
  for (unsigned which = 1; which < 32; ++which) {
    std::vector<EntryGroup> groups;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if ((which >> i) & 1) groups.push_back(parts[i]);
    const auto claims = ledger_claims(groups, kTerms);
    bool above = false;
    for (const Derivation& claim : claims.claims)
      above = above ||
              first_above(std::get<OutlierPromise>(claim.conclusion.promise).profile,
                          kTerms.profile);
    const EntryGroup last = groups.back();
    groups.pop_back();
    EXPECT_EQ(profile_refusal(groups, last, kTerms).has_value(), above) << which;
    refused += above;
  }
  EXPECT_GT(refused, 5);
  EXPECT_LT(refused, 30);
}

TEST(LedgerClaims, OutlierPromisesMustFollowAndHaveNoMoreDelta) {
  EXPECT_FALSE(check_outliers(group("20:0.1,1", "age"), kTerms));  // rule "given"
  EXPECT_TRUE(check_outliers(plain(1), kTerms));
}

TEST(LedgerClaims, RandomPromisesAreAddedWhereNoDpIs) {
  const auto random = given(RandomDpPromise{1, Rational(1, 9), Rational(1, 20)},
                            Neighbours::replace_person);
  const EntryGroup uncounted{std::nullopt, {random}, 3, 2};
  EntryGroup beside = plain(1);
  beside.others.push_back(random);
  EXPECT_EQ(random_sum({uncounted, beside}),
            (RandomDpPromise{3, Rational(1, 3), Rational(3, 20)}));
  EXPECT_FALSE(random_sum({beside}));
  const EntryGroup other{
      std::nullopt, {given(RandomDpPromise{1, 0, Rational(1, 20)})}, 1, 3};
  EXPECT_FALSE(random_sum({uncounted, other}));  // other neighbours
}

}  // namespace
}  // namespace selvage
