#include "selvage/mechanism/cells/warnings.hpp"

#include <fmt/format.h>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {
namespace {

constexpr std::string_view kEmptyCells = "empty cells are listed by noise alone";

// How many cells of an empty table would pass the display threshold, on average.
Rational cells_listed_by_noise(const CellsPlan& plan, const Rational& cells) {
  if (!plan.fewer_than || plan.key_threshold) return 0;
  return (plan.numbers[0].noise->empty_at_least(*plan.fewer_than) * cells).upper();
}

}  // namespace

bool is_about_empty_cells(const std::string& warning) {
  return warning.find(kEmptyCells) != std::string::npos;
}

Warned warned_of(const CellsPlan& plan, const std::string& table,
                 const Rational& confidence) {
  const Domain& domain = plan.reading.domain;
  return {.confidence = confidence,
          .table = table,
          .cells = Rational::from_uint64(domain.cells()),
          .grouped = !domain.columns().empty()};
}

std::vector<std::string> plan_warnings(const CellsPlan& plan, const Warned& about) {
  std::vector<std::string> result;
  const DpPromise promise = promises_dp(plan) ? promised_dp(plan) : DpPromise{0, 0};
  if (auto large = large_epsilon_warning(promise.epsilon))
    result.push_back(*std::move(large));
  if (auto large = large_delta_warning(promise.delta))
    result.push_back(*std::move(large));
  if (about.cells)
    if (const auto by_noise = cells_listed_by_noise(plan, *about.cells);
        by_noise >= Rational(1, 20))
      result.push_back(
          fmt::format("about {} {}; listed counts near {} are more often too high than "
                      "too low",
                      Interval(by_noise).upper_text(2), kEmptyCells, *plan.fewer_than));
  if (auto rows = row_as_person_warning(plan.reading.person))
    result.push_back(*std::move(rows));
  if (auto cut = caps_warning({plan.statistic == Statistic::count, plan.reading.person,
                               plan.share.cells, about.grouped}))
    result.push_back(*std::move(cut));
  if (plan.reading.person.sum_in_cell)
    result.emplace_back(
        "what one person adds to a cell is cut to the bounds of `sum_per_cell`: sums "
        "and intervals are about what is left");
  if (auto lines = json_lines_warning(about.table)) result.push_back(*std::move(lines));
  return result;
}

}  // namespace selvage
