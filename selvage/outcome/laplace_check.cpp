#include "selvage/outcome/laplace_check.hpp"

#include <array>
#include <map>
#include <vector>

#include "selvage/outcome/near_words.hpp"
#include "selvage/random/inversion/filtered_geometric.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

constexpr unsigned kPlaces = 15;  // and a sign: words of 16 bits
constexpr std::uint64_t kMostWords = 4096;

// Compares values with the thresholds P(|Z| >= m) = 2 q^m / (1 + q).
class Thresholds {
 public:
  explicit Thresholds(const Rational& scale)
      : scale_(scale),
        twice_(Interval(2) / (Interval(1) + exp(Interval(Rational(-1) / scale)))) {}

  // Whether |Z| is this, or may be, for all u in [low, low + unit).
  bool allow(std::int64_t size, const Rational& low, const Rational& unit) {
    return size >= 0 && at(size + 1).lower <= low &&
           (size == 0 || low + unit <= at(size).upper);
  }

 private:
  struct Bounds {
    Rational lower, upper;
  };
  const Bounds& at(std::int64_t m) {
    const auto known = known_.find(m);
    if (known != known_.end()) return known->second;
    const Interval threshold = twice_ * exp(Interval(Rational(-m) / scale_));
    return known_.emplace(m, Bounds{threshold.lower(), threshold.upper()})
        .first->second;
  }
  Rational scale_;
  Interval twice_;
  std::map<std::int64_t, Bounds> known_;
};

// Whether all words get the values that they should, with no more than these left open.
bool decides_rightly(const FilteredGeometric& noise, Thresholds& thresholds,
                     unsigned places, const std::vector<std::uint64_t>& words,
                     std::size_t most_open) {
  const Rational unit = Rational::power_of_two(-static_cast<int>(places));
  const auto right = [&](std::uint64_t word, std::int64_t value, const Rational& low,
                         const Rational& width) {
    const bool negative = word % 2 == 1;
    return (value == 0 || (value < 0) == negative) &&
           thresholds.allow(negative ? -value : value, low, width);
  };
  std::size_t open = 0;
  for (std::size_t first = 0; first < words.size(); first += kBatch) {
    const auto batch =
        std::span(words).subspan(first, std::min(kBatch, words.size() - first));
    std::array<std::int64_t, kBatch> values;
    std::array<std::uint32_t, kBatch> unsure;
    const std::size_t count =
        noise.decide(batch, std::span(values).first(batch.size()), unsure);
    std::size_t next = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const Rational low = Rational::from_uint64(batch[i] >> 1) * unit;
      if (next == count || unsure[next] != i) {
        if (!right(batch[i], values[i], low, unit)) return false;
        continue;
      }
      ++next;
      if (++open > most_open) return false;
      for (const std::uint64_t more :
           {0x1234'5678'9abc'def0u, 0xfedc'ba98'7654'3210u}) {
        // The exact path may not need them all; then it speaks for the whole unit.
        std::uint64_t taken = 0;
        const std::int64_t value = noise.exact(batch[i], [&] {
          ++taken;
          return more;
        });
        if (taken > 1) continue;
        const Rational finer = taken == 0 ? unit : unit * Rational::power_of_two(-64);
        if (!right(batch[i], value,
                   taken == 0 ? low : low + Rational::from_uint64(more) * finer, finer))
          return false;
      }
    }
  }
  return true;
}

// From a threshold, in units of 2^-43: on it, as near as the filter of T12 may decide
// (its slack is 8 units), and farther.
constexpr int kAway[] = {0, 1, -1, 10, -10, 40, -40, 5000, -5000};

// 64-bit words: thresholds and their surroundings, small numbers and random ones.
std::vector<std::uint64_t> telling_words(const Rational& scale) {
  std::vector<std::uint64_t> words;
  const auto add = [&](std::uint64_t u) {
    words.push_back(u << 1);
    words.push_back(u << 1 | 1);
  };
  const Interval twice =
      Interval(2) / (Interval(1) + exp(Interval(Rational(-1) / scale)));
  std::int64_t m = 1;
  for (int i = 0; i < 48; ++i, m += 1 + m / 4) {
    const Rational threshold = (twice * exp(Interval(Rational(-m) / scale))).lower();
    if (threshold < Rational::power_of_two(-62)) break;
    for (const int away : kAway)
      if (const auto u = place_of(threshold, 63, away)) add(*u);
  }
  SeededWords random(0);
  for (int bits = 0; bits < 63; ++bits) add(random() >> 1 >> bits);
  while (words.size() < 512 || words.size() % 8 != 3) words.push_back(random());
  return words;
}

// Releases draw through a source; here one whose words can be had twice.
bool a_source_draws_laplace_by_it(const Rational& scale) {
  std::vector<std::int64_t> drawn(1003), examined(1003);
  SeededSource(1).discrete_laplace(drawn, scale);
  SeededWords words(1);
  FilteredGeometric(FilteredGeometric::Sides::two, scale).draw(examined, words);
  return drawn == examined;
}

}  // namespace

std::optional<bool> laplace_sampler_is_exact(const Rational& scale,
                                             const FilterKernel& kernel) {
  if (!FilteredGeometric::fits(scale)) return std::nullopt;
  using Sides = FilteredGeometric::Sides;
  Thresholds thresholds(scale);
  // Neighbouring words of wide noise have values of their own, each with thresholds to
  // compute: then every sixteenth word will do.
  const std::uint64_t all = std::uint64_t{2} << kPlaces;
  const std::uint64_t step = scale > 20 ? all / kMostWords + 1 : 1;
  std::vector<std::uint64_t> narrow;
  for (std::uint64_t word = 0; word < all; word += step) narrow.push_back(word);
  narrow.push_back(3);  // no multiple of the lanes: some go through the plain kernel
  const std::vector<std::uint64_t> wide = telling_words(scale);
  // Of narrow words, those that hold a threshold are open, and all of them where noise
  // is wide; of wide words, those that were put there.
  const double open =
      2 * (12 * std::min(scale.to_double(), static_cast<double>(all)) + 4);
  return a_source_draws_laplace_by_it(scale) &&
         decides_rightly({Sides::two, scale, {.places = kPlaces, .kernel = kernel}},
                         thresholds, kPlaces, narrow, static_cast<std::size_t>(open)) &&
         decides_rightly({Sides::two, scale, {.kernel = kernel}}, thresholds, 63, wide,
                         wide.size() / 2);
}

}  // namespace selvage
