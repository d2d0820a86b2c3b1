// The lossy distances on any finite ground set, by flows; and distances of probability
// distributions over anything whose distances are known. Exact. [T150, T153]
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/distance/average_profile.hpp"
#include "selvage/distance/finite_matching.hpp"
#include "selvage/distance/line_transport.hpp"
#include "selvage/distance/masses.hpp"

namespace selvage {

class FiniteTransport {
 public:
  // Weights of the points of both sides; each side counts as shares of its sum. Refuses
  // weights below 0 or of more than kMostItems in all, a side of weight 0, a table of
  // distances of another shape, and distances below 0.
  static Result<FiniteTransport> make(const std::vector<std::int64_t>& from,
                                      const std::vector<std::int64_t>& to,
                                      Distances distances);

  // Winf_theta; infinity where the rest cannot be moved. Requires 0 <= theta <= 1.
  // With theta 0 it is the distance of two distributions over points with these
  // distances: the least, over all couplings, of the farthest pair.
  ExtendedRational infinity(const Rational& theta) const;
  // Every distance at which the loss falls, from 0 on.
  std::vector<LossStep> profile() const;
  // Wavg for every loss, by successive cheapest ways.
  AverageProfile average() const;

 private:
  FiniteTransport(std::vector<Int128> from, std::vector<Int128> to, Distances distances,
                  Int128 total)
      : matching_(from, to, distances),
        from_(std::move(from)),
        to_(std::move(to)),
        distances_(std::move(distances)),
        total_(total) {}
  FiniteMatching matching_;
  std::vector<Int128> from_, to_;
  Distances distances_;
  Int128 total_;
};

// On one ground set, where distances[i][i] is 0: the table of all pairs.
Distances line_distances(const std::vector<Rational>& from,
                         const std::vector<Rational>& to);

}  // namespace selvage
