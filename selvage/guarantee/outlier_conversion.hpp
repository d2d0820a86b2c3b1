// What else an outlier promise says: to everybody, of weaker profiles, of groups, of
// people who move to another class, of crowds. [T62 to T65]
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// Everybody has the largest epsilon of the profile. Refuses infinity. [T62]
Result<Derivation> dp_from_outlier(Derivation premise);

// A profile that is nowhere below the premise's, and a delta that is not less. [T62]
Result<Derivation> profile_at_most(Derivation premise,
                                   const std::vector<ProfileStep>& profile,
                                   const Rational& delta);
// The notions of [LP15] that are named by a size and one epsilon: epsilon / size in
// classes of at most `size`, and in larger ones nothing, or epsilon.
// Requires size >= 1, epsilon >= 0.
std::vector<ProfileStep> simple_outlier_profile(std::int64_t size,
                                                const Rational& epsilon);
std::vector<ProfileStep> simple_outlier_dp_profile(std::int64_t size,
                                                   const Rational& epsilon);

// `people` of one class of at most `size` are removed: the epsilons of the sizes on the
// way add, delta grows by exp of what was added before, in 12 digits, rounded up.
// Refuses people > size, and a size that is promised nothing. [T63]
Result<Derivation> outlier_group(Derivation premise, std::int64_t people,
                                 std::int64_t size);

// A person leaves a class of at most `from` and enters one of at most `to` people. For
// cells that are independent given the table delta counts twice; in general once more
// with exp(epsilon). Refuses sizes that are promised nothing, and `independent_cells`
// where the premise is not about cells of independent noise. [T64]
enum class CellDependence { any, independent_cells };
Result<Derivation> outlier_substitution(Derivation premise, std::int64_t from,
                                        std::int64_t to, CellDependence cells);

// In classes of less than `crowd` people everybody is hidden, in others everybody has a
// crowd. Refuses crowd < 2, a promise of infinity to classes of crowd - 1 people, and
// premises whose classes are not the cells of all that was released. [T65]
Result<Derivation> outlier_crowd_blending(Derivation premise, std::int64_t crowd);

// Whether the classes of this promise are the cells of what was released: people of one
// class could be exchanged and no probability would change. Not so after composing with
// releases about other classes, nor for a dp promise that is told as a profile.
bool classes_are_cells(const Derivation& derivation);
// Whether, besides, the outputs of different cells are independent given the table.
bool cells_are_independent(const Derivation& derivation);

}  // namespace selvage
