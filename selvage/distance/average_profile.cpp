#include "selvage/distance/average_profile.hpp"

#include <algorithm>
#include <utility>

#include "selvage/distance/masses.hpp"

namespace selvage {

AverageProfile::AverageProfile(std::vector<ShippedMass> shipped, Int128 total)
    : shipped_(std::move(shipped)), total_(rational_of(total)) {}

std::optional<Rational> AverageProfile::at(const Rational& theta) const {
  Rational wanted = (Rational(1) - theta) * total_, cost = 0;
  for (const auto& [unit_cost, mass] : shipped_) {
    if (wanted.sign() == 0) break;
    const Rational part = std::min(wanted, rational_of(mass));
    cost = cost + part * unit_cost;
    wanted = wanted - part;
  }
  if (wanted.sign() > 0) return std::nullopt;
  return cost / total_;
}

AverageProfile AverageProfile::scaled(const Rational& scale) const {
  AverageProfile result = *this;
  for (ShippedMass& part : result.shipped_) part.cost = part.cost / scale;
  return result;
}

std::vector<AverageProfile::Corner> AverageProfile::corners() const {
  std::vector<Corner> result = {{1, 0}};
  for (const auto& [cost, mass] : shipped_) {
    const Rational share = rational_of(mass) / total_;
    result.push_back(
        {result.back().loss - share, result.back().distance + share * cost});
  }
  return result;
}

}  // namespace selvage
