#include "selvage/random/random_source.hpp"

#include <cassert>

namespace selvage {

void RandomSource::discrete_laplace_each(std::span<std::int64_t> out,
                                         std::span<const Rational> scales) {
  assert(out.size() == scales.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    discrete_laplace(out.subspan(i, 1), scales[i]);
}

bool fits_sampler(const Rational& parameter) {
  const Rational limit = Rational::power_of_two(62);
  return absolute(parameter.numerator()) <= limit && parameter.denominator() <= limit;
}

bool fits_gaussian(const Rational& variance) {
  return absolute(variance.numerator()) <= Rational::power_of_two(50) &&
         variance.denominator() <= Rational::power_of_two(20);
}

}  // namespace selvage
