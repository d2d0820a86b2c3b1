#include <algorithm>

#include "selvage/guarantee/outlier_conversion.hpp"
#include "selvage/guarantee/outlier_distribution.hpp"
#include "selvage/guarantee/threshold_cells.hpp"
#include "selvage/guarantee/warped_cells.hpp"
#include "selvage/mechanism/cells/count_noise.hpp"
#include "selvage/question/partition_name.hpp"
#include "selvage/verify/certificate_parts.hpp"

namespace selvage::verify {
namespace {

bool same(const Derivation& a, const Derivation& b) { return to_json(a) == to_json(b); }

// The promise to people by their class that this noise makes. The mechanisms of the
// paper are proved anew for the profile and the delta that are stated.
Result<Derivation> promise_of(const CellsPlan& plan, const std::string& partition,
                              const std::vector<Derivation>& stated) {
  const Noise& noise = plan.numbers[0].noise;
  if (const auto* warped = std::get_if<WarpedNoise>(&noise)) {
    auto promise = warped_geometric_cells(warped->law->profile(), partition);
    if (promise && plan.key_threshold)
      return outlier_key_threshold(*std::move(promise), *plan.key_threshold);
    return promise;
  }
  for (const Derivation& derivation : stated)
    if (const auto* outlier =
            std::get_if<OutlierPromise>(&derivation.conclusion.promise)) {
      if (const auto* staircase = std::get_if<StaircaseNoise>(&noise))
        return staircase_cells(staircase->law, outlier->profile, outlier->delta,
                               partition);
      return lower_bound_cells(std::get<LowerBoundNoise>(noise).law, outlier->delta,
                               partition);
    }
  return misfit("no promise by classes is stated");
}

// What else may follow from the promise.
bool follows(const Derivation& stated, const Derivation& promise,
             const std::optional<Derivation>& dp) {
  if (stated.rule == "distributional_from_outlier")
    return stated.premises.size() == 1 && same(stated.premises[0], promise);
  return stated.rule == "replace_from_add_remove" && dp &&
         stated.premises.size() == 1 && same(stated.premises[0], *dp);
}

Outcome check(const Json& json, const CellsPlan& plan,
              const std::vector<Derivation>& derivations) {
  if (plan.share.rows_in_cell != 1)
    return misfit(
        "a person counts more than once in a cell, and profiles are of people");
  const std::int64_t told = least_told(plan.numbers[0].noise);
  if (told > 0 && (json["fewer_than"].is_null() || whole(json["fewer_than"]) < told))
    return misfit("counts that the mechanism suppresses would be listed");
  const std::string version =
      json["ledger"].is_null() ? "" : text(json["ledger"]["entry"], "version");
  std::optional<Derivation> dp;
  if (plan.share.cells > 1) {
    const auto* warped = std::get_if<WarpedNoise>(&plan.numbers[0].noise);
    auto sum = warped != nullptr && !plan.key_threshold
                   ? warped_cells_of_person(warped->law->profile(), plan.share.cells)
                   : Result<Derivation>(misfit("people in several cells"));
    if (!sum || !same(derivations[0], *sum))
      return misfit("the derivation is not about the noise and the caps");
    dp = *std::move(sum);
    for (std::size_t i = 1; i < derivations.size(); ++i)
      if (!follows(derivations[i], *dp, dp))
        return misfit("more is promised than follows for people in several cells");
    return Done{};
  }
  const auto promise =
      promise_of(plan, partition_name(json["question"], version), derivations);
  if (!promise) return promise.error();
  if (auto everybody = dp_from_outlier(*promise)) dp = *std::move(everybody);
  std::size_t next = 0;
  if (dp && !same(derivations[next++], *dp))
    return misfit("the derivation is not about the noise and the classes");
  if (next >= derivations.size() || !same(derivations[next++], *promise))
    return misfit("the derivation is not about the noise and the classes");
  for (; next < derivations.size(); ++next)
    if (!follows(derivations[next], *promise, dp))
      return misfit("more is promised than follows from the noise");
  return Done{};
}

}  // namespace

Check check_profile(const Json& json, const CellsPlan& plan,
                    const std::vector<Derivation>& derivations) {
  const char* subject = "noise";
  if (const auto good = check(json, plan, derivations); !good)
    return wrong(subject, good.error().message);
  return holds(subject,
               "the derivation is about the noise, the caps and the classes that the "
               "certificate names");
}

}  // namespace selvage::verify
