#include "selvage/guarantee/warped_cells.hpp"

#include "selvage/guarantee/rule.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {
namespace {

Inputs inputs_of(const std::vector<ProfileStep>& profile) {
  return {{"bits", WarpedGeometric::kBits}, profile_input(profile)};
}

const Rational kLeastCellDelta = *Rational::parse("1e-40");
constexpr std::int64_t kMostLimit = std::int64_t{1} << 53;

}  // namespace

bool has_warped_law(const std::vector<ProfileStep>& profile) {
  return is_profile(profile) && most(profile).sign() > 0 &&
         (profile.size() == 1 || profile.end()[-2].limit <= kMostLimit);
}

Result<Rational> warped_key_delta(const std::vector<ProfileStep>& profile,
                                  std::int64_t threshold) {
  if (!has_warped_law(profile) || threshold < 2)
    return misapplied("a threshold of keys needs a profile, and to be 2 or more");
  const auto law = WarpedGeometric::make(profile);
  if (!law) return law.error();
  const Interval shown = law->at_least(1, threshold);
  if (shown.upper().sign() == 0) return Rational(0);
  if (shown.upper() < kLeastCellDelta) return kLeastCellDelta;
  const auto delta = Rational::parse(shown.upper_text(6));
  if (!delta) return delta.error();
  if (*delta >= 1)
    return misapplied(
        "with this threshold a key that one person alone brings is always released; "
        "take one above the classes of epsilon 0");
  return *delta;
}

Result<Derivation> warped_geometric_cells(const std::vector<ProfileStep>& profile,
                                          const std::string& partition) {
  Inputs inputs = inputs_of(profile);
  inputs.emplace_back("partition", partition);
  return derive("warped_geometric_cells", std::move(inputs), {});
}

Result<Derivation> warped_cells_of_person(const std::vector<ProfileStep>& profile,
                                          std::int64_t cells_per_person) {
  Inputs inputs = inputs_of(profile);
  inputs.insert(inputs.begin() + 1, {"cells_per_person", cells_per_person});
  return derive("warped_cells_of_person", std::move(inputs), {});
}

Result<Derivation> outlier_key_threshold(Derivation premise, std::int64_t threshold) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("outlier_key_threshold", {{"threshold", threshold}},
                std::move(premises));
}

}  // namespace selvage
