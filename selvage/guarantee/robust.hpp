// Robust privacy: whole numbers from anywhere, with discrete Laplace noise on top. Laws
// of numbers that are within a distance of each other, once a share may be left out,
// cannot be told apart afterwards. [T213, T214]
#pragma once
#include "selvage/base/interval.hpp"
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// With noise of this scale, of laws that are `moved` apart at most, and over a window
// of w numbers on either side: the factor between their probabilities.
Interval robust_ratio(const Rational& scale, std::int64_t moved, std::int64_t window);
// What a lost share is multiplied by.
Interval robust_loss(const Rational& scale, std::int64_t window);
// The window with the least factor, or one next to it: any is sound.
std::int64_t robust_window(const Rational& scale, std::int64_t moved);

struct RobustNoise {
  Rational rho, theta;  // in the units of the number
  Rational unit;        // of which it is a whole multiple
  Rational scale;       // of the noise, in such units
  std::int64_t window = 0;
  Rational epsilon, delta;  // promised

  std::int64_t moved() const;  // floor(rho / unit); requires that it is below 2^62
};
// (rho, theta) -> (epsilon, delta). Refuses less than the theorem says.
Result<Derivation> robust_noise(const RobustNoise& noise);

// The least scale of four digits, with its window, that keeps this epsilon; delta is
// the least of six digits. None where there is no such scale below 10^15.
std::optional<RobustNoise> least_robust_noise(const Rational& rho,
                                              const Rational& theta,
                                              const Rational& unit,
                                              const Rational& epsilon);

// Whatever is done to the table before does not matter: robustness sees outputs only.
// [T215]
Result<Derivation> after_any_step(Derivation robust);

}  // namespace selvage
