#include "selvage/mechanism/separator/max_margin.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <tuple>

#include "selvage/base/int128.hpp"

namespace selvage {
namespace {

using Equation = std::vector<Rational>;

// Solves them by elimination, the right side last; false where they are singular.
bool solve(std::vector<Equation>& rows) {
  const std::size_t size = rows.size();
  for (std::size_t k = 0; k < size; ++k) {
    const auto from = rows.begin() + static_cast<std::ptrdiff_t>(k);
    const auto pivot = std::find_if(
        from, rows.end(), [&](const Equation& row) { return row[k].sign() != 0; });
    if (pivot == rows.end()) return false;
    std::iter_swap(from, pivot);
    const Rational first = rows[k][k];
    for (Rational& x : rows[k]) x = x / first;
    for (std::size_t i = 0; i < size; ++i) {
      if (i == k || rows[i][k].sign() == 0) continue;
      const Rational factor = rows[i][k];
      for (std::size_t j = k; j <= size; ++j)
        rows[i][j] = rows[i][j] - factor * rows[k][j];
    }
  }
  return true;
}

std::int64_t product(const LatticePoint& x, const LatticePoint& y) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

Rational product(const std::vector<Rational>& w, const LatticePoint& x) {
  Rational sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum = sum + w[i] * x[i];
  return sum;
}

// The nearest points of the two planes through these, where both lie within the hulls
// and need all of them. [T210]
std::optional<MaxMargin> nearest_of_all(std::vector<LabelledPoint> points) {
  const std::size_t size = points.size();
  const auto sign = [&](std::size_t i) { return points[i].second ? 1 : -1; };
  std::vector<Equation> rows(size + 2, Equation(size + 3));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j)
      rows[i][j] = Rational(product(points[i].at, points[j].at)) * (sign(i) * sign(j));
    const std::size_t side = size + (points[i].second ? 1 : 0);
    rows[i][side] = 1;
    rows[side][i] = 1;
  }
  rows[size][size + 2] = rows[size + 1][size + 2] = 1;
  if (!solve(rows)) return std::nullopt;
  MaxMargin result;
  result.w.resize(points[0].at.size());
  for (std::size_t i = 0; i < size; ++i) {
    const Rational& share = rows[i][size + 2];
    if (share.sign() <= 0) return std::nullopt;
    for (std::size_t c = 0; c < result.w.size(); ++c)
      result.w[c] = result.w[c] + share * (sign(i) * points[i].at[c]);
  }
  std::optional<Rational> low, high;
  for (const LabelledPoint& point : points)
    (point.second ? high : low) = product(result.w, point.at);
  if (!low || !high) return std::nullopt;
  for (const Rational& x : result.w) result.squared_gap = result.squared_gap + x * x;
  result.middle = (*low + *high) / 2;
  result.supports = std::move(points);
  return result;
}

// Whether no point of these lies between the two planes of the margin.
bool holds_for(const MaxMargin& margin, std::span<const LabelledPoint> points) {
  const Rational half = margin.squared_gap / 2;
  return std::all_of(points.begin(), points.end(), [&](const LabelledPoint& point) {
    const Rational beyond = product(margin.w, point.at) - margin.middle;
    return point.second ? beyond >= half : -beyond >= half;
  });
}

// Of few points, where the last is needed: by trying all sets that hold it, the
// smallest first.
MaxMargin nearest_with_last(const std::vector<LabelledPoint>& points) {
  const unsigned last = 1u << (points.size() - 1);
  for (int size = 2; size <= static_cast<int>(points.size()); ++size)
    for (unsigned set = last; set < 2 * last; ++set) {
      if (std::popcount(set) != size) continue;
      std::vector<LabelledPoint> some;
      for (std::size_t i = 0; i < points.size(); ++i)
        if (set >> i & 1) some.push_back(points[i]);
      auto margin = nearest_of_all(std::move(some));
      if (margin && (margin->squared_gap.sign() == 0 || holds_for(*margin, points)))
        return *std::move(margin);
    }
  assert(false);  // some set of supports does it [T210]
  return {};
}

