// The rule of steps that come before a mechanism and keep neighbours.
#include "selvage/guarantee/neighbour_preserving.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

Result<Guarantee> conclude_neighbour_preserving(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  if (premises.size() != 1 || !std::holds_alternative<DpPromise>(premises[0].promise) ||
      premises[0].neighbours != Neighbours::add_remove_person ||
      text_in(inputs, "step") != "bucketing")
    return misapplied(
        "neighbour_preserving takes one dp promise for add_remove_person, and the step "
        "bucketing");
  return premises[0];
}

}  // namespace

Result<Derivation> after_bucketing(Derivation premise) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("neighbour_preserving", {{"step", std::string("bucketing")}},
                std::move(premises));
}

std::span<const Rule> neighbour_rules() {
  static const Rule kRules[] = {
      {"neighbour_preserving",
       "T159",
       "a step that maps every row by itself keeps neighbours and costs nothing",
       {{"step", InputType::text}},
       conclude_neighbour_preserving},
  };
  return kRules;
}

}  // namespace selvage
