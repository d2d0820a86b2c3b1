#include "selvage/mechanism/outlier/warped_table.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "selvage/random/sampling/uniform.hpp"

namespace selvage {
namespace {

constexpr double kMostBounds = 1 << 21;
constexpr std::int64_t kMostRows = 1 << 13;
constexpr unsigned kPlaces = 126;  // of the fixed point in which rows are computed
constexpr Uint128 kWhole = Uint128{1} << kPlaces;
constexpr Uint128 kLeastKept = kWhole >> 66;  // a row ends with the first below this
// Beyond a row's ends: more than 1 from any word that is compared with them. For the
// words 0 and 1 this may fail, and then the exact path is taken.
constexpr std::uint64_t kBeforeAll = ~std::uint64_t{0} - 2, kAfterAll = 1;

// x y / 2^126, rounded down by less than one unit. Requires x, y <= 2^126.
Uint128 times(Uint128 x, Uint128 y) {
  const Uint128 mask = ~std::uint64_t{0};
  const Uint128 xh = x >> 64, xl = x & mask, yh = y >> 64, yl = y & mask;
  const Uint128 middle = xh * yl + xl * yh + ((xl * yl) >> 64);
  return ((xh * yh) << 2) + (middle >> 62);
}

// q 2^126, exactly.
Uint128 fixed(std::uint64_t n) {
  return Uint128{n} << (kPlaces - WarpedGeometric::kBits);
}

// 2^126 / (1 + q), rounded down: bit by bit, as for division by hand.
Uint128 inverse_of_one_plus(std::uint64_t n) {
  const Uint128 divisor = Uint128{WarpedGeometric::kOne} + n;
  Uint128 quotient = 0, rest = WarpedGeometric::kOne;
  for (unsigned bit = 0; bit <= kPlaces; ++bit) {
    quotient <<= 1;
    if (rest >= divisor) {
      rest -= divisor;
      quotient |= 1;
    }
    rest <<= 1;
  }
  return quotient;
}

std::uint64_t first_places(Uint128 x) {
  return static_cast<std::uint64_t>(std::min(x, kWhole - 1) >> (kPlaces - 64));
}

// base^exponent, by squaring.
Rational power(Rational base, std::int64_t exponent) {
  Rational result = 1;
  for (; exponent > 0; exponent /= 2, base = base * base)
    if (exponent % 2 == 1) result = result * base;
  return result;
}

double window(std::uint64_t n) {  // about the steps until a tail of 2^-66
  const double rate = -std::log(std::ldexp(static_cast<double>(n), -62));
  return n == 0 ? 1 : 46 / rate + 1;
}

// q_i and 1/(1 + q_i) in fixed point, computed once for each stretch.
class Steps {
 public:
  Steps(const WarpedGeometric& law, bool shifted) : law_(law), shifted_(shifted) {}
  // q of i; of every i where only the stretch above the knee counts.
  Uint128 q(std::int64_t i) { return find(i).q; }
  Uint128 inverse(std::int64_t i) { return find(i).inverse; }

