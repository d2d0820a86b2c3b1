#include "selvage/noise/random_source.hpp"

namespace selvage {

bool fits_sampler(const Rational& parameter) {
  const Rational limit = Rational::power_of_two(62);
  return absolute(parameter.numerator()) <= limit && parameter.denominator() <= limit;
}

bool fits_gaussian(const Rational& variance) {
  return absolute(variance.numerator()) <= Rational::power_of_two(50) &&
         variance.denominator() <= Rational::power_of_two(20);
}

}  // namespace selvage
