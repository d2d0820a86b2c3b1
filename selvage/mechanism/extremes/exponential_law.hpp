// A place drawn with a probability proportional to exp(-slope S), S the distance, in
// rows, of `people` from what lies between those beyond the place and those at it or
// beyond. A draw is exact: a uniform real decides among runs of equal S, then the place
// is uniform. [T105]
#pragma once
#include "selvage/mechanism/extremes/extremes_terms.hpp"
#include "selvage/mechanism/extremes/place_law.hpp"

namespace selvage {

class ExponentialLaw : public PlaceLaw {
 public:
  ExponentialLaw(ExponentialTerms terms, std::vector<Reach> groups);

  std::unique_ptr<Sampler> sampler() const override;

 protected:
  std::vector<Mass> make_masses(const Reach& reach) const override;

 private:
  class Drawing;
  struct Run {  // of places with the same score
    std::int64_t first, places, score;
  };
  std::vector<Run> runs_of(const Reach& reach) const;
  std::int64_t score(const Reach& reach, std::size_t place) const;

  ExponentialTerms terms_;
};

}  // namespace selvage
