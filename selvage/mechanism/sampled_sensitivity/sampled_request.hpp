// What is asked of a statistic by sampled sensitivity, and what is wrong with it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/question/question.hpp"

namespace selvage {

enum class SampledKind { mean, trimmed_mean, ridge, logistic };

struct BoundedColumn {
  std::string name, bounds;  // "age", "0:100"
};

struct SampledRequest {
  SampledKind kind = SampledKind::mean;
  Rational alpha, gamma;
  Rational eta = *Rational::parse("1e-9");
  std::int64_t people = 0;
  bool smooth = false;       // else the scale is drawn
  std::string pair_by = {};  // a column that numbers the rows; empty: all pairs
  Rational least_scale = Rational(1, 1024);  // as a part of the largest
  std::string bounds = {};                   // of the column; not of a logistic one
  std::optional<Rational> step = std::nullopt;
  Rational trimmed = Rational(1, 10);
  std::vector<BoundedColumn> x = {};  // that explain the column
  Rational at_least = 0;              // logistic: from there on the column says yes
  Rational lambda = Rational(1, 10);  // the penalty
};

// Smaller and larger ones are for tests that look at all tables.
struct SampledLimits {
  std::int64_t least_people = 100;
  Rational most_gamma = Rational(1, 10);
};

inline constexpr std::int64_t kMostSampledPeople = 100'000'000;
inline constexpr std::int64_t kMostExplaining = 8;

// None where all is well, but for the columns and their bounds.
std::optional<Error> fault_of(const Question& question, const SampledRequest& request,
                              const SampledLimits& limits);

}  // namespace selvage
