#include "selvage/guarantee/derivation.hpp"

#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/outlier_conversion.hpp"
#include "selvage/guarantee/rules.hpp"

namespace selvage {
namespace {

Result<Guarantee> conclude_laplace(const Inputs& inputs,
                                   const std::vector<Guarantee>& premises) {
  if (!premises.empty() || inputs.size() != 2 || inputs[0].first != "scale" ||
      inputs[1].first != "sensitivity")
    return misapplied("discrete_laplace_cells takes scale and sensitivity");
  const Rational& scale = inputs[0].second;
  const Rational& rows = inputs[1].second;
  if (scale.sign() <= 0 || !rows.is_integer() || rows < 1)
    return misapplied("discrete_laplace_cells needs scale > 0 and whole rows >= 1");
  return Guarantee{DpPromise{rows / scale, 0}, Neighbours::add_remove_person};
}

Result<Guarantee> conclude_composition(const Inputs& inputs,
                                       const std::vector<Guarantee>& premises) {
  const auto times = inputs.empty() ? std::vector<std::int64_t>(premises.size(), 1)
                                    : read_times(inputs, 0, premises.size());
  if (times.empty())
    return misapplied(
        "basic_composition takes premises, and a whole times_1, times_2, ... for each "
        "or for none");
  DpPromise sum;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const Guarantee& premise = premises[i];
    const auto* dp = std::get_if<DpPromise>(&premise.promise);
    if (dp == nullptr)
      return misapplied(
          "basic composition adds dp promises only; this one is another "
          "kind and must be converted first");
    if (premise.neighbours != premises[0].neighbours)
      return misapplied(
          "basic composition cannot mix add_remove_person and "
          "replace_person; convert one first");
    sum.epsilon = written_sum(sum.epsilon + dp->epsilon * times[i]);
    sum.delta = written_sum(sum.delta + dp->delta * times[i]);
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
    const auto rounded = Rational::parse(bound.upper_text(12));
    if (!rounded) return misapplied("replace_from_add_remove: epsilon is too large");
    delta = *rounded;
  }
  return Guarantee{DpPromise{dp->epsilon * 2, delta}, Neighbours::replace_person};
}

bool from_warped_cells(const Inputs&, const std::vector<Derivation>& premises) {
  return premises.size() == 1 && premises[0].rule == "warped_geometric_cells";
}

bool from_cells(const Inputs&, const std::vector<Derivation>& premises) {
  return premises.size() == 1 && classes_are_cells(premises[0]);
}

bool independent_if_said(const Inputs& inputs,
                         const std::vector<Derivation>& premises) {
  for (const auto& input : inputs)
    if (input.first == "independent_cells")
      return premises.size() == 1 && cells_are_independent(premises[0]);
  return true;
}

struct Rule {
  const char* name;
  const char* theorem;
  const char* says;
  Result<Guarantee> (*conclude)(const Inputs&, const std::vector<Guarantee>&);
  // Some theorems need more of a premise than what it promises: how it was made.
  bool (*takes)(const Inputs&, const std::vector<Derivation>&) = nullptr;
};

constexpr Rule kRules[] = {
    {"discrete_laplace_cells", "T4",
     "independent discrete Laplace noise in every cell hides any one person",
     conclude_laplace},
    {"basic_composition", "T6", "the promises of several releases add up",
     conclude_composition},
    {"replace_from_add_remove", "T7",
     "changing a person is removing one and adding another", conclude_replace},
    {"discrete_laplace_loss", "T22",
     "discrete Laplace noise in every cell hides any one person as one shifted draw",
     conclude_discrete_laplace_loss},
    {"discrete_gaussian_loss", "T22",
     "discrete Gaussian noise hides one cell's change as one shifted draw",
     conclude_discrete_gaussian_loss},
    {"optimal_composition", "T23",
     "the worst mechanisms with these promises compose to this", conclude_optimal},
    {"composition_by_privacy_loss", "T24",
     "the privacy losses of several releases add up", conclude_privacy_loss},
    {"discrete_gaussian_cells", "T25",
     "independent discrete Gaussian noise in every cell hides any one person",
     conclude_discrete_gaussian_cells},
    {"zcdp_from_dp", "T25", "epsilon-dp is epsilon^2/2-concentrated",
     conclude_zcdp_from_dp},
    {"zcdp_composition", "T25", "the rhos of several releases add up",
     conclude_zcdp_composition},
    {"dp_from_zcdp", "T26", "a bound on the Renyi divergence bounds delta",
     conclude_dp_from_zcdp},
    {"budget_filter", "T29",
     "releases that fit a budget keep it, however their parameters were chosen",
     conclude_budget_filter},
    {"key_threshold", "T31",
     "a key that one person alone brings is released with probability delta at most",
     conclude_key_threshold},
    {"outlier_composition", "T36",
     "profiles over the same classes add, of other releases the most counts",
     conclude_outlier_composition},
    {"outlier_from_dp", "T36", "a dp promise holds alike in classes of every size",
     conclude_outlier_from_dp},
    {"warped_geometric_cells", "T60",
     "the warped geometric law in every cell gives each person the profile exactly",
     conclude_warped_cells},
    {"warped_cells_of_person", "T61",
     "a person in several cells has the largest epsilon of the profile in each",
     conclude_warped_person},
    {"dp_from_outlier", "T62", "everybody has the largest epsilon of the profile",
     conclude_dp_from_outlier},
    {"profile_at_most", "T62", "a promise may be told weaker than it is",
     conclude_profile_at_most},
    {"outlier_group", "T63", "people of one class leave one after the other",
     conclude_outlier_group},
    {"outlier_substitution", "T64", "a person leaves one class and enters another",
     conclude_outlier_substitution, independent_if_said},
    {"outlier_crowd_blending", "T65",
     "who is not in a small class has a crowd of the same cell", conclude_outlier_crowd,
     from_cells},
    {"outlier_key_threshold", "T66",
     "a key that one person alone brings is released with probability delta",
     conclude_outlier_key_threshold, from_warped_cells},
    {"distributional_from_outlier", "T67",
     "who was sampled is unknown, so small classes hide among their possible sizes",
     conclude_distributional, from_cells},
    {"staircase_cells", "T68",
     "noise with thresholds in every cell keeps the profile, by its computed law",
     conclude_staircase_cells},
    {"lower_bound_cells", "T68",
     "noise by a private guess in every cell keeps the profile, by its computed law",
     conclude_lower_bound_cells},
};

const Rule* find_rule(const std::string& name) {
  for (const Rule& rule : kRules)
    if (name == rule.name) return &rule;
  return nullptr;
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

void append_sentences(const Derivation& node, int depth, std::string& text) {
  constexpr std::size_t kShownInputs = 12;  // a profile may have thousands
  std::string inputs;
  for (std::size_t i = 0; i < node.inputs.size() && i < kShownInputs; ++i)
    inputs += fmt::format("{}{} = {}", inputs.empty() ? "" : ", ", node.inputs[i].first,
                          node.inputs[i].second.text());
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
  if (found == nullptr) return misapplied(fmt::format("there is no rule '{}'", rule));
  return found->conclude(inputs, premises);
}

bool holds(const Derivation& derivation) {
  for (const Derivation& premise : derivation.premises)
    if (!holds(premise)) return false;
  const auto conclusion =
      conclude(derivation.rule, derivation.inputs, conclusions(derivation.premises));
  return conclusion && *conclusion == derivation.conclusion &&
         takes(derivation.rule, derivation.inputs, derivation.premises);
}

std::string sentences(const Derivation& derivation) {
  std::string text;
  append_sentences(derivation, 0, text);
  return text;
}

nlohmann::ordered_json to_json(const Derivation& derivation) {
  const Rule* rule = find_rule(derivation.rule);
  nlohmann::ordered_json inputs = nlohmann::ordered_json::object();
  // Put in without looking for the name: a profile may be thousands of inputs.
  auto& fields = inputs.get_ref<nlohmann::ordered_json::object_t&>();
  for (const auto& [name, value] : derivation.inputs)
    fields.emplace_back(name, value.text());
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
