// A law that values may have, to guess by: for plans only, no promise rests on it.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace selvage {

struct GuessedLaw {
  bool lognormal;

  double below(double x) const {
    if (!lognormal) return normal_below(x);
    return x <= 0 ? 0 : normal_below(std::log(x));
  }
  double quantile(double share) const {
    double low = -40, high = 40;
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      (normal_below(middle) < share ? low : high) = middle;
    }
    return lognormal ? std::exp(low) : low;
  }
  // Which share of the rows lies between two quantiles and where they are when they
  // are `factor` times as far apart, at the least: both may move.
  double share_moved(double low_share, double high_share, double factor) const {
    const double low = quantile(low_share), high = quantile(high_share);
    const double by = (high - low) * (factor - 1);
    double least = 1;
    for (int i = 0; i <= 64; ++i) {
      const double part = i / 64.0;
      least = std::min(least, std::abs(below(high + by * part) - high_share) +
                                  std::abs(below(low - by * (1 - part)) - low_share));
    }
    return least;
  }

  // Which share of the rows must come or leave before two quantiles, as far from either
  // end, are farther apart, or nearer, by a quarter of an octave: one of the two kinds
  // of octaves leaves as much room.
  double share_of_edits(double end) const {
    const double quarter = std::exp2(0.25);
    return std::min(share_moved(end, 1 - end, quarter),
                    share_moved(end, 1 - end, 1 / quarter)) /
           (1 - end);
  }

 private:
  static double normal_below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }
};

// With two digits, rounded up: it is a guess.
inline std::int64_t guessed_people(double needed) {
  needed = std::min(std::ceil(needed), 1e15);
  const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(needed)) - 1));
  return static_cast<std::int64_t>(std::ceil(needed / unit) * unit);
}

}  // namespace selvage
