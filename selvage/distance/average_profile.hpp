// The lossy average distance for every loss at once: transport the cheapest mass
// first. What is shipped last costs most, and is what a loss leaves out. [T152]
#pragma once
#include <optional>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {

struct ShippedMass {
  Rational cost;  // of one unit of it
  Int128 mass;
};

class AverageProfile {
 public:
  // Requires costs that do not fall, masses > 0, and no more of them than the total.
  AverageProfile(std::vector<ShippedMass> shipped, Int128 total);

  // Wavg_theta: the mass 1 - theta, transported at the least cost. None where not so
  // much can be transported. Requires 0 <= theta <= 1.
  std::optional<Rational> at(const Rational& theta) const;
  // The same where a distance of `scale` is called 1. Requires scale > 0.
  AverageProfile scaled(const Rational& scale) const;
  // It is linear between these losses, which fall.
  struct Corner {
    Rational loss, distance;
  };
  std::vector<Corner> corners() const;

 private:
  std::vector<ShippedMass> shipped_;
  Rational total_;
};

}  // namespace selvage
