#include "selvage/guarantee/rule.hpp"

#include <fmt/format.h>

#include "selvage/guarantee/privacy_loss.hpp"

namespace selvage {
namespace {

std::string list_of_inputs(const std::vector<InputField>& fields) {
  std::string list;
  for (const InputField& field : fields)
    list += fmt::format("{}{}{}{}", list.empty() ? "" : ", ",
                        field.count == InputCount::at_most_one ? "perhaps " : "",
                        field.name,
                        field.count == InputCount::numbered ? "1 and so on" : "");
  return list.empty() ? "no inputs" : list;
}

std::optional<Error> fault_of_value(const std::string& rule, const InputField& field,
                                    const std::pair<std::string, RuleInput>& input) {
  constexpr const char* kTypes[] = {"number", "text", "profile"};
  const auto& [name, value] = input;
  const auto wanted = static_cast<std::size_t>(field.type);
  if (value.index() != wanted)
    return misapplied(fmt::format("the input {} of {} is a {} and should be a {}", name,
                                  rule, kTypes[value.index()], kTypes[wanted]));
  const auto* profile = std::get_if<std::vector<ProfileStep>>(&value);
  if (profile != nullptr &&
      (!is_profile(*profile) || lower_envelope(*profile) != *profile ||
       profile->front().epsilon.is_infinite()))
    return misapplied(
        fmt::format("the input {} of {} is not a profile that promises something and "
                    "grows with the class size",
                    name, rule));
  return std::nullopt;
}

}  // namespace

std::vector<std::span<const Rule>> rule_families() {
  return {noise_rules(),       composition_rules(),   outlier_rules(),
          threshold_rules(),   quantile_rules(),      extremes_rules(),
          clamped_sum_rules(), stable_value_rules(),  tested_release_rules(),
          block_rules(),       neighbour_rules(),     drop_only_rules(),
          random_dp_rules(),   sampled_scale_rules(), robust_rules(),
          private_draw_rules()};
}

const Rule* find_rule(const std::string& name) {
  for (const auto family : rule_families())
    for (const Rule& rule : family)
      if (name == rule.name) return &rule;
  return nullptr;
}

std::string plain_name(const std::string& name) {
  const bool plain =
      !name.empty() && name.size() <= 40 &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == name.npos;
  return plain ? name : "of that name";
}

Error misapplied(const std::string& why) { return {ErrorKind::invalid_request, why}; }

std::optional<Error> fault_of_inputs(const Rule& rule, const Inputs& inputs) {
  return fault_of_inputs(rule.name, rule.inputs, inputs);
}

std::optional<Error> fault_of_inputs(const std::string& rule,
                                     const std::vector<InputField>& fields,
                                     const Inputs& inputs) {
  std::size_t at = 0;
  for (const InputField& field : fields) {
    const bool numbered = field.count == InputCount::numbered;
    for (int found = 0;; ++found) {
      const bool enough = found > 0 && !numbered;
      const std::string name =
          numbered ? fmt::format("{}{}", field.name, found + 1) : field.name;
      if (enough || at == inputs.size() || inputs[at].first != name) {
        if (found == 0 && field.count == InputCount::one)
          return misapplied(
              fmt::format("the input {} of {} is missing or not in its place; write {}",
                          name, rule, list_of_inputs(fields)));
        break;
      }
      if (auto fault = fault_of_value(rule, field, inputs[at])) return fault;
      ++at;
    }
  }
  if (at == inputs.size()) return std::nullopt;
  return misapplied(
      fmt::format("the input {} of {} is not known or not in its place; write {}",
                  plain_name(inputs[at].first), rule, list_of_inputs(fields)));
}

std::vector<std::int64_t> read_times(const Inputs& inputs, std::size_t premises) {
  std::vector<std::int64_t> times;
  for (const Rational& number : numbered_in(inputs, kTimesInputs.name)) {
    const auto count = number.to_int64();
    if (!count || *count < 1 || *count > PrivacyLoss::kMaxTimes) return {};
    times.push_back(*count);
  }
  if (times.size() != premises) return {};
  return times;
}

void append_times(Inputs& inputs, const std::vector<std::int64_t>& times) {
  append_numbered(inputs, kTimesInputs.name, times);
}

Rational written_sum(const Rational& sum) {
  constexpr std::size_t kMostBits = 4096;
  if (sum.bits() <= kMostBits) return sum;
  static const Rational kUnit = *Rational::parse("1e-40");
  return (sum / kUnit).ceil() * kUnit;
}

std::optional<Neighbours> neighbours_in(const Inputs& inputs) {
  for (const Neighbours known :
       {Neighbours::add_remove_person, Neighbours::replace_person})
    if (text_in(inputs, "neighbours") == neighbours_name(known)) return known;
  return std::nullopt;
}

bool same_neighbours(const std::vector<Guarantee>& premises) {
  for (const Guarantee& premise : premises)
    if (premise.neighbours != premises[0].neighbours) return false;
  return !premises.empty();
}

}  // namespace selvage
