#include "selvage/one_sided/drop_table.hpp"

#include <algorithm>
#include <cassert>
#include <span>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/one_sided/acceptance_table.hpp"
#include "selvage/one_sided/growth.hpp"

namespace selvage {
namespace {

// The first half of a symmetric table that begins with `first` and grows as fast as it
// may, and what is left for its middle: one weight, or two equal ones.
struct HalfTable {
  std::vector<std::uint64_t> rising;
  Uint128 middle = 0;
  bool fits = false;  // the middle does not outgrow its neighbour, or none is left
};

HalfTable half_table(const Growth& growth, std::int64_t points, std::uint64_t first) {
  HalfTable half;
  const std::int64_t count = points % 2 == 1 ? points / 2 : points / 2 - 1;
  const Uint128 all = points % 2 == 1 ? kWholeWord : kWholeWord / 2;
  const Uint128 each = points % 2 == 1 ? 2 : 1;
  Uint128 sum = 0, now = first;
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > 0) now = (now * growth.multiple) >> growth.shift;
    sum += each * now;
    if (sum >= all) {  // more than enough: the middle would be nothing
      half.fits = true;
      return half;
    }
    half.rising.push_back(static_cast<std::uint64_t>(now));
  }
  half.middle = all - sum;
  half.fits = half.middle <= ((now * growth.multiple) >> growth.shift);
  return half;
}

// sum of (w_j - growth w_(j-1))+ and of (w_j - growth w_(j+1))+.
bool keeps_one_way(std::span<const std::uint64_t> weights, const Growth& growth,
                   const Rational& limit, bool upward) {
  Rational total = 0;
  const std::size_t size = weights.size();
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t at = upward ? i : size - 1 - i;
    const std::uint64_t before = i == 0 ? 0 : weights[upward ? at - 1 : at + 1];
    const Uint128 allowed = Uint128{before} * growth.multiple;
    const Uint128 here = Uint128{weights[at]} << growth.shift;
    if (here <= allowed) continue;
    const Uint128 excess = here - allowed;
    total = total + (Rational::from_uint64(static_cast<std::uint64_t>(excess >> 64)) *
                         Rational::power_of_two(64) +
                     Rational::from_uint64(static_cast<std::uint64_t>(excess))) /
                        Rational::power_of_two(growth.shift);
    if (total > limit) return false;
  }
  return true;
}

}  // namespace

DropTable::DropTable(std::vector<std::uint64_t> weights)
    : weights_(std::move(weights)) {
  Uint128 sum = 0;
  for (const std::uint64_t weight : weights_)
    sums_.push_back(probability_of(sum += weight));
}

Result<DropTable> DropTable::of(std::vector<std::uint64_t> weights) {
  Uint128 sum = 0;
  for (const std::uint64_t weight : weights) sum += weight;
  if (weights.empty() || sum != kWholeWord)
    return wrong("the weights of a table do not sum to 2^64");
  return DropTable(std::move(weights));
}

// Rounding adds less than one unit a step to the one sum, and less than growth units a
// step to the other. [T161]
Result<DropTable> DropTable::greedy(const Rational& epsilon, const Rational& delta) {
  assert(epsilon.sign() > 0 && epsilon <= 20 && delta <= Rational(1, 2));
  if (AcceptanceTable::most_depth(epsilon, delta) > kMostPoints)
    return wrong(
        fmt::format("a drop at epsilon {} and delta {} has more than {} values",
                    epsilon.short_text(), delta.short_text(), kMostPoints));
  const AcceptanceTable whole(epsilon, delta);
  const Rational units = Rational::power_of_two(64);
  const Rational slack = exp(Interval(epsilon)).upper().ceil() * whole.depth();
  const Rational left = (delta * units).floor() - slack;
  if (left < 16)  // 2^-60, the least delta of that table
    return wrong(
        fmt::format("delta {} is too small for words of 64 bits at epsilon {} of a row",
                    delta.short_text(), epsilon.short_text()));
  const AcceptanceTable table(epsilon, left / units);
  std::vector<std::uint64_t> weights;
  Uint128 before = 0;
  for (std::int64_t k = 1; k <= table.depth(); ++k) {
    weights.push_back(static_cast<std::uint64_t>(table.at(k) - before));
    before = table.at(k);
  }
  DropTable made(std::move(weights));
  if (!made.keeps(epsilon, delta))
    return wrong(fmt::format("no table keeps delta {} at epsilon {} of a row",
                             delta.short_text(), epsilon.short_text()));
  return made;
}

