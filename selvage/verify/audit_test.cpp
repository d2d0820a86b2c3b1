// The loop itself, on evidence made by hand. What mechanisms show is tested with them.
#include "selvage/verify/audit.hpp"

#include <utility>

#include <gtest/gtest.h>

#include "selvage/outcome/divergence.hpp"

namespace selvage::verify {
namespace {

Drawn number(std::int64_t value) {
  return {.cells = {0}, .keys = {}, .numbers = {{value}}};
}

// One of 0, ..., n - 1.
std::function<Drawn(RandomSource&)> one_of(std::uint64_t n) {
  return [n](RandomSource& random) {
    std::uint64_t drawn = 0;
    random.uniform_below(std::span(&drawn, 1), n);
    return number(static_cast<std::int64_t>(drawn));
  };
}

// A count with noise, and then a coin that changes nothing: no closed form is seen.
std::function<Drawn(RandomSource&)> noisy(std::int64_t count, const Rational& scale) {
  return [count, scale](RandomSource& random) {
    std::int64_t noise = 0;
    std::uint64_t coin = 0;
    random.discrete_laplace(std::span(&noise, 1), scale);
    random.uniform_below(std::span(&coin, 1), 2);
    return number(count + noise);
  };
}

NeighbourPair pair_of(std::function<Drawn(RandomSource&)> with,
                      std::function<Drawn(RandomSource&)> without,
                      const Rational& epsilon, const Rational& delta) {
  return {.number = "number",
          .people = 5,
          .removed = 1,
          .with = std::move(with),
          .without = std::move(without),
          .epsilon = epsilon,
          .delta = delta};
}

Audit audit_of(const NeighbourPair& pair) { return audit({}, {.pairs = {pair}}); }

TEST(Audit, EvidenceThatShowsNothingDoesNotPass) {
  EXPECT_FALSE(audit({}, {}).holds);
  EXPECT_FALSE(verify_for_release({}, {}));
}

// Two values of which one cannot come from the other: 1/2 in one direction alone.
TEST(Audit, PairsAreWalkedInBothDirections) {
  for (const bool swapped : {false, true}) {
    const auto with = one_of(swapped ? 1 : 2), without = one_of(swapped ? 2 : 1);
    EXPECT_TRUE(audit_of(pair_of(with, without, 1, Rational(1, 2))).holds);
    const Audit broken = audit_of(pair_of(with, without, 1, Rational(49, 100)));
    EXPECT_FALSE(broken.holds);
    EXPECT_EQ(broken.checks[0].delta.upper(), Rational(1, 2));
  }
}

TEST(Audit, WhatIsKnownMustAgreeWithWhatWasRun) {
  NeighbourPair pair = pair_of(one_of(2), one_of(1), 1, Rational(9, 10));
  const auto known = [&](const Rational& delta) {
    pair.exact_delta = [delta](const Rational&) { return Interval(delta); };
    return audit_of(pair).holds;
  };
  EXPECT_TRUE(known(Rational(1, 2)));
  EXPECT_FALSE(known(Rational(4, 10)));
  EXPECT_FALSE(known(Rational(6, 10)));
  pair.delta = Rational(4, 10);  // agrees, and is more than was promised
  EXPECT_FALSE(known(Rational(1, 2)));
}

TEST(Audit, APairThatIsNotRunNeedsAKnownLaw) {
  NeighbourPair pair = pair_of(nullptr, nullptr, 1, Rational(1, 2));
  EXPECT_FALSE(audit_of(pair).holds);
  pair.exact_delta = [](const Rational& epsilon) { return exp(-epsilon); };
  EXPECT_TRUE(audit_of(pair).holds);  // exp(-1)
  pair.epsilon = Rational(1, 2);
  EXPECT_FALSE(audit_of(pair).holds);
}

// Next to nothing is cut off: the walk decides, though it never gives exactly 0.
TEST(Audit, CodeWithoutAClosedFormIsWalked) {
  EXPECT_TRUE(audit_of(pair_of(noisy(5, 1), noisy(4, 1), 1, 0)).holds);
  EXPECT_TRUE(
      verify_for_release({}, {.pairs = {pair_of(noisy(5, 1), noisy(4, 1), 1, 0)}}));
  EXPECT_FALSE(audit_of(pair_of(noisy(5, 1), noisy(4, 1), Rational(99, 100), 0)).holds);
  EXPECT_FALSE(
      audit_of(pair_of(noisy(5, Rational(1, 2)), noisy(4, Rational(1, 2)), 1, 0))
          .holds);
}

// Much is cut off: nobody can say that it holds.
TEST(Audit, CodeWithoutAClosedFormThatIsTooWideDoesNotPass) {
  const Rational scale = 100'000;
  EXPECT_FALSE(verify_for_release(
      {}, {.pairs = {pair_of(noisy(5, scale), noisy(4, scale), 1, 0)}}));
}

TEST(Audit, AProbeThatFailsIsFoundAndSaysNothing) {
  Evidence evidence{.pairs = {pair_of(one_of(2), one_of(2), 1, 0)}};
  evidence.probes = {
      {[]() -> Probed { return {.holds = true, .says = "all is well"}; }}};
  EXPECT_TRUE(audit({}, evidence).holds);
  EXPECT_NE(audit({}, evidence).verification.detail.find("; all is well"),
            std::string::npos);
  evidence.probes = {
      {[]() -> Probed { return {.holds = false, .says = "all is well"}; }}};
  EXPECT_FALSE(audit({}, evidence).holds);
  EXPECT_EQ(audit({}, evidence).verification.detail.find("well"), std::string::npos);
}

// Wide noise is walked a little; the rest is run by a probe, which is not needed where
// the walk leaves nothing.
TEST(Audit, AProbeTakesThePlaceOfWhatTheWalkLeavesOut) {
  int runs = 0;
  const auto with_probe = [&](const Rational& scale, const Interval& left) {
    const auto code = [&](std::int64_t count) {
      return [count, scale](RandomSource& random) {
        std::int64_t noise = 0;
        random.discrete_laplace(std::span(&noise, 1), scale);
        return number(count + noise);
      };
    };
    return audit({},
                 {.pairs = {pair_of(code(5), code(4), Rational(1) / scale, 0)},
                  .probes = {{[&, left]() -> Probed {
                                ++runs;
                                return {.holds = true,
                                        .outcomes = 1'000'000,
                                        .not_executed = left};
                              },
                              "number"}}},
                 {.limits = {.cut = 0x1p-64, .paths = 300}});
  };
  EXPECT_EQ(with_probe(2, Interval(0)).verification.level,
            VerificationLevel::exact_law);
  EXPECT_EQ(runs, 0);
  const Audit filled = with_probe(1000, Interval(0));
  EXPECT_EQ(runs, 1);
  EXPECT_TRUE(filled.holds);
  EXPECT_EQ(filled.verification.level, VerificationLevel::exact_law);
  EXPECT_EQ(filled.verification.detail,
            "given ideal draws, the code was run on 1000600 outcomes; outcomes not run "
            "have probability at most 0");
  EXPECT_EQ(with_probe(1000, Interval(Rational(1, 10))).verification.level,
            VerificationLevel::theorem_only);
}

TEST(Audit, TheTableOfThePairBeforeIsWalkedOnce) {
  int runs = 0;
  const auto counted = [&](RandomSource& random) {
    ++runs;
    return one_of(3)(random);
  };
  NeighbourPair first = pair_of(counted, one_of(3), 1, 0);
  NeighbourPair second = pair_of(counted, one_of(4), 1, Rational(1, 4));
  audit({}, {.pairs = {first, second}});
  const int twice = std::exchange(runs, 0);
  second.with_as_before = true;
  const Audit once = audit({}, {.pairs = {first, second}});
  EXPECT_EQ(runs * 2, twice);
  EXPECT_TRUE(once.holds);
  EXPECT_EQ(once.checks[1].delta.upper(), Rational(1, 4));
  // A pair that is not walked has no table to take.
  NeighbourPair known = pair_of(nullptr, nullptr, 1, 1);
  known.exact_delta = [](const Rational&) { return Interval(0); };
  runs = 0;
  EXPECT_TRUE(audit({}, {.pairs = {first, known, second}}).holds);
  EXPECT_EQ(runs, twice);
}

TEST(Audit, APromiseThatDoesNotFollowIsFound) {
  const Evidence evidence{.pairs = {pair_of(one_of(2), one_of(2), 1, 0)}};
  Derivation derivation = discrete_laplace_cells(Rational(9, 4), 3);
  EXPECT_TRUE(audit({derivation}, evidence).holds);
  std::get<DpPromise>(derivation.conclusion.promise).epsilon = 1;
  EXPECT_FALSE(audit({derivation}, evidence).holds);
}

}  // namespace
}  // namespace selvage::verify
