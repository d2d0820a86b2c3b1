#include "selvage/verify/sampler_check.hpp"

#include <array>
#include <map>
#include <vector>

#include "selvage/inversion/filtered_gaussian.hpp"
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

// floor(2^places x (1 + away 2^-43)), if it is a word of so many places and not 0.
std::optional<std::uint64_t> place_of(const Rational& x, unsigned places, int away) {
  const Rational moved = x *
                         (Rational(1) + Rational(away) * Rational::power_of_two(-43)) *
                         Rational::power_of_two(static_cast<int>(places));
  const auto place = moved.floor().to_int64();
  if (!place || *place <= 0 || (places < 63 && *place >> places != 0))
    return std::nullopt;
  return static_cast<std::uint64_t>(*place);
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
  return decides_rightly({Sides::two, scale, {.places = kPlaces, .kernel = kernel}},
                         thresholds, kPlaces, narrow, static_cast<std::size_t>(open)) &&
         decides_rightly({Sides::two, scale, {.kernel = kernel}}, thresholds, 63, wide,
                         wide.size() / 2);
}

bool gaussian_sampler_is_exact(const Rational& variance, const FilterKernel& kernel) {
  const Rational t = floor_sqrt(variance) + 1;
  if (laplace_sampler_is_exact(t, kernel) != std::optional(true)) return false;
  const FilteredGaussian noise(variance, {.kernel = kernel});
  std::vector<std::int64_t> candidates;
  std::vector<std::uint64_t> coins;
  std::vector<Interval> thresholds;
  const std::int64_t step = *(t / 8).ceil().to_int64();
  for (std::int64_t y = 0; y <= 128 * step; y += step) {
    const Rational gap = Rational(y) - variance / t;
    const Rational exponent = gap * gap / (variance * 2);
    if (exponent > 60) break;  // accepted by no word of 63 places
    const Interval threshold = exp(Interval(-exponent));
    const auto add = [&](std::uint64_t u) {
      candidates.push_back(coins.size() % 2 == 0 ? y : -y);
      coins.push_back(u << 1);
      thresholds.push_back(threshold);
    };
    for (const int away : {0, 10, -10, 48, -48, 400, -400, 50'000, -50'000})
      if (const auto u = place_of(threshold.lower(), 63, away)) add(*u);
    // Below 2^40 coins are judged in another way.
    const std::uint64_t edge = std::uint64_t{1} << 40;
    for (const std::uint64_t u : {edge - 1, edge, edge / 2, edge / 16 + 1}) add(u);
  }
  std::size_t decided = 0;
  for (std::size_t first = 0; first < coins.size(); first += kBatch) {
    const std::size_t count = std::min(kBatch, coins.size() - first);
    FilteredGaussian::Verdicts verdicts;
    noise.judge(std::span(candidates).subspan(first, count),
                std::span(coins).subspan(first, count), verdicts);
    for (std::size_t i = 0; i < count; ++i) {
      const Rational unit = Rational::power_of_two(-63);
      const Rational low = whole(coins[first + i] >> 1) * unit;
      const Interval& threshold = thresholds[first + i];
      bool accept = verdicts.accepts(i);
      Rational at = low, width = unit;
      if (verdicts.leaves_open(i)) {
        const std::uint64_t more = 0x1234'5678'9abc'def0;
        std::uint64_t taken = 0;
        accept = noise.exact(candidates[first + i], coins[first + i], [&] {
          ++taken;
          return more;
        });
        if (taken > 1) continue;
        if (taken == 1) {
          width = unit * Rational::power_of_two(-64);
          at = low + whole(more) * width;
        }
      } else {
        ++decided;
      }
      const bool right =
          accept ? at + width <= threshold.upper() : at >= threshold.lower();
      if (!right) return false;
    }
  }
  return decided >= coins.size() / 3;
}

bool warped_table_is_exact(const WarpedTable& table, const WarpedGeometric& law,
                           std::int64_t count) {
  struct Words {
    std::vector<std::uint64_t> given;
    SeededWords more{0};
    std::size_t taken = 0;
    std::uint64_t operator()() {
      const std::size_t i = taken++;
      return i < given.size() ? given[i] : more();
    }
  };
  const Rational unit = Rational::power_of_two(-64);
  const auto allows = [&](std::int64_t from, std::int64_t j, const Rational& low,
                          const Rational& width) {
    return (j <= law.least() || law.at_most(from, j - 1).lower() <= low) &&
           low + width <= law.at_most(from, j).upper();
  };
  const auto right = [&](std::uint64_t word) {
    const std::uint64_t more = 0x1234'5678'9abc'def0;
    Words words{{word, more}};
    std::int64_t j = count;
    table.draw(std::span(&j, 1), words);
    const Rational low = whole(word) * unit;
    if (count > law.knee() && j <= law.knee())  // what follows is checked below
      return law.at_most(count, law.knee()).upper() >= low;
    if (words.taken > 2) return true;
    const bool prolonged = words.taken == 2;
    const Rational width = prolonged ? unit * unit : unit;
    return allows(count, j, prolonged ? low + whole(more) * width : low, width);
  };
  // Above the knee a first word may fall to it; then the next that does not rise from
  // there decides.
  if (count > law.knee()) {
    const auto falls = place_of(law.at_most(count, law.knee()).lower() / 2, 63, 0);
    const std::uint64_t third = std::uint64_t{3} << 60;
    const Interval stays = law.at_most(law.knee(), law.knee());
    SeededWords random(1);
    for (int i = 0; i < 64 && falls; ++i) {
      Words words{{*falls << 1, random(), third}};
      std::int64_t j = count;
      table.draw(std::span(&j, 1), words);
      const Rational second = whole(words.given[1]) * unit;
      const bool refused = second >= stays.upper();
      if (!refused && second + unit > stays.lower()) continue;
      const Rational decider = refused ? whole(third) * unit : second;
      if (words.taken > (refused ? 3u : 2u)) continue;  // more places were needed
      if (words.taken < (refused ? 3u : 2u) || j > law.knee() ||
          !allows(law.knee(), j, decider, unit))
        return false;
    }
  }
  constexpr std::int64_t kAround = 24;
  const std::int64_t start = std::max(count, law.least());
  for (std::int64_t i = -kAround; i <= kAround; ++i) {
    const std::int64_t j = start + (i < 0 ? -1 : 1) * i * i / 4;  // near and far
    if (j < law.least()) continue;
    const auto edge = place_of(law.at_most(count, j).lower(), 62, 0);
    if (!edge) continue;
    for (const std::uint64_t off : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 9u, 1000u})
      if (!right((*edge << 2) + off) || !right((*edge << 2) - off)) return false;
  }
  SeededWords random(static_cast<std::uint64_t>(count));
  for (int i = 0; i < 32; ++i)
    if (!right(random())) return false;
  return true;
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
    if (table && !warped_table_is_exact(*table, law, count)) return false;
  }
  return true;
}

}  // namespace selvage::verify
