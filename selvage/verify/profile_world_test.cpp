// Whole releases under a profile over small worlds, the choice of each person's cell
// included: the promise by classes, exactly.
#include <gtest/gtest.h>

#include "selvage/mechanism/outlier/outlier_testing.hpp"
#include "selvage/mechanism/outlier/profile_plan.hpp"
#include "selvage/outcome/divergence.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage::verify {
namespace {

constexpr std::size_t kRows = 4;

// One cell of each person, of two keys or of keys that nobody told us.
OutlierPlan plan_of(const std::string& profile, const char* keys, std::int64_t rows,
                    std::int64_t cells = 1, PerPerson how = PerPerson::first) {
  const bool unknown = std::string(keys) == "?";
  const auto plan =
      plan_profile({.reading = {*Domain::make({{"k", *parse_values(keys), !unknown}}),
                                std::nullopt,
                                {"p", rows, cells, how}},
                    .epsilon = 0,
                    .delta = unknown ? Rational(1, 20) : Rational(0)},
                   {.profile = *parse_profile(profile), .partition = keys});
  EXPECT_TRUE(plan) << plan.error().message;
  return *plan;
}

const SmallWorld kWorld = {possible_rows({"ann", "bob", "cy"}, {"a", "b"}, {"1"}),
                           kRows};

// Where the guarantee by classes stands.
std::size_t by_classes(const Mechanism& mechanism) {
  const auto guarantees = mechanism.guarantees();
  for (std::size_t i = 0; i < guarantees.size(); ++i)
    if (std::holds_alternative<OutlierPromise>(guarantees[i].conclusion.promise))
      return i;
  ADD_FAILURE();
  return 0;
}

// At the epsilon of the person's class.
WorldExcess excess_by_classes(const OutlierPlan& plan) {
  const PlannedOutlier mechanism(plan);
  WorldLaws laws({&mechanism}, 1e-8);
  return excess_of(laws, kWorld, mechanism, by_classes(mechanism));
}

TEST(ProfileWorld, EverybodyHasTheEpsilonOfTheirClass) {
  for (const char* profile : {"1:2,4", "2:1.5,5", "1:0,3", "1:2,inf", "1:1,2:2,4"})
    for (const std::int64_t rows : {1, 2, 3}) {
      const PlannedOutlier mechanism(plan_of(profile, "a", rows));
      WorldLaws laws({&mechanism}, 1e-8);
      for (std::size_t i = 0; i < mechanism.guarantees().size(); ++i) {
        const WorldExcess at = excess_of(laws, kWorld, mechanism, i);
        EXPECT_LE(at.certain, Rational(0)) << profile;
        EXPECT_LT(at.upper, Rational(1, 1000)) << profile;
      }
      EXPECT_GT(
          excess_of(laws, kWorld, mechanism, by_classes(mechanism), Rational(3, 4))
              .certain,
          Rational(1, 50))
          << profile;
    }
}

TEST(ProfileWorld, TwiceTheEpsilonIsFound) {
  OutlierPlan plan = plan_of("1:2,4", "a", 2);
  const CountNoise loud = WarpedNoise{std::make_shared<const WarpedGeometric>(
      *WarpedGeometric::make(*parse_profile("1:4,4")))};
  plan.numbers[0].add_noise = [loud](auto numbers, auto& random) {
    replace_counts(loud, numbers, random);
  };
  EXPECT_GT(excess_by_classes(plan).certain, Rational(1, 10));
}

// To those who are alone with a key it is shown with probability delta; all others have
// their epsilon alone.
TEST(ProfileWorld, UnknownKeysHaveTheirDelta) {
  const OutlierPlan plan = plan_of("1:1,3", "?", 2);
  const WorldExcess at = excess_by_classes(plan);
  EXPECT_LE(at.certain, Rational(0));
  EXPECT_LT(at.upper, Rational(1, 2000));
  EXPECT_GT(at.upper, promised_profile(plan)->delta * Rational(-1, 100));  // tight
  OutlierPlan early = plan;
  --*early.key_threshold;
  EXPECT_GT(excess_by_classes(early).certain, Rational(1, 100));
}

// The key that chooses a person's cell is the same for the same classes, and another
// for others.
TEST(ProfileWorld, ClassesStayFromReleaseToRelease) {
  EXPECT_EQ(class_key(plan_of("1:2,4", "a", 2)), class_key(plan_of("1:2,4", "a", 2)));
  EXPECT_NE(class_key(plan_of("1:2,4", "a", 2)), class_key(plan_of("1:2,4", "b", 2)));
  const auto plain = plan_cells({.reading = {*Domain::make({})}, .epsilon = 1});
  EXPECT_FALSE(class_key(*plain));
}

// Why: ann has rows in both cells, and is alone in the first. With a key that is drawn
// anew she is in either, and noticed among the many of the second.
TEST(ProfileWorld, AKeyThatIsDrawnAnewBreaksThePromise) {
  const PlannedOutlier mechanism(plan_of("1:1/2,4", "a", 1));
  SmallTable with = {{"ann", {"a", "1"}}, {"ann", {"b", "1"}}};
  for (const char* other : {"bob", "cy", "dan"}) with.push_back({other, {"b", "1"}});
  const SmallTable without(with.begin() + 2, with.end());
  const auto law = [&](const SmallTable& table) {
    return law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
      std::uint64_t seed = 0;
      random.uniform_below(std::span(&seed, 1), 8);
      SmallWorldReader reader(mechanism.needs().reading, table, {},
                              test_key(static_cast<std::uint8_t>(seed)));
      return *mechanism.run(reader, random);
    });
  };
  EXPECT_GT(hockey_stick(law(with), law(without), Rational(1, 2)).resolved.lower(),
            Rational(1, 20));
}

