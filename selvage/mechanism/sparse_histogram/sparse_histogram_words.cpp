// What an average-case histogram says of itself: the warning comes first, whatever else
// is said.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/thousands.hpp"
#include "selvage/mechanism/cells/warnings.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_histogram.hpp"
#include "selvage/projection/empty_threshold.hpp"

namespace selvage {
namespace {

// Of the release that promises it to everybody: the same noise in every cell.
std::int64_t threshold_of(const SparseTerms& terms) {
  return empty_threshold(NoiseShape::laplace, terms.noise.scale, terms.cells);
}

std::string average_case_warning(const SparseTerms& terms) {
  return fmt::format(
      "Average-case protection only. This release uses random differential privacy "
      "(alpha = {0}, eta = 0, gamma = {1}). It assumes the {2} rows are independent "
      "draws from one population. People with common values are protected as by "
      "differential privacy. Up to an expected {3} of the {2} people, those with rare "
      "values, may have NO protection: whether a cell is empty is published exactly. "
      "Someone who already knows the other rows can identify such a person with "
      "certainty. Do not use this for health, criminal, political or other sensitive "
      "attributes, for small populations, or when a person could be unique. "
      "Alternative "
      "with a worst-case guarantee at similar accuracy: `epsilon` {4} with `sparse`, a "
      "histogram with differential privacy and threshold {5}",
      terms.alpha().text(), terms.gamma->text(), terms.people, terms.exposed(),
      (Rational(1) / terms.noise.scale).text(), threshold_of(terms));
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
                   (Rational(1) / terms_.noise.scale).short_text(),
                   threshold_of(terms_))});
  return lines;
}

Json SparseHistogram::plan_numbers(const Prior&, const Rational&) const {
  Json numbers = {{"noise_in", terms_.gamma ? "full_cells" : "every_cell"},
                  {"worst_case_threshold", threshold_of(terms_)}};
  if (terms_.gamma) {
    numbers["gamma"] = terms_.gamma->text();
    numbers["exposed_people"] = terms_.exposed();
  }
  return numbers;
}

std::vector<std::string> SparseHistogram::warnings(const Rational& confidence) const {
  std::vector<std::string> all;
  if (terms_.gamma) all.push_back(average_case_warning(terms_));
  for (std::string& more :
       plan_warnings(plan_, warned_of(plan_, question_.table, confidence)))
    all.push_back(std::move(more));
  return all;
}

}  // namespace selvage
