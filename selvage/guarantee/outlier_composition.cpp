#include "selvage/guarantee/outlier_composition.hpp"

#include <fmt/format.h>

#include "selvage/guarantee/profile_inputs.hpp"
#include "selvage/guarantee/rules.hpp"
#include "selvage/law/profile.hpp"

namespace selvage {
namespace {

std::vector<ProfileStep> constant(const ExtendedRational& epsilon) {
  return {{std::nullopt, epsilon}};
}

}  // namespace

Result<Guarantee> conclude_outlier_composition(const Inputs& inputs,
                                               const std::vector<Guarantee>& premises) {
  const auto times = read_times(inputs, 0, premises.size());
  if (times.empty() || !same_neighbours(premises))
    return misapplied(
        "outlier_composition takes premises of the same neighbours and times_1, ...");
  const auto* first = std::get_if<OutlierPromise>(&premises[0].promise);
  if (first == nullptr)
    return misapplied("the first premise of outlier_composition is an outlier promise");
  OutlierPromise sum{constant(0), 0, first->partition};
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const auto* outlier = std::get_if<OutlierPromise>(&premises[i].promise);
    const auto* dp = std::get_if<DpPromise>(&premises[i].promise);
    if (outlier == nullptr && dp == nullptr)
      return misapplied(
          "outlier_composition takes outlier and dp promises; convert others first");
    if (outlier != nullptr && !is_profile(outlier->profile))
      return misapplied("a premise of outlier_composition has no profile");
    const Rational& delta = outlier != nullptr ? outlier->delta : dp->delta;
    if (delta.sign() < 0 || (dp != nullptr && dp->epsilon.sign() < 0))
      return misapplied("a premise of outlier_composition is below 0");
    // Somebody in a small class of these may be in a large class of those. [T69]
    if (outlier != nullptr && outlier->partition != sum.partition &&
        most(outlier->profile).is_infinite())
      return misapplied(
          fmt::format("a release over {} promises nothing to people in its large "
                      "classes, so nothing can be claimed over {}",
                      outlier->partition, sum.partition));
    sum.profile =
        add(sum.profile,
            outlier == nullptr                    ? constant(dp->epsilon)
            : outlier->partition == sum.partition ? outlier->profile
                                                  : constant(most(outlier->profile)),
            times[i]);
    sum.delta = written_sum(sum.delta + delta * times[i]);
    for (ProfileStep& step : sum.profile)
      if (!step.epsilon.is_infinite())
        step.epsilon = written_sum(step.epsilon.finite());
  }
  return Guarantee{sum, premises[0].neighbours};
}

Result<Guarantee> conclude_outlier_from_dp(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  const auto* dp =
      premises.size() == 1 ? std::get_if<DpPromise>(&premises[0].promise) : nullptr;
  const auto partition = read_partition(inputs, 0);
  if (dp == nullptr || !partition)
    return misapplied("outlier_from_dp takes one dp promise and the name of classes");
  return Guarantee{OutlierPromise{constant(dp->epsilon), dp->delta, *partition},
                   premises[0].neighbours};
}

Result<Derivation> outlier_composition(std::vector<Derivation> premises,
                                       const std::vector<std::int64_t>& times) {
  Inputs inputs;
  append_times(inputs, times);
  return derive("outlier_composition", std::move(inputs), std::move(premises));
}

Result<Derivation> outlier_from_dp(Derivation premise, const std::string& partition) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  Inputs inputs;
  append_partition(inputs, partition);
  return derive("outlier_from_dp", std::move(inputs), std::move(premises));
}

}  // namespace selvage
