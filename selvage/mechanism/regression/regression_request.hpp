// What is asked of a regression, and what is wrong with it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/mechanism/quantile/value_interval.hpp"
#include "selvage/mechanism/regression/explaining.hpp"
#include "selvage/summary/code_unit.hpp"

namespace selvage {

struct RegressionRequest {
  Explaining x;
  Rational epsilon;
  ValueUnits unit = {};     // values are rounded to multiples of it
  CodeUnit precision = {};  // and coefficients of this
  std::optional<std::int64_t> blocks = std::nullopt;  // none: as many as are needed
  // Of the ends of an interval for each coefficient, in blocks; none: no intervals.
  std::optional<std::int64_t> shift = std::nullopt;

  std::int64_t coefficients() const {
    return static_cast<std::int64_t>(x.slopes()) + 1;
  }
  bool interval() const { return shift.has_value(); }
};

// Smaller ones are for tests.
struct RegressionSize {
  // Of the codes of coefficients; none: that of the precision.
  std::optional<CodeScale> scale = std::nullopt;
  std::uint64_t keys = std::uint64_t{1} << 63;  // that each half of a key can be
};

inline constexpr std::int64_t kMostCoefficients = 10;  // with the intercept
inline constexpr std::int64_t kMostBlocks = 100'000;

// "coefficients of size 2^64 and more count as that bound, and those below 2^-33 as 0"
std::string coefficients_sentence(const CodeUnit& precision);
// None where coefficients can be rounded to it.
std::optional<Error> fault_of_precision(const CodeUnit& precision);

// None where all is well. y is the question's column.
std::optional<Error> fault_of(const Question& question,
                              const RegressionRequest& request);

// Parts of epsilon: a tenth says how many blocks have a fit, the rest is for the
// coefficients, in equal parts; or four tenths for these and half for the ends of
// their intervals. [T140, T142, T271]
struct RegressionShares {
  Rational count, coefficients, ends;
};
RegressionShares regression_shares(const RegressionRequest& request);

// So many blocks, with the intercept among the coefficients, that a median outside the
// values of the blocks has a weight of exp(-50) of those within: less than one place
// has, so rows may lie on a line exactly. With intervals so many that hardly any end
// lies far from these values. [T143, T272]
std::int64_t usual_blocks(const RegressionRequest& request);
// With fewer, where that weight is exp(-20), a coefficient may lie anywhere. For tables
// of few people, who say so. [T143]
std::int64_t least_blocks(const RegressionRequest& request);

// Of every end. Requires intervals. [T271]
IntervalTerms end_terms(const RegressionRequest& request);
// The least shift with which an interval holds what the blocks' fits lie around, with
// this confidence: half of the risk is for which blocks lie above it, half for the
// search. [T272]
std::int64_t interval_shift(RegressionRequest request, const Rational& confidence);
// The fewest blocks, from those of the request on, of which the search hardly passes
// the outermost; one more than there may be where none are enough.
std::int64_t interval_blocks(RegressionRequest request, const Rational& confidence);

}  // namespace selvage
