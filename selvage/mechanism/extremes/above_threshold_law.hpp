// Which place the noisy threshold stops at. A draw takes rho, then a nu for every place
// but the last, all of them wherever it stops. [T103]
//
// With r = exp(-first), s = exp(-second), and R the least rho at which no place before
// v stops surely, P(v) is r^R s^F times a number that depends on the differences of the
// counts alone, so that two tables whose counts differ by a shift have an exactly known
// ratio. [T106]
#pragma once
#include "selvage/mechanism/extremes/extremes_terms.hpp"
#include "selvage/mechanism/extremes/place_law.hpp"

namespace selvage {

class AboveThresholdLaw : public PlaceLaw {
 public:
  // Requires fits(terms).
  AboveThresholdLaw(AboveThresholdTerms terms, std::vector<Reach> groups);
  // Whether the sampler takes such terms.
  static bool fits(const AboveThresholdTerms& terms);

  std::unique_ptr<Sampler> sampler() const override;

 protected:
  std::vector<Mass> make_masses(const Reach& reach) const override;

 private:
  class Drawing;
  Interval constant_of(const std::vector<std::int64_t>& key) const;

  AboveThresholdTerms terms_;
};

}  // namespace selvage
