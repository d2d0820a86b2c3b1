#include "selvage/guarantee/derivation.hpp"

#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/interval.hpp"

namespace selvage {
namespace {

Error misapplied(const std::string& why) { return {ErrorKind::invalid_request, why}; }

Result<Guarantee> conclude_laplace(const Inputs& inputs,
                                   const std::vector<Guarantee>& premises) {
  if (!premises.empty() || inputs.size() != 2 || inputs[0].first != "scale" ||
      inputs[1].first != "rows_per_person")
    return misapplied("discrete_laplace_cells takes scale and rows_per_person");
  const Rational& scale = inputs[0].second;
  const Rational& rows = inputs[1].second;
  if (scale.sign() <= 0 || !rows.is_integer() || rows < 1)
    return misapplied("discrete_laplace_cells needs scale > 0 and whole rows >= 1");
  return Guarantee{DpPromise{rows / scale, 0}, Neighbours::add_remove_person};
}

Result<Guarantee> conclude_composition(const Inputs& inputs,
                                       const std::vector<Guarantee>& premises) {
  if (!inputs.empty() || premises.empty())
    return misapplied("basic_composition takes premises and nothing else");
  DpPromise sum;
  for (const Guarantee& premise : premises) {
    const auto* dp = std::get_if<DpPromise>(&premise.promise);
    if (dp == nullptr)
      return misapplied(
          "basic composition adds dp promises only; this one is another "
          "kind and must be converted first");
    if (premise.neighbours != premises[0].neighbours)
      return misapplied(
          "basic composition cannot mix add_remove_person and "
          "replace_person; convert one first");
    sum.epsilon = sum.epsilon + dp->epsilon;
    sum.delta = sum.delta + dp->delta;
  }
  return Guarantee{sum, premises[0].neighbours};
}

Result<Guarantee> conclude_replace(const Inputs& inputs,
                                   const std::vector<Guarantee>& premises) {
  const auto* dp =
      premises.size() == 1 ? std::get_if<DpPromise>(&premises[0].promise) : nullptr;
  if (!inputs.empty() || dp == nullptr ||
      premises[0].neighbours != Neighbours::add_remove_person)
    return misapplied(
        "replace_from_add_remove takes one dp promise for "
        "add_remove_person");
  Rational delta = 0;
  if (dp->delta.sign() != 0) {
    const Interval bound = (Interval(1) + exp(Interval(dp->epsilon))) * dp->delta;
    delta = *Rational::parse(bound.upper_text(12));
  }
  return Guarantee{DpPromise{dp->epsilon * 2, delta}, Neighbours::replace_person};
}

struct Rule {
  const char* name;
  const char* theorem;
  const char* says;
  Result<Guarantee> (*conclude)(const Inputs&, const std::vector<Guarantee>&);
};

constexpr Rule kRules[] = {
    {"discrete_laplace_cells", "T4",
     "independent discrete Laplace noise in every cell hides any one person",
     conclude_laplace},
    {"basic_composition", "T6", "the promises of several releases add up",
     conclude_composition},
    {"replace_from_add_remove", "T7",
     "changing a person is removing one and adding another", conclude_replace},
};

const Rule* find_rule(const std::string& name) {
  for (const Rule& rule : kRules)
    if (name == rule.name) return &rule;
  return nullptr;
}

std::vector<Guarantee> conclusions(const std::vector<Derivation>& premises) {
  std::vector<Guarantee> result;
  for (const Derivation& premise : premises) result.push_back(premise.conclusion);
  return result;
}

Result<Derivation> derive(const char* rule, Inputs inputs,
                          std::vector<Derivation> premises) {
  auto conclusion = conclude(rule, inputs, conclusions(premises));
  if (!conclusion) return conclusion.error();
  return Derivation{rule, std::move(inputs), std::move(premises),
                    *std::move(conclusion)};
}

void append_sentences(const Derivation& node, int depth, std::string& text) {
  std::string inputs;
  for (const auto& [name, value] : node.inputs)
    inputs += fmt::format("{}{} = {}", inputs.empty() ? "" : ", ", name, value.text());
  const Rule* rule = find_rule(node.rule);
  text +=
      fmt::format("{:{}}{} [{}]{}{}: {}.\n", "", 2 * depth,
                  rule != nullptr ? rule->says : node.rule.c_str(),
                  rule != nullptr ? rule->theorem : "unknown rule",
                  inputs.empty() ? "" : " with ", inputs, sentence(node.conclusion));
  for (const Derivation& premise : node.premises)
    append_sentences(premise, depth + 1, text);
}

}  // namespace

Derivation discrete_laplace_cells(const Rational& scale, std::int64_t rows_per_person) {
  auto node = derive("discrete_laplace_cells",
                     {{"scale", scale}, {"rows_per_person", rows_per_person}}, {});
  assert(node);
  return *std::move(node);
}

Result<Derivation> basic_composition(std::vector<Derivation> premises) {
  return derive("basic_composition", {}, std::move(premises));
}

Result<Derivation> replace_from_add_remove(Derivation premise) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("replace_from_add_remove", {}, std::move(premises));
}

Result<Guarantee> conclude(const std::string& rule, const Inputs& inputs,
                           const std::vector<Guarantee>& premises) {
  const Rule* found = find_rule(rule);
  if (found == nullptr) return misapplied(fmt::format("there is no rule '{}'", rule));
  return found->conclude(inputs, premises);
}

bool holds(const Derivation& derivation) {
  for (const Derivation& premise : derivation.premises)
    if (!holds(premise)) return false;
  const auto conclusion =
      conclude(derivation.rule, derivation.inputs, conclusions(derivation.premises));
  return conclusion && *conclusion == derivation.conclusion;
}

std::string sentences(const Derivation& derivation) {
  std::string text;
  append_sentences(derivation, 0, text);
  return text;
}

nlohmann::ordered_json to_json(const Derivation& derivation) {
  const Rule* rule = find_rule(derivation.rule);
  nlohmann::ordered_json inputs = nlohmann::ordered_json::object();
  for (const auto& [name, value] : derivation.inputs) inputs[name] = value.text();
  nlohmann::ordered_json premises = nlohmann::ordered_json::array();
  for (const Derivation& premise : derivation.premises)
    premises.push_back(to_json(premise));
  return {{"rule", derivation.rule},
          {"theorem", rule != nullptr ? rule->theorem : ""},
          {"inputs", inputs},
          {"premises", premises},
          {"conclusion", to_json(derivation.conclusion)}};
}

}  // namespace selvage
