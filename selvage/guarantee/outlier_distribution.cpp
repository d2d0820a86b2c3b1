#include "selvage/guarantee/outlier_distribution.hpp"

#include <algorithm>

#include "selvage/guarantee/rules.hpp"
#include "selvage/law/distributional.hpp"

namespace selvage {

Result<Guarantee> conclude_distributional(const Inputs& inputs,
                                          const std::vector<Guarantee>& premises) {
  const auto* outlier =
      premises.size() == 1 && premises[0].neighbours == Neighbours::add_remove_person
          ? std::get_if<OutlierPromise>(&premises[0].promise)
          : nullptr;
  const bool named = inputs.size() == 4 &&
                     begins_with(inputs, {"crowd", "rate_high", "known", "epsilon"});
  const std::int64_t crowd = named ? inputs[0].second.to_int64().value_or(0) : 0;
  const std::int64_t known = named ? inputs[2].second.to_int64().value_or(-1) : -1;
  if (outlier == nullptr || !is_profile(outlier->profile) || crowd < 1 || known < 0)
    return misapplied(
        "distributional_from_outlier takes one outlier promise for add_remove_person, "
        "whole crowd and known, rate_high and epsilon");
  const ExtendedRational each = epsilon_at(outlier->profile, crowd);
  if (each.is_infinite())
    return misapplied(
        "the premise of distributional_from_outlier promises nothing to such a crowd");
  // The theorem is about epsilon / crowd in classes of at most the crowd.
  const auto delta = distributional_delta(
      {crowd, each.finite() * crowd, outlier->delta, inputs[1].second, known},
      inputs[3].second);
  if (!delta) return delta.error();
  const auto written = Rational::parse(delta->upper_text(6));
  if (!written) return written.error();
  // Rates below the highest are no help, so the lowest is 0.
  return Guarantee{DistributionalPromise{0, inputs[1].second, known, inputs[3].second,
                                         std::min(*written, Rational(1))},
                   premises[0].neighbours};
}

Result<Derivation> distributional_from_outlier(Derivation premise,
                                               const SampledPeople& people,
                                               const Rational& epsilon) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("distributional_from_outlier",
                {{"crowd", people.crowd},
                 {"rate_high", people.rate_high},
                 {"known", people.known},
                 {"epsilon", epsilon}},
                std::move(premises));
}

}  // namespace selvage
