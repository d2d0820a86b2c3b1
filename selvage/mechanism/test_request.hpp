// What requests for answers after a test have in common.
#pragma once
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
      fmt::format("`{}` {} {}; write for example {}", field,
                  is_share ? share.text() : share.short_text(),
                  is_share ? "has too many digits" : "is not between 0 and 1", example),
      example);
}

}  // namespace selvage
