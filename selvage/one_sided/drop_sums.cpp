#include "selvage/one_sided/drop_sums.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/int128.hpp"
#include "selvage/one_sided/growth.hpp"

namespace selvage {
namespace {

// Probabilities of sums from `from` on, in words, each rounded up; and of what lies
// above all of them.
struct Masses {
  std::int64_t from = 0;
  std::vector<std::uint64_t> at = {};
  Uint128 above = 0;
};

// What rounding has left at the upper end is added up, and what is next to nothing at
// the lower end is moved up: no tail becomes smaller. [T163]
constexpr std::uint64_t kLeftAbove = 4, kLeftBelow = std::uint64_t{1} << 20;

void trim(Masses& masses) {
  auto& at = masses.at;
  while (at.size() > 1 && at.back() <= kLeftAbove) {
    masses.above += at.back();
    at.pop_back();
  }
  std::size_t cut = 0;
  for (; cut + 1 < at.size() && at[cut] <= kLeftBelow; ++cut) at[cut + 1] += at[cut];
  at.erase(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(cut));
  masses.from += static_cast<std::int64_t>(cut);
}

// No weight is so close to 1 that a sum of products could leave 128 bits: it is at most
// (exp(epsilon) - 1 + 2 delta) / (exp(epsilon) + 1).
Masses convolved(const Masses& a, const Masses& b) {
  Masses sum{a.from + b.from, {}, a.above + b.above};
  sum.at.resize(a.at.size() + b.at.size() - 1);
  for (std::size_t k = 0; k < sum.at.size(); ++k) {
    Uint128 total = 0;
    const std::size_t from = k < b.at.size() ? 0 : k - b.at.size() + 1;
    const std::size_t to = std::min(k + 1, a.at.size());
    for (std::size_t i = from; i < to; ++i) total += Uint128{a.at[i]} * b.at[k - i];
    sum.at[k] = static_cast<std::uint64_t>((total + (kWholeWord - 1)) >> 64);
  }
  trim(sum);
  return sum;
}

// None where they would be too many.
std::optional<Masses> power_of(const Masses& one, std::int64_t times) {
  if (times == 1) return one;
  const auto half = power_of(one, times / 2);
  if (!half || half->at.size() > kMostConvolved) return std::nullopt;
  Masses all = convolved(*half, *half);
  return times % 2 == 0 ? all : convolved(all, one);
}

}  // namespace

std::int64_t most_dropped_in_all(const DropTable& table, std::int64_t bars,
                                 const Rational& risk) {
  assert(bars >= 1 && risk.sign() >= 0);
  const std::int64_t sure =
      bars > INT64_MAX / table.width() ? INT64_MAX : bars * table.width();
  if (risk.sign() == 0 || table.weights().size() > kMostConvolved) return sure;
  const auto all = power_of({0, table.weights()}, bars);
  const Uint128 limit = floor_in_word(risk * Rational::power_of_two(64));
  if (!all || all->above > limit) return sure;
  Uint128 tail = all->above;
  auto place = static_cast<std::int64_t>(all->at.size()) - 1;
  for (; place > 0; --place)
    if ((tail += all->at[static_cast<std::size_t>(place)]) > limit) break;
  return all->from + place;
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
