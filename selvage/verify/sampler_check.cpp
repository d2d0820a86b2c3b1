#include "selvage/verify/sampler_check.hpp"

#include <array>
#include <map>
#include <vector>

#include "selvage/inversion/filtered_geometric.hpp"
#include "selvage/noise/warped_table.hpp"
#include "selvage/noise/warped_walk.hpp"
#include "selvage/stream/seeded_words.hpp"
#include "selvage/verify/outcome_tree.hpp"

namespace selvage::verify {
namespace {

constexpr unsigned kPlaces = 15;  // and a sign: words of 16 bits
constexpr std::uint64_t kMostWords = 4096;

Rational whole(std::uint64_t x) {
  return Rational(static_cast<std::int64_t>(x >> 1)) * 2 +
         static_cast<std::int64_t>(x & 1);
}

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
      const Rational low = whole(batch[i] >> 1) * unit;
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
        if (!right(batch[i], value, taken == 0 ? low : low + whole(more) * finer,
                   finer))
          return false;
      }
    }
  }
  return true;
}

bool table_is_exact(const WarpedTable& table, std::int64_t count) {
  constexpr int kWords = 64;
  const WarpedGeometric& law = table.law();
  const Rational unit = Rational::power_of_two(-64);
  SeededWords words(static_cast<std::uint64_t>(count));
  for (int i = 0; i < kWords; ++i) {
    SeededWords ahead = words;
    const Rational low = whole(ahead()) * unit;
    std::int64_t j = count;
    table.draw(std::span(&j, 1), words);
    // Above the knee, outputs below it come from a second word.
    if (count > law.knee() && j <= law.knee()) continue;
    if (j > law.least() && law.at_most(count, j - 1).lower() > low) return false;
    if (law.at_most(count, j).upper() < low + unit) return false;
  }
  return true;
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
  std::vector<std::uint64_t> narrow, wide;
  for (std::uint64_t word = 0; word < all; word += step) narrow.push_back(word);
  SeededWords random(0);
  for (std::uint64_t i = 0; i < kMostWords / 8; ++i) wide.push_back(random());
  // Of narrow words, those that hold a threshold are open, and all of them where noise
  // is wide; of wide words less than 2^-9 are, if any.
  const double open =
      2 * (12 * std::min(scale.to_double(), static_cast<double>(all)) + 4);
  return decides_rightly({Sides::two, scale, {.places = kPlaces, .kernel = kernel}},
                         thresholds, kPlaces, narrow, static_cast<std::size_t>(open)) &&
         decides_rightly({Sides::two, scale, {.kernel = kernel}}, thresholds, 63, wide,
                         32);
}

bool warped_sampler_is_exact(const WarpedGeometric& law) {
  constexpr std::size_t kMostStretches = 6;
  std::vector<std::int64_t> counts = {0, 1};
  for (const auto& stretch : law.stretches()) {
    if (counts.size() > 2 + 3 * kMostStretches) break;
    for (const std::int64_t near : {-1, 0, 1}) counts.push_back(stretch.first + near);
  }
  const auto table = WarpedTable::make(law);
  for (const std::int64_t count : counts) {
    if (count < 0) continue;
    const auto walked = law_of<TreeDraws>(
        {.cut = 1e-4, .paths = 400},
        [&](TreeDraws& draws) { return warped_walk(draws, law, count); });
    for (const auto& [j, mass] : walked.mass)
      if (!mass.single() || mass.single()->factor != law.mass(count, j)) return false;
    if (table && !table_is_exact(*table, count)) return false;
  }
  return true;
}

}  // namespace selvage::verify
