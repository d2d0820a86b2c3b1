// Steps before a mechanism that make neighbours of neighbours. [T159, T186]
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// The promise of a mechanism that sees rows only in buckets: the same. Refuses promises
// that are not dp for add_remove_person.
Result<Derivation> after_bucketing(Derivation premise);

// The promise of a mechanism that sees as many rows as are said, whatever the table
// has: the middle ones, or all of them between ends that are added. One person has one
// row. The same, for either kind of neighbours. Refuses a promise that is not dp for
// replace_person, and fewer than 1 person.
Result<Derivation> of_middle_rows(Derivation premise, std::int64_t people,
                                  Neighbours neighbours);

}  // namespace selvage
