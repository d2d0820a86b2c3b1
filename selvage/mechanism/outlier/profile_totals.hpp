// The error of a sum of unbiased counts under a profile. [T41, T84]
#pragma once
#include <optional>
#include <vector>

#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {

class ProfileTotals {
 public:
  // Nothing if a law joins counts, or if it is so wide that this takes too long.
  static std::optional<ProfileTotals> make(const WarpedGeometric& law);

  // With probability >= 1 - beta the sum of `cells` unbiased counts is off by at most
  // this, whatever the counts are. Requires cells >= 1 and 0 < beta < 1.
  double bound(std::int64_t cells, double beta) const;

 private:
  ProfileTotals() = default;
  // At least ln E exp(h (u - k)), for every count k and both signs of h.
  double log_moment(double h) const;
  // sum of mass * value(u - k) over the outputs, given k.
  template <class Value>
  double mean(std::size_t k, const Value& value) const;

  std::vector<double> q_;         // of each count
  std::vector<double> unbiased_;  // of each output
  std::size_t counts_ = 0;        // 0, ..., counts_ - 1: beyond, all are alike
  double most_variance_ = 0;
  double least_rate_ = 0;
};

}  // namespace selvage
