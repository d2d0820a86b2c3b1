// Released numbers as a reader wants them: "4,321 ±120". Exact, in the decimals of the
// unit; where there is no room for that, digits are dropped: the value is rounded, and
// the interval grows outward, so that what it promises stays true.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/release/release.hpp"
#include "selvage/report/text.hpp"

namespace selvage {

class NumberFormat {
 public:
  NumberFormat(const Rational& unit, Script script);
  // Counts exactly; other numbers without the digits that say nothing beside their
  // interval. A wide end takes no digit from the value, nor from the other end.
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
  bool is_exact() const { return step_ == least_step_; }
  // Written as "1.2e4", since there was no room for more.
  bool is_shortened() const { return !is_exact() && step_ > 1; }
  // One digit less, as far as there are any.
  NumberFormat coarser() const;
  bool is_coarsest() const { return series_.moments || step_ >= most_step_; }

 private:
  // How far the value, rounded, lies above the lower end and below the upper one.
  struct Sides {
    Rational value, below, above;
  };
  Sides sides_of(const Estimate& number) const;
  Rational exactly(std::int64_t multiple) const;
  std::string written(const Rational& number, const Rational& step) const;
  std::string end(const Rational& number, const Rational& side, bool up) const;
  std::string within(std::string lower, std::string upper) const;
  std::string plus_minus(const Rational& half) const;

  Series series_;  // without its rows
  Script script_;
  // A power of ten that is rounded to; 0: the shortest decimals that name a place.
  Rational step_, least_step_, most_step_;
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
