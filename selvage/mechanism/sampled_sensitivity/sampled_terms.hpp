// What an answer by sampled sensitivity promises and how its noise is made: from what
// was asked and from public numbers, and from nothing else. [T331, T332]
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled_statistic.hpp"

namespace selvage {

struct SampledTerms {
  SampledRequest asked;
  RowPairs pairs;
  PairNumbers numbers;
  Rational gamma;                    // that is achieved, rounded up
  std::vector<std::int64_t> scales;  // rising, the last the largest distance
  std::int64_t covered, gap, rank;
  Rational choice;      // of alpha: for the scale; where it is smooth, for its spread
  Rational noise;       // the rest
  Rational decay;       // of a smooth scale; else 0
  std::int64_t values;  // that get noise

  // Refuses what is wrong, naming the field.
  static Result<SampledTerms> make(const SampledRequest& request,
                                   const SampledModel& model);

  Derivation derivation() const;
  // How many people are expected to have no protection, rounded up.
  std::int64_t exposed() const;
  nlohmann::ordered_json law(const SampledModel& model) const;

  // The noise for a drawn scale, for what it hides: whole steps. [T331]
  std::int64_t hidden(const SampledModel& model, std::size_t scale) const;
  Rational noise_scale(const SampledModel& model, std::size_t scale) const;
  // The noise where so many pairs lie within the scales. [T332]
  Rational smooth_noise_scale(const SampledModel& model,
                              std::span<const std::int64_t> within) const;
};

}  // namespace selvage
