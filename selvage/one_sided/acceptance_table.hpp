// With which probability a value is shown that k people can change: as large as any
// (epsilon, delta)-private rule allows, at every k at once. [T125] Integers, so that
// what is drawn is exactly what is checked.
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {

class AcceptanceTable {
 public:
  static constexpr std::int64_t kMostDepth = 200'000;

  // Requires 0 < epsilon <= 20, 2^-60 <= delta < 1 and a depth that fits.
  AcceptanceTable(const Rational& epsilon, const Rational& delta);
  // At least the depth of that table: to refuse what does not fit.
  static std::int64_t most_depth(const Rational& epsilon, const Rational& delta);

  // The least k from which on a value is surely shown.
  std::int64_t depth() const { return static_cast<std::int64_t>(below_.size()) + 1; }
  // The probability at k, in units of 2^-64. Requires k >= 1.
  Uint128 at(std::int64_t k) const;
  Rational probability(std::int64_t k) const;
  // The least k at which a value is shown with this probability. Requires at most 1.
  std::int64_t depth_for(const Rational& probability) const;

  // Whether one step of k hides at (epsilon, delta), at every k: exact. [T125]
  bool keeps(const Rational& epsilon, const Rational& delta) const;

 private:
  std::vector<std::uint64_t> below_;  // at k = 1, 2, ..., below 2^64
};

}  // namespace selvage
