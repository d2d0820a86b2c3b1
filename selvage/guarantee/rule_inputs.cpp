#include "selvage/guarantee/rule_inputs.hpp"

#include <cassert>

#include <fmt/format.h>

namespace selvage {
namespace {

template <class T>
const T* find(const Inputs& inputs, std::string_view name) {
  for (const auto& [known, value] : inputs)
    if (known == name) return std::get_if<T>(&value);
  return nullptr;
}

template <class T>
const T& known(const Inputs& inputs, std::string_view name) {
  const T* found = find<T>(inputs, name);
  assert(found != nullptr);
  return *found;
}

}  // namespace

const Rational* find_number(const Inputs& inputs, std::string_view name) {
  return find<Rational>(inputs, name);
}

const std::string* find_text(const Inputs& inputs, std::string_view name) {
  return find<std::string>(inputs, name);
}

const std::vector<ProfileStep>* find_profile(const Inputs& inputs,
                                             std::string_view name) {
  return find<std::vector<ProfileStep>>(inputs, name);
}

std::vector<Rational> numbered_in(const Inputs& inputs, std::string_view name) {
  std::vector<Rational> numbers;
  for (const auto& [known, value] : inputs)
    if (const auto* number = std::get_if<Rational>(&value))
      if (known == fmt::format("{}{}", name, numbers.size() + 1))
        numbers.push_back(*number);
  return numbers;
}

void append_numbered(Inputs& inputs, const std::string& name,
                     const std::vector<std::int64_t>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    inputs.emplace_back(fmt::format("{}{}", name, i + 1), numbers[i]);
}

std::pair<std::string, RuleInput> profile_input(
    const std::vector<ProfileStep>& profile) {
  return {"profile", is_profile(profile) ? lower_envelope(profile) : profile};
}

const Rational& number_in(const Inputs& inputs, std::string_view name) {
  return known<Rational>(inputs, name);
}

const std::string& text_in(const Inputs& inputs, std::string_view name) {
  return known<std::string>(inputs, name);
}

const std::vector<ProfileStep>& profile_in(const Inputs& inputs,
                                           std::string_view name) {
  return known<std::vector<ProfileStep>>(inputs, name);
}

std::int64_t whole_in(const Inputs& inputs, std::string_view name) {
  return number_in(inputs, name).to_int64().value_or(0);
}

}  // namespace selvage
