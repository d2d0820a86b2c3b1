#include "tool/question_options.hpp"

#include <algorithm>
#include <sstream>

#include "selvage/source/table.hpp"
#include "selvage/summary/code_unit.hpp"
#include "selvage/summary/table_name.hpp"
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

namespace {

// The columns whose values have the unit of the question.
std::vector<std::string> measured_columns(const Asked& asked) {
  if (!asked.has("y")) return asked.texts("column");
  std::vector<std::string> columns = asked.texts("y");
  for (const std::string& list : asked.texts("x")) {
    std::istringstream names(list);  // keys of a column, NAME=KEY,KEY, stand last
    for (std::string name; std::getline(names, name, ',');) {
      if (name.find('=') != std::string::npos) break;
      columns.push_back(name);
    }
  }
  return columns;
}

// The unit of one column; of several NAME=UNIT of each that declares a power of ten,
// and nothing where their names could not be told apart.
std::string declared_for(const std::string& table,
                         const std::vector<std::string>& columns) {
  if (columns.size() == 1) return declared_unit(table, columns.front());
  std::string all;
  for (const std::string& column : columns) {
    if (column.find(',') != std::string::npos) return {};
    const auto unit = CodeUnit::parse(declared_unit(table, column));
    if (!unit || unit->halvings()) continue;
    all += (all.empty() ? "" : ",") + column + "=" + unit->number.text();
  }
  return all;
}

bool has_column(const Asked& asked, const std::string& column) {
  const std::string table = asked.text_or("table", "");
  TableOptions options;
  if (const auto delimiter = asked.text_or("delimiter", ""); delimiter.size() == 1)
    options.delimiter = delimiter[0];
  const auto binds = [&](const std::string& name) {
    const Reading reading{*Domain::make({}), Measure{name, *Grid::codes(1)}};
    return bool(bind_table(table, reading, options));
  };
  // JSON lines name no columns, and take every name.
  return binds(column) && !binds(column + " or another");
}

// Keys that are columns too: of whoever forgot that columns of numbers come first.
// The first key after a name is surely meant as one.
void give_keys_that_are_columns(Asked& asked) {
  for (const std::string& list : asked.texts("x")) {
    std::istringstream names(list);
    bool behind = false;
    for (std::string name; std::getline(names, name, ',');) {
      const bool has_key = name.find('=') != std::string::npos;
      if (behind && !has_key && !name.empty() && has_column(asked, name))
        asked.give(kDeclared + std::string("columns"), name);
      behind = behind || has_key;
    }
  }
}

// What the types of the columns declare, where nobody has said it: from the schema of
// the table, never from its rows.
void give_declared(const Verb& verb, const std::string& table, Asked& asked) {
  for (const Field& field : verb.fields) {
    if (!field.declared || asked.has(field.name)) continue;
    const std::string text = declared_for(table, measured_columns(asked));
    if (!text.empty()) asked.give(kDeclared + field.name, text);
  }
}

}  // namespace

Asked asked_by(const Verb& verb, const Arguments& arguments) {
  Asked asked;
  if (!arguments.operand().empty()) asked.give("table", arguments.operand());
  for (const Field& field : verb.fields) {
    if (field.placeholder.empty() && arguments.has(option_of(field.name)))
      asked.give(field.name, "");
    for (const std::string& text : arguments.values(option_of(field.name)))
      if (!field.placeholder.empty()) asked.give(field.name, text);
  }
  if (arguments.operand().empty()) return asked;
  give_declared(verb, arguments.operand(), asked);
  if (asked.has("y") && !is_standard_input(arguments.operand()))
    give_keys_that_are_columns(asked);
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
