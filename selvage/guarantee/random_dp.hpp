// Average-case promises: random differential privacy. [T232, T238]
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// Noise of this scale in the cells that hold somebody, and none in the others, one row
// a person, so many cells and people: (2 / scale, 0, gamma), replace_person. Refuses a
// gamma that is less than the theorem says.
Result<Derivation> sparse_cells(const Rational& scale, std::uint64_t cells,
                                std::int64_t people, const Rational& gamma);

// The same where a person counts once in every cell that they are in: (cells / scale,
// 0, gamma), replace_person. [T346]
Result<Derivation> sparse_people(const Rational& scale, std::uint64_t cells,
                                 std::int64_t people, const Rational& gamma);

// Of keys that nobody told us, counted with noise of the first scale: all that hold
// somebody where the noisy number of those with one person is at most `passes`, and
// else those from the threshold on. With `most` such people among people + 1 gamma
// still holds; eta is that the test lets more of them pass, or that one person's key is
// shown. (2 / scale + 2 / test_scale, eta, gamma), replace_person. Refuses numbers that
// are less than the theorem says. [T345]
struct TestedKeys {
  Rational scale, test_scale;
  std::int64_t people, most, passes, threshold;
  Rational gamma, eta;
};
Result<Derivation> tested_keys(const TestedKeys& terms);

// Average-case releases that were all fixed before any answer was seen, and after them
// dp releases that may depend on answers: numbers add. Refuses an average-case release
// after a dp one, of which nobody knows that it was fixed before, and mixed neighbours.
Result<Derivation> random_composition(std::vector<Derivation> premises);

// How many people the table has, which such a promise takes for public and for true.
// None where nothing is promised of the average case.
std::optional<std::int64_t> public_people(const Derivation& promise);

}  // namespace selvage
