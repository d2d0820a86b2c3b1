// The check before each release: it confirms what is promised at every epsilon that is
// taken, quickly, and finds noise that is too small.
#include <gtest/gtest.h>

#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/tested/tested_testing.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

using Kind = TestedRequest::Kind;

const Rational kSmallDelta(1, 1'000'000);

std::shared_ptr<const TestedMechanism> tested_at(Kind kind, const Rational& epsilon,
                                                 std::int64_t people = 1000) {
  return tested({.kind = kind,
                 .people = people,
                 .epsilon = epsilon,
                 .delta = kSmallDelta,
                 .unit = 1});
}

std::vector<Rational> all_epsilons() {
  std::vector<Rational> all;
  for (const char* text : {"0.0003", "0.001", "0.003", "0.01", "0.02", "0.04", "0.06",
                           "0.08", "0.1", "0.3", "1/3", "1", "3", "10", "30", "60"})
    all.push_back(*Rational::parse(text));
  return all;
}

TEST(TestedEvidence, ConfirmsEveryEpsilonThatIsTaken) {
  for (const Kind kind : {Kind::scale, Kind::median, Kind::trimmed_mean})
    for (const Rational& epsilon : all_epsilons())
      for (const std::int64_t people : {3, 1000}) {
        const auto mechanism = tested_at(kind, epsilon, people);
        const auto verified = verify::verify_for_release(*mechanism);
        ASSERT_TRUE(verified) << mechanism->name() << ' ' << epsilon.text();
        EXPECT_EQ(verified->level, VerificationLevel::theorem_only);
      }
}

// Also where nearly all are left out, and of fewer people nobody would be left over.
TEST(TestedEvidence, ConfirmsEveryShareThatIsTaken) {
  for (const std::int64_t people : {401, 100'001, 1'000'000'001})
    for (const char* trimmed : {"0.000000001", "0.9", "0.994", "0.99999"}) {
      const auto mechanism = TestedMechanism::make(
          certain_question(), {.kind = Kind::trimmed_mean,
                               .people = people,
                               .epsilon = 1,
                               .delta = kSmallDelta,
                               .unit = 1,
                               .trimmed = *Rational::parse(trimmed)});
      if (!mechanism) continue;
      EXPECT_TRUE(verify::verify_for_release(**mechanism)) << people << ' ' << trimmed;
    }
}

TEST(TestedEvidence, OfOtherAnswersAfterTestsToo) {
  for (const Rational& epsilon : all_epsilons()) {
    if (epsilon > 20) continue;  // of one test
    for (const auto& at : {std::optional(Rational(1, 2)), std::optional<Rational>()}) {
      // Fewer ask for a look that is too far.
      if (epsilon < (at ? Rational(1, 1000) : Rational(1, 50))) continue;
      const auto mechanism = certain({at, epsilon, kSmallDelta, 1});
      EXPECT_TRUE(verify::verify_for_release(*mechanism)) << epsilon.text();
    }
    if (epsilon >= Rational(1, 25)) {
      EXPECT_TRUE(verify::verify_for_release(
          *trimmed_mean({.epsilon = epsilon, .delta = kSmallDelta})))
          << epsilon.text();
    }
  }
}

TEST(TestedEvidence, HoldsForAnAudit) {
  for (const Kind kind : {Kind::scale, Kind::median, Kind::trimmed_mean})
    for (const Rational& epsilon : {Rational(1, 25), Rational(1)}) {
      const auto audit = verify::audit(*tested_at(kind, epsilon));
      EXPECT_TRUE(audit.holds) << epsilon.text();
      EXPECT_GT(audit.checks.size(), 20u);
    }
}

// Pairs whose distances are one apart need all of the epsilon that they are given, and
// pairs of noise too.
TEST(TestedEvidence, SeesAPromiseThatIsTooLarge) {
  for (const Kind kind : {Kind::scale, Kind::median, Kind::trimmed_mean})
    for (const Rational& epsilon : {Rational(1, 25), Rational(1)}) {
      const auto mechanism = tested_at(kind, epsilon);
      for (const char* number : {"test", "scale"}) {
        Evidence evidence = mechanism->evidence(Effort::before_release);
        EXPECT_TRUE(verify::verify_for_release(mechanism->guarantees(), evidence));
        for (NeighbourPair& pair : evidence.pairs)
          if (pair.number == number)
            pair.epsilon = pair.epsilon.finite() * Rational(99, 100);
        EXPECT_FALSE(verify::verify_for_release(mechanism->guarantees(), evidence))
            << number << ' ' << epsilon.text();
      }
    }
}

