// The rule of steps that come before a mechanism and keep neighbours.
#include "selvage/guarantee/neighbour_preserving.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

// A step makes neighbours of one kind of those of another, or of the same.
struct NeighbourStep {
  const char* name;
  Neighbours rows, made;
};
constexpr auto kAddRemove = Neighbours::add_remove_person;
constexpr auto kReplace = Neighbours::replace_person;
constexpr NeighbourStep kSteps[] = {
    {"bucketing", kAddRemove, kAddRemove},
    {"row_by_row", kAddRemove, kAddRemove},
    {"row_by_row", kReplace, kReplace},
    {"blocks_of_people", kAddRemove, kReplace},
    {"blocks_of_places", kReplace, kReplace},
    {"chosen_places", kReplace, kReplace},
};

const char* name_of(OwnTable made) {
  switch (made) {
    case OwnTable::row_by_row:
      return "row_by_row";
    case OwnTable::blocks_of_people:
      return "blocks_of_people";
    case OwnTable::blocks_of_places:
      return "blocks_of_places";
    case OwnTable::chosen_places:
      break;
  }
  return "chosen_places";
}

Result<Guarantee> conclude_neighbour_preserving(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const std::string& name = text_in(inputs, "step");
  if (premises.size() == 1 && std::holds_alternative<DpPromise>(premises[0].promise))
    for (const NeighbourStep& step : kSteps)
      if (name == step.name && premises[0].neighbours == step.made)
        return Guarantee{premises[0].promise, step.rows};
  return misapplied(
      "neighbour_preserving takes one dp promise and a step: bucketing for "
      "add_remove_person, row_by_row for either neighbours, blocks_of_people, "
      "blocks_of_places or chosen_places for replace_person");
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

Result<Derivation> after_step(const char* step, Derivation premise) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("neighbour_preserving", {{"step", std::string(step)}},
                std::move(premises));
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
  return after_step("bucketing", std::move(premise));
}

Result<Derivation> of_own_table(Derivation premise, OwnTable made) {
  return after_step(name_of(made), std::move(premise));
}

std::span<const Rule> neighbour_rules() {
  static const Rule kRules[] = {
      {"neighbour_preserving",
       "T159",
       "a step that makes neighbours of neighbours costs nothing",
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
