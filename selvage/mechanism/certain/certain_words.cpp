// What a certain answer says of itself before any data.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/certain/certain.hpp"
#include "selvage/mechanism/guessed_law.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {
namespace {

constexpr double kSharing = 0.1;  // of the rows, one value

}  // namespace

std::string CertainMechanism::series() const {
  const auto& moments = request_.unit.moments;
  if (of_spread()) return moments ? "IQR in " + moments->plural() : "IQR";
  return *request_.at == Rational(1, 2) ? "median" : request_.at->text() + " quantile";
}

std::string CertainMechanism::people_word() const {
  return question_.person.column.empty() ? "rows" : "people";
}

std::vector<std::pair<std::string, std::string>> CertainMechanism::parameters() const {
  return {{"unit", request_.unit.text()},
          {"depth", std::to_string(table_->depth())},
          {"rows_per_person", std::to_string(question_.person.most_in_cell())}};
}

std::vector<ErrorRow> CertainMechanism::errors(const std::optional<Prior>&,
                                               const Rational&) const {
  return {};
}

std::vector<Accuracy> CertainMechanism::accuracy(const Rational&) const {
  return {{.alpha = 0,
           .beta = 0,
           .gamma = 0,
           .distortion = Distortion::none,
           .metric = of_spread()
                         ? "how far the interquartile range lies outside the interval, "
                           "where there is an answer"
                         : "rows between the answer and its rank, where there is one"}};
}

std::string CertainMechanism::depth_sentence(const Rational& confidence) const {
  return fmt::format(
      "shown surely where {} more or fewer {} could not change it, with probability {} "
      "where {} could not, with probability 0.5 where {} could not; else there is no "
      "answer",
      table_->depth() - 1, people_word(), confidence.text(),
      table_->depth_for(confidence) - 1, table_->depth_for(Rational(1, 2)) - 1);
}

// An edit moves a quantile by this many ranks at most, and half of the tenth is on
// either side.
std::int64_t CertainMechanism::people_needed(const Rational& confidence,
                                             bool lognormal) const {
  double share = 0;  // of the rows, that must come or leave
  if (of_spread()) {
    share = GuessedLaw{lognormal}.share_of_edits(0.25);
  } else {
    const double at = request_.at->to_double();
    share = kSharing / 2 / std::max(at, 1 - at);
  }
  return guessed_people(static_cast<double>(table_->depth_for(confidence)) / share);
}

std::string CertainMechanism::people_sentence(const Rational& confidence) const {
  if (of_spread())
    return fmt::format(
        "an answer has probability {} from about {} {} on where values lie as in a "
        "normal law, {} as in a lognormal one",
        confidence.text(), people_needed(confidence), people_word(),
        people_needed(confidence, true));
  return fmt::format(
      "an answer has probability {} from about {} {} on where a tenth of the rows "
      "share "
      "the value in whose middle it lies",
      confidence.text(), people_needed(confidence), people_word());
}

std::vector<PlanLine> CertainMechanism::plan_lines(const Prior&,
                                                   const Rational& confidence) const {
  return {{"range", cut_sentence(request_.unit) + "; " + range_sentence(request_.unit)},
          {"people", people_sentence(confidence)},
          {"answer", depth_sentence(confidence)},
          {"error", of_spread() ? "none: the interquartile range lies in the interval, "
                                  "the ends of which are a factor of 2 apart"
                                : "none: what is shown is the quantile itself"}};
}

Json CertainMechanism::plan_numbers(const Prior&, const Rational& confidence) const {
  Json needed = {{"shared_by_a_tenth", people_needed(confidence)}};
  if (of_spread())
    needed = {{"normal", people_needed(confidence)},
              {"lognormal", people_needed(confidence, true)}};
  return {{"depth_surely", table_->depth()},
          {"depth_likely", table_->depth_for(confidence)},
          {"depth_even", table_->depth_for(Rational(1, 2))},
          {"people_needed", needed}};
}

std::vector<std::string> CertainMechanism::warnings(const Rational&) const {
  std::vector<std::string> all = {
      fmt::format("there is an answer only where few {} could not change it; no answer "
                  "says nothing about the values",
                  people_word()),
      range_sentence(request_.unit) +
          (request_.unit.moments ? "" : "; `unit` moves this range")};
  if (const auto& moments = request_.unit.moments; !moments || !moments->is_of_day())
    all.push_back(fmt::format("where {} at a bound of this range there is no answer",
                              of_spread() ? "a quartile is" : "the quantile is"));
  const auto cells = static_cast<std::int64_t>(
      std::min<std::uint64_t>(question_.domain.cells(), question_.person.cells));
  for (auto& more : {large_epsilon_warning(request_.epsilon),
                     row_as_person_warning(question_.person),
                     caps_warning({false, question_.person, cells,
                                   !question_.domain.columns().empty()}),
                     json_lines_warning(question_.table)})
    if (more) all.push_back(*more);
  return all;
}

}  // namespace selvage
