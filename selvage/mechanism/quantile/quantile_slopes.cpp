#include "selvage/mechanism/quantile/quantile_slopes.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {

Slopes quantile_slopes(const Rational& at, const Rational& epsilon,
                       std::int64_t rows_per_person) {
  assert(at.sign() > 0 && at < 1 && epsilon.sign() > 0 && rows_per_person >= 1);
  const Rational of_row = epsilon / rows_per_person;
  const Rational larger = std::max(at, Rational(1) - at);
  const Rational steep = std::max(of_row / (larger * 2), of_row * Rational(3, 4));
  const Rational other = of_row / larger - steep;
  return at >= Rational(1, 2) ? Slopes{other, steep} : Slopes{steep, other};
}

Rational slope_outside(const Rational& at, const Slopes& slopes) {
  return std::min(slopes.left * at, slopes.right * (Rational(1) - at));
}

}  // namespace selvage