 private:
  struct Step {
    std::uint64_t n = ~std::uint64_t{0};
    Uint128 q = 0, inverse = 0;
  };
  const Step& find(std::int64_t i) {
    const std::uint64_t n = law_.n(shifted_ ? law_.knee() + 1 : i);
    if (n != last_.n) last_ = {n, fixed(n), inverse_of_one_plus(n)};
    return last_;
  }
  const WarpedGeometric& law_;
  bool shifted_;
  Step last_;
};

}  // namespace

// A row reaches down to the least output at most, and up through the counts below the
// knee into the tail beyond it, each way no farther than the widest noise.
bool WarpedTable::fits(const WarpedGeometric& law) {
  const std::int64_t rows = law.knee() - law.least() + 1;
  if (rows > kMostRows) return false;
  const double tail = window(law.n(law.knee() + 1));
  double widest = tail;
  for (const auto& stretch : law.stretches())
    widest = std::max(widest, window(stretch.n));
  const double row = std::min(2 * widest, static_cast<double>(rows) + tail) + 4;
  return 2 * tail + static_cast<double>(rows) * row <= kMostBounds;
}

std::optional<WarpedTable> WarpedTable::make(const WarpedGeometric& law) {
  if (!fits(law)) return std::nullopt;
  return WarpedTable(law);
}

WarpedTable::WarpedTable(const WarpedGeometric& law)
    : law_(law), least_(law.least()), knee_(law.knee()) {
  for (std::int64_t k = least_; k <= knee_; ++k) append({k, false});
  append({0, true});
}

// P(j <= m) = q_{m+1} ... q_k / (1 + q_{m+1}) below k, 1 - P(j >= m + 1) from k on.
void WarpedTable::append(Row row) {
  Steps steps(law_, row.shifted);
  const std::int64_t k = row.count;
  const std::int64_t lowest =
      row.shifted ? std::numeric_limits<std::int64_t>::min() : law_.least();
  std::vector<std::uint64_t> below;
  Uint128 way = kWhole;
  for (std::int64_t m = k - 1; m >= lowest && way >= kLeastKept; --m) {
    if (steps.q(m + 1) == 0) break;
    way = times(way, steps.q(m + 1));
    below.push_back(first_places(times(way, steps.inverse(m + 1))));
  }
  row.first = k - static_cast<std::int64_t>(below.size());
  bounds_.push_back(kBeforeAll);
  row.begin = bounds_.size();
  bounds_.insert(bounds_.end(), below.rbegin(), below.rend());
  way = kWhole;
  for (std::int64_t m = k; way >= kLeastKept; ++m) {
    if (steps.q(m + 1) == 0) break;
    way = times(way, steps.q(m + 1));
    bounds_.push_back(first_places(kWhole - times(way, steps.inverse(m + 1))));
  }
  row.end = bounds_.size();
  bounds_.push_back(kAfterAll);
  std::size_t i = 0;
  for (std::size_t g = 0; g < row.guide.size(); ++g) {
    const std::uint64_t start = static_cast<std::uint64_t>(g) << (64 - kGuideBits);
    while (i < row.end - row.begin && bounds_[row.begin + i] < start) ++i;
    row.guide[g] = static_cast<std::uint32_t>(i);
  }
  rows_.push_back(row);
}

Rational WarpedTable::at_most(const Row& row, std::int64_t j) const {
  const std::int64_t k = row.count;
  const auto q = [&](std::int64_t i) {
    return law_.q(row.shifted ? law_.knee() + 1 : i);
  };
  const bool below = j < k;
  const std::int64_t edge = j + 1;  // the step that j does not take
  Rational way = 1;
  const std::int64_t first = below ? edge : k + 1, last = below ? k : edge;
  if (row.shifted) {
    way = power(q(first), last - first + 1);
  } else {
    for (const auto& stretch : law_.stretches()) {
      const std::int64_t from = std::max(first, stretch.first);
      const std::int64_t to = std::min(last, stretch.last.value_or(last));
      if (from <= to) way = way * power(law_.q(from), to - from + 1);
    }
    if (first <= law_.least()) way = 0;
  }
  const Rational tail = way / (q(edge) + 1);
  return below ? tail : Rational(1) - tail;
}

// The word and what follows it are the binary places of a uniform number; the output is
// the least j whose P(<= j) is above it.
std::int64_t WarpedTable::exact(const Row& row, std::uint64_t word,
                                const std::function<std::uint64_t()>& words) const {
  Rational unit = Rational::power_of_two(-64);
  Rational low =
      Rational::from_uint64(word) * unit;  // the number is in [low, low + unit)
  const std::uint64_t* bounds = bounds_.data() + row.begin;
  std::int64_t j =
      row.first + (std::upper_bound(bounds, bounds_.data() + row.end, word) - bounds);
  const auto prolong = [&] {
    unit = unit * Rational::power_of_two(-64);
    low = low + Rational::from_uint64(words()) * unit;
  };
  for (;;) {
    if (row.shifted || j > law_.least()) {
      const Rational before = at_most(row, j - 1);
      if (before > low) {
        if (before >= low + unit)
          --j;
        else
          prolong();
        continue;
      }
    }
    const Rational bound = at_most(row, j);
    if (bound >= low + unit) return j;
    if (bound <= low)
      ++j;
    else
      prolong();
  }
}

}  // namespace selvage
