// What verbs ask in the same way: from what was asked to a plan, and back from what a
// certificate says of it.
#pragma once
#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/verb.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {

// Table, version, dialect and people of a question about these groups.
Result<Question> question_of_table(const std::string& verb, const Domain& domain,
                                   const Asked& asked,
                                   const std::optional<DomainFile>& file);

// All of a plan: `ask` gives the question, from the domain file if there is one, and
// `make` the mechanism for a question; both may say what is wrong.
template <class Ask, class Make>
Result<Planned> plan_by(const Asked& asked, const Ask& ask, const Make& make) {
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  auto question = ask(*file);
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

// The delta of what cannot do without one; `why` says what needs it.
Result<Rational> asked_delta_for(const Asked& asked, const std::string& why);

// Whether a question can name such people.
bool can_be_asked(const Person& person);
// A number of a law by its name; none where there is no such one.
std::optional<Rational> law_number(const Json& law, const char* name);
std::optional<ColumnUnit> law_unit(const Json& law);
// What only the verb asks, by its name; empty where it does not.
std::string own_text(const Question& question, const std::string& name);

// Whether a mechanism says of itself what the certificate says of it.
bool says_the_same(const Mechanism& mechanism, const Question& question,
                   const MechanismRecord& record);
// The mechanism that was made anew, if it does; else `other`.
template <class Made>
Result<Plan> same_as_told(const Result<std::shared_ptr<const Made>>& made,
                          const MechanismRecord& record, const Error& other) {
  if (!made) return made.error();
  if (!says_the_same(**made, (*made)->question(), record)) return other;
  return Plan(*made);
}

}  // namespace selvage
