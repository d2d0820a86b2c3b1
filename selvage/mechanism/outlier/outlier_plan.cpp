#include "selvage/mechanism/outlier/outlier_plan.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/digest.hpp"

namespace selvage {

NoisyCounts noisy_counts(const OutlierPlan& plan) {
  return {plan.noise(), plan.share, plan.key_threshold};
}

const OutlierPromise* promised_profile(const CellsPlan& plan) {
  for (const Derivation& derivation : plan.derivations)
    if (const auto* outlier =
            std::get_if<OutlierPromise>(&derivation.conclusion.promise))
      return outlier;
  return nullptr;
}

std::optional<BoundingKey> class_key(const CellsPlan& plan) {
  const auto* profile = promised_profile(plan);
  if (profile == nullptr) return std::nullopt;
  const auto bytes = bytes_of_hex(digest_of("selvage classes " + profile->partition));
  BoundingKey key{};
  assert(bytes && bytes->size() == key.size());
  std::copy(bytes->begin(), bytes->end(), key.begin());
  return key;
}

}  // namespace selvage
