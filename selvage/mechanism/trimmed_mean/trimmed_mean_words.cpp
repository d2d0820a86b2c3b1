// What a trimmed mean says of itself before any data.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/guessed_law.hpp"
#include "selvage/mechanism/number_text.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {

std::string TrimmedMeanMechanism::reason() const {
  return "no bounds are known, so two tests look for the size of the noise, and the "
         "mean is published where one of them passes";
}

std::string TrimmedMeanMechanism::people_word() const {
  return question_.person.column.empty() ? "rows" : "people";
}

std::int64_t TrimmedMeanMechanism::people_needed(bool lognormal,
                                                 const Rational& confidence) const {
  const double share =
      GuessedLaw{lognormal}.share_of_edits((request_.trimmed / 2).to_double());
  const auto depth = static_cast<double>(table_->depth_for(confidence));
  return guessed_people(depth / share);
}

std::vector<std::pair<std::string, std::string>> TrimmedMeanMechanism::parameters()
    const {
  return {{"trimmed", request_.trimmed.text()},
          {"unit", request_.unit.text()},
          {"depth", std::to_string(table_->depth())},
          {"rows_per_person", std::to_string(rows_per_person())}};
}

// It is a multiple of the reach, which the data decides.
std::vector<ErrorRow> TrimmedMeanMechanism::errors(const std::optional<Prior>&,
                                                   const Rational&) const {
  return {};
}

std::vector<Accuracy> TrimmedMeanMechanism::accuracy(const Rational&) const {
  return {};
}

std::string TrimmedMeanMechanism::most_text() const {
  return number_text(grid_.highest(), request_.unit);
}

std::string TrimmedMeanMechanism::range_sentence() const {
  return fmt::format(
      "sizes of {} and more count as that bound, and sizes below {} as 0", most_text(),
      (request_.unit / 2).text());
}

std::vector<PlanLine> TrimmedMeanMechanism::plan_lines(
    const Prior& prior, const Rational& confidence) const {
  const Rational kept = (Rational(1) - request_.trimmed) * prior.people;
  return {
      {"range", fmt::format("values are rounded to multiples of {}; {}",
                            request_.unit.text(), range_sentence())},
      {"kept",
       fmt::format("the lowest and the highest {} of the rows are left out, the "
                   "mean is of the rest",
                   (request_.trimmed / 2).short_text())},
      {"steps",
       "two quarters of epsilon test how far one row can move the mean, half "
       "pays for noise of that size"},
      {"people",
       fmt::format("an answer has probability {} from about {} {} on where values lie "
                   "as in a normal law, {} as in a lognormal one; {} are guessed",
                   confidence.text(), people_needed(false, confidence), people_word(),
                   people_needed(true, confidence), prior.people)},
      {"answer",
       fmt::format(
           "given surely where {} more or fewer {} could not change the size of "
           "the noise, with probability {} where {} could not; else there is "
           "none, and all of epsilon is spent nevertheless",
           table_->depth() - 1, people_word(), confidence.text(),
           table_->depth_for(confidence) - 1)},
      {"error",
       fmt::format(
           "with {} {} noise of {} to {} times the distance between the "
           "ends of what is kept, on average",
           prior.people, people_word(),
           (Rational(rows_per_person()) / shares().release / kept).short_text(),
           (Rational(2 * rows_per_person()) / shares().release / kept).short_text())}};
}

Json TrimmedMeanMechanism::plan_numbers(const Prior&,
                                        const Rational& confidence) const {
  return {{"depth_surely", table_->depth()},
          {"depth_likely", table_->depth_for(confidence)},
          {"people_needed",
           {{"normal", people_needed(false, confidence)},
            {"lognormal", people_needed(true, confidence)}}}};
}

std::vector<std::string> TrimmedMeanMechanism::warnings(const Rational&) const {
  std::vector<std::string> all = {
      fmt::format("there is an answer only where few {} could not change the size of "
                  "the noise; no answer says nothing about the values",
                  people_word()),
      fmt::format(
          "the lowest and the highest {} of the rows are left out: where values "
          "lean to one side this is another number than their mean",
          (request_.trimmed / 2).text()),
      range_sentence() + "; `unit` moves this range"};
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
