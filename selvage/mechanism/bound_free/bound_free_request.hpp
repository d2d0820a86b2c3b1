// What is asked of a mean or a sum without bounds, and what is wrong with it.
#pragma once
#include <string>

#include "selvage/mechanism/column_unit.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

struct BoundFreeRequest {
  Rational epsilon;
  ColumnUnit unit = {};  // values are rounded to multiples of it
};

// Smaller ones are for tests.
struct BoundFreeSize {
  std::optional<CodeScale> scale = std::nullopt;  // of the codes; none: the unit's
  int width_bits = 20;  // a sum has steps of 2^-width_bits of its range, or finer
};

// A mean, or else a sum.
bool asks_mean(const Question& question);

// None where all is well.
std::optional<Error> fault_of(const Question& question,
                              const BoundFreeRequest& request);

// Parts of epsilon. A sum has its centre at 0, and spends nothing on it.
struct BoundFreeShares {
  Rational centre, radius, sums;
};
BoundFreeShares bound_free_shares(const Question& question, const Rational& epsilon);

}  // namespace selvage
