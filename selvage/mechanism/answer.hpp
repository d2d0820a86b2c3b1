// What leaves a run, and what is made of it. A count has one row, a histogram one a
// cell, quantiles several numbers a row, a regression a row a coefficient.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/mechanism/quantity.hpp"
#include "selvage/summary/code_unit.hpp"
#include "selvage/summary/domain.hpp"
#include "selvage/summary/moment_unit.hpp"

namespace selvage {

// Released integers and nothing else: ledgers and certificates keep them, the outcome
// tree compares them, and all else follows from them.
struct Drawn {
  std::vector<std::uint64_t> cells;  // rising; of the domain with the released keys
  // Of every column whose keys are not known, in their order: the released keys, in the
  // order of their text.
  std::vector<std::vector<std::string>> keys = {};
  std::vector<std::vector<std::int64_t>> numbers;  // [number][place in cells]
  auto operator<=>(const Drawn&) const = default;
};

// The domain with the released keys in the place of the unknown ones. Requires keys for
// each of these.
Domain released_domain(const Domain& asked, const Drawn& drawn);

// A number with the interval of the true one, all three as whole multiples of the
// series' unit.
struct Estimate {
  std::int64_t value;  // a negative count is noise
  std::int64_t lower, upper;
  // Not where there is none, or where the interval is all that can be: then no form
  // shows value or interval.
  bool known = true;
  // Not where nothing was spent on an interval: then both ends are the value, and no
  // form shows them.
  bool has_interval = true;
  bool operator==(const Estimate&) const = default;
};

inline Estimate without_interval(std::int64_t value) {
  return {value, value, value, true, false};
}

// One number of every row.
struct Series {
  std::string name;  // "count", "mean", "median"
  Rational unit = 1;
  std::vector<Estimate> rows = {};
  bool may_be_unknown = false;  // whether a row of it can be
  // Not where no interval is claimed for any row: then no form has a place for them.
  bool with_intervals = true;
  // The sum of all rows, also of those that are not shown, where it is exact.
  std::optional<std::int64_t> total = std::nullopt;
  // Where the numbers are moments: codes of this unit, and the other one is 1.
  std::optional<MomentUnit> moments = std::nullopt;
  // Where they are places on the scale of this unit, which is the other one, or in
  // octaves beyond it: sums reach farther than rows. [T250]
  std::optional<CodeUnit> places = std::nullopt;
  // What its intervals hold: set once, where a release is made.
  Quantity quantity = {};

  bool is_whole() const { return unit == 1 && !moments && !places; }
  // Whether the whole number of a value is said beside it in JSON.
  bool in_units() const { return unit != 1 || places; }
  std::string unit_text() const;                  // "0.01", "2^-32", "day"
  std::string text(std::int64_t multiple) const;  // "12.5", "2025-01-31"
  // As it is shown: of a place the shortest decimal that names it. Not of moments.
  Rational number(std::int64_t multiple) const;
  // For pictures: within a rounding of it.
  double real(std::int64_t multiple) const {
    return (places ? exactly(multiple) : unit * multiple).to_double();
  }
  // Where there are places: all that a number can be, and exactly which it is.
  CodeScale scale() const;
  Rational exactly(std::int64_t place) const;
};

// A line between two kinds of points in the plane of two columns, where an answer is
// that: for pictures.
struct DividingLine {
  struct Axis {
    std::string name;
    Rational from, to;
  };
  struct Point {
    Rational x, y;
    bool second;
  };
  Axis x, y;
  std::string first, second;   // what the two sides are called
  std::vector<Point> touched;  // by the margin
  // Score a x + b y + c: 0 on the line, -half and half where the margin ends, positive
  // on the second side.
  Rational a, b, c, half;
};

struct Answer {
  Domain domain;                     // the rows' labels; unknown keys are the released
  std::vector<std::uint64_t> cells;  // of the domain, rising: a row each
  std::vector<Series> numbers;       // each with as many rows
  // Cells below this are not told apart and not listed.
  std::optional<std::int64_t> fewer_than = std::nullopt;
  // Sums of the rows, where all are there and they add up: of everything, and (for two
  // or more columns) for each place of each column.
  std::optional<Estimate> total = std::nullopt;
  std::vector<std::vector<Estimate>> margins = {};  // [column][place]
  std::optional<DividingLine> line = std::nullopt;
};

}  // namespace selvage
