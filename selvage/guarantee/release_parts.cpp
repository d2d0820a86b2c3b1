#include "selvage/guarantee/release_parts.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/guarantee/rule.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

// Rules whose premises are the parts of one release, each with its own randomness.
constexpr std::array<std::string_view, 4> kComposing = {
    "basic_composition", "optimal_composition", "composition_by_privacy_loss",
    "zcdp_composition"};

bool is_composed(const Derivation& release) {
  return std::find(kComposing.begin(), kComposing.end(), release.rule) !=
         kComposing.end();
}

// The premises with how often each counts; empty where the node does not say it.
std::vector<RepeatedPart> premises_of(const Derivation& node) {
  const bool once = node.rule == "basic_composition" && node.inputs.empty();
  const auto times = once ? std::vector<std::int64_t>(node.premises.size(), 1)
                          : read_times(node.inputs, node.premises.size());
  std::vector<RepeatedPart> parts;
  for (std::size_t i = 0; i < times.size(); ++i)
    parts.push_back({node.premises[i], times[i]});
  return parts;
}

// False where a part of a part would count more often than can be counted.
bool add_parts(const Derivation& release, std::int64_t times,
               std::vector<RepeatedPart>& parts) {
  if (release.rule == "dp_from_zcdp" && release.premises.size() == 1)
    return add_parts(release.premises[0], times, parts);
  const auto inner =
      is_composed(release) ? premises_of(release) : std::vector<RepeatedPart>();
  if (inner.empty()) {
    parts.push_back({release, times});
    return true;
  }
  return std::all_of(inner.begin(), inner.end(), [&](const RepeatedPart& one) {
    return one.times <= PrivacyLoss::kMaxTimes / times &&
           add_parts(one.part, one.times * times, parts);
  });
}

std::optional<Derivation> as_zcdp(const Derivation& release) {
  auto node = by_its_rho(release);
  const Promise& promise = node.conclusion.promise;
  if (std::holds_alternative<ZcdpPromise>(promise)) return node;
  auto made = std::holds_alternative<GaussianLossPromise>(promise)
                  ? zcdp_from_loss(std::move(node))
                  : zcdp_from_dp(std::move(node));
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

}  // namespace

std::vector<RepeatedPart> parts_of(const Derivation& release) {
  std::vector<RepeatedPart> parts;
  if (add_parts(release, 1, parts)) return parts;
  return {{release, 1}};
}

Derivation by_its_rho(const Derivation& release) {
  if (release.rule == "dp_from_zcdp" && release.premises.size() == 1)
    return release.premises[0];
  if (!is_composed(release) || release.rule == "zcdp_composition") return release;
  std::vector<Derivation> premises;
  std::vector<std::int64_t> times;
  for (const auto& [part, count] : premises_of(release)) {
    auto node = as_zcdp(part);
    if (!node) return release;
    premises.push_back(*std::move(node));
    times.push_back(count);
  }
  auto sum = zcdp_composition(std::move(premises), times);
  return sum ? *std::move(sum) : release;
}

Result<Derivation> zcdp_from_loss(Derivation premise) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("zcdp_from_loss", {}, std::move(premises));
}

}  // namespace selvage
