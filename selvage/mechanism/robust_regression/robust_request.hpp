// What is asked of a robust regression, and all public numbers that follow from it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/mechanism/regression/explaining.hpp"
#include "selvage/summary/code_unit.hpp"

namespace selvage {

struct RobustRequest {
  Explaining x;
  Rational epsilon, delta;
  ValueUnits unit = {};     // values are rounded to it
  CodeUnit precision = {};  // and coefficients to this, outward
};

// Smaller ones are for tests that walk every outcome.
struct RobustSize {
  int size_exponent = 8;     // of the prior of half octaves
  int middle_exponent = 40;  // of the prior of middles
  std::uint64_t keys = std::uint64_t{1} << 63;
  std::optional<std::int64_t> blocks = std::nullopt;
  std::optional<std::int64_t> least_people = std::nullopt;
};

// Parts of epsilon, each of them given to one draw or test. [T149]
struct RobustShares {
  Rational count;  // of people
  Rational sizes;  // all medians of blocks together
  Rational test;   // one of as many tests as there are coefficients, and one more
  Rational delta;  // of one test
};

inline constexpr std::int64_t kMostRobustCoefficients = 5;  // with the intercept

// None where all is well. y is the question's column.
std::optional<Error> fault_of(const Question& question, const RobustRequest& request);

inline std::int64_t coefficients_of(const RobustRequest& request) {
  return static_cast<std::int64_t>(request.x.slopes()) + 1;
}
RobustShares robust_shares(const RobustRequest& request);
// Of y and of each x with numbers a spread and a middle, and the misses. Those of a key
// are public: 0 and 1. [T270]
inline std::int64_t medians_of(const RobustRequest& request) {
  return 2 * std::ssize(request.x.numbers) + 3;
}
// So many blocks that a median far from all of them has a weight of exp(-14).
std::int64_t robust_blocks(const RobustRequest& request);

}  // namespace selvage
