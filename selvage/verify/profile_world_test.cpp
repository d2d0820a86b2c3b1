// Whole releases under a profile over small worlds, the choice of each person's cell
// included: the promise by classes, exactly.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/verify/divergence.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage::verify {
namespace {

constexpr std::size_t kRows = 4;

// One cell of each person, of two keys or of keys that nobody told us.
CellsPlan plan_of(const std::string& profile, const char* keys, std::int64_t rows,
                  std::int64_t cells = 1, PerPerson how = PerPerson::first) {
  const bool unknown = std::string(keys) == "?";
  const auto plan =
      plan_cells({.reading = {*Domain::make({{"k", *parse_values(keys), !unknown}}),
                              std::nullopt,
                              {"p", rows, cells, how}},
                  .epsilon = 0,
                  .delta = unknown ? Rational(1, 20) : Rational(0),
                  .profile = ProfileRequest{.profile = *parse_profile(profile),
                                            .partition = keys}});
  EXPECT_TRUE(plan) << plan.error().message;
  return *plan;
}

const SmallTable kPossible = possible_rows({"ann", "bob", "cy"}, {"a", "b"}, {"1"});

using Counts = std::map<std::string, std::int64_t>;  // of the cells, by name

Counts counts_of(const CellsPlan& plan, const SmallTable& table) {
  const Cells cells =
      *SmallWorldReader(plan.reading, table, {}, class_key(plan)).cells();
  Counts counts;
  for (const CellSums& sums : cells.sums)
    counts[std::to_string(sums.cell) +
           (cells.keys.empty() ? "" : cells.keys[sums.key][0].value_or("-"))] =
        sums.rows;
  return counts;
}

// The people in the class of whoever is in `with` and not in `without`.
std::int64_t class_size(const Counts& with, const Counts& without) {
  std::int64_t size = 0, classes = 0;
  for (const auto& [cell, count] : with) {
    const auto before = without.find(cell);
    const std::int64_t change = count - (before == without.end() ? 0 : before->second);
    EXPECT_TRUE(change == 0 || change == 1);
    if (change == 0) continue;
    size = count;
    ++classes;
  }
  EXPECT_EQ(classes, 1);  // everybody is in exactly one
  return size;
}

// By how much delta exceeds the promise in some world: at most (certainly), and at
// most with what was not walked. At the epsilon of the person's class, times `part`.
struct Excess {
  Rational certain = -1, upper = -1;
};
Excess worst_excess(const CellsPlan& plan, double cut, const Rational& part) {
  const OutlierPromise& promise = *promised_profile(plan);
  Laws laws(plan, cut);
  Excess worst;
  for_each_neighbours(
      kPossible, kRows, [&](const SmallTable& with, const SmallTable& without) {
        const std::int64_t size =
            class_size(counts_of(plan, with), counts_of(plan, without));
        const auto epsilon = epsilon_at(promise.profile, size);
        if (epsilon.is_infinite()) return;
        const Rational at = epsilon.finite() * part;
        const auto& p = laws.of(with);
        const auto& q = laws.of(without);
        for (const auto& [a, b] : {std::pair(&p, &q), std::pair(&q, &p)}) {
          const Divergence d = hockey_stick(*a, *b, at);
          const Rational rim = (Interval(b->unresolved) * exp(Interval(at))).upper();
          worst.certain =
              std::max(worst.certain, d.resolved.lower() - rim - promise.delta);
          worst.upper = std::max(worst.upper, d.upper().upper() - promise.delta);
        }
      });
  return worst;
}

TEST(ProfileWorld, EverybodyHasTheEpsilonOfTheirClass) {
  for (const char* profile : {"1:2,4", "2:1.5,5", "1:0,3", "1:2,inf", "1:1,2:2,4"})
    for (const std::int64_t rows : {1, 2, 3}) {
      const CellsPlan plan = plan_of(profile, "a", rows);
      const Excess at = worst_excess(plan, 1e-8, 1);
      EXPECT_LE(at.certain, Rational(0)) << profile;
      EXPECT_LT(at.upper, Rational(1, 1000)) << profile;
      EXPECT_GT(worst_excess(plan, 1e-8, Rational(3, 4)).certain, Rational(1, 50))
          << profile;
    }
}

TEST(ProfileWorld, TwiceTheEpsilonIsFound) {
  CellsPlan plan = plan_of("1:2,4", "a", 2);
  const Noise loud = WarpedNoise{std::make_shared<const WarpedGeometric>(
      *WarpedGeometric::make(*parse_profile("1:4,4")))};
  plan.numbers[0].add_noise = [loud](auto numbers, auto& random) {
    add_noise(loud, numbers, random);
  };
  EXPECT_GT(worst_excess(plan, 1e-8, 1).certain, Rational(1, 10));
}

// To those who are alone with a key it is shown with probability delta; all others have
// their epsilon alone.
TEST(ProfileWorld, UnknownKeysHaveTheirDelta) {
  const CellsPlan plan = plan_of("1:1,3", "?", 2);
  const Excess at = worst_excess(plan, 1e-8, 1);
  EXPECT_LE(at.certain, Rational(0));
  EXPECT_LT(at.upper, Rational(1, 2000));
  EXPECT_GT(at.upper, promised_profile(plan)->delta * Rational(-1, 100));  // tight
  CellsPlan early = plan;
  --*early.key_threshold;
  EXPECT_GT(worst_excess(early, 1e-8, 1).certain, Rational(1, 100));
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
  const CellsPlan plan = plan_of("1:1/2,4", "a", 1);
  SmallTable with = {{"ann", {"a", "1"}}, {"ann", {"b", "1"}}};
  for (const char* other : {"bob", "cy", "dan"}) with.push_back({other, {"b", "1"}});
  const SmallTable without(with.begin() + 2, with.end());
  const auto law = [&](const SmallTable& table) {
    return law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
      std::uint64_t seed = 0;
      random.uniform_below(std::span(&seed, 1), 8);
      const Cells cells = *SmallWorldReader(plan.reading, table, {},
                                            test_key(static_cast<std::uint8_t>(seed)))
                               .cells();
      return outcome_of(plan, release_cells(plan, cells, random));
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

// Two releases over one partition, as a ledger adds them up: by how much delta exceeds
// 0 at the sum of what both promise to the person's class, certainly and at most.
using Both = std::pair<Outcome, Outcome>;
using Read = std::function<Cells(const CellsPlan& plan, const SmallTable& table)>;
Excess worst_of_two(const CellsPlan& one, const CellsPlan& other, const Read& read) {
  const auto law = [&](const SmallTable& table) {
    const Cells first = read(one, table), second = read(other, table);
    return law_of<TreeSource>({.cut = 1e-6}, [&](RandomSource& random) {
      Outcome told = outcome_of(one, release_cells(one, first, random));
      return Both(std::move(told),
                  outcome_of(other, release_cells(other, second, random)));
    });
  };
  std::map<std::string, OutcomeLaw<Both>> laws;
  const auto known = [&](const SmallTable& table) -> const OutcomeLaw<Both>& {
    std::string name;
    for (const CellsPlan* plan : {&one, &other})
      for (const CellSums& sums : read(*plan, table).sums)
        name += fmt::format("{}:{} ", sums.cell, sums.rows) + "|";
    const auto found = laws.find(name);
    return found != laws.end() ? found->second
                               : laws.emplace(name, law(table)).first->second;
  };
  Excess worst;
  for_each_neighbours(
      kFew, kRows, [&](const SmallTable& with, const SmallTable& without) {
        const std::int64_t size =
            class_size(counts_of(one, with), counts_of(one, without));
        const Rational claimed =
            epsilon_at(promised_profile(one)->profile, size).finite() +
            epsilon_at(promised_profile(other)->profile, size).finite();
        const auto &p = known(with), &q = known(without);
        for (const auto& [a, b] : {std::pair(&p, &q), std::pair(&q, &p)}) {
          const Divergence d = hockey_stick(*a, *b, claimed);
          const Rational rim =
              (Interval(b->unresolved) * exp(Interval(claimed))).upper();
          worst.certain = std::max(worst.certain, d.resolved.lower() - rim);
          worst.upper = std::max(worst.upper, d.upper().upper());
        }
      });
  return worst;
}

// T60, T36: what a ledger claims of two releases over one partition holds, whatever
// their caps.
TEST(ProfileWorld, TwoReleasesOverOnePartitionAddUpWhateverTheirCaps) {
  const CellsPlan one = plan_of("1:1/4,3", "a", 1, 1, PerPerson::sum);
  const Read by_class = [](const CellsPlan& plan, const SmallTable& table) {
    return *SmallWorldReader(plan.reading, table, test_key(9), class_key(plan)).cells();
  };
  // Chosen by the same public key among what the caps leave, as one might think.
  const Read by_caps = [](const CellsPlan& plan, const SmallTable& table) {
    return *SmallWorldReader(plan.reading, table, *class_key(plan)).cells();
  };
  for (const CellsPlan& other : {plan_of("1:1/4,3", "a", 1, 2, PerPerson::sum),
                                 plan_of("1:1/2,2", "a", 3, 1, PerPerson::first)}) {
    ASSERT_EQ(class_key(one), class_key(other));
    const Excess at = worst_of_two(one, other, by_class);
    EXPECT_LE(at.certain, Rational(0));
    EXPECT_LT(at.upper, Rational(1, 100));
  }
  EXPECT_GT(
      worst_of_two(one, plan_of("1:1/4,3", "a", 1, 2, PerPerson::sum), by_caps).certain,
      Rational(1, 20));
}

}  // namespace
}  // namespace selvage::verify
