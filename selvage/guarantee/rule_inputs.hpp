// The inputs of rules: numbers, texts and profiles with names, in the order in which
// the rule lists them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {

using RuleInput = std::variant<Rational, std::string, std::vector<ProfileStep>>;
using Inputs = std::vector<std::pair<std::string, RuleInput>>;

// None if there is no input of that name, or it is something else than that.
const Rational* find_number(const Inputs& inputs, std::string_view name);
const std::string* find_text(const Inputs& inputs, std::string_view name);
const std::vector<ProfileStep>* find_profile(const Inputs& inputs,
                                             std::string_view name);

// The numbers of NAME1, NAME2, ...
std::vector<Rational> numbered_in(const Inputs& inputs, std::string_view name);
void append_numbered(Inputs& inputs, const std::string& name,
                     const std::vector<std::int64_t>& numbers);

// The input `profile`: the lower envelope. What is no profile stays as it is, for the
// rule to refuse.
std::pair<std::string, RuleInput> profile_input(
    const std::vector<ProfileStep>& profile);

// Of these a rule has made sure (rule.hpp): they are there, and of this type.
const Rational& number_in(const Inputs& inputs, std::string_view name);
const std::string& text_in(const Inputs& inputs, std::string_view name);
const std::vector<ProfileStep>& profile_in(const Inputs& inputs, std::string_view name);
// 0 for a number that is not whole, or too large.
std::int64_t whole_in(const Inputs& inputs, std::string_view name);

}  // namespace selvage
