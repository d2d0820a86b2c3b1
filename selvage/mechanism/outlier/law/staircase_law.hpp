// The law of a staircase's output at one count, on windows, in O(width) per level.
// The windows keep exactly the paths whose noises stay within their reach, so every
// mass is a lower bound; what is missing is bounded beforehand. All operations add and
// multiply numbers that are not negative, so rounding is a factor. Theory: T72.
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/outlier/law/staircase.hpp"

namespace selvage {

// The outputs with one set of flags: mass[i] is that of the value low + i.
struct FlaggedMasses {
  std::uint32_t flags = 0;  // bit i: level i fired; 0 where flags are not told
  std::int64_t low = 0;
  std::vector<long double> mass;
  long double suppressed = 0;
};

struct CountLaw {
  std::vector<FlaggedMasses> parts;  // by flags
};
// sum += weight * law.
void add_to(CountLaw& sum, const CountLaw& law, long double weight);

class StaircaseLaw {
 public:
  // At most `missing` of the mass of any count is outside the windows. Refuses what
  // check_staircase refuses, missing outside [1e-300, 1) and windows beyond 2^22
  // values.
  static Result<StaircaseLaw> make(const Staircase& staircase, const Rational& missing);

  // Requires 0 <= count <= kMostCount, as all below.
  CountLaw at(std::int64_t count) const;

  // P(y > threshold at one of the first `levels` levels), rounded up. It grows with the
  // count. Requires 1 <= levels <= number of levels.
  long double failure_upper(std::int64_t count, std::size_t levels) const;
  long double failure_lower(std::int64_t count, std::size_t levels) const;

  const Staircase& staircase() const { return staircase_; }
  long double missing() const { return missing_; }  // of each count, at most
  // Every mass is true to this factor 1 +- gamma, and so is a sum of masses.
  long double gamma() const { return gamma_; }
  // Noise `index` (0: the first) reaches so far; beyond is `missing`.
  std::int64_t reach(std::size_t index) const { return noises_[index].reach; }

 private:
  struct Noise {
    long double q = 0;      // 0: no noise
    long double scale = 1;  // (1-q)/(1+q)
    std::int64_t reach = 0;
  };
  StaircaseLaw() = default;
  static Noise make_noise(const Rational& epsilon, const Interval& missing);
  FlaggedMasses first_masses(std::int64_t count) const;
  std::vector<long double> spread(const std::vector<long double>& mass,
                                  const Noise& noise) const;
  long double failure(std::int64_t count, std::size_t levels) const;

  Staircase staircase_;
  std::vector<Noise> noises_;  // the first, then one a level
  long double missing_ = 0, gamma_ = 0;
  long double negligible_ = 0;  // flagged parts below this are left out
};

}  // namespace selvage
