#include "selvage/guarantee/derivation.hpp"

#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

Error no_such_rule(const std::string& name) {
  return misapplied(fmt::format("there is no rule {}", plain_name(name)));
}

bool takes(const std::string& name, const Inputs& inputs,
           const std::vector<Derivation>& premises) {
  const Rule* rule = find_rule(name);
  return rule != nullptr && (rule->takes == nullptr || rule->takes(inputs, premises));
}

std::vector<Guarantee> conclusions(const std::vector<Derivation>& premises) {
  std::vector<Guarantee> result;
  for (const Derivation& premise : premises) result.push_back(premise.conclusion);
  return result;
}

std::string short_text(const RuleInput& input) {
  if (const auto* number = std::get_if<Rational>(&input)) return number->text();
  if (const auto* text = std::get_if<std::string>(&input)) return *text;
  return short_profile_text(std::get<std::vector<ProfileStep>>(input));
}

nlohmann::ordered_json input_json(const std::string& name, const RuleInput& input) {
  if (const auto* number = std::get_if<Rational>(&input))
    return {{"name", name}, {"number", number->text()}};
  if (const auto* text = std::get_if<std::string>(&input))
    return {{"name", name}, {"text", *text}};
  return {{"name", name},
          {"profile", profile_json(std::get<std::vector<ProfileStep>>(input))}};
}

void append_sentences(const Derivation& node, int depth, std::string& text) {
  constexpr std::size_t kShownInputs = 12;  // there may be thousands of premises
  std::string inputs;
  for (std::size_t i = 0; i < node.inputs.size() && i < kShownInputs; ++i)
    inputs += fmt::format("{}{} = {}", inputs.empty() ? "" : ", ", node.inputs[i].first,
                          short_text(node.inputs[i].second));
  if (node.inputs.size() > kShownInputs)
    inputs += fmt::format(" and {} more", node.inputs.size() - kShownInputs);
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

Result<Derivation> derive(const std::string& rule, Inputs inputs,
                          std::vector<Derivation> premises) {
  auto conclusion = conclude(rule, inputs, conclusions(premises));
  if (!conclusion) return conclusion.error();
  if (!takes(rule, inputs, premises))
    return misapplied(fmt::format(
        "{} needs a premise about cells of their own noise, and this one is not",
        rule));
  return Derivation{rule, std::move(inputs), std::move(premises),
                    *std::move(conclusion)};
}

Derivation discrete_laplace_cells(const Rational& scale, std::int64_t sensitivity) {
  auto node = derive("discrete_laplace_cells",
                     {{"scale", scale}, {"sensitivity", sensitivity}}, {});
  assert(node);
  return *std::move(node);
}

Result<Derivation> basic_composition(std::vector<Derivation> premises) {
  return derive("basic_composition", {}, std::move(premises));
}

Result<Derivation> basic_composition(std::vector<Derivation> premises,
                                     const std::vector<std::int64_t>& times) {
  Inputs inputs;
  append_times(inputs, times);
  return derive("basic_composition", std::move(inputs), std::move(premises));
}

Result<Derivation> replace_from_add_remove(Derivation premise) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("replace_from_add_remove", {}, std::move(premises));
}

Result<Guarantee> conclude(const std::string& rule, const Inputs& inputs,
                           const std::vector<Guarantee>& premises) {
  const Rule* found = find_rule(rule);
  if (found == nullptr) return no_such_rule(rule);
  if (auto fault = fault_of_inputs(*found, inputs)) return *std::move(fault);
  return found->conclude(inputs, premises);
}

std::optional<Error> fault_of_inputs(const Derivation& derivation) {
  for (const Derivation& premise : derivation.premises)
    if (auto fault = fault_of_inputs(premise)) return fault;
  const Rule* rule = find_rule(derivation.rule);
  if (rule == nullptr) return no_such_rule(derivation.rule);
  return fault_of_inputs(*rule, derivation.inputs);
}

bool holds(const Derivation& derivation) {
  for (const Derivation& premise : derivation.premises)
    if (!holds(premise)) return false;
  const auto conclusion =
      conclude(derivation.rule, derivation.inputs, conclusions(derivation.premises));
  return conclusion && *conclusion == derivation.conclusion &&
         takes(derivation.rule, derivation.inputs, derivation.premises);
}

double work_of(const Derivation& derivation) {
  double work = 0;
  for (const Derivation& premise : derivation.premises) work += work_of(premise);
  const Rule* rule = find_rule(derivation.rule);
  if (rule != nullptr && rule->work != nullptr &&
      !fault_of_inputs(*rule, derivation.inputs))
    work += rule->work(derivation.inputs, conclusions(derivation.premises));
  return work;
}

std::string sentences(const Derivation& derivation) {
  std::string text;
  append_sentences(derivation, 0, text);
  return text;
}

nlohmann::ordered_json inputs_json(const Inputs& inputs) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [name, value] : inputs) list.push_back(input_json(name, value));
  return list;
}

nlohmann::ordered_json to_json(const Derivation& derivation) {
  const Rule* rule = find_rule(derivation.rule);
  nlohmann::ordered_json premises = nlohmann::ordered_json::array();
  for (const Derivation& premise : derivation.premises)
    premises.push_back(to_json(premise));
  return {{"rule", derivation.rule},
          {"theorem", rule != nullptr ? rule->theorem : ""},
          {"inputs", inputs_json(derivation.inputs)},
          {"premises", premises},
          {"conclusion", to_json(derivation.conclusion)}};
}

}  // namespace selvage
