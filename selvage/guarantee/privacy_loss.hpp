// Laws of the privacy loss ln(P(y)/Q(y)), y drawn from P: the object whose composition
// is a convolution. Losses lie on a lattice offset + i step, masses are whole numbers,
// and every rounding makes the law worse, so that delta(E) and epsilon(delta) are never
// below the truth. What is rounded, cut and moved is fixed to the last unit, so that
// another program finds the same epsilon. Theory: T20 to T24, T27; after [SMM19, ZDW22,
// DGKKM22].
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/base/result.hpp"
#include "selvage/guarantee/guarantee.hpp"
#include "selvage/guarantee/loss_masses.hpp"

namespace selvage {

class PrivacyLoss {
 public:
  // Z against Z + shift, Z discrete Laplace: losses (shift - 2j)/scale. [T22]
  // Refuses scale <= 0, shifts outside 1..2^16, and losses beyond 10^6.
  static Result<PrivacyLoss> discrete_laplace(const Rational& scale,
                                              std::int64_t shift);
  // Z against Z + shift, Z discrete Gaussian: losses (shift^2 - 2 z shift)/(2
  // variance). [T22] Refuses variances outside 2^-20..2^26, shifts outside 1..2^16, and
  // losses beyond 10^6.
  static Result<PrivacyLoss> discrete_gaussian(const Rational& variance,
                                               std::int64_t shift);
  // Whether the latter takes these, without computing it.
  static bool takes_gaussian(const Rational& variance, std::int64_t shift);
  // The worst pair that is (epsilon, delta)-close: losses +-epsilon and infinity. [T23]
  // Refuses epsilon outside 0..10^6 and delta outside [0, 1).
  static Result<PrivacyLoss> of_dp(const DpPromise& promise);

  // An upper bound on delta at this epsilon, any sign.
  Rational delta(const Rational& epsilon) const;
  // The least epsilon >= 0 of six digits with delta(epsilon) <= delta on this lattice.
  // None if delta is less than the mass at infinity, nor where our intervals are too
  // wide to tell that another program, which follows T24 too, finds the same.
  std::optional<Rational> epsilon(const Rational& delta) const;
  // An upper bound on the Renyi divergence of this order; none if it is infinite. [T27]
  // Requires order > 1.
  std::optional<Rational> renyi(const Rational& order) const;

  // `times` releases of this kind. Requires times in 1..kMaxTimes.
  static constexpr std::int64_t kMaxTimes = std::int64_t{1} << 30;
  PrivacyLoss power(std::int64_t times) const;

  // Each loss between two points of the new lattice is split so that the masses under
  // P and under Q are kept: this dominates. [T21] Requires step > 0.
  PrivacyLoss on_lattice(const Rational& offset, const Rational& step) const;

  const Rational& offset() const { return offset_; }
  const Rational& step() const { return step_; }
  std::size_t size() const { return masses_.size(); }
  const std::vector<Mass>& masses() const { return masses_; }
  Mass infinite() const { return infinite_; }

 private:
  friend Result<PrivacyLoss> compose(const std::vector<PrivacyLoss>& parts,
                                     const Rational& step);
  friend Rational common_step(const std::vector<PrivacyLoss>& parts);
  friend PrivacyLoss product(const PrivacyLoss& a, const PrivacyLoss& b);
  PrivacyLoss(Rational offset, Rational step, std::vector<Mass> masses, Mass infinite,
              bool sure);
  static std::int64_t gaussian_reach(const Rational& variance);
  PrivacyLoss refined(std::int64_t factor) const;
  void shorten();
  double variance() const;

  Rational offset_, step_;    // masses_[i] is at offset + i step
  std::vector<Mass> masses_;  // never empty
  Mass infinite_;
  bool sure_;  // all of them are surely those of T24
};

// A step for `compose`: the greatest one that holds all the lattices, if that is not
// too fine; otherwise a power of two that costs little. Only proposes: any step is
// safe.
Rational common_step(const std::vector<PrivacyLoss>& parts);

// All releases together, on a lattice of this step. Refuses no parts, step <= 0, and
// steps that are too fine to compute with.
Result<PrivacyLoss> compose(const std::vector<PrivacyLoss>& parts,
                            const Rational& step);

}  // namespace selvage
