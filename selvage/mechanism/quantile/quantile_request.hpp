// What is asked of quantiles, and what is wrong with it.
#pragma once
#include <string>
#include <vector>

#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/quantile/value_interval.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

struct QuantileRequest {
  std::vector<Rational> at = {Rational(1, 2)};  // rising
  Rational epsilon;
  // Values are rounded to multiples of it, moments are cut to it. With bounds it is a
  // power of ten alone, or of moments: then bounds are days.
  ColumnUnit unit = {};
  std::string bounds = {};  // "LO:HI" of the user's own; empty: the public range
  // A noisy number of rows comes first, and nothing else where it is too small. [T98]
  bool guard = true;
  // How many rows lie between the answers is released too, with noise. [T99]
  bool check = false;
  // An interval of values for each quantile, with a shift of its own; empty: none.
  // [T116]
  std::vector<std::int64_t> shifts = {};
  bool interval() const { return !shifts.empty(); }
};

// Smaller ones are for tests.
struct QuantileSize {
  // Of the prior; none: that of the unit.
  std::optional<CodeScale> scale = std::nullopt;
  int ties = 20;  // bits, where there are several quantiles
};

// The codes between the bounds, which are days: all of the first and of the last one.
Result<Grid> moment_grid(const MomentUnit& unit, const std::string& bounds);

// None where all is well.
std::optional<Error> fault_of(const Question& question, const QuantileRequest& request);

// Parts of epsilon, in twentieths: for the guard and for the check one each, for
// intervals eight.
struct QuantileShares {
  Rational counts;     // of each noisy count
  Rational intervals;  // of all ends of intervals together, if there are any
  Rational quantiles;  // of all quantiles together
};
QuantileShares quantile_shares(const QuantileRequest& request);

// Of the quantile at a place, for people with so many rows. The same for all but for
// ranks and shifts.
IntervalTerms interval_terms(const QuantileRequest& request, std::size_t place,
                             std::int64_t rows_per_person);
// The least shifts with which all intervals together hold their quantiles with this
// confidence. Requires what fault_of finds nothing wrong with.
std::vector<std::int64_t> interval_shifts(QuantileRequest request,
                                          std::int64_t rows_per_person,
                                          const Rational& confidence);

}  // namespace selvage
