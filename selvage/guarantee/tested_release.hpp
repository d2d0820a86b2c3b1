// Propose, test, release: something is published only where a test says that few
// people could not change what its privacy rests on. Several tests may be tried one
// after the other; what passes first is published. [T126, T127, T188]
#pragma once
#include "selvage/base/interval.hpp"
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// A test by the table of T125 at (test, delta), then a release that costs `release`
// wherever two people or more are needed to spoil it.
struct TestedRelease {
  Rational test, release, delta;
};
// dp: epsilon is the most that stopping after one of them costs, deltas add. Requires
// one at least, test > 0, release >= 0, 0 < delta < 1.
Derivation tested_cascade(const std::vector<TestedRelease>& tests,
                          Neighbours neighbours = Neighbours::add_remove_person);

// The same where the distance is compared with a threshold after noise of exp(-test)
// a step; `margin` is what it must exceed the last bad distance by. [T126]
struct ThresholdRelease {
  Rational test, release;
  std::int64_t margin;
};
// Requires one at least, test > 0, release >= 0, margin >= 0.
Derivation threshold_cascade(const std::vector<ThresholdRelease>& tests,
                             Neighbours neighbours = Neighbours::add_remove_person);

// Levels, each given what those before have published, times[i] of each. The promises
// of all of them add up; of those whose table is made for them, see of_own_table.
// [T188] Refuses promises that are not dp, mixed neighbours, and none. Requires one
// number a premise.
Result<Derivation> levels_of_cascades(std::vector<Derivation> levels,
                                      const std::vector<std::int64_t>& times);
// The same of cascades that are given the same, about the same people.
Result<Derivation> cascades_side_by_side(std::vector<Derivation> sides,
                                         const std::vector<std::int64_t>& times);

// P(noise >= margin) of a threshold test: what it gives away, rounded up to 12 digits.
Result<Rational> threshold_delta(const Rational& test, std::int64_t margin);
// How far tests that pass where the noise is one margin or more, or another, which may
// be below 0, can be told apart: the larger divergence of both directions. Exactly 0
// where they differ by epsilon / test at most. [T126]
Interval threshold_divergence(const Rational& test, std::int64_t one,
                              std::int64_t other, const Rational& epsilon);
// The least margin whose delta is at most this one. Requires test > 0, 0 < delta < 1
// and a margin that fits: at most 2^31.
std::int64_t threshold_margin(const Rational& test, const Rational& delta);
// From which distance on a test with this threshold fails with this risk at most.
// Requires test > 0 and 0 < risk < 1.
std::int64_t surely_passing(const Rational& test, std::int64_t threshold,
                            const Rational& risk);

}  // namespace selvage
