// What a quantile says of itself before any data.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/number_text.hpp"
#include "selvage/mechanism/quantile/quantile.hpp"
#include "selvage/mechanism/quantile/quantile_accuracy.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {

std::string QuantileMechanism::reason() const {
  return "every size of numbers within the public range is equally likely before the "
         "data speaks, so nothing else has to be known";
}

std::vector<std::pair<std::string, std::string>> QuantileMechanism::parameters() const {
  return {{"at", request_.at.text()},
          {"unit", request_.unit.text()},
          {"left", terms_.slopes.left.text()},
          {"right", terms_.slopes.right.text()},
          {"rows_per_person", std::to_string(rows_per_person())}};
}

// Ranks have a bound, values have none: how far apart rows lie is not known.
std::vector<ErrorRow> QuantileMechanism::errors(const std::optional<Prior>&,
                                                const Rational&) const {
  return {};
}

std::vector<Accuracy> QuantileMechanism::accuracy(const Rational& confidence) const {
  return {{.alpha = 0,
           .beta = rank_error(terms_.slopes, certain_log(terms_.prior), confidence),
           .gamma = Rational(1) - confidence,
           .distortion = Distortion::none,
           .metric = "rows between the answer and its rank"}};
}

std::string QuantileMechanism::range_sentence() const {
  return fmt::format(
      "sizes of {} and more count as that bound, and sizes below {} as 0",
      number_text(most(), request_.unit), (request_.unit / 2).text());
}

std::vector<PlanLine> QuantileMechanism::plan_lines(const Prior& prior,
                                                    const Rational& confidence) const {
  const Interval every = certain_log(terms_.prior), usual(kPlanningLog);
  const auto error = [&](const Interval& log) {
    return rank_error(terms_.slopes, log, confidence);
  };
  const auto needed = [&](const Interval& log) {
    return rows_needed(request_.at, terms_.slopes, log, confidence);
  };
  return {
      {"range", fmt::format("values are rounded to multiples of {}; {}",
                            request_.unit.text(), range_sentence())},
      {"error",
       fmt::format("with probability {} at most {} rows lie between the answer and its "
                   "rank, {} in usual columns; there is no interval of values",
                   confidence.text(), error(every), error(usual))},
      {"rows", fmt::format("from {} rows on the answer lies within the data with that "
                           "probability, in usual columns from {} on; {} are guessed",
                           needed(every), needed(usual), prior.people)}};
}

Json QuantileMechanism::plan_numbers(const Prior&, const Rational& confidence) const {
  const Interval every = certain_log(terms_.prior), usual(kPlanningLog);
  return {
      {"rank_error",
       {{"every_column", rank_error(terms_.slopes, every, confidence)},
        {"usual", rank_error(terms_.slopes, usual, confidence)}}},
      {"rows_needed",
       {{"every_column", rows_needed(request_.at, terms_.slopes, every, confidence)},
        {"usual", rows_needed(request_.at, terms_.slopes, usual, confidence)}}}};
}

std::vector<std::string> QuantileMechanism::warnings(const Rational& confidence) const {
  std::vector<std::string> all = {
      range_sentence() + "; `unit` moves this range",
      fmt::format(
          "with fewer than {} rows the answer may lie anywhere, far outside the "
          "data, and nothing in it shows that",
          rows_needed(request_.at, terms_.slopes, certain_log(terms_.prior),
                      confidence))};
  if (auto large = large_epsilon_warning(request_.epsilon))
    all.push_back(*std::move(large));
  if (auto rows = row_as_person_warning(question_.person))
    all.push_back(*std::move(rows));
  if (auto cut = caps_warning({false, question_.person, 1, false}))
    all.push_back(*std::move(cut));
  if (auto lines = json_lines_warning(question_.table))
    all.push_back(*std::move(lines));
  return all;
}

}  // namespace selvage
