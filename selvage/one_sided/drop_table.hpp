// Noise that only takes away: drop j in 0..width with probability weight(j) 2^-64, so
// that a count x is released as max(0, x - j). Never more than there is, never less
// than x - width. The width is a public number and never comes from the table. Two
// shapes: Greedy(epsilon, delta), of which no tail can be smaller [T161], and the
// truncated Laplace law TL(epsilon, N) with its middle at (N-1)/2 [T160].
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/base/rational.hpp"
#include "selvage/base/result.hpp"

namespace selvage {

class DropTable {
 public:
  static constexpr std::int64_t kMostPoints = 200'000;

  // The best table in words of 64 bits; its promise is checked before it is given out.
  // Refuses what words of 64 bits cannot keep, and tables that are too long.
  // Requires 0 < epsilon <= 20 and 2^-60 <= delta <= 1/2.
  static Result<DropTable> greedy(const Rational& epsilon, const Rational& delta);
  // The symmetric table of so many points with the least first weight that keeps
  // epsilon. Refuses a first weight that words of 64 bits do not hold.
  // Requires 0 < epsilon <= 20, 3 <= points <= kMostPoints.
  static Result<DropTable> truncated_laplace(const Rational& epsilon,
                                             std::int64_t points);
  // Refuses weights that do not sum to 2^64.
  static Result<DropTable> of(std::vector<std::uint64_t> weights);

  std::int64_t points() const { return static_cast<std::int64_t>(weights_.size()); }
  std::int64_t width() const { return points() - 1; }  // the most that is dropped
  const std::vector<std::uint64_t>& weights() const { return weights_; }
  Rational probability(std::int64_t drop) const;  // 0 outside 0..width
  Rational at_most(std::int64_t drop) const;      // P(a drop of at most this)
  // The least number that a drop does not exceed with this probability. Requires 0 <
  // probability <= 1.
  std::int64_t most_dropped(const Rational& probability) const;
  Rational mean() const;

  // Whether one row more or less is hidden at (epsilon, delta): exact integers, with a
  // growth of at most exp(epsilon). [T160]
  bool keeps(const Rational& epsilon, const Rational& delta) const;
  // What so many rows in one bar need as delta at this epsilon: the larger one of both
  // directions, of counts that are not cut at 0. [T162]
  Interval excess(const Rational& epsilon, std::int64_t rows = 1) const;

 private:
  explicit DropTable(std::vector<std::uint64_t> weights);
  std::vector<std::uint64_t> weights_;
  std::vector<Rational> sums_;  // at_most, and twice the same work is none
};

// One person more or less with a row in each of these bars: delta at this epsilon, by
// all outcomes of all of them. For few bars.
Interval excess_of_bars(const std::vector<DropTable>& bars, const Rational& epsilon);

}  // namespace selvage
