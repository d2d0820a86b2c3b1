// A question about one column, in all or by group, and the way back from what a
// certificate says of it.
#pragma once
#include "selvage/mechanism/verb.hpp"
#include "selvage/question/domain_file.hpp"

namespace selvage {

// But for `where` and what only the verb asks.
Result<Question> column_question(const std::string& verb, const Asked& asked,
                                 const std::optional<DomainFile>& file);
// Whether a question can name such people.
bool can_be_asked(const Person& person);
// A number of a law by its name; none where there is no such one.
std::optional<Rational> law_number(const Json& law, const char* name);

}  // namespace selvage
