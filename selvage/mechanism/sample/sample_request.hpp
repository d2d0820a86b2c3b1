// What is asked of a sample: a column with the grid that its values fall on, how much
// each step weighs, and how many rows there are at least.
#pragma once
#include <string>
#include <vector>

#include "selvage/question/question.hpp"
#include "selvage/summary/numeric_bins.hpp"

namespace selvage {

inline constexpr std::int64_t kMostDraws = 100;
inline constexpr std::int64_t kMostWeight = 1'000'000;

struct SampleRequest {
  NumericBins grid;
  // Of the rows in each step; empty: every row weighs 1.
  std::vector<std::int64_t> weights = {};
  // What all rows weigh together, at least. Public.
  std::int64_t at_least = 0;
  std::int64_t draws = 1;
  Rational epsilon = 0;  // of all draws together

  std::int64_t places() const { return static_cast<std::int64_t>(grid.bins()); }
  std::int64_t span() const { return places() - 1; }
  // Stands for the rows that are missing.
  std::int64_t middle() const { return span() / 2; }
  std::int64_t weight(std::int64_t place) const {
    return weights.empty() ? 1 : weights[static_cast<std::size_t>(place)];
  }
  std::int64_t most_weight() const;
  std::string weights_text() const;  // "1,0,2", or empty
  Rational step() const;
  // The largest power of ten of which all ends and middles of steps are multiples; 0
  // where there is none from 10^-15 to 10^15.
  Rational unit() const;
  // What a whole number of steps from the first place on is, in such units.
  std::int64_t units(std::int64_t place) const;
};

// "1,0,2": whole numbers, one for each step.
Result<std::vector<std::int64_t>> parse_weights(const std::string& text);
// What is wrong with it, if anything is. A person has so many rows.
std::optional<Error> fault_of_sample(const SampleRequest& request,
                                     std::int64_t rows_per_person);

}  // namespace selvage
