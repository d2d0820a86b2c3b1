// What a quantile far from the middle says of itself before any data.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/ladder/far_quantile.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {
namespace {

std::string rows_text(const Json& number) {
  return number.is_null() ? "no number of" : number.dump();
}

}  // namespace

std::string FarQuantileMechanism::reason() const {
  return "so far from the middle a draw by ranks needs many rows; where a noisy count "
         "finds fewer, a ladder needs fewer still, and is less fine";
}

std::vector<std::pair<std::string, std::string>> FarQuantileMechanism::parameters()
    const {
  auto all = drawn_->parameters();
  for (auto& parameter : searched_->parameters())
    if (std::none_of(all.begin(), all.end(),
                     [&](const auto& other) { return other.first == parameter.first; }))
      all.push_back(std::move(parameter));
  all.emplace_back("count_scale", count_scale().text());
  all.emplace_back("least_count", std::to_string(least_drawn_));
  all.emplace_back("least_searched", std::to_string(least_searched_));
  return all;
}

// Ranks have a bound, values have none: how far apart rows lie is not known.
std::vector<ErrorRow> FarQuantileMechanism::errors(const std::optional<Prior>&,
                                                   const Rational&) const {
  return {};
}

// That of the way that errs more, since the count decides which it is.
std::vector<Accuracy> FarQuantileMechanism::accuracy(const Rational& confidence) const {
  const auto drawn = drawn_->accuracy(confidence),
             searched = searched_->accuracy(confidence);
  if (drawn.empty() || searched.empty()) return {};
  Accuracy worse = drawn.front();
  worse.beta = std::max(worse.beta, searched.front().beta);
  worse.metric = "rows between the answer, or its step, and its rank";
  return {worse};
}

std::vector<PlanLine> FarQuantileMechanism::plan_lines(
    const Prior& prior, const Rational& confidence) const {
  const Json numbers = plan_numbers(prior, confidence);
  const Json &error = numbers["rank_error"], &rows = numbers["rows_needed"];
  std::vector<PlanLine> lines = {drawn_->plan_lines(prior, confidence).front()};
  lines.push_back(
      {"error",
       fmt::format("with probability {} at most {} rows lie between the answer and its "
                   "rank, {} in usual columns; by a ladder {} between its step, a "
                   "thousandth of its value wide, and the rank",
                   confidence.text(), error["every_column"].dump(),
                   error["usual"].dump(), rows_text(error["ladder"]))});
  lines.push_back(
      {"rows", fmt::format("from {} rows on the answer lies within the data with that "
                           "probability, in usual columns from {} on, by a ladder from "
                           "{} on; {} are guessed",
                           rows["every_column"].dump(), rows["usual"].dump(),
                           rows_text(rows["ladder"]), prior.people)});
  lines.push_back(
      {"guard", fmt::format("a noisy number of rows comes first; from {} on the answer "
                            "is drawn by ranks, from {} on it is found by a ladder; "
                            "below there is none, and all of epsilon is spent "
                            "nevertheless",
                            least_drawn_, least_searched_)});
  return lines;
}

Json FarQuantileMechanism::plan_numbers(const Prior& prior,
                                        const Rational& confidence) const {
  Json numbers = drawn_->plan_numbers(prior, confidence);
  const Json ladder = searched_->plan_numbers(prior, confidence);
  numbers["rank_error"]["ladder"] = ladder["rank_error"];
  numbers["rows_needed"]["ladder"] = ladder["rows_needed"];
  numbers["least_count"] = least_drawn_;
  numbers["least_searched"] = least_searched_;
  return numbers;
}

std::vector<std::string> FarQuantileMechanism::warnings(
    const Rational& confidence) const {
  std::vector<std::string> all = {drawn_->warnings(confidence).front()};
  all.push_back(fmt::format(
      "where the noisy count is below {} the answer is found by a ladder: the end of a "
      "step that is up to a thousandth of its value wide, and need not be a value of "
      "the table",
      least_drawn_));
  all.push_back(fmt::format(
      "where the noisy count is below {} there is no answer, since it might lie "
      "anywhere; a group of few rows may still pass by chance",
      least_searched_));
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
