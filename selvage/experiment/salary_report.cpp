#include "selvage/experiment/salary_report.hpp"

#include <set>

#include <fmt/format.h>

#include "selvage/experiment/privacy_curves.hpp"
#include "selvage/experiment/written_table.hpp"
#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"

namespace selvage {
namespace {

std::string probability(double p) {
  return p == 0 ? "0" : p < 0.001 ? fmt::format("{:.1e}", p) : fmt::format("{:.3f}", p);
}

std::string with_error(const Simulated& simulated, int decimals) {
  return fmt::format("{:.{}f} ± {:.{}f}", simulated.mean, decimals,
                     simulated.standard_error, decimals);
}

std::string full(const Interval& number) {
  return fmt::format("{:.12g}", number.middle());
}
std::string full(double number) { return fmt::format("{:.12g}", number); }

Result<Interval> group_delta(const ShownNoise& noise, const Company& company,
                             const Rational& epsilon) {
  if (const auto* laplace = std::get_if<LaplaceNoise>(&noise))
    return laplace_delta(Rational(1) / laplace->scale, epsilon, company.managers);
  const CountPair counts{company.managers, 0};
  if (const auto* w = std::get_if<WarpedNoise>(&noise))
    return warped_divergences(*w->law, counts, epsilon).larger();
  const auto apart = divergences(std::get<StaircaseNoise>(noise).law, counts, epsilon);
  if (!apart) return apart.error();
  return apart->larger();
}

}  // namespace

std::string salary_markdown(const Company& company, const Repetition& repetition,
                            const SalaryTable& table) {
  WrittenTable written{{"mechanism", "epsilon of all managers", "delta",
                        "error, calculated", "error, simulated", "managers found",
                        "simulated", "empty bin mistaken", "simulated"},
                       {}};
  for (const SalaryRow& row : table.rows)
    written.rows.push_back(
        {row.mechanism, row.group_epsilon.upper_text(6), row.group_delta.upper_text(2),
         fmt::format("{:.2f}", row.error.middle()), with_error(row.error_seen, 2),
         probability(row.found.middle()), with_error(row.found_seen, 3),
         probability(row.invented.middle()), with_error(row.invented_seen, 3)});
  std::int64_t people = 0;
  for (const std::int64_t count : company.counts()) people += count;
  std::string text = fmt::format(
      "# Salaries of managers\n\n"
      "{} employees in {} salary bins: {} bins of {} people, one of {} managers, {} "
      "empty\n([LP15, Example 1]). Which release hides the managers as a group, and "
      "what does it cost\neverybody else?\n\n",
      people, company.counts().size(), company.large_bins, company.people_in_each,
      company.managers, company.empty_bins);
  text += markdown(written);
  text += fmt::format(
      "\n- *epsilon of all managers*, *delta*: what holds if all {0} are removed; "
      "rounded up.\n"
      "- *error*: the mean of the sum of |shown - true| over all bins; a suppressed "
      "bin counts as 0.\n"
      "- *managers found*: an attacker says \"there are managers\" where the bin "
      "shows {1} or more;\n  *empty bin mistaken*: the same of an empty bin.\n"
      "- *simulated*: mean of {2} runs of the shipped samplers with seed {3}, ± one "
      "standard error.\n\n",
      company.managers, company.occupied_from, repetition.runs, repetition.seed);
  const SalaryRow &plain = table.rows.at(0), &w = table.rows.at(4);
  text += fmt::format(
      "With plain noise the attacker misses the managers with probability {}. With W "
      "the two\nprobabilities have the ratio {:.2f}; the promise to the group allows "
      "{:.2f}.\n\n",
      (Interval(1) - plain.found).upper_text(2), (w.found / w.invented).middle(),
      exp(w.group_epsilon).middle());
  text += fmt::format(
      "Noise and then more noise has delta {} for the group where it is told which "
      "bins got more\nnoise, and {} where it is not.\n\n",
      table.delta_with_flags.upper_text(2), table.rows.at(2).group_delta.upper_text(2));
  text += fmt::format(
      "Where the managers' bin is shown as 0, {} of the error is that bin: this error "
      "is the\nprotection. Removing the managers is what was counted; moving them to "
      "another bin changes\ntwo bins and costs twice.\n",
      company.managers);
  return text;
}

std::string salary_csv(const SalaryTable& table) {
  WrittenTable written{
      {"mechanism", "group_epsilon", "group_delta", "error", "error_simulated",
       "error_standard_error", "found", "found_simulated", "found_standard_error",
       "mistaken", "mistaken_simulated", "mistaken_standard_error"},
      {}};
  for (const SalaryRow& row : table.rows)
    written.rows.push_back(
        {row.mechanism, row.group_epsilon.upper_text(12),
         row.group_delta.upper_text(12), full(row.error), full(row.error_seen.mean),
         full(row.error_seen.standard_error), full(row.found),
         full(row.found_seen.mean), full(row.found_seen.standard_error),
         full(row.invented), full(row.invented_seen.mean),
         full(row.invented_seen.standard_error)});
  return csv(written);
}

Result<CurveChart> group_chart(const Company& company) {
  constexpr int kPoints = 60;  // epsilon 0 to three times that of the group
  const auto mechanisms = salary_mechanisms(company);
  if (!mechanisms) return mechanisms.error();
  CurveChart chart{
      .title = fmt::format("Privacy of {} people together", company.managers),
      .across = {.title = "epsilon"},
      .up = {.title = "delta", .scale = AxisScale::logarithmic, .least = 1e-9}};
  std::set<std::string> drawn;  // a rule for showing zeros has no noise of its own
  for (const SalaryMechanism& mechanism : *mechanisms) {
    const auto& noise = mechanism.shown.noise;
    const auto of_cells = cell_noise(noise);
    if (!drawn.insert(of_cells->name() + of_cells->parameter().second).second) continue;
    Curve curve{mechanism.name,
                {},
                std::holds_alternative<LaplaceNoise>(noise)  ? CurveStyle::dotted
                : std::holds_alternative<WarpedNoise>(noise) ? CurveStyle::solid
                                                             : CurveStyle::dashed};
    for (int i = 0; i <= kPoints; ++i) {
      const Rational epsilon = company.epsilon * Rational(3 * i, kPoints);
      const auto delta = group_delta(noise, company, epsilon);
      if (!delta) return delta.error();
      curve.points.push_back({epsilon.to_double(), delta->upper().to_double()});
    }
    chart.curves.push_back(std::move(curve));
  }
  chart.notes.push_back(fmt::format(
      "A class of {0} people against the same class without all {0}, in the worse "
      "direction. Rounded up.",
      company.managers));
  return chart;
}

}  // namespace selvage
