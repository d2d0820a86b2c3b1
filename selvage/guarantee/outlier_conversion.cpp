#include "selvage/guarantee/outlier_conversion.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

Result<Derivation> derive_from(const char* rule, Inputs inputs, Derivation premise) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive(rule, std::move(inputs), std::move(premises));
}

}  // namespace

bool cells_are_independent(const Derivation& derivation) {
  if (derivation.rule == "profile_at_most" ||
      derivation.rule == "outlier_key_threshold")
    return derivation.premises.size() == 1 &&
           cells_are_independent(derivation.premises[0]);
  constexpr std::string_view kLeaves[] = {"warped_geometric_cells", "staircase_cells",
                                          "lower_bound_cells"};
  return std::find(std::begin(kLeaves), std::end(kLeaves), derivation.rule) !=
         std::end(kLeaves);
}

// Later releases may depend on what earlier ones said of other cells. That joins the
// cells, but people of one class are still exchangeable.
bool classes_are_cells(const Derivation& derivation) {
  if (cells_are_independent(derivation)) return true;
  if (derivation.rule == "profile_at_most")
    return derivation.premises.size() == 1 && classes_are_cells(derivation.premises[0]);
  if (derivation.rule != "outlier_composition") return false;
  const auto partition_of = [](const Derivation& node) {
    const auto* outlier = std::get_if<OutlierPromise>(&node.conclusion.promise);
    return outlier != nullptr ? &outlier->partition : nullptr;
  };
  const auto* partition = partition_of(derivation);
  return partition != nullptr &&
         std::all_of(derivation.premises.begin(), derivation.premises.end(),
                     [&](const Derivation& premise) {
                       const auto* own = partition_of(premise);
                       return own != nullptr && *own == *partition &&
                              classes_are_cells(premise);
                     });
}

Result<Derivation> dp_from_outlier(Derivation premise) {
  return derive_from("dp_from_outlier", {}, std::move(premise));
}

Result<Derivation> profile_at_most(Derivation premise,
                                   const std::vector<ProfileStep>& profile,
                                   const Rational& delta) {
  return derive_from("profile_at_most", {{"delta", delta}, profile_input(profile)},
                     std::move(premise));
}

std::vector<ProfileStep> simple_outlier_profile(std::int64_t size,
                                                const Rational& epsilon) {
  assert(size >= 1 && epsilon.sign() >= 0);
  return {{size, epsilon / size}, {std::nullopt, ExtendedRational::infinity()}};
}

std::vector<ProfileStep> simple_outlier_dp_profile(std::int64_t size,
                                                   const Rational& epsilon) {
  assert(size >= 1 && epsilon.sign() >= 0);
  return {{size, epsilon / size}, {std::nullopt, epsilon}};
}

Result<Derivation> outlier_group(Derivation premise, std::int64_t people,
                                 std::int64_t size) {
  return derive_from("outlier_group", {{"people", people}, {"size", size}},
                     std::move(premise));
}

Result<Derivation> outlier_substitution(Derivation premise, std::int64_t from,
                                        std::int64_t to, CellDependence cells) {
  Inputs inputs{{"from", from}, {"to", to}};
  if (cells == CellDependence::independent_cells)
    inputs.emplace_back("independent_cells", 1);
  return derive_from("outlier_substitution", std::move(inputs), std::move(premise));
}

Result<Derivation> outlier_crowd_blending(Derivation premise, std::int64_t crowd) {
  return derive_from("outlier_crowd_blending", {{"crowd", crowd}}, std::move(premise));
}

}  // namespace selvage
