// What such a release says of itself before any data: what the other mechanism says,
// and how the keys are found.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/cells/cells_plan_lines.hpp"
#include "selvage/mechanism/found_keys/found_keys.hpp"
#include "selvage/mechanism/shared_warnings.hpp"

namespace selvage {
namespace {

Rational epsilon_of(const std::vector<Derivation>& guarantees) {
  const auto& promise = std::get<DpPromise>(guarantees.front().conclusion.promise);
  return promise.epsilon;
}

}  // namespace

std::string FoundKeysMechanism::reason() const {
  return "the keys are not known, so a noisy count of each comes first; then, " +
         known_.plan->reason();
}

std::vector<std::pair<std::string, std::string>> FoundKeysMechanism::parameters()
    const {
  auto all = keys_.parameters();
  for (auto& [name, value] : all)
    if (name == "scale" || name == "threshold") name = "key_" + name;
  for (auto& [name, value] : known_.plan->parameters())
    if (std::none_of(all.begin(), all.end(),
                     [&](const auto& one) { return one.first == name; }))
      all.emplace_back(name, value);
  return all;
}

std::vector<ErrorRow> FoundKeysMechanism::errors(const std::optional<Prior>& prior,
                                                 const Rational& confidence) const {
  return known_.plan->errors(prior, confidence);
}

std::vector<Accuracy> FoundKeysMechanism::accuracy(const Rational& confidence) const {
  return known_.plan->accuracy(confidence);
}

std::vector<PlanLine> FoundKeysMechanism::plan_lines(const Prior& prior,
                                                     const Rational& confidence) const {
  std::vector<PlanLine> lines = known_.plan->plan_lines(prior, confidence);
  lines.push_back(threshold_line(*keys_.plan().key_threshold));
  return lines;
}

Json FoundKeysMechanism::plan_numbers(const Prior& prior,
                                      const Rational& confidence) const {
  Json numbers = known_.plan->plan_numbers(prior, confidence);
  numbers["key_threshold"] = *keys_.plan().key_threshold;
  return numbers;
}

// Both steps together have a larger epsilon than the second alone, which warns of its
// own, and the first one may have a large delta.
std::vector<std::string> FoundKeysMechanism::warnings(
    const Rational& confidence) const {
  std::vector<std::string> all = known_.plan->warnings(confidence);
  if (const auto part = large_epsilon_warning(epsilon_of(known_.plan->guarantees())))
    std::erase(all, *part);
  if (auto large = large_epsilon_warning(epsilon_of(guarantees())))
    all.push_back(*std::move(large));
  for (std::string& warning : keys_.warnings(confidence))
    if (warning.starts_with("delta ")) all.push_back(std::move(warning));
  return all;
}

}  // namespace selvage
