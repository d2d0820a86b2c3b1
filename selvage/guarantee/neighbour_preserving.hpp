// Steps before a mechanism that make neighbours of neighbours. [T159, T186, T189]
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// The promise of a mechanism that sees rows only in buckets: the same. Refuses promises
// that are not dp for add_remove_person.
Result<Derivation> after_bucketing(Derivation premise);

// How the table of a level is made of the rows, and of what was published before. Where
// something is drawn for it, that is done without a look at the rows. [T189]
enum class OwnTable {
  row_by_row,        // of each row one, by itself: neighbours of the same kind
  blocks_of_people,  // a value of each block; everybody is in one with all their rows
  blocks_of_places,  // the same where the number of rows is public: a row has a place
  chosen_places,     // the rows at some places
};
// The promise of a level about a table of its own, for the rows. A value or a row of
// this table is replaced: blocks_of_people takes a promise for replace_person and gives
// one for add_remove_person, with places both are for replace_person, and one person
// has one row. Refuses others, and promises that are not dp.
Result<Derivation> of_own_table(Derivation premise, OwnTable made);

// The promise of a mechanism that sees as many rows as are said, whatever the table
// has: the middle ones, or all of them between ends that are added. One person has one
// row. The same, for either kind of neighbours. Refuses a promise that is not dp for
// replace_person, and fewer than 1 person.
Result<Derivation> of_middle_rows(Derivation premise, std::int64_t people,
                                  Neighbours neighbours);

}  // namespace selvage
