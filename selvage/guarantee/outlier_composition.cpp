#include "selvage/guarantee/outlier_composition.hpp"

#include "selvage/law/profile.hpp"
#include "selvage/guarantee/rules.hpp"

namespace selvage {
namespace {

// Inputs are numbers; the name of this one says which partition, its number is 1.
const std::string kPartition = "partition ";

std::vector<ProfileStep> constant(const Rational& epsilon) {
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
    sum.profile =
        add(sum.profile,
            outlier == nullptr                    ? constant(dp->epsilon)
            : outlier->partition == sum.partition ? outlier->profile
                                                  : constant(most(outlier->profile)),
            times[i]);
    sum.delta = written_sum(sum.delta + delta * times[i]);
    for (ProfileStep& step : sum.profile) step.epsilon = written_sum(step.epsilon);
  }
  return Guarantee{sum, premises[0].neighbours};
}

Result<Guarantee> conclude_outlier_from_dp(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  const auto* dp =
      premises.size() == 1 ? std::get_if<DpPromise>(&premises[0].promise) : nullptr;
  if (dp == nullptr || inputs.size() != 1 || !inputs[0].first.starts_with(kPartition) ||
      inputs[0].second != 1)
    return misapplied("outlier_from_dp takes one dp promise and the name of classes");
  return Guarantee{OutlierPromise{constant(dp->epsilon), dp->delta,
                                  inputs[0].first.substr(kPartition.size())},
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
  return derive("outlier_from_dp", {{kPartition + partition, 1}}, std::move(premises));
}

}  // namespace selvage
