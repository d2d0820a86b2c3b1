// Average-case promises by sampled sensitivity: noise for a scale that almost all pairs
// of rows lie within. [T331, T332]
#pragma once
#include "selvage/average_case/sampled_ranks.hpp"
#include "selvage/guarantee/derivation.hpp"

namespace selvage {

struct SampledScale {
  RowPairs pairs;
  std::int64_t people;   // public
  std::int64_t covered;  // pairs without the replaced row that lie within the scale
  Rational eta, gamma;
};

// A scale of a public list, drawn with weights exp(-choice S / (2 moved)), and noise
// that hides what moves by it at `noise`: (choice + noise, eta, gamma), replace_person.
Result<Derivation> sampled_scale(const SampledScale& scale, const Rational& choice,
                                 const Rational& noise, std::int64_t scales,
                                 std::int64_t gap);

// A scale that one row changes by a factor of 1/decay at most, itself not released, for
// the noise in each of so many values: (noise + spread, eta, gamma), replace_person.
Result<Derivation> smooth_sampled_scale(const SampledScale& scale,
                                        const Rational& noise, const Rational& spread,
                                        const Rational& decay, std::int64_t values);

}  // namespace selvage
