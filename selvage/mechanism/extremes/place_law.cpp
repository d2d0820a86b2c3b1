#include "selvage/mechanism/extremes/place_law.hpp"

#include <cassert>

namespace selvage {

PlaceLaw::PlaceLaw(std::string text, std::vector<Reach> groups)
    : Law(std::move(text)), groups_(std::move(groups)) {
  assert(!groups_.empty() && groups_.front().size() >= 2);
}

const std::vector<PlaceLaw::Mass>& PlaceLaw::masses(std::int64_t group) const {
  const std::scoped_lock lock(mutex_);
  const auto [found, fresh] = masses_.try_emplace(group);
  if (fresh) found->second = make_masses(reach(group));
  return found->second;
}

std::optional<std::uint64_t> PlaceLaw::size(std::int64_t) const {
  return groups_.front().size();
}

std::int64_t PlaceLaw::value(std::int64_t, std::uint64_t index) const {
  return static_cast<std::int64_t>(index);
}

// Two numbers between the same bounds need not be the same: the tree compares values,
// and whoever knows the keys compares exponents.
Weight PlaceLaw::weight(std::int64_t group, std::uint64_t index) const {
  const auto& [exponent, key, constant] = masses(group)[index];
  return {1,
          exponent,
          {{{Constant::Kind::between, constant.lower(), constant.upper()}, 1}}};
}

Interval PlaceLaw::rest(std::int64_t group, std::uint64_t count) const {
  const auto& all = masses(group);
  Interval sum(0);
  for (std::size_t v = count; v < all.size(); ++v) sum = sum + all[v].value();
  return sum;
}

}  // namespace selvage
