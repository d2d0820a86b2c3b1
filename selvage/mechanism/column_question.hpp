// A question about one column, in all or by group.
#pragma once
#include "selvage/mechanism/planned_question.hpp"

namespace selvage {

// But for `where` and what only the verb asks.
Result<Question> column_question(const std::string& verb, const Asked& asked,
                                 const std::optional<DomainFile>& file);
// What all of these refuse: groups that are not known or too many, more rows a person
// than can be; `with` is what these do not go with.
std::optional<Error> fault_of_column_question(const Question& question,
                                              const std::string& with);

// All of a plan; `make` gives the mechanism for a question, or says what is wrong.
template <class Make>
Result<Planned> plan_column(const std::string& verb, const Asked& asked,
                            const Make& make) {
  return plan_by(
      asked,
      [&](const std::optional<DomainFile>& file) {
        return column_question(verb, asked, file);
      },
      make);
}

}  // namespace selvage
