#include "selvage/mechanism/column_question.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"

namespace selvage {

namespace {

std::string spoken(const std::string& verb) {
  return verb == "iqr"            ? "an interquartile range"
         : verb == "trimmed-mean" ? "a trimmed mean"
                                  : "a " + verb;
}

}  // namespace

Result<Question> column_question(const std::string& verb, const Asked& asked,
                                 const std::optional<DomainFile>& file) {
  const auto columns = asked.texts("column");
  if (columns.size() != 1 || columns[0].empty() || !is_utf8(columns[0]))
    return wrong_field(
        "column",
        fmt::format("{} is of one column; write `column` NAME, the name in UTF-8",
                    spoken(verb)),
        "salary");
  const auto domain = asked_domain(asked, "by", file);
  if (!domain) return domain.error();
  auto question = question_of_table(verb, *domain, asked, file);
  if (question) question->column = columns[0];
  return question;
}

std::optional<Error> fault_of_column_question(const Question& question,
                                              const std::string& with) {
  constexpr std::int64_t kMostRowsPerPerson = 1'000'000;
  if (question.domain.has_unknown_keys())
    return wrong_field("by",
                       fmt::format("`by` with keys that are not known does not go with "
                                   "{}; write the keys, NAME=a,b,c or NAME=@FILE",
                                   with),
                       "department=schools,fire");
  if (question.domain.cells() > Reader::kMaxCells)
    return wrong_field("by", fmt::format("`by` makes {} groups, more than {}; write "
                                         "fewer of them",
                                         question.domain.cells(), Reader::kMaxCells));
  const std::int64_t rows = question.person.most_in_cell();
  if (rows < 1 || rows > kMostRowsPerPerson)
    return wrong_field(
        "rows_per_person",
        fmt::format("`rows_per_person` {} is not from 1 to {}; write for example 1",
                    rows, kMostRowsPerPerson),
        "1");
  return std::nullopt;
}

}  // namespace selvage
