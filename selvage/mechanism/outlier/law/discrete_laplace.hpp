// Facts of discrete Laplace noise Z of epsilon e, exactly: P(Z = z) = (1-q)/(1+q)
// q^|z|, q = exp(-e). Theory: T70.
#pragma once
#include <cstdint>

#include "selvage/base/interval.hpp"

namespace selvage {

// All require noise > 0 and |z|, |m| <= 2^53.
Interval laplace_mass(const Rational& noise, std::int64_t z);   // P(Z = z)
Interval laplace_above(const Rational& noise, std::int64_t m);  // P(Z > m)
Interval laplace_mean_absolute(const Rational& noise);          // E|Z| = 1 / sinh e
// E(Z; Z > m) = q^(m+1) (m + 1 + q/(1-q)) / (1+q). Requires m >= -1.
Interval laplace_mean_above(const Rational& noise, std::int64_t m);
// The least r with P(|Z| > r) = 2 q^(r+1) / (1+q) <= beta. Requires 0 < beta < 1.
std::int64_t laplace_error_bound(const Rational& noise, const Rational& beta);
// H_E between counts that are `people` apart, the same in both directions.
// Requires epsilon >= 0, people >= 1.
Interval laplace_delta(const Rational& noise, const Rational& epsilon,
                       std::int64_t people = 1);

}  // namespace selvage
