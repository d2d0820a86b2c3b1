// What a quantile says of itself before any data.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/number_text.hpp"
#include "selvage/mechanism/quantile/quantile.hpp"
#include "selvage/mechanism/quantile/quantile_accuracy.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {

std::string QuantileMechanism::reason() const {
  if (request_.unit.moments)
    return "every moment within the public range is equally likely before the data "
           "speaks, so nothing else has to be known";
  return "every size of numbers within the public range is equally likely before the "
         "data speaks, so nothing else has to be known";
}

std::vector<std::pair<std::string, std::string>> QuantileMechanism::parameters() const {
  const QuantileNode& first = tree_.nodes.front();
  std::vector<std::pair<std::string, std::string>> all = {
      {"unit", request_.unit.text()},
      {"left", first.slopes.left.text()},
      {"right", first.slopes.right.text()},
      {"rows_per_person", std::to_string(rows_per_person())}};
  if (tree_.levels > 1) all.emplace_back("levels", std::to_string(tree_.levels));
  if (request_.interval()) {
    const IntervalTerms terms = interval_of(0);
    all.emplace_back("first", terms.first.text());
    all.emplace_back("second", terms.second.text());
    all.emplace_back("shift", std::to_string(*std::max_element(request_.shifts.begin(),
                                                               request_.shifts.end())));
  }
  if (request_.guard) {
    all.emplace_back("count_scale", count_scale().text());
    all.emplace_back("least_count", std::to_string(least_count()));
  }
  return all;
}

// Ranks have a bound, values have none: how far apart rows lie is not known.
std::vector<ErrorRow> QuantileMechanism::errors(const std::optional<Prior>&,
                                                const Rational&) const {
  return {};
}

std::vector<Accuracy> QuantileMechanism::accuracy(const Rational& confidence) const {
  return {{.alpha = 0,
           .beta = rank_error(tree_, certain_log(prior_), confidence),
           .gamma = Rational(1) - confidence,
           .distortion = Distortion::none,
           .metric = "rows between the answer and its rank"}};
}

std::string QuantileMechanism::range_sentence() const {
  if (request_.bounds.empty()) return selvage::range_sentence(request_.unit);
  const auto& moments = request_.unit.moments;
  return fmt::format("values beyond {} count as the bound that is next to them{}",
                     moments ? request_.bounds : grid_.text(),
                     moments ? moments->zone_words() : "");
}

std::vector<PlanLine> QuantileMechanism::plan_lines(const Prior& prior,
                                                    const Rational& confidence) const {
  const Interval every = certain_log(prior_), usual = planning_log(prior_);
  std::vector<PlanLine> lines = {
      {"range", cut_sentence(request_.unit) + "; " + range_sentence()},
      {"error",
       fmt::format("with probability {} at most {} rows lie between {} and its "
                   "rank, {} in usual columns{}",
                   confidence.text(), rank_error(tree_, every, confidence),
                   request_.at.size() == 1 ? "the answer" : "each answer",
                   rank_error(tree_, usual, confidence),
                   request_.interval() ? "" : "; there is no interval of values")},
      {"rows", fmt::format("from {} rows on the answer lies within the data with that "
                           "probability, in usual columns from {} on; {} are guessed",
                           rows_for(every, confidence), rows_for(usual, confidence),
                           prior.people)}};
  if (request_.interval())
    lines.push_back(
        {"interval",
         fmt::format(
             "two fifths of epsilon pay for {}; {} with probability {}",
             request_.at.size() == 1 ? "an interval of values" : "intervals of values",
             request_.at.size() == 1 ? "it holds the quantile of the rows"
                                     : "all of them hold the quantiles of the rows",
             shows_intervals(confidence) ? confidence.text() : "unknown")});
  if (request_.guard)
    lines.push_back(
        {"guard", fmt::format("a noisy number of rows comes first; below {} there is "
                              "no answer, and all of epsilon is spent nevertheless",
                              least_count())});
  return lines;
}

Json QuantileMechanism::plan_numbers(const Prior&, const Rational& confidence) const {
  const Interval every = certain_log(prior_), usual = planning_log(prior_);
  Json numbers = {{"rank_error",
                   {{"every_column", rank_error(tree_, every, confidence)},
                    {"usual", rank_error(tree_, usual, confidence)}}},
                  {"rows_needed",
                   {{"every_column", rows_for(every, confidence)},
                    {"usual", rows_for(usual, confidence)}}}};
  if (request_.guard) numbers["least_count"] = least_count();
  if (request_.interval()) numbers["shifts"] = request_.shifts;
  return numbers;
}

std::vector<std::string> QuantileMechanism::warnings(const Rational& confidence) const {
  std::vector<std::string> all = {range_sentence() + "; `unit` moves this range"};
  if (!request_.bounds.empty() || request_.unit.moments) all = {range_sentence()};
  if (!request_.guard)
    all.push_back(
        fmt::format("with fewer than {} rows the answer may lie anywhere, far outside "
                    "the data, and nothing in it shows that",
                    rows_for(certain_log(prior_), confidence)));
  else
    all.push_back(fmt::format(
        "where the noisy count is below {} there is no answer, since it might lie "
        "anywhere; a group of few rows may still pass by chance",
        least_count()));
  if (auto large = large_epsilon_warning(request_.epsilon))
    all.push_back(*std::move(large));
  if (auto rows = row_as_person_warning(question_.person))
    all.push_back(*std::move(rows));
  const auto cells = static_cast<std::int64_t>(
      std::min<std::uint64_t>(groups(), question_.person.cells));
  if (auto cut = caps_warning(
          {false, question_.person, cells, !question_.domain.columns().empty()}))
    all.push_back(*std::move(cut));
  if (auto lines = json_lines_warning(question_.table))
    all.push_back(*std::move(lines));
  return all;
}

}  // namespace selvage
