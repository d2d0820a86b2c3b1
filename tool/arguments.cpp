#include "tool/arguments.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/nearest_name.hpp"
#include "selvage/report/text.hpp"
#include "tool/commands.hpp"

namespace selvage::tool {
namespace {

constexpr std::size_t kWidth = 80;      // of help
constexpr std::size_t kLeastStart = 2;  // letters that say how a name goes on

Error wrong_words(const Command& command, const std::string& why) {
  return wrong(
      fmt::format("{}; 'selvage {} --help' shows what it takes", why, command.name));
}

const Option* find(const Command& command, const std::string& name) {
  for (const Option& option : command.options)
    if (option.name == name ||
        std::find(option.also.begin(), option.also.end(), name) != option.also.end())
      return &option;
  return nullptr;
}

std::string option_name(const std::string& word) {
  return word.substr(0, word.find('='));
}

// Whether the word is there to be the value of the option before it. `-1` is a value;
// `--column` after `--epsilon` says that the value was forgotten.
bool is_value(const Command& command, const std::string& word) {
  return find(command, option_name(word)) == nullptr && word != "--help";
}

std::string letters(const std::string& option) {
  return option.substr(std::min(option.find_first_not_of('-'), option.size()));
}

// How the word goes on; empty where no name begins with it.
std::string longer_hint(const std::string& word,
                        const std::vector<std::string>& names) {
  const std::string start = letters(word);
  for (const std::string& name : names)
    if (start.size() >= kLeastStart && letters(name).starts_with(start))
      return fmt::format("; did you mean '{}'?", name);
  return "";
}

}  // namespace

std::string nearest_hint(const std::string& word,
                         const std::vector<std::string>& names) {
  std::string longer = longer_hint(word, names);
  if (!longer.empty()) return longer;
  const auto nearest = nearest_name(names, word);
  return nearest ? fmt::format("; did you mean '{}'?", *nearest) : std::string();
}

Result<Arguments> Arguments::parse(const Command& command,
                                   std::span<const std::string> words) {
  Arguments result;
  bool only_operands = false, has_operand = false, has_second = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (only_operands || word.size() < 2 || word[0] != '-' || word[1] == '.') {
      if (has_operand && !has_second && !command.second_operand.empty()) {
        result.second_operand_ = word;
        has_second = true;
        continue;
      }
      if (has_operand)
        return wrong_words(
            command, fmt::format("'{}' is one word too many: the {} is '{}'", word,
                                 command.operand, result.operand_));
      result.operand_ = word;
      has_operand = true;
      continue;
    }
    if (word == "--") {
      only_operands = true;
      continue;
    }
    if (word == "--help" || word == "-h") {
      result.help_ = true;
      return result;
    }
    const auto equals = word.find('=');
    const std::string name = option_name(word);
    if (name == "--help") return wrong_words(command, "--help takes no value");
    const Option* option = find(command, name);
    if (option == nullptr) {
      std::vector<std::string> names;
      for (const Option& known : command.options) {
        names.push_back(known.name);
        names.insert(names.end(), known.also.begin(), known.also.end());
      }
      // An option of another verb is no slip of the fingers.
      const std::string hint =
          is_option(name) ? longer_hint(name, names) : nearest_hint(name, names);
      if (hint.empty())
        return wrong_words(command, fmt::format("unknown option '{}'", name));
      return wrong(fmt::format("unknown option '{}'{}", name, hint));
    }
    auto& values = result.values_[option->name];
    if (!values.empty() && !option->repeatable)
      return wrong_words(command, fmt::format("{} is given twice", name));
    if (option->placeholder.empty()) {
      if (equals != std::string::npos)
        return wrong_words(command, fmt::format("{} takes no value", name));
      values.emplace_back();
    } else if (equals != std::string::npos) {
      values.push_back(word.substr(equals + 1));
    } else if (i + 1 < words.size() && is_value(command, words[i + 1])) {
      values.push_back(words[++i]);
    } else {
      return wrong_words(command,
                         fmt::format("{} needs a value {}", name, option->placeholder));
    }
  }
  if (command.operand_required && !has_operand)
    return wrong_words(command, fmt::format("no {} is named", command.operand));
  if (!command.second_operand.empty() && !has_second)
    return wrong_words(
        command,
        fmt::format("only one {} is named, and two are compared", command.operand));
  for (const Option& option : command.options)
    if (option.required && !result.values_.contains(option.name))
      return wrong_words(
          command, fmt::format("{} {} is missing", option.name, option.placeholder));
  return result;
}

std::vector<std::string> Arguments::given() const {
  std::vector<std::string> names;
  for (const auto& [name, values] : values_) names.push_back(name);
  return names;
}

std::optional<std::string> Arguments::value(const std::string& option) const {
  const auto found = values_.find(option);
  if (found == values_.end()) return std::nullopt;
  return found->second.front();
}

std::vector<std::string> Arguments::values(const std::string& option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

std::string Arguments::value_or(const std::string& option,
                                const std::string& otherwise) const {
  return value(option).value_or(otherwise);
}

std::string help_text(const Command& command) {
  std::string operand = command.operand;
  if (!command.second_operand.empty()) operand += " " + command.second_operand;
  for (char& c : operand) c = static_cast<char>(std::toupper(c));
  std::string text =
      fmt::format("selvage {}: {}\n\n  selvage {} {} [options]\n\nOptions\n",
                  command.name, command.summary, command.name,
                  command.operand_required ? operand : fmt::format("[{}]", operand));
  std::size_t width = 0;
  const auto head = [](const Option& option) {
    return option.placeholder.empty() ? option.name
                                      : option.name + " " + option.placeholder;
  };
  for (const Option& option : command.options)
    if (option.listed) width = std::max(width, head(option).size());
  for (const Option& option : command.options) {
    if (!option.listed) continue;
    std::string name = head(option);
    for (const std::string& line :
         wrap(option.help + (option.required ? " (required)" : ""),
              kWidth - width - 4)) {
      text += fmt::format("  {:<{}}  {}\n", name, width, line);
      name.clear();
    }
  }
  if (!command.guarantee.empty())
    text += fmt::format("\nGuarantee\n  {}\n", command.guarantee);
  return text + "\nExample\n" + example_text(command);
}

std::string example_text(const Command& command) {
  constexpr std::size_t kWidth = 80, kBreak = 2;  // " \"
  std::string text;
  for (std::string rest : command.example) {
    std::string indent = "  ";
    for (;;) {
      const std::size_t room = kWidth - indent.size();
      const auto cut =
          rest.size() <= room ? std::string::npos : rest.rfind(" --", room - kBreak);
      if (cut == std::string::npos || cut == 0) break;
      text += indent + rest.substr(0, cut) + " \\\n";
      rest.erase(0, cut + 1);
      indent = "    ";
    }
    text += indent + rest + "\n";
  }
  return text;
}

Result<std::int64_t> whole_option(const Arguments& arguments, const std::string& option,
                                  const std::string& otherwise, std::int64_t least,
                                  std::int64_t most) {
  const std::string text = arguments.value_or(option, otherwise);
  const auto number = Rational::parse(text);
  const auto whole = number ? number->to_int64() : std::nullopt;
  if (!whole || *whole < least || *whole > most)
    return wrong(fmt::format("{} '{}' is no whole number from {} to {}", option, text,
                             least, most));
  return *whole;
}

}  // namespace selvage::tool
