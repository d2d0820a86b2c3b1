#include "selvage/one_sided/drop_sums.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/int128.hpp"
#include "selvage/one_sided/growth.hpp"

namespace selvage {
namespace {

// Probabilities in words, each rounded up.
using Masses = std::vector<std::uint64_t>;

// No weight is so close to 1 that a sum of products could leave 128 bits: it is at most
// (exp(epsilon) - 1 + 2 delta) / (exp(epsilon) + 1).
Masses convolved(const Masses& a, const Masses& b) {
  Masses sum(a.size() + b.size() - 1);
  for (std::size_t k = 0; k < sum.size(); ++k) {
    Uint128 total = 0;
    const std::size_t from = k < b.size() ? 0 : k - b.size() + 1;
    const std::size_t to = std::min(k + 1, a.size());
    for (std::size_t i = from; i < to; ++i) total += Uint128{a[i]} * b[k - i];
    sum[k] = static_cast<std::uint64_t>((total + (kWholeWord - 1)) >> 64);
  }
  return sum;
}

Masses power_of(const Masses& one, std::int64_t times) {
  if (times == 1) return one;
  const Masses half = power_of(one, times / 2);
  Masses all = convolved(half, half);
  return times % 2 == 0 ? all : convolved(all, one);
}

}  // namespace

std::int64_t most_dropped_in_all(const DropTable& table, std::int64_t bars,
                                 const Rational& risk) {
  assert(bars >= 1 && risk.sign() >= 0);
  if (risk.sign() == 0 || bars > kMostConvolved / table.width())
    return bars > INT64_MAX / table.width() ? INT64_MAX : bars * table.width();
  const Masses all = power_of(table.weights(), bars);
  const auto limit =
      Uint128{floor_in_word(risk * Rational::power_of_two(64))};  // below 2^64
  Uint128 tail = 0;
  std::int64_t most = static_cast<std::int64_t>(all.size()) - 1;
  for (; most > 0; --most)
    if ((tail += all[static_cast<std::size_t>(most)]) > limit) break;
  return most;
}

namespace {

// What a bar of so many people costs to come out empty: -ln(1 - p).
struct HiddenBar {
  Rational price, people;
};

// Those that lie on the upper hull, with 0 first. Prices are rounded down: one that is
// too low lets more people hide.
std::vector<HiddenBar> hidden_bars(const DropTable& table) {
  std::vector<HiddenBar> hull = {{0, 0}};
  for (std::int64_t c = 1; c <= table.width(); ++c) {
    const Rational empty = Rational(1) - table.at_most(c - 1);
    const Rational price = (Interval(0) - log(Interval(empty))).lower();
    const HiddenBar bar{std::max(price, Rational(0)), c};
    const auto is_below = [&](const HiddenBar& before, const HiddenBar& last) {
      return (last.people - before.people) * (bar.price - before.price) <=
             (bar.people - before.people) * (last.price - before.price);
    };
    while (hull.size() > 1 && is_below(hull[hull.size() - 2], hull.back()))
      hull.pop_back();
    hull.push_back(bar);
  }
  return hull;
}

}  // namespace

// At any price of a person, bars that may spend ln(1/risk) in all hide at most what
// they would buy and that sum: duality. The best price is a slope of the hull, and what
// it gives is convex along it.
std::int64_t most_in_empty_bars(const DropTable& table, std::int64_t bars,
                                const Rational& risk) {
  assert(bars >= 1 && risk.sign() > 0 && risk < 1);
  const std::vector<HiddenBar> hull = hidden_bars(table);
  const Rational budget = log(Interval(Rational(1) / risk)).upper();
  const auto bound_at = [&](std::size_t edge) {
    const HiddenBar &from = hull[edge], &to = hull[edge + 1];
    const Rational slope =
        round_up((to.people - from.people) / (to.price - from.price), 64);
    Rational most = 0;
    for (const HiddenBar& bar : hull)
      most = std::max(most, bar.people - slope * bar.price);
    return most * bars + slope * budget;
  };
  std::size_t low = hull[1].price.sign() > 0 ? 0 : 1, high = hull.size() - 2;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (bound_at(middle + 1) < bound_at(middle))
      low = middle + 1;
    else
      high = middle;
  }
  const Rational best = bound_at(low), sure = Rational(table.width()) * bars;
  return std::min(best.floor(), sure).to_int64().value_or(INT64_MAX);
}

}  // namespace selvage
