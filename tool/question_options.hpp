// The options that say what is asked: made of a verb's fields, the same for a release,
// a plan and an audit.
#pragma once
#include "selvage/verbs/verbs.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

// "rows_per_person" as "--rows-per-person".
std::string option_of(const std::string& field);

// A verb's own words with its fields as options.
std::string with_options(const std::string& help);

std::vector<Option> question_options(const Verb& verb);
// The fields that were given, with the table and what its schema declares.
Asked asked_by(const Verb& verb, const Arguments& arguments);

// "--column salary=0:200000:10000 --epsilon 1": of a command that works.
std::string example_question(const Verb& verb);

// A question without data: for a plan or an audit, as a table or as JSON.
struct PlannedQuestion {
  std::string format;
  Planned planned;
};
std::vector<Option> planned_options(const Verb& verb);
Result<PlannedQuestion> planned_question(const Verb& verb, const Arguments& arguments);

}  // namespace selvage::tool
