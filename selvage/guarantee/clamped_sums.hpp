// Sums of values that were clamped about a released centre by a released radius, and
// the choice of that radius. [T107, T108]
#pragma once
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// One of several public choices, drawn with a probability proportional to a public
// weight times exp(-slope score), where one row changes no score by more than 1. dp:
// 2 slope rows_per_person. [T107] Requires slope > 0, rows_per_person >= 1.
Derivation scored_choice(const Rational& slope, std::int64_t rows_per_person);

// Sums with discrete Laplace noise, to which one row adds no more than a public width
// in all. `scale` is that of the noise, in widths. dp: rows_per_person / scale. [T108]
// Requires scale > 0, rows_per_person >= 1.
Derivation clamped_sums(const Rational& scale, std::int64_t rows_per_person);

}  // namespace selvage
