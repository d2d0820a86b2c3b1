// What an average-case histogram says of itself: the warning comes first, whatever else
// is said.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/thousands.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/mechanism/sparse_histogram/average_case_warning.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_histogram.hpp"
#include "selvage/projection/empty_threshold.hpp"

namespace selvage {
namespace {

// Of the release that promises it to everybody: the same noise in every cell.
std::int64_t threshold_of(const SparseTerms& terms, const Question& question) {
  return empty_threshold(NoiseShape::laplace, terms.noise.scale,
                         question.domain.cells());
}

// Its epsilon, of the same noise: a person who is in all cells has it in each.
Rational worst_case_epsilon(const SparseTerms& terms) {
  return (terms.in_any_cells ? terms.changed() : Rational(1)) / terms.noise.scale;
}

}  // namespace

std::string SparseHistogram::reason() const {
  return terms_.gamma
             ? "it was asked for by `average_case`, and so few people can be alone in "
               "a cell that only full cells have noise"
             : "it was asked for by `average_case`, and every cell has noise because "
               "too many people could be alone in a cell: the promise is the "
               "worst-case "
               "one";
}

std::vector<PlanLine> SparseHistogram::plan_lines(const Prior&, const Rational&) const {
  const std::string mean = mean_absolute_error(terms_.noise).short_text();
  std::vector<PlanLine> lines;
  if (terms_.gamma)
    lines.push_back(
        {"average",
         fmt::format(
             "noise in full cells alone, each off by {} on average; an expected "
             "{} of {} people, those with rare values, may have no protection",
             mean, thousands(terms_.exposed()), thousands(terms_.people))});
  else
    lines.push_back(
        {"average",
         fmt::format("not used: with {} cells and {} people more than a share of {} "
                     "could be alone in a cell, so every cell has noise",
                     thousands(static_cast<std::int64_t>(terms_.cells)),
                     thousands(terms_.people), terms_.asked_gamma.short_text())});
  lines.push_back(
      {"worst case",
       fmt::format("`epsilon` {} with `sparse` protects everybody: full cells are off "
                   "by as much, and cells of fewer than about {} people may be lost",
                   worst_case_epsilon(terms_).short_text(),
                   threshold_of(terms_, question_))});
  return lines;
}

Json SparseHistogram::plan_numbers(const Prior&, const Rational&) const {
  Json numbers = {{"noise_in", terms_.gamma ? "full_cells" : "every_cell"},
                  {"worst_case_threshold", threshold_of(terms_, question_)}};
  if (terms_.gamma) {
    numbers["gamma"] = terms_.gamma->text();
    numbers["exposed_people"] = terms_.exposed();
  }
  return numbers;
}

std::vector<std::string> SparseHistogram::warnings(const Rational&) const {
  std::vector<std::string> all;
  if (terms_.gamma)
    all.push_back(average_case_warning(
        {.alpha = terms_.alpha(),
         .eta = 0,
         .gamma = *terms_.gamma,
         .people = terms_.people,
         .exposed = terms_.exposed(),
         .alternative = fmt::format(
             "`epsilon` {} with `sparse`, a histogram with differential "
             "privacy and threshold {}",
             worst_case_epsilon(terms_).text(), threshold_of(terms_, question_))}));
  else if (auto large = large_epsilon_warning(worst_case_epsilon(terms_)))
    all.push_back(*std::move(large));
  // No caps: nothing of anybody is left out.
  if (auto rows = row_as_person_warning(question_.person))
    all.push_back(*std::move(rows));
  if (auto lines = json_lines_warning(question_.table))
    all.push_back(*std::move(lines));
  return all;
}

}  // namespace selvage
