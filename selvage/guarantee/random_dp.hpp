// Average-case promises: random differential privacy. [T232, T238]
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// Noise of this scale in the cells that hold somebody, and none in the others, one row
// a person, so many cells and people: (2 / scale, 0, gamma), replace_person. Refuses a
// gamma that is less than the theorem says.
Result<Derivation> sparse_cells(const Rational& scale, std::uint64_t cells,
                                std::int64_t people, const Rational& gamma);

// Average-case releases that were all fixed before any answer was seen, and after them
// dp releases that may depend on answers: numbers add. Refuses an average-case release
// after a dp one, of which nobody knows that it was fixed before, and mixed neighbours.
Result<Derivation> random_composition(std::vector<Derivation> premises);

}  // namespace selvage
