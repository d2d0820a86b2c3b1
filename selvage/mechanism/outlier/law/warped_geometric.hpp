// W, the warped geometric law: from a count k to an output j with probability
//   a_j q_{i+1} ... q_l,  i = min(j, k), l = max(j, k),
// where q_i = exp(-epsilon(i)), rounded up to n_i / 2^62, and
//   a_j = (1 - q_j q_{j+1}) / ((1 + q_j)(1 + q_{j+1})).
// Outputs of counts k and k-1 have the ratio q_k or 1/q_k, whatever the output: a
// person in a class of k people has exactly epsilon(k), and delta is 0. [T38]
#pragma once
#include <span>

#include "selvage/base/interval.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {

class WarpedGeometric {
 public:
  static constexpr int kBits = 62;
  static constexpr std::uint64_t kOne = std::uint64_t{1} << kBits;  // D

  // The profile is taken as its lower envelope. Refuses one that protects nobody or
  // lets nothing be told, and positive epsilons below 1e-6, whose noise is too wide.
  static Result<WarpedGeometric> make(const std::vector<ProfileStep>& profile);

  // Counts first..last (all from `first` on where there is no last) have q = n / 2^62.
  struct Stretch {
    std::int64_t first;
    std::optional<std::int64_t> last;
    std::uint64_t n;
    bool operator==(const Stretch&) const = default;
  };

  const std::vector<ProfileStep>& profile() const { return profile_; }
  // Without the counts of epsilon 0: they are one output. At least one.
  std::span<const Stretch> stretches() const { return stretches_; }
  // The least output. It stands for all counts up to it. [T39]
  std::int64_t least() const { return stretches_.front().first - 1; }
  // q_i is the same for all i above this.
  std::int64_t knee() const { return stretches_.back().first - 1; }
  // q_i 2^62 = 0 for i <= least(): the walk does not go below.
  std::uint64_t n(std::int64_t i) const;
  Rational q(std::int64_t i) const;
  Rational a(std::int64_t j) const;  // Requires j >= least().

  // P(j | k) exactly; long fractions where j is far from k. For tests.
  Rational mass(std::int64_t k, std::int64_t j) const;
  // q_{low+1} ... q_high. Requires low <= high; both are raised to least().
  Interval product(std::int64_t low, std::int64_t high) const;
  Interval at_least(std::int64_t k, std::int64_t m) const;  // P(j >= m | k)
  Interval at_most(std::int64_t k, std::int64_t m) const;   // P(j <= m | k)

  // E |j - k|.
  Interval mean_absolute_error(std::int64_t k) const;
  // The least r with P(|j - k| > r) <= beta. Requires 0 < beta < 1.
  std::int64_t error_bound(std::int64_t k, const Rational& beta) const;
  // The counts that the output does not rule out: each count k is in the interval of
  // its own output with probability >= 1 - beta. By tail inversion. [T42]
  struct Counts {
    std::int64_t lower, upper;
    bool operator==(const Counts&) const = default;
  };
  Counts counts_behind(std::int64_t j, const Rational& beta) const;
  // u(j) with E(u(j) | k) = k for all k >= least(). [T41]
  Rational unbiased(std::int64_t j) const;
  // Var(u(j) | k), roughly: for plans.
  double rough_variance(std::int64_t k) const;

  bool operator==(const WarpedGeometric& other) const {
    return profile_ == other.profile_;
  }

 private:
  WarpedGeometric() = default;
  const Stretch& at(std::int64_t i) const;
  std::size_t index(std::int64_t i) const;

  std::vector<ProfileStep> profile_;
  std::vector<Stretch> stretches_;
  // Of each stretch: -ln q, and the sum of -ln q_i over all counts before it.
  std::vector<Interval> rates_, before_;
};

}  // namespace selvage