// The same of a value that is shown or not, and of a trimmed mean. What pairs are held
// against is the promise, over all tests of one group.
TEST(TestedEvidence, SeesPromisesOfOtherAnswersThatAreTooLarge) {
  const auto expect_all_is_needed = [](const Mechanism& mechanism, const char* number,
                                       const Rational& epsilon, const Rational& delta) {
    const auto verified = [&](const auto& change) {
      Evidence evidence = mechanism.evidence(Effort::before_release);
      int changed = 0;
      for (NeighbourPair& pair : evidence.pairs)
        if (number == std::string() || pair.number == number) {
          EXPECT_EQ(pair.epsilon.finite(), epsilon);
          EXPECT_EQ(pair.delta, delta);
          change(pair);
          ++changed;
        }
      EXPECT_GE(changed, 3);
      return bool(verify::verify_for_release(mechanism.guarantees(), evidence));
    };
    EXPECT_TRUE(verified([](NeighbourPair&) {}));
    EXPECT_FALSE(verified([&](NeighbourPair& pair) {
      if (delta.sign() > 0)
        pair.delta = delta * Rational(99, 100);
      else
        pair.epsilon = epsilon * Rational(99, 100);
    })) << mechanism.name();
  };
  const Domain groups = *Domain::make({{"g", KeyList::of({"p", "q"}), true}});
  for (const std::int64_t cells : {1, 2}) {
    const Question question = certain_question(3, groups, cells);
    const Rational delta = kSmallDelta / cells;
    for (const auto& at : {std::optional(Rational(1, 2)), std::optional<Rational>()})
      expect_all_is_needed(*certain({at, 4, kSmallDelta, 1}, question), "",
                           Rational(4) / cells, delta);
    const auto mean = trimmed_mean({.epsilon = 8, .delta = kSmallDelta}, question);
    expect_all_is_needed(*mean, "tests", Rational(4) / cells, delta);
    expect_all_is_needed(*mean, "mean", Rational(4) / cells, 0);
  }
}

// The sum of two thousand of them is more than any number that is told.
TEST(TestedEvidence, ALargeValueThatAllShareIsTheTrimmedMean) {
  const TestedRequest request{.kind = Kind::trimmed_mean,
                              .people = 2000,
                              .epsilon = 8,
                              .delta = kSmallDelta,
                              .unit = *Rational::parse("1e-6")};
  const auto mechanism = tested(request);
  for (const std::int64_t code : {std::int64_t{1'000'000'000'000'000},
                                  -(std::int64_t{1} << 60) + 1, std::int64_t{0}}) {
    const std::vector<std::int64_t> rows(2000, code);
    CodesReader reader(mechanism->needs().reading, rows);
    SeededSource random(1);
    const Drawn drawn = *mechanism->run(reader, random);
    ASSERT_TRUE(mechanism->can_draw(drawn));
    EXPECT_EQ(mechanism->answer(drawn, {19, 20}).numbers[0].rows[0],
              (Estimate{code, code, code}));
  }
}

// Nor is the sum told of two thousand that are nearly the same.
TEST(TestedEvidence, ASumBeyondAllNumbersHasNoAnswer) {
  const auto mechanism = tested_at(Kind::trimmed_mean, 8, 2000);
  for (const int sign : {-1, 1}) {
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < 2000; ++i)
      rows.push_back(sign * ((std::int64_t{1} << 60) - 1 - i % 8));
    CodesReader reader(mechanism->needs().reading, rows);
    SeededSource random(1);
    const Drawn drawn = *mechanism->run(reader, random);
    EXPECT_NE(drawn.numbers[1][0], kNotTold);
    ASSERT_TRUE(mechanism->can_draw(drawn));
    EXPECT_FALSE(mechanism->answer(drawn, {19, 20}).numbers[0].rows[0].known);
  }
}

}  // namespace
}  // namespace selvage
