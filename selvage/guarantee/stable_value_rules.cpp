// The rule of values that are shown or not.
#include <cassert>

#include "selvage/guarantee/rule.hpp"
#include "selvage/guarantee/stable_value.hpp"

namespace selvage {
namespace {

Result<Guarantee> conclude_stable_value(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const Rational& epsilon = number_in(inputs, "epsilon");
  const Rational& delta = number_in(inputs, "delta");
  if (!premises.empty() || epsilon.sign() <= 0 || delta.sign() <= 0 || delta >= 1)
    return misapplied(
        "stable_value takes epsilon > 0, delta above 0 and below 1, and no premises");
  return Guarantee{DpPromise{epsilon, delta}, Neighbours::add_remove_person};
}

}  // namespace

Derivation stable_value(const Rational& epsilon, const Rational& delta) {
  auto node = derive("stable_value", {{"epsilon", epsilon}, {"delta", delta}}, {});
  assert(node);
  return *std::move(node);
}

std::span<const Rule> stable_value_rules() {
  static const Rule kRules[] = {
      {"stable_value",
       "T125",
       "a value that is shown only where few people could not change it hides any one "
       "person",
       {"epsilon", "delta"},
       conclude_stable_value},
  };
  return kRules;
}

}  // namespace selvage
