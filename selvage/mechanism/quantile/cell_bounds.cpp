#include "selvage/mechanism/quantile/cell_bounds.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

// Penalties lose a few bits in the exponent, millions of sums some twenty.
constexpr unsigned kSpareBits = 64;

// Exactly.
class ExactMass {
 public:
  ExactMass() { mpfr_init2(value_, 128); }
  ExactMass(const ExactMass&) = delete;
  ExactMass& operator=(const ExactMass&) = delete;
  ~ExactMass() { mpfr_clear(value_); }
  // out = mass x
  void times(Uint128 mass, const RealBounds& x, RealBounds& out) {
    mpfr_set_ui(value_, static_cast<std::uint64_t>(mass >> 64), MPFR_RNDN);
    mpfr_mul_2ui(value_, value_, 64, MPFR_RNDN);
    mpfr_add_ui(value_, value_, static_cast<std::uint64_t>(mass), MPFR_RNDN);
    mpfr_mul(out.lower, x.lower, value_, MPFR_RNDD);
    mpfr_mul(out.upper, x.upper, value_, MPFR_RNDU);
  }

 private:
  mpfr_t value_;
};

// exp(-penalty) of one cell after the other. Most lie one row beside the one before,
// and then one product does: each costs a bit in the last place, and there are some to
// spare.
class PenaltyExp {
 public:
  PenaltyExp(const QuantileTerms& terms, mpfr_prec_t bits)
      : terms_(terms), towards_(bits), away_(bits), value_(bits) {
    bound_exp(terms.slopes.right, away_);
    RealBounds left(bits);
    bound_exp(terms.slopes.left, left);
    set(towards_, 1ul);
    divide(towards_, left);
  }
  const RealBounds& at(Int128 off) {
    const bool is_next = last_ && off - *last_ == terms_.rank.b;
    if (is_next && off <= 0)
      multiply(value_, towards_);
    else if (is_next && *last_ >= 0)
      multiply(value_, away_);
    else if (off != last_)
      bound_exp(terms_.penalty(off), value_);
    last_ = off;
    return value_;
  }

 private:
  const QuantileTerms& terms_;
  RealBounds towards_, away_;  // what one row gives on the left, and takes on the right
  RealBounds value_;
  std::optional<Int128> last_;
};

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
  PenaltyExp exp(terms, bits_);
  ExactMass mass;
  RealBounds weight(bits_);
  for (const CandidateCell& cell : candidates.cells) {
    mass.times(terms.mass(cell), exp.at(cell.off), weight);
    append(weight);
  }
  if (complete_) return;
  RealBounds outside(bits_);
  bound_exp(terms.penalty_outside(candidates), outside);
  mass.times(terms.prior.total(), outside, weight);
  mpfr_add(total_.upper, total_.upper, weight.upper, MPFR_RNDU);
}

CellBounds::CellBounds(std::span<const WeighedSegment> segments, unsigned places)
    : bits_(static_cast<mpfr_prec_t>(places + kSpareBits)),
      complete_(true),
      total_(bits_) {
  set(total_, 0ul);
  ExactMass exact;
  RealBounds exp(bits_), weight(bits_);
  for (const auto& [mass, penalty] : segments) {
    bound_exp(penalty, exp);
    exact.times(mass, exp, weight);
    append(weight);
  }
}

void CellBounds::append(const RealBounds& weight) {
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
