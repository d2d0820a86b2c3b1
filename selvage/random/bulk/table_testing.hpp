// For the tests of the tables: thresholds again, from fractions and power series
// instead of multi-precision functions, and the checks that every sampler of them has
// to pass.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"
#include "selvage/outcome/chi_square.hpp"
#include "selvage/random/bulk/threshold_table.hpp"

namespace selvage::table_testing {

constexpr std::uint64_t kAll = 1 << 16;  // words of two bytes

struct NoMoreWords {};

// Words from a list, and an alarm behind it.
struct ListedWords {
  std::vector<std::uint64_t> list;
  std::size_t used = 0;
  std::uint64_t operator()() {
    if (used == list.size()) throw NoMoreWords{};
    return list[used++];
  }
};

// A number >= 0 between two fractions with 320 binary places.
struct Between {
  Rational lower, upper;
};
inline Between outward(const Rational& lower, const Rational& upper) {
  return {-round_up(-lower, 320), round_up(upper, 320)};
}
inline Between operator*(const Between& x, const Between& y) {
  return outward(x.lower * y.lower, x.upper * y.upper);
}
inline Between operator/(const Between& x, const Between& y) {
  return outward(x.lower / y.upper, x.upper / y.lower);
}
inline Between operator+(const Between& x, const Between& y) {
  return outward(x.lower + y.lower, x.upper + y.upper);
}
inline Between operator-(const Between& x, const Between& y) {
  return outward(x.lower - y.upper, x.upper - y.lower);
}
inline Between exactly(const Rational& x) { return {x, x}; }

inline Between power(Between x, std::uint64_t exponent) {
  Between product = exactly(1);
  for (; exponent != 0; exponent /= 2, x = x * x)
    if (exponent % 2 == 1) product = product * x;
  return product;
}

// exp(-x): the series of exp(-x/2^k) with x/2^k <= 1/2 alternates with falling terms,
// so two sums that follow each other are bounds; then k squarings.
inline Between exp_minus(const Rational& x) {
  unsigned squarings = 0;
  Rational small = x;
  for (; small > Rational(1, 2); ++squarings) small = small / 2;
  Rational term = 1, sum = 1, before = 0;
  for (std::int64_t n = 1; n < 80 || n % 2 == 1; ++n) {
    before = sum;
    term = -term * small / n;
    if (term.bits() > 4000)
      term = term.sign() < 0 ? -round_up(-term, 900) : round_up(term, 900);
    sum = sum + term;
  }
  // The last sum ends with a negative term.
  const Rational slack = Rational::power_of_two(-318);  // of the rounded terms
  Between result = outward(sum - slack, before + slack);
  for (; squarings > 0; --squarings) result = result * result;
  return result;
}

// P(value >= m) for m = 0..count, from their definitions by sums of masses.
enum class Kind { geometric, two_sided, truncated, truncated_two_sided, gaussian };
inline std::vector<Between> thresholds_of(Kind kind, const Rational& parameter,
                                          std::size_t count, std::int64_t last = 0) {
  std::vector<Between> weights;  // of the values 0, 1, ...; both signs together
  Between rest = exactly(0);     // of the values behind them
  const bool cut = kind == Kind::truncated || kind == Kind::truncated_two_sided;
  const std::size_t length = cut ? static_cast<std::size_t>(last) + 1 : count + 1;
  if (kind == Kind::gaussian) {
    // g(z+1) = g(z) r^(2z+1), r = exp(-1/(2 variance)).
    const Between r = exp_minus(Rational(1, 2) / parameter), r2 = r * r;
    Between g = exactly(1), step = r;
    for (std::size_t z = 0; z < length; ++z) {
      weights.push_back(z == 0 ? g : g + g);
      g = g * step;
      step = step * r2;
    }
    const Between bound = (g + g) / (exactly(1) - step);
    rest = {0, bound.upper};
  } else {
    const Between q = exp_minus(Rational(1) / parameter);
    const bool two = kind != Kind::geometric && kind != Kind::truncated;
    Between g = exactly(1);
    for (std::size_t z = 0; z < length; ++z) {
      weights.push_back(two && z > 0 ? g + g : g);
      g = g * q;
    }
    if (!cut) rest = (two ? g + g : g) / (exactly(1) - q);
  }
  std::vector<Between> tails(length);
  for (std::size_t m = length; m-- > 0;) tails[m] = rest = rest + weights[m];
  const Between total = tails[0];
  for (auto& tail : tails) tail = tail / total;
  return tails;
}

// dec(m) <= 2^places P(m) <= dec(m) + amb(m) for the words that decided a value and
// those that are open between some values. `thresholds` are P(value >= m), m = 0, 1,
// ...
struct Census {
  std::map<std::int64_t, std::uint64_t> decided, open;
  std::uint64_t undecided = 0;
};
// A word of so many places, and the value it decided, if it did.
inline void count(Census& census, std::uint64_t word, long places,
                  std::optional<std::int64_t> value,
                  const std::vector<Between>& thresholds) {
  if (value) {
    ++census.decided[*value];
    return;
  }
  ++census.undecided;
  const Rational unit = Rational::power_of_two(-places);
  const Rational from = Rational::from_uint64(word) * unit, to = from + unit;
  for (std::size_t m = 0; m < thresholds.size(); ++m)
    if (thresholds[m].upper >= from &&
        (m + 1 == thresholds.size() || thresholds[m + 1].lower <= to))
      ++census.open[static_cast<std::int64_t>(m)];
}

inline void expect_brackets(const Census& census,
                            const std::vector<Between>& thresholds,
                            const Rational& words, const char* what) {
  for (std::size_t m = 0; m < thresholds.size(); ++m) {
    const bool last = m + 1 == thresholds.size();  // stands for all that follow
    const Between mass = last ? thresholds[m] : thresholds[m] - thresholds[m + 1];
    const auto count = [&](const auto& counts) {
      Rational sum = 0;
      for (const auto& [value, number] : counts)
        if (static_cast<std::size_t>(value) == m ||
            (last && static_cast<std::size_t>(value) > m))
          sum = sum + Rational::from_uint64(number);
      return sum;
    };
    const Rational decided = count(census.decided), open = count(census.open);
    EXPECT_TRUE(decided <= words * mass.lower || decided == Rational(0))
        << what << ": value " << m << " of " << (words * mass.lower).to_double()
        << " words is decided by " << decided.to_double();
    EXPECT_TRUE(words * mass.upper <= decided + open)
        << what << ": value " << m << " of " << (words * mass.upper).to_double()
        << " words is left to " << (decided + open).to_double();
  }
}

// What a stream of words comes to in a table of bytes, lane by lane and without a
// kernel: blocks of bytes, then the words that follow open lanes. Never a word twice.
template <class Words>
std::vector<std::int64_t> sizes_by_hand(const ThresholdLaw& law, std::size_t blocks,
                                        Words& words) {
  const auto table = *ThresholdTable::make(law, 64);
  const auto coarse = *ThresholdTable::make(law, 16);
  std::vector<std::uint64_t> bytes(blocks * 16);
  fill_words(words, std::span(bytes));
  std::vector<std::int64_t> sizes;
  std::vector<std::size_t> open;
  std::vector<std::uint64_t> pairs;
  for (std::size_t lane = 0; lane < blocks * 64; ++lane) {
    const std::size_t word = lane / 64 * 16 + lane % 64 / 8;
    const std::uint64_t first = bytes[word] >> lane % 8 * 8 & 255;
    const std::uint64_t pair = first << 8 | (bytes[word + 8] >> lane % 8 * 8 & 255);
    // Intervals with several thresholds are open as a whole; those that begin with 64
    // zeros count as one.
    const auto inside = std::count_if(
        table.bounds().begin(), table.bounds().end() - (law.last() ? 1 : 0),
        [&](std::uint64_t bound) { return bound >> 56 == first; });
    const auto size = coarse.find(pair << 48);
    const bool last =
        pair == 0 && law.last() && inside <= 1 &&
        table.bounds()[static_cast<std::size_t>(*law.last()) - 1] >> 48 != 0;
    if (last) {
      sizes.push_back(*law.last());
    } else if (inside <= 1 && size) {
      sizes.push_back(*size);
    } else {
      open.push_back(lane);
      sizes.push_back(0);
    }
    pairs.push_back(pair);
  }
  for (std::size_t i = 0; i < open.size(); i += 32) {
    std::vector<std::uint64_t> more(std::min<std::size_t>(32, open.size() - i));
    fill_words(words, std::span(more));
    for (std::size_t j = 0; j < more.size(); ++j)
      sizes[open[i + j]] =
          table.exact(pairs[open[i + j]] << 48 | more[j] >> 16, std::ref(words));
  }
  return sizes;
}

// Pearson's statistic of a sample against masses, small cells pooled; and a bound, by
// Chernoff, on the probability of a worse fit.
inline double fit(const std::vector<std::int64_t>& sample,
                  const std::map<std::int64_t, double>& masses) {
  const auto n = static_cast<double>(sample.size());
  std::map<std::int64_t, double> seen;
  for (const std::int64_t z : sample) ++seen[z];
  double statistic = 0, rest = n, rest_expected = n;
  std::size_t degrees = 0;
  for (const auto& [z, mass] : masses) {
    if (mass * n < 1000) continue;
    const double expected = mass * n, count = seen[z];
    statistic += (count - expected) * (count - expected) / expected;
    rest -= count;
    rest_expected -= expected;
    ++degrees;
  }
  if (rest_expected > 100)
    statistic += (rest - rest_expected) * (rest - rest_expected) / rest_expected;
  return chi_square_tail(statistic, degrees);
}

// Of a case, which has a law, its kind and parameter, with another parameter.
template <class Case>
std::map<std::int64_t, double> masses(const Case& c, const Rational& parameter) {
  return masses_of(thresholds_of(c.kind, parameter, 60), c.law->symmetric());
}

// Alarms at 1e-9, and finds a scale or a deviation that is off by 1 %.
template <class Case>
void expect_fit_and_no_other(const Case& c, const std::vector<std::int64_t>& sample) {
  EXPECT_GT(fit(sample, masses(c, c.parameter)), 1e-9) << c.name;
  const Rational off = c.parameter * (c.kind == Kind::gaussian ? Rational(10201, 10000)
                                                               : Rational(101, 100));
  EXPECT_LT(fit(sample, masses(c, off)), 1e-9) << c.name;
}

// Masses of noise with this sign rule, from thresholds m = 0, 1, ...
inline std::map<std::int64_t, double> masses_of(const std::vector<Between>& thresholds,
                                                bool symmetric) {
  std::map<std::int64_t, double> masses;
  for (std::size_t m = 0; m < thresholds.size(); ++m) {
    const Between next = m + 1 < thresholds.size() ? thresholds[m + 1] : exactly(0);
    const double mass = (thresholds[m] - next).lower.to_double();
    const auto z = static_cast<std::int64_t>(m);
    if (symmetric && m > 0)
      masses[z] = masses[-z] = mass / 2;
    else
      masses[z] = mass;
  }
  return masses;
}

// Mean and variance within 6 standard errors, which finds wrong digits that no
// histogram shows.
inline void expect_moments(const std::vector<std::int64_t>& sample,
                           const std::map<std::int64_t, double>& masses,
                           const char* what) {
  double mean = 0, second = 0, fourth = 0;
  for (const auto& [z, mass] : masses) mean += static_cast<double>(z) * mass;
  for (const auto& [z, mass] : masses) {
    const double square = std::pow(static_cast<double>(z) - mean, 2);
    second += square * mass;
    fourth += square * square * mass;
  }
  const auto n = static_cast<double>(sample.size());
  double sum = 0, squares = 0;
  for (const std::int64_t z : sample) {
    sum += static_cast<double>(z) - mean;
    squares += std::pow(static_cast<double>(z) - mean, 2);
  }
  EXPECT_LT(std::abs(sum / n), 6 * std::sqrt(second / n)) << what;
  EXPECT_LT(std::abs(squares / n - second),
            6 * std::sqrt((fourth - second * second) / n))
      << what << ": variance " << squares / n << " instead of " << second;
}

}  // namespace selvage::table_testing
