// A place 0, 1, ... drawn with a probability proportional to exp(-slope score(place)):
// the exponential mechanism [MT07] for a list of whole scores. A draw is exact: any
// place, kept with the chance that its score has, until one is.
#pragma once
#include <vector>

#include "selvage/random/law.hpp"

namespace selvage {

class ScoredLaw : public Law {
 public:
  // Requires at least one score, slope > 0, and slope times their differences with
  // terms below 2^62.
  ScoredLaw(const Rational& slope, std::vector<std::int64_t> scores);

  std::unique_ptr<Sampler> sampler() const override;
  std::optional<std::uint64_t> size(std::int64_t input) const override;
  std::int64_t value(std::int64_t input, std::uint64_t index) const override;
  Weight weight(std::int64_t input, std::uint64_t index) const override;
  Interval rest(std::int64_t input, std::uint64_t count) const override;

 private:
  class Drawing;
  Rational exponent(std::uint64_t place) const;

  Rational slope_;
  std::vector<std::int64_t> above_;  // the least score
};

}  // namespace selvage
