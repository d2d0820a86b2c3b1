// Private sampling of any randomised query whose answers are whole numbers: a draw of
// its law for the table, and discrete Laplace noise. How far one person can move that
// law is for the room of distances to say (LossySensitivity); the promises that follow
// are T310 and T311.
#pragma once
#include <vector>

#include "selvage/random/random_source.hpp"

namespace selvage {

// Draws of places in proportion to their masses, each with noise of its own. Requires
// what PlaceDrawLaw does, and a scale that the sampler takes. Not more than
// kFarthestDraw either way, which the noise never reaches.
std::vector<std::int64_t> private_draws(const std::vector<std::int64_t>& masses,
                                        const Rational& scale, std::int64_t draws,
                                        RandomSource& random);
inline constexpr std::int64_t kFarthestDraw = std::int64_t{1} << 40;

}  // namespace selvage
