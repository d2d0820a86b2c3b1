// What a ladder says of itself before any data.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/ladder/ladder.hpp"
#include "selvage/mechanism/number_text.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {
namespace {

std::string or_none(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "no number of";
}

Json json_of(const std::optional<std::int64_t>& number) {
  return number ? Json(*number) : Json(nullptr);
}

}  // namespace

std::string LadderMechanism::reason() const {
  return "a ladder needs fewer rows than a draw by ranks, and is less fine";
}

std::vector<std::pair<std::string, std::string>> LadderMechanism::parameters() const {
  return {{"unit", request_.unit.text()},
          {"first", terms_.first.text()},
          {"second", terms_.second.text()},
          {"steps", std::to_string(steps_.count())},
          {"rows_per_person", std::to_string(rows_per_person())}};
}

// Ranks have a bound, values have none: how far apart rows lie is not known.
std::vector<ErrorRow> LadderMechanism::errors(const std::optional<Prior>&,
                                              const Rational&) const {
  return {};
}

std::vector<Accuracy> LadderMechanism::accuracy(const Rational& confidence) const {
  const auto error = ladder_error(terms_, steps_, confidence);
  if (!error) return {};
  return {{.alpha = 0,
           .beta = *error,
           .gamma = Rational(1) - confidence,
           .distortion = Distortion::none,
           .metric = "rows between the step of the answer and its rank"}};
}

std::string LadderMechanism::range_sentence() const {
  return selvage::range_sentence(request_.unit);
}

std::vector<PlanLine> LadderMechanism::plan_lines(const Prior& prior,
                                                  const Rational& confidence) const {
  return {{"range", cut_sentence(request_.unit) + "; " + range_sentence()},
          {"error",
           fmt::format("with probability {} at most {} rows lie between the step of "
                       "the answer and its rank; a step is a thousandth of its value",
                       confidence.text(),
                       or_none(ladder_error(terms_, steps_, confidence)))},
          {"rows", fmt::format("from {} rows on the answer lies within the data with "
                               "that probability; {} are guessed",
                               or_none(ladder_rows(terms_, steps_, confidence)),
                               prior.people)}};
}

Json LadderMechanism::plan_numbers(const Prior&, const Rational& confidence) const {
  return {{"rank_error", json_of(ladder_error(terms_, steps_, confidence))},
          {"rows_needed", json_of(ladder_rows(terms_, steps_, confidence))}};
}

std::vector<std::string> LadderMechanism::warnings(const Rational& confidence) const {
  std::vector<std::string> all = {
      range_sentence() + "; `unit` moves this range",
      "the answer is the end of a step that is up to a thousandth of its value wide, "
      "and need not be a value of the table",
      fmt::format("with fewer than {} rows the answer may lie outside the data; where "
                  "there are none it is mostly unknown",
                  or_none(ladder_rows(terms_, steps_, confidence)))};
  if (auto large = large_epsilon_warning(request_.epsilon))
    all.push_back(*std::move(large));
  if (auto rows = row_as_person_warning(question_.person))
    all.push_back(*std::move(rows));
  if (auto cut = caps_warning({false, question_.person, question_.person.cells,
                               !question_.domain.columns().empty()}))
    all.push_back(*std::move(cut));
  if (auto lines = json_lines_warning(question_.table))
    all.push_back(*std::move(lines));
  return all;
}

}  // namespace selvage
