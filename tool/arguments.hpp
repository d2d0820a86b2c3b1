// The words after `selvage VERB`: options with a value, flags, and one operand (a
// table, a ledger, a certificate), or two. Wrong words become one sentence.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "selvage/base/result.hpp"

namespace selvage::tool {

struct Option {
  std::string name;         // "--epsilon"
  std::string placeholder;  // "NUMBER"; empty for a flag
  std::string help;
  bool required = false;
  bool repeatable = false;
  std::vector<std::string> also = {};  // other names for it, not shown in the help
  bool listed = true;  // not in the help where it is always refused, and says why
};

struct Command {
  std::string name;               // "histogram", "plan histogram"
  std::string summary;            // one line
  std::string operand = "table";  // what the word without an option is
  bool operand_required = true;
  std::string second_operand = {};  // also required where it is not empty
  std::vector<Option> options;
  std::string guarantee;             // what it promises, two lines
  std::vector<std::string> example;  // a command that works
};

class Arguments {
 public:
  // Options may stand anywhere, as `--name value` or `--name=value`; a value that is
  // the name of an option needs the second form. After `--` no word is an option.
  static Result<Arguments> parse(const Command& command,
                                 std::span<const std::string> words);

  bool help() const { return help_; }
  bool has(const std::string& option) const { return values_.contains(option); }
  std::vector<std::string> given() const;  // the names of all options that are there
  const std::string& operand() const { return operand_; }
  const std::string& second_operand() const { return second_operand_; }
  // By the option's own name; of a repeated one the first.
  std::optional<std::string> value(const std::string& option) const;
  std::vector<std::string> values(const std::string& option) const;
  std::string value_or(const std::string& option, const std::string& otherwise) const;

 private:
  std::string operand_, second_operand_;
  std::map<std::string, std::vector<std::string>> values_;
  bool help_ = false;
};

// The whole number after an option, or `otherwise` where it is not given.
Result<std::int64_t> whole_option(const Arguments& arguments, const std::string& option,
                                  const std::string& otherwise, std::int64_t least,
                                  std::int64_t most);

std::string help_text(const Command& command);
// Its examples, as a shell takes them: a long one goes on in the next line.
std::string example_text(const Command& command);

// "; did you mean 'histogram'?": the first name that goes on from the word, or else the
// nearest one; nothing if no name is near.
std::string nearest_hint(const std::string& word,
                         const std::vector<std::string>& names);

}  // namespace selvage::tool
