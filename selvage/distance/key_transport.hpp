// Histograms of keys, every two of which are at distance 1: then the loss at distance 0
// is the total variation, and no flow is needed. [T150]
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/distance/average_profile.hpp"
#include "selvage/distance/line_transport.hpp"
#include "selvage/distance/masses.hpp"

namespace selvage {

class KeyTransport {
 public:
  // Count i of both belongs to the same key. Refuses counts below 0 or of more than
  // kMostItems in all, and histograms that are empty or of different length.
  static Result<KeyTransport> make(const std::vector<std::int64_t>& from,
                                   const std::vector<std::int64_t>& to);

  std::vector<LossStep> profile() const;
  AverageProfile average() const;

 private:
  KeyTransport(Int128 resting, Int128 total) : resting_(resting), total_(total) {}
  Int128 resting_, total_;  // mass that both have, and all of it
};

}  // namespace selvage