// w and the planes of the margin as whole numbers: what decides is w.x <= low for the
// first set, w.x >= high for the second.
struct WholeMargin {
  std::vector<Int128> w;
  Int128 low, high;
};

Int128 int128_of(const Rational& whole) {
  const Rational word = Rational::power_of_two(62), high = (whole / word).floor();
  return static_cast<Int128>(high.to_int64().value()) * (Int128{1} << 62) +
         (whole - high * word).to_int64().value();
}

WholeMargin whole_of(const MaxMargin& margin) {
  Rational scale = 1;
  const Rational half = margin.squared_gap / 2;
  std::vector<Rational> all = margin.w;
  all.push_back(margin.middle - half);
  all.push_back(margin.middle + half);
  for (const Rational& x : all) scale = scale * (x * scale).denominator();
  WholeMargin whole{
      {}, int128_of(all[all.size() - 2] * scale), int128_of(all.back() * scale)};
  for (const Rational& x : margin.w) whole.w.push_back(int128_of(x * scale));
  return whole;
}

// The point that lies furthest on the wrong side of its plane; none where none does.
const LabelledPoint* worst_of(const MaxMargin& margin,
                              std::span<const LabelledPoint> points) {
  const WholeMargin whole = whole_of(margin);
  const LabelledPoint* worst = nullptr;
  Int128 most = 0;
  for (const LabelledPoint& point : points) {
    Int128 at = 0;
    for (std::size_t i = 0; i < point.at.size(); ++i) at += whole.w[i] * point.at[i];
    const Int128 wrong_by = point.second ? whole.high - at : at - whole.low;
    if (wrong_by <= most) continue;
    most = wrong_by;
    worst = &point;
  }
  return worst;
}

}  // namespace

// Every round the gap is strictly smaller, so that no set of supports comes twice.
std::optional<MaxMargin> max_margin(std::span<const LabelledPoint> points) {
  const auto of_side = [&](bool second) {
    return std::find_if(points.begin(), points.end(), [&](const LabelledPoint& point) {
      return point.second == second;
    });
  };
  const auto first = of_side(false), second = of_side(true);
  if (first == points.end() || second == points.end()) return std::nullopt;
  MaxMargin margin = nearest_with_last({*first, *second});
  while (margin.squared_gap.sign() > 0) {
    const LabelledPoint* worst = worst_of(margin, points);
    if (worst == nullptr) {
      std::sort(margin.supports.begin(), margin.supports.end(),
                [](const LabelledPoint& a, const LabelledPoint& b) {
                  return std::tie(a.at, a.second) < std::tie(b.at, b.second);
                });
      return margin;
    }
    std::vector<LabelledPoint> next = std::move(margin.supports);
    next.push_back(*worst);
    margin = nearest_with_last(next);
  }
  return std::nullopt;
}

std::optional<MaxMargin> max_margin_of_supports(std::vector<LabelledPoint> supports) {
  if (supports.size() < 2) return std::nullopt;
  auto margin = nearest_of_all(std::move(supports));
  if (!margin || margin->squared_gap.sign() == 0) return std::nullopt;
  return margin;
}

LatticePoint lattice_point(std::span<const std::int64_t> sizes, std::int64_t place) {
  LatticePoint point(sizes.size());
  for (std::size_t i = sizes.size(); i-- > 0; place /= sizes[i])
    point[i] = place % sizes[i];
  return point;
}

std::vector<LabelledPoint> outer_points(std::span<const std::int64_t> sizes,
                                        std::span<const std::int64_t> counts) {
  const std::int64_t length = sizes.back(), all = std::ssize(counts) / 2;
  std::vector<LabelledPoint> outer;
  for (std::int64_t line = 0; line < all; line += length)
    for (const bool second : {false, true}) {
      const auto holds = [&](std::int64_t place) {
        return counts[static_cast<std::size_t>(2 * place + second)] > 0;
      };
      std::int64_t from = line, to = line + length - 1;
      while (from <= to && !holds(from)) ++from;
      while (to > from && !holds(to)) --to;
      if (from <= to) outer.push_back({lattice_point(sizes, from), second});
      if (from < to) outer.push_back({lattice_point(sizes, to), second});
    }
  return outer;
}

}  // namespace selvage
