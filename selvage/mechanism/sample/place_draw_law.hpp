// A place drawn with a probability in proportion to its mass: the law of a randomised
// query of one table. Exact: a uniform whole number below the sum of all masses
// decides.
#pragma once
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/random/law.hpp"

namespace selvage {

class PlaceDrawLaw : public Law {
 public:
  // Masses of the places 0, 1, ... Requires that none is below 0, and a sum from 1 to
  // 2^63 - 1.
  explicit PlaceDrawLaw(const std::vector<std::int64_t>& masses);

  std::unique_ptr<Sampler> sampler() const override;
  std::optional<std::uint64_t> size(std::int64_t) const override;
  std::int64_t value(std::int64_t, std::uint64_t index) const override;
  Weight weight(std::int64_t, std::uint64_t index) const override;
  Interval rest(std::int64_t, std::uint64_t count) const override;

 private:
  class Drawing;
  struct Bar {
    std::int64_t place, mass;
    std::int64_t before;  // the masses of those in front of it
  };
  std::int64_t total() const { return bars_.back().before + bars_.back().mass; }
  std::vector<Bar> bars_;  // none empty, the heaviest first
};

}  // namespace selvage
