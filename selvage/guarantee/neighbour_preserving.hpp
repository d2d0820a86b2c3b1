// A step before a mechanism that makes neighbours of neighbours. [T159]
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// The promise of a mechanism that sees rows only in buckets: the same. Refuses promises
// that are not dp for add_remove_person.
Result<Derivation> after_bucketing(Derivation premise);

}  // namespace selvage
