// W as a law that is drawn: a count is the input, and an output of W for it takes its
// place. Few counts by the reference walk; for many a table is made, if it is not too
// large. Both are exact. Theory: T38, T40.
#pragma once
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/random/law.hpp"

namespace selvage {

class WarpedLaw : public Law {
 public:
  explicit WarpedLaw(std::shared_ptr<const WarpedGeometric> law);

  std::unique_ptr<Sampler> sampler() const override;

  // From the count one up, one down, and so on; where one side ends, all of the other.
  std::optional<std::uint64_t> size(std::int64_t count) const override;
  std::int64_t value(std::int64_t count, std::uint64_t index) const override;
  // A fraction, kept as powers of q: that of neighbours is known exactly.
  Weight weight(std::int64_t count, std::uint64_t index) const override;
  Interval rest(std::int64_t count, std::uint64_t covered) const override;

 private:
  // The outputs that can come: none beyond.
  struct Outputs {
    std::int64_t start, least;
    std::optional<std::int64_t> most;
  };
  Outputs outputs(std::int64_t count) const;
  // How many of the first `covered` outputs are above, and below, the start.
  struct Sides {
    std::int64_t above, below;
  };
  static Sides sides(const Outputs& all, std::uint64_t covered);

  std::shared_ptr<const WarpedGeometric> law_;
};

}  // namespace selvage