Result<DropTable> DropTable::truncated_laplace(const Rational& epsilon,
                                               std::int64_t points) {
  assert(epsilon.sign() > 0 && epsilon <= 20 && 3 <= points && points <= kMostPoints);
  const Growth growth = growth_of(epsilon);
  std::uint64_t low = 0, high = std::uint64_t{1} << 63;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (half_table(growth, points, middle).fits ? high : low) = middle;
  }
  const HalfTable half = half_table(growth, points, high);
  std::vector<std::uint64_t> weights = half.rising;
  for (std::int64_t i = 0; i < (points % 2 == 1 ? 1 : 2); ++i)
    weights.push_back(static_cast<std::uint64_t>(half.middle));
  weights.insert(weights.end(), half.rising.rbegin(), half.rising.rend());
  return of(std::move(weights));
}

Rational DropTable::probability(std::int64_t drop) const {
  if (drop < 0 || drop > width()) return 0;
  return probability_of(weights_[static_cast<std::size_t>(drop)]);
}

Rational DropTable::at_most(std::int64_t drop) const {
  if (drop < 0) return 0;
  return sums_[static_cast<std::size_t>(std::min(drop, width()))];
}

std::int64_t DropTable::most_dropped(const Rational& probability) const {
  return std::lower_bound(sums_.begin(), sums_.end(), probability) - sums_.begin();
}

Rational DropTable::mean() const {
  Rational sum = 0;
  for (std::int64_t j = 0; j < width(); ++j) sum = sum + Rational(1) - at_most(j);
  return sum;
}

bool DropTable::keeps(const Rational& epsilon, const Rational& delta) const {
  const Growth growth = growth_of(epsilon);
  const Rational limit = delta * Rational::power_of_two(64);
  return keeps_one_way(weights_, growth, limit, true) &&
         keeps_one_way(weights_, growth, limit, false);
}

Interval DropTable::excess(const Rational& epsilon, std::int64_t rows) const {
  const Interval growth = exp(Interval(epsilon));
  Interval forth(0), back(0);
  for (std::int64_t j = 0; j < points(); ++j) {
    const Interval here(probability(j));
    forth = forth + positive_part(here - growth * Interval(probability(j - rows)));
    back = back + positive_part(here - growth * Interval(probability(j + rows)));
  }
  return forth.upper() < back.upper() ? back : forth;
}

namespace {

// Adds up over all outcomes of the bars from `at` on, one direction.
Interval excess_from(const std::vector<DropTable>& bars, std::size_t at,
                     const Interval& with, const Interval& without,
                     std::int64_t shift) {
  if (at == bars.size()) return positive_part(with - without);
  Interval sum(0);
  for (std::int64_t j = 0; j < bars[at].points(); ++j)
    sum = sum + excess_from(bars, at + 1, with * Interval(bars[at].probability(j)),
                            without * Interval(bars[at].probability(j + shift)), shift);
  return sum;
}

}  // namespace

Interval excess_of_bars(const std::vector<DropTable>& bars, const Rational& epsilon) {
  const Interval growth = exp(Interval(epsilon));
  const Interval forth = excess_from(bars, 0, Interval(1), growth, -1);
  const Interval back = excess_from(bars, 0, Interval(1), growth, 1);
  return forth.upper() < back.upper() ? back : forth;
}

}  // namespace selvage
