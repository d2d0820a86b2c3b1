// What requests for answers after a test have in common.
#pragma once
#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/rational.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

inline constexpr std::int64_t kMostDenominator = 1'000'000'000;  // of a share
inline const Rational kLeastDelta(1, 1'000'000'000'000'000);     // of one test

// How many answers one person is in.
inline std::int64_t groups_of_person(const Question& question) {
  return question.domain.columns().empty() ? 1 : question.person.cells;
}

// A share of the rows that is none between 0 and 1, or cannot be had by ranks.
inline std::optional<Error> fault_of_share(const std::string& field,
                                           const Rational& share,
                                           const std::string& example) {
  const bool is_share = share.sign() > 0 && share < 1;
  if (is_share && share.denominator() <= kMostDenominator) return std::nullopt;
  return wrong_field(
      field,
      fmt::format("`{}` {} {}; write for example {}", field, share.typed_text(),
                  is_share ? "has too many digits" : "is not between 0 and 1", example),
      example);
}

// How far a test looks around an answer: so many people, each with so many rows, in
// every group.
struct Look {
  std::int64_t people = 0, rows = 1, groups = 1;
};

inline constexpr std::int64_t kMostRowsLookedAt = 20'000'000;  // in all groups

// Where it looks at more people than `most_people`, at more rows of one group than
// `most_rows`, or at more in all.
inline std::optional<Error> fault_of_look(const Rational& epsilon, const Look& look,
                                          const std::string& around,
                                          std::int64_t most_people,
                                          std::int64_t most_rows) {
  if (look.people > most_people || look.people > most_rows)
    return wrong_field("epsilon",
                       fmt::format("`epsilon` {} asks for a look at up to {} people "
                                   "around {}, which is too far; write a larger one, "
                                   "for example 1",
                                   epsilon.short_text(), look.people, around),
                       "1");
  const std::int64_t rows = std::min(most_rows, kMostRowsLookedAt) / look.people;
  if (look.rows > rows)
    return wrong_field(
        "rows_per_person",
        fmt::format("`rows_per_person` {} is too much here, where up to {} people "
                    "around {} are looked at; write {} or less, or a larger `epsilon`",
                    look.rows, look.people, around, rows),
        std::to_string(rows));
  if (look.groups > kMostRowsLookedAt / look.people / look.rows)
    return wrong_field(
        "by",
        fmt::format("`by` makes {} groups, and up to {} rows around {} are looked at "
                    "in each, which is too many in all; write fewer groups, or a "
                    "larger `epsilon`",
                    look.groups, look.people * look.rows, around));
  return std::nullopt;
}

}  // namespace selvage