// Two people who may be in either cell, and one more in the second.
const SmallTable kFew = {{"ann", {"a", "1"}},
                         {"ann", {"b", "1"}},
                         {"bob", {"a", "1"}},
                         {"bob", {"b", "1"}},
                         {"cy", {"b", "1"}}};

// What both promise to the person's class, as a ledger adds it up.
WorldPromise sum_of(const Mechanism& one, const Mechanism& other) {
  return [first = promise_of(one, one.guarantees()[by_classes(one)].conclusion),
          second = promise_of(other, other.guarantees()[by_classes(other)].conclusion)](
             const SmallTable& with, const SmallTable& without) {
    const auto a = first(with, without), b = second(with, without);
    return std::optional(DpPromise{a->epsilon + b->epsilon, a->delta + b->delta});
  };
}

// Chosen by the same public key among what the caps leave, as one might think.
class ReadByCaps : public PlannedOutlier {
 public:
  using PlannedOutlier::PlannedOutlier;
  Needs needs() const override { return {plan().reading, std::nullopt}; }
};

// T60, T36: what a ledger claims of two releases over one partition holds, whatever
// their caps.
TEST(ProfileWorld, TwoReleasesOverOnePartitionAddUpWhateverTheirCaps) {
  const SmallWorld world{kFew, kRows};
  const PlannedOutlier one(plan_of("1:1/4,3", "a", 1, 1, PerPerson::sum));
  const PlannedOutlier wider(plan_of("1:1/4,3", "a", 1, 2, PerPerson::sum));
  const PlannedOutlier longer(plan_of("1:1/2,2", "a", 3, 1, PerPerson::first));
  for (const PlannedOutlier* other : {&wider, &longer}) {
    ASSERT_EQ(one.needs().class_key, other->needs().class_key);
    WorldLaws laws({&one, other}, 1e-6, test_key(9));
    const WorldExcess at = worst_excess(laws, world, sum_of(one, *other));
    EXPECT_LE(at.certain, Rational(0));
    EXPECT_LT(at.upper, Rational(1, 100));
  }
  const ReadByCaps first(one.plan()), second(wider.plan());
  WorldLaws laws({&first, &second}, 1e-6, *one.needs().class_key);
  EXPECT_GT(worst_excess(laws, world, sum_of(one, wider)).certain, Rational(1, 20));
}

}  // namespace
}  // namespace selvage::verify
