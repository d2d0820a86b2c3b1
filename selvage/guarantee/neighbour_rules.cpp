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

Result<Guarantee> conclude_middle_rows(const Inputs& inputs,
                                       const std::vector<Guarantee>& premises) {
  const auto neighbours = neighbours_in(inputs);
  if (premises.size() != 1 || !std::holds_alternative<DpPromise>(premises[0].promise) ||
      premises[0].neighbours != Neighbours::replace_person ||
      whole_in(inputs, "people") < 1 || !neighbours)
    return misapplied(
        "middle_rows takes one dp promise for replace_person, a whole number of people "
        "from 1 on, and neighbours");
  return Guarantee{premises[0].promise, *neighbours};
}

}  // namespace

Result<Derivation> of_middle_rows(Derivation premise, std::int64_t people,
                                  Neighbours neighbours) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive(
      "middle_rows",
      {{"people", Rational(people)}, {"neighbours", neighbours_name(neighbours)}},
      std::move(premises));
}

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
      {"middle_rows",
       "T186",
       "where as many rows as are said count, the middle ones or all between ends that "
       "are added, whoever comes, leaves or is replaced changes one of them",
       {"people", kNeighboursInput},
       conclude_middle_rows},
  };
  return kRules;
}

}  // namespace selvage
