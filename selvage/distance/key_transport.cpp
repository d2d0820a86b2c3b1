#include "selvage/distance/key_transport.hpp"

#include <algorithm>

#include "selvage/base/errors.hpp"

namespace selvage {

Result<KeyTransport> KeyTransport::make(const std::vector<std::int64_t>& from,
                                        const std::vector<std::int64_t>& to) {
  const auto from_size = size_of(from), to_size = size_of(to);
  if (!from_size || !to_size || *from_size == 0 || *to_size == 0 ||
      from.size() != to.size())
    return wrong(
        "two histograms of the same keys have counts of 0 or more, at least one above "
        "0 and at most 2^62 in all");
  const CommonMasses masses = common_masses(*from_size, *to_size);
  Int128 resting = 0;
  for (std::size_t i = 0; i < from.size(); ++i)
    resting += std::min(masses.from_factor * from[i], masses.to_factor * to[i]);
  return KeyTransport(resting, masses.total);
}

std::vector<LossStep> KeyTransport::profile() const {
  const Rational apart = Rational(1) - rational_of(resting_) / rational_of(total_);
  if (apart.sign() == 0) return {{0, 0}};
  return {{0, apart}, {1, 0}};
}

AverageProfile KeyTransport::average() const {
  std::vector<ShippedMass> shipped;
  if (resting_ > 0) shipped.push_back({0, resting_});
  if (resting_ < total_) shipped.push_back({1, total_ - resting_});
  return AverageProfile(std::move(shipped), total_);
}

}  // namespace selvage
