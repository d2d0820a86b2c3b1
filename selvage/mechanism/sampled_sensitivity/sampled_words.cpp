// What an answer by sampled sensitivity says of itself: the warning comes first,
// whatever else is said.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "selvage/base/thousands.hpp"
#include "selvage/mechanism/cells/noise.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled.hpp"
#include "selvage/mechanism/shared_warnings.hpp"

namespace selvage {
namespace {

// What promises it to everybody.
std::string alternative_to(const SampledRequest& asked) {
  switch (asked.kind) {
    case SampledKind::mean:
      return fmt::format(
          "`epsilon` {} with the same `bounds`, a clamped mean with "
          "differential privacy",
          asked.alpha.text());
    case SampledKind::trimmed_mean:
      return fmt::format("a trimmed mean with `epsilon` {} and a `delta`",
                         asked.alpha.text());
    case SampledKind::ridge:
      return fmt::format("a regression with `epsilon` {}", asked.alpha.text());
    case SampledKind::logistic:
      break;
  }
  return fmt::format("a separator with `epsilon` {} and a `delta`", asked.alpha.text());
}

std::string rows_sentence(const SampledRequest& asked) {
  const char* missing =
      asked.kind == SampledKind::ridge || asked.kind == SampledKind::logistic
          ? "a row that misses a number counts, and pulls at nothing"
          : "a row without a number is in the number as the middle of the bounds";
  return fmt::format(
      "the table is read as {} rows, each of them a person of its own: {}",
      asked.people, missing);
}

}  // namespace

std::string SampledMechanism::average_case_warning() const {
  return fmt::format(
      "Average-case protection only. This release uses random differential privacy "
      "(alpha = {0}, eta = {1}, gamma = {2}). It assumes the {3} rows are independent "
      "draws from one population. People with common values are protected as by "
      "differential privacy. Up to an expected {4} of the {3} people, those with rare "
      "values, may have NO protection: the noise scale was estimated from the data, "
      "and does not hide a row that moves the answer by more. Someone who already "
      "knows the other rows can identify such a person with certainty. Do not use this "
      "for health, criminal, political or other sensitive attributes, for small "
      "populations, or when a person could be unique. Alternative with a worst-case "
      "guarantee: {5}",
      asked().alpha.text(), asked().eta.text(), terms_.gamma.text(), asked().people,
      terms_.exposed(), alternative_to(asked()));
}

std::string SampledMechanism::reason() const {
  return asked().smooth
             ? "it was asked for by `average_case` and `mechanism`: noise for what "
               "almost every pair of rows differs by, by a rank that one row changes "
               "little"
             : "it was asked for by `average_case`: noise for what almost every pair "
               "of "
               "rows differs by, a size that is drawn from a public list";
}

std::string SampledMechanism::error_text(std::size_t scale) const {
  const SampledNumber& first = model().numbers.front();
  const Rational off =
      mean_absolute_error(LaplaceNoise{terms_.noise_scale(model(), scale)});
  return fmt::format("{:.3g}", (off * first.factor).to_double());
}

std::vector<PlanLine> SampledMechanism::plan_lines(const Prior&,
                                                   const Rational&) const {
  const std::size_t last = terms_.scales.size() - 1;
  std::vector<PlanLine> lines = {
      {"average",
       fmt::format("noise for what a share of {} of all pairs of rows differ by at "
                   "most; an expected {} of {} people, those with rare values, may "
                   "have no protection",
                   (Rational(1) - terms_.gamma).short_text(),
                   thousands(terms_.exposed()), thousands(asked().people))},
      {"pairs", terms_.pairs == RowPairs::all
                    ? std::string("all pairs of rows; their order does not matter")
                    : fmt::format("{} pairs of rows, by the numbers that `pair_by` {} "
                                  "gives them; these must not follow from the values",
                                  thousands(terms_.numbers.pairs), asked().pair_by)}};
  if (asked().smooth)
    lines.push_back(
        {"scale", fmt::format("rank {} of {}, smoothed by a factor of {} for each row; "
                              "it is not released, and there is no interval",
                              thousands(terms_.rank), thousands(terms_.numbers.pairs),
                              terms_.decay.short_text())});
  else
    lines.push_back(
        {"scale",
         fmt::format("one of {} is drawn around rank {} of {}, for {} of alpha; the "
                     "rest, {}, is for the noise",
                     terms_.scales.size(), thousands(terms_.rank),
                     thousands(terms_.numbers.pairs), terms_.choice.short_text(),
                     terms_.noise.short_text())});
  lines.push_back(
      {"error",
       fmt::format("the {} is off by {} to {} on average: the scale decides",
                   model().numbers.front().name, error_text(0), error_text(last))});
  lines.push_back(
      {"worst case", fmt::format("{} protects everybody", alternative_to(asked()))});
  lines.push_back({"rows", rows_sentence(asked())});
  return lines;
}

Json SampledMechanism::plan_numbers(const Prior&, const Rational&) const {
  return {{"gamma", terms_.gamma.text()},
          {"exposed_people", terms_.exposed()},
          {"pairs", terms_.numbers.pairs},
          {"rank", terms_.rank},
          {"scales", terms_.scales.size()}};
}

// Most rows are alike then, and those that are not are seen. [T331]
std::vector<std::string> SampledMechanism::notes_of(const Drawn& drawn) const {
  if (asked().smooth || drawn.numbers.front().front() != 0) return {};
  return {
      "the scale that was drawn is the least one of the list: nearly all rows are "
      "alike, and such noise hides nobody who differs from them"};
}

std::vector<std::string> SampledMechanism::warnings(const Rational&) const {
  std::vector<std::string> all = {average_case_warning()};
  if (!asked().pair_by.empty())
    all.push_back(fmt::format(
        "rows are paired by the numbers in '{}', which are taken as public: a promise "
        "is made only if they do not follow from the values, and whoever is replaced "
        "leaves theirs",
        asked().pair_by));
  all.push_back(rows_sentence(asked()));
  for (auto& more :
       {large_epsilon_warning(asked().alpha), json_lines_warning(question_.table)})
    if (more) all.push_back(*more);
  return all;
}

}  // namespace selvage
