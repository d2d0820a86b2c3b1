// Released numbers as a reader wants them: "4,321 ±120". Exact, in the decimals of the
// unit; where there is no room for that, digits are dropped: the value is rounded, and
// the interval grows outward, so that what it promises stays true.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selvage/release/release.hpp"
#include "selvage/report/text.hpp"

namespace selvage {

class NumberFormat {
 public:
  NumberFormat(const Rational& unit, Script script);
  // Counts exactly; sums, means and variances without the digits that say nothing
  // beside the shortest of their intervals.
  NumberFormat(const Series& series, Script script);
  // The same of a number of a release, whose ends may be open.
  NumberFormat(const Release& release, std::size_t series, Script script);

  std::string value(std::int64_t multiple) const;
  // The value; "unknown" where it is, "1,999,000 and above" where it stands for more.
  std::string value(const Estimate& number) const;
  // "±120" where the interval reaches as far below as above, else "[4,201, 4,442]";
  // nothing where the number is unknown.
  std::string spread(const Estimate& number) const;
  std::string both(const Estimate& number) const;

  // All digits that say something.
  bool is_exact() const { return factor_ == least_factor_ && step_ == least_step_; }
  // Written as "12e3", since there was no room for more.
  bool is_shortened() const {
    return exponent_ > 0 || (step_ > least_step_ && step_ > 1);
  }
  // One digit less, as far as there are any.
  NumberFormat coarser() const;
  bool is_coarsest() const {
    return factor_ == kMostFactor || moments_ || (places_ && step_ == kMostStep);
  }

 private:
  // Of moments no digits are dropped.
  static constexpr std::int64_t kMostFactor = 1'000'000'000'000'000'000;
  NumberFormat(const Rational& unit, Script script, std::int64_t factor,
               std::int64_t least_factor);
  std::string written(Int128 multiple) const;
  // Of places: a multiple of the step, or any number where there is none.
  std::string written(const Rational& number) const;
  Rational rounded(const Rational& number) const;
  std::string spread_of_places(const Estimate& number) const;

  Rational unit_;  // of what is written: factor_ units of the release
  Script script_;
  std::int64_t factor_, least_factor_;
  std::size_t decimals_ = 0;
  int exponent_ = 0;  // "12e15" where it is not 0
  std::optional<MomentUnit> moments_;
  std::optional<Series> places_;        // without its rows
  Rational step_ = 0, least_step_ = 0;  // of places; 0: all digits
  static const Rational kMostStep;
  OpenEnds ends_;
};

// Drops digits until the widest text, as `widest(format)` measures it, has this room.
template <class Widest>
NumberFormat fitted(NumberFormat format, std::size_t room, const Widest& widest) {
  while (widest(format) > room && !format.is_coarsest()) format = format.coarser();
  return format;
}

// What to say where digits were dropped; else nothing.
std::vector<std::string> rounding_note(const NumberFormat& format);

}  // namespace selvage
