#include "tool/question_options.hpp"

#include <algorithm>

#include "tool/output_format.hpp"

namespace selvage::tool {

std::string option_of(const std::string& field) {
  std::string option = "--" + field;
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::string with_options(const std::string& help) {
  std::string words;
  for (std::size_t at = 0; at < help.size();) {
    const auto begin = help.find('`', at);
    const auto end = begin == std::string::npos ? begin : help.find('`', begin + 1);
    if (end == std::string::npos) return words + help.substr(at);
    words += help.substr(at, begin - at) +
             option_of(help.substr(begin + 1, end - begin - 1));
    at = end + 1;
  }
  return words;
}

std::vector<Option> question_options(const Verb& verb) {
  std::vector<Option> options;
  for (const Field& field : verb.fields) {
    Option option{option_of(field.name), field.placeholder, with_options(field.help),
                  false, field.repeatable};
    for (const std::string& name : field.also) option.also.push_back(option_of(name));
    options.push_back(std::move(option));
  }
  return options;
}

Asked asked_by(const Verb& verb, const Arguments& arguments) {
  Asked asked;
  if (!arguments.operand().empty()) asked.give("table", arguments.operand());
  for (const Field& field : verb.fields) {
    if (field.placeholder.empty() && arguments.has(option_of(field.name)))
      asked.give(field.name, "");
    for (const std::string& text : arguments.values(option_of(field.name)))
      if (!field.placeholder.empty()) asked.give(field.name, text);
  }
  return asked;
}

std::string example_question(const Verb& verb) {
  std::string words;
  for (const auto& [field, text] : verb.example)
    words += (words.empty() ? "" : " ") + option_of(field) + " " + text;
  return words;
}

std::vector<Option> planned_options(const Verb& verb) {
  std::vector<Option> options = question_options(verb);
  options.push_back({"--format", "WORD", "table or json (table)"});
  const bool by_class = std::any_of(verb.fields.begin(), verb.fields.end(),
                                    [](const Field& f) { return f.name == "profile"; });
  if (by_class)
    options.push_back(
        {"--plot", "FILE.svg", "with --profile: a picture by class size"});
  return options;
}

Result<PlannedQuestion> planned_question(const Verb& verb, const Arguments& arguments) {
  auto format = chosen_format(arguments, {"table", "json"});
  if (!format) return format.error();
  auto planned = verb.plan(asked_by(verb, arguments));
  if (!planned) return planned.error();
  return PlannedQuestion{*std::move(format), *std::move(planned)};
}

}  // namespace selvage::tool
