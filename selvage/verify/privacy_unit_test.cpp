// What a ledger claims of all its entries together, against the exact law of the
// releases themselves: over all small tables, for a person with every number of rows.
#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/ledger/ledger.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/cells_testing.hpp"
#include "selvage/outcome/divergence.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage::verify {
namespace {

// The number of rows, or of rows of which each person adds one at most; epsilon 1/2.
PlannedCells count_of(const Person& person) {
  const auto plan = plan_cells({.reading = {*Domain::make({}), std::nullopt, person},
                                .epsilon = Rational(1, 2)});
  EXPECT_TRUE(plan) << plan.error().message;
  return PlannedCells(*plan);
}

// The divergence over the outcomes that were walked in both worlds; 0 if none exceeds.
Interval delta_of(const WorldLaws::Law& p, const WorldLaws::Law& q,
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

// The greatest delta of two releases about one table at this epsilon, when a person
// comes or goes.
Interval worst_delta(const Mechanism& first, const Mechanism& second,
                     const Rational& epsilon) {
  Interval worst(0);
  WorldLaws laws({&first, &second}, 1e-7);
  std::map<std::pair<std::size_t, std::size_t>, bool> seen;
  for_each_neighbours(
      {{"ann", {}}, {"bob", {}}}, 3,
      [&](const SmallTable& with, const SmallTable& without) {
        if (!seen.emplace(std::pair(with.size(), without.size()), true).second) return;
        const auto& p = laws.of(with);
        const auto& q = laws.of(without);
        for (const Interval& delta : {delta_of(p, q, epsilon), delta_of(q, p, epsilon)})
          if (worst.upper() < delta.upper()) worst = delta;
      });
  return worst;
}

Charge charge_of(const Mechanism& mechanism) {
  return {.question = "{}",
          .version = "",
          .guarantees = mechanism.guarantees(),
          .unit = {mechanism.needs().reading.person.column}};
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
  const PlannedCells people = count_of({"who", 1, 1, PerPerson::sum}),
                     rows = count_of({});
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
