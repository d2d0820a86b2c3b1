// What a ledger claims of all its entries together, against the exact law of the
// releases themselves: over all small tables, for a person with every number of rows.
#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/ledger/ledger.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/verify/divergence.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage::verify {
namespace {

// The number of rows, or of rows of which each person adds one at most; epsilon 1/2.
CellsPlan count_of(const Person& person) {
  const auto plan = plan_cells({.reading = {*Domain::make({}), std::nullopt, person},
                                .epsilon = Rational(1, 2)});
  EXPECT_TRUE(plan) << plan.error().message;
  return *plan;
}

// Two releases about one table.
OutcomeLaw<Outcome> law_of_both(const CellsPlan& first, const CellsPlan& second,
                                const SmallTable& table) {
  const Cells one = *SmallWorldReader(first.reading, table).cells();
  const Cells two = *SmallWorldReader(second.reading, table).cells();
  return law_of<TreeSource>({.cut = 1e-7}, [&](RandomSource& random) {
    Outcome both = outcome_of(first, release_cells(first, one, random));
    for (const auto& more : outcome_of(second, release_cells(second, two, random)))
      both.push_back(more);
    return both;
  });
}

// The divergence over the outcomes that were walked in both worlds; 0 if none exceeds.
Interval delta_of(const OutcomeLaw<Outcome>& p, const OutcomeLaw<Outcome>& q,
                  const Rational& epsilon) {
  const Epsilon at(epsilon);
  Interval delta(0), others(0);
  for (const auto& [outcome, mass] : p.mass) {
    const auto found = q.mass.find(outcome);
    if (found == q.mass.end())
      others = others + mass.value();
    else
      delta = delta + excess(mass, &found->second, at);
  }
  EXPECT_LT(others.middle(), 1e-3);  // else the lines below prove little
  return delta;
}

// The greatest delta at this epsilon when a person comes or goes.
Interval worst_delta(const CellsPlan& first, const CellsPlan& second,
                     const Rational& epsilon) {
  Interval worst(0);
  std::map<std::pair<std::size_t, std::size_t>, bool> seen;
  for_each_neighbours(
      {{"ann", {}}, {"bob", {}}}, 3,
      [&](const SmallTable& with, const SmallTable& without) {
        if (!seen.emplace(std::pair(with.size(), without.size()), true).second) return;
        const auto p = law_of_both(first, second, with);
        const auto q = law_of_both(first, second, without);
        for (const Interval& delta : {delta_of(p, q, epsilon), delta_of(q, p, epsilon)})
          if (worst.upper() < delta.upper()) worst = delta;
      });
  return worst;
}

Charge charge_of(const CellsPlan& plan) {
  return {.question = "{}",
          .version = "",
          .guarantees = plan.derivations,
          .unit = {plan.reading.person.column}};
}

class PrivacyUnitWorld : public testing::Test {
 protected:
  Ledger ledger_of(const PrivacyUnit& unit) const {
    auto made = Ledger::create(folder_.file("world.ledger"),
                               {.table = "t", .caps = LedgerCaps{1, 0}, .unit = unit});
    EXPECT_TRUE(made);
    return *std::move(made);
  }
  TemporaryFolder folder_;
};

// Whoever has k rows loses k/2 by a release about rows: with 1/2 for the person that is
// 2 for three rows, where a sum of the two promises would say 1.
TEST_F(PrivacyUnitWorld, AClaimHoldsForAPersonWithManyRowsAndAMixtureWouldBreakIt) {
  const CellsPlan people = count_of({"who", 1, 1, PerPerson::sum}), rows = count_of({});
  auto ledger = ledger_of({"who"});
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(ledger.charge(charge_of(people)));
  const auto claimed = ledger.spent()->overall();
  ASSERT_TRUE(claimed);
  EXPECT_EQ(*claimed, (DpPromise{1, 0}));
  EXPECT_EQ(worst_delta(people, people, claimed->epsilon).upper(), Rational(0));
  EXPECT_GT(worst_delta(people, people, Rational(3, 4)).lower(), Rational(1, 100));

  EXPECT_GT(worst_delta(rows, people, claimed->epsilon).lower(), Rational(1, 10));
  EXPECT_EQ(worst_delta(rows, people, 2).upper(), Rational(0));  // three rows
}

TEST_F(PrivacyUnitWorld, TheMixtureIsRefusedAndNothingIsCharged) {
  auto ledger = ledger_of({"who"});
  const auto refused = ledger.charge(charge_of(count_of({})));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::budget_exceeded);
  EXPECT_EQ(ledger.head()->id, 0);
}

}  // namespace
}  // namespace selvage::verify
