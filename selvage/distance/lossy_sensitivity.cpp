#include "selvage/distance/lossy_sensitivity.hpp"

#include <algorithm>
#include <set>

#include "selvage/base/errors.hpp"

namespace selvage {

Result<LossySensitivity> LossySensitivity::of(
    const std::vector<std::pair<LineHistogram, LineHistogram>>& laws) {
  if (laws.empty()) return wrong("a sensitivity needs a pair of neighbours at least");
  std::vector<LineTransport> pairs;
  for (const auto& [one, other] : laws) {
    auto transport = LineTransport::make(one, other);
    if (!transport) return transport.error();
    pairs.push_back(*std::move(transport));
  }
  return LossySensitivity(std::move(pairs));
}

std::int64_t LossySensitivity::at(const Rational& theta) const {
  std::int64_t most = 0;
  for (const LineTransport& pair : pairs_) most = std::max(most, pair.infinity(theta));
  return most;
}

Rational LossySensitivity::loss(std::int64_t radius) const {
  Rational most = 0;
  for (const LineTransport& pair : pairs_) most = std::max(most, pair.loss(radius));
  return most;
}

// It falls only where the loss of some pair does.
std::vector<LossStep> LossySensitivity::steps() const {
  std::set<std::int64_t> radii;
  for (const LineTransport& pair : pairs_)
    for (const LossStep& step : pair.profile())
      radii.insert(step.distance.to_int64().value());
  std::vector<LossStep> steps;
  for (const std::int64_t radius : radii)
    if (Rational least = loss(radius); steps.empty() || least < steps.back().loss)
      steps.push_back({radius, std::move(least)});
  return steps;
}

}  // namespace selvage
