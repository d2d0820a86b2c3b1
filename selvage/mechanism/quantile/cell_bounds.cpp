#include "selvage/mechanism/quantile/cell_bounds.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

// Penalties lose a few bits in the exponent, millions of sums some twenty.
constexpr unsigned kSpareBits = 64;

// mass exp(-penalty).
void bound_weight(Uint128 mass, const Rational& penalty, RealBounds& out) {
  bound_exp(penalty, out);
  const Rational exact = to_rational(mass);
  mpfr_mul_q(out.lower, out.lower, exact.raw(), MPFR_RNDD);
  mpfr_mul_q(out.upper, out.upper, exact.raw(), MPFR_RNDU);
}

}  // namespace

Rational QuantileTerms::penalty_outside(const Candidates& candidates) const {
  assert(!candidates.complete());
  if (!candidates.off_below) return penalty(*candidates.off_above);
  if (!candidates.off_above) return penalty(*candidates.off_below);
  return std::min(penalty(*candidates.off_below), penalty(*candidates.off_above));
}

CellBounds::CellBounds(const QuantileTerms& terms, const Candidates& candidates,
                       unsigned places)
    : bits_(static_cast<mpfr_prec_t>(places + kSpareBits)),
      complete_(candidates.complete()),
      total_(bits_) {
  set(total_, 0ul);
  for (const CandidateCell& cell : candidates.cells)
    append(terms.mass(cell), terms.penalty(cell.off));
  if (complete_) return;
  RealBounds weight(bits_);
  bound_weight(terms.prior.total(), terms.penalty_outside(candidates), weight);
  mpfr_add(total_.upper, total_.upper, weight.upper, MPFR_RNDU);
}

CellBounds::CellBounds(std::span<const WeighedSegment> segments, unsigned places)
    : bits_(static_cast<mpfr_prec_t>(places + kSpareBits)),
      complete_(true),
      total_(bits_) {
  set(total_, 0ul);
  for (const auto& [mass, penalty] : segments) append(mass, penalty);
}

void CellBounds::append(Uint128 mass, const Rational& penalty) {
  RealBounds weight(bits_);
  bound_weight(mass, penalty, weight);
  add(total_, weight);
  set(sums_.emplace_back(bits_), total_);
}

std::optional<std::size_t> CellBounds::at(const PartialReal& u) const {
  RealBounds x(bits_, u);
  multiply(x, total_);
  const auto found = std::partition_point(
      sums_.begin(), sums_.end(),
      [&](const RealBounds& sum) { return mpfr_lessequal_p(sum.upper, x.lower) != 0; });
  if (found == sums_.end()) return std::nullopt;
  const bool last = complete_ && found + 1 == sums_.end();
  if (!last && mpfr_greater_p(x.upper, found->lower)) return std::nullopt;
  return static_cast<std::size_t>(found - sums_.begin());
}

}  // namespace selvage
