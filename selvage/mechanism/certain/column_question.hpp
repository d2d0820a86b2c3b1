// A question about one column, in all or by group, and the way back from what a
// certificate says of it.
#pragma once
#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/verb.hpp"
#include "selvage/question/common_fields.hpp"

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
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  auto question = column_question(verb, asked, *file);
  if (!question) return question.error();
  const auto confidence = asked_confidence(asked);
  if (!confidence) return confidence.error();
  const auto people = asked_people(asked);
  if (!people) return people.error();
  auto where = asked_where(asked);
  if (!where) return where.error();
  if (*where) question->where = predicate_text(**where);
  const auto mechanism = make(*std::move(question));
  if (!mechanism) return mechanism.error();
  return Planned{.question = (*mechanism)->question(),
                 .plan = *mechanism,
                 .where = *std::move(where),
                 .confidence = *confidence,
                 .prior = {*people},
                 .ledger = *file ? (*file)->ledger.value_or("") : ""};
}

// Whether a question can name such people.
bool can_be_asked(const Person& person);
// A number of a law by its name; none where there is no such one.
std::optional<Rational> law_number(const Json& law, const char* name);
std::optional<ColumnUnit> law_unit(const Json& law);

}  // namespace selvage
