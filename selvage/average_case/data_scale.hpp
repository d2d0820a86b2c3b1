// Noise whose scale was estimated from the data: what that costs, exactly. Theory:
// T235.
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/interval.hpp"

namespace selvage {

// Laplace noise around values at most alpha of the smaller scale apart, of scales that
// differ by a factor of at most exp(beta), is (alpha + c, eta)-close with this eta, and
// with none smaller. Requires 0 < beta <= c, alpha > 0.
Interval scale_eta(const Rational& alpha, const Rational& beta, const Rational& c);
// The largest beta <= c for which that is at most eta, from below, to 10^-12. 0 if none
// is found.
Rational largest_beta(const Rational& alpha, const Rational& c, const Rational& eta);

// max over t >= 0 of exp(-beta t) W_(rank + t), where W beyond the last is `most`: one
// replaced row changes it by a factor of at most exp(beta). The distances rise, none is
// above `most`, and 1 <= rank <= their number.
Interval smooth_order_statistic(const std::vector<std::int64_t>& rising,
                                std::int64_t rank, const Rational& beta,
                                std::int64_t most);

// How hard two Laplace laws are to tell apart at level exp(level): the integral of the
// positive part of p - exp(level) q, for p of scale 1 around 0 and q of scale `ratio`
// >= 1 around `shift` >= 0. For audits.
Interval wider_divergence(const Rational& level, const Rational& shift,
                          const Interval& ratio);

}  // namespace selvage
