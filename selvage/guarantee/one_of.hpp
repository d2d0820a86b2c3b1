// One of several releases, which something public or released before decides.
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// The largest epsilon and the largest delta. [T260] Refuses promises that are not dp,
// mixed neighbours and less than two premises.
Result<Derivation> one_of(std::vector<Derivation> premises);

}  // namespace selvage
