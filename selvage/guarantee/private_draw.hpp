// Private sampling: a draw of a randomised query of the table, a whole number, with
// discrete Laplace noise on top. One person moves the law of the draw by at most
// `moved` once a share theta of it is left out: S_theta of the query. [T310, T311]
#pragma once
#include <optional>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

struct PrivateDraw {
  Rational theta;          // the share that is left out
  std::int64_t moved = 0;  // S_theta
  Rational scale;          // of the noise
};

// (moved / scale, theta), as the paper has it. [T310]
Result<Derivation> private_draw(const PrivateDraw& draw);
// Without a delta, where all places are within `span` of each other: then what is left
// out is hidden by the noise as well. Refuses an epsilon that is less than
// ln((1 - theta) e^{moved/scale} + theta e^{span/scale}). [T311]
Result<Derivation> private_draw_within(const PrivateDraw& draw, std::int64_t span,
                                       const Rational& epsilon);

// The least scale of four digits that keeps epsilon so, with moved = 0. None where
// there is none from 1/1000 to 10^12. Requires span >= 1, 0 < theta <= 1, epsilon > 0.
std::optional<Rational> least_draw_scale(std::int64_t span, const Rational& theta,
                                         const Rational& epsilon);

}  // namespace selvage
