#include "selvage/mechanism/cells/cells_answer.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/mechanism/cells/estimate.hpp"

namespace selvage {
namespace {

// Sums of summands: of all cells, and for each place of each column.
struct Sums {
  Int128 all = 0;
  std::vector<std::vector<Int128>> sums;            // [column][place]
  std::vector<std::vector<std::int64_t>> of_cells;  // so many, at the same place
};

Sums sums_of(const CellEstimates& estimates, const Domain& domain, const Drawn& drawn) {
  Sums result;
  for (const DomainColumn& column : domain.columns()) {
    result.sums.emplace_back(column.places());
    result.of_cells.emplace_back(column.places());
  }
  const std::vector<Int128> summands = estimates.summands(drawn);
  for (std::size_t i = 0; i < summands.size(); ++i) {
    result.all += summands[i];
    const auto places = domain.places(drawn.cells[i]);
    for (std::size_t c = 0; c < places.size(); ++c) {
      result.sums[c][places[c]] += summands[i];
      ++result.of_cells[c][places[c]];
    }
  }
  return result;
}

// None where one of them is too large to be told.
std::optional<std::vector<std::vector<Estimate>>> margins_of(
    const CellEstimates& estimates, const CellsPlan& plan, const Sums& sums) {
  std::vector<std::vector<Estimate>> margins;
  for (std::size_t c = 0; c < sums.sums.size(); ++c) {
    auto& margin = margins.emplace_back();
    if (!shows_margin(plan, c)) continue;
    // All places of a column have as many cells: one bound for all.
    const auto zero = estimates.total(0, sums.of_cells[c][0]);
    for (const Int128 sum : sums.sums[c]) {
      const auto value = estimates.total_value(sum);
      if (!value || !zero) return std::nullopt;
      const bool count = plan.statistic == Statistic::count;
      const std::int64_t low = *value - zero->upper, high = *value + zero->upper;
      margin.push_back({*value, count ? std::max<std::int64_t>(0, low) : low,
                        count ? std::max<std::int64_t>(0, high) : high});
    }
  }
  return margins;
}

void add_totals(const CellEstimates& estimates, const CellsPlan& plan,
                const Drawn& drawn, Answer& answer) {
  const Domain& domain = answer.domain;
  const bool complete = drawn.cells.size() == domain.cells();
  const bool adds_up =
      plan.statistic == Statistic::count || plan.statistic == Statistic::sum;
  if (!adds_up || !complete || domain.columns().empty() ||
      domain.cells() > kMostTotalled)
    return;
  const Sums sums = sums_of(estimates, domain, drawn);
  if (plan.with_totals)
    answer.total =
        estimates.total(sums.all, static_cast<std::int64_t>(drawn.cells.size()));
  if (domain.columns().size() < 2) return;
  auto margins = margins_of(estimates, plan, sums);
  if (margins && std::any_of(margins->begin(), margins->end(),
                             [](const auto& margin) { return !margin.empty(); }))
    answer.margins = *std::move(margins);
}

// The key that a label stands for: one that looks like "missing" is quoted once more.
std::string_view key_of(std::string_view label) {
  std::string_view inside = label;
  while (inside.size() >= 2 && inside.front() == '\'' && inside.back() == '\'')
    inside = inside.substr(1, inside.size() - 2);
  const bool quoted = inside == "missing" && inside.size() < label.size();
  return quoted ? label.substr(1, label.size() - 2) : label;
}

// By their texts, and what is missing last. A label with a backslash may stand for
// bytes that are no text, whose place nobody can tell from it.
bool in_their_order(const std::vector<std::string>& keys) {
  std::optional<std::string_view> before;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == "missing" && i + 1 < keys.size()) return false;
    if (keys[i] == "missing" || keys[i].find('\\') != std::string::npos) continue;
    const std::string_view key = key_of(keys[i]);
    if (before && *before >= key) return false;
    before = key;
  }
  return true;
}

// Keys that were not known are those of the listed cells, and there are no others: no
// cell holds all other keys.
bool has_the_keys_of_its_cells(const Domain& asked, const Drawn& drawn) {
  if (drawn.keys.empty()) return true;
  const Domain domain = released_domain(asked, drawn);
  std::vector<std::vector<bool>> used;
  for (const DomainColumn& column : domain.columns())
    used.emplace_back(column.places(), false);
  for (const std::uint64_t cell : drawn.cells) {
    const auto places = domain.places(cell);
    for (std::size_t c = 0; c < places.size(); ++c) used[c][places[c]] = true;
  }
  std::size_t unknown = 0;
  for (std::size_t c = 0; c < used.size(); ++c) {
    if (!std::holds_alternative<UnknownKeys>(asked.columns()[c].values)) continue;
    const auto& keys = drawn.keys[unknown++];
    for (std::size_t place = 0; place < used[c].size(); ++place)
      if (used[c][place] != (place < keys.size())) return false;
    if (!in_their_order(keys)) return false;
  }
  return true;
}

}  // namespace

std::string number_name(Statistic statistic) {
  switch (statistic) {
    case Statistic::count:
    case Statistic::describe:  // the first of its numbers
      return "count";
    case Statistic::sum:
      return "sum";
    case Statistic::mean:
      return "mean";
    case Statistic::variance:
      return "variance";
  }
  return {};
}

std::optional<std::int64_t> hidden_below(const CellsPlan& plan) {
  if (!plan.key_threshold) return plan.fewer_than;
  return std::max(*plan.key_threshold, plan.fewer_than.value_or(*plan.key_threshold));
}

bool can_draw(const CellsPlan& plan, const Drawn& drawn) {
  if (drawn.numbers.size() != plan.numbers.size()) return false;
  for (const auto& numbers : drawn.numbers)
    if (numbers.size() != drawn.cells.size() ||
        std::any_of(numbers.begin(), numbers.end(), [](std::int64_t number) {
          return number < -kMaxRelease || number > kMaxRelease;
        }))
      return false;
  const auto hidden = hidden_below(plan);
  if (!hidden && drawn.cells.size() != plan.reading.domain.cells()) return false;
  bool listed = true;
  const std::int64_t least = hidden ? in_count_units(plan, *hidden) : 0;
  for_each_cell(drawn, [&](std::span<const std::int64_t> numbers) {
    if (hidden && count_of(plan, numbers) < least) listed = false;
  });
  if (!listed) return false;
  return has_the_keys_of_its_cells(plan.reading.domain, drawn);
}

Answer answer_of(const CellsPlan& plan, const Drawn& drawn,
                 const CellEstimates& estimates) {
  assert(can_draw(plan, drawn));
  Answer answer{.domain = released_domain(plan.reading.domain, drawn),
                .cells = drawn.cells,
                .numbers = {},
                .fewer_than = hidden_below(plan)};
  answer.numbers.push_back({.name = number_name(plan.statistic),
                            .unit = estimates.unit(),
                            .rows = estimates.estimates(drawn),
                            .may_be_unknown = plan.statistic == Statistic::mean ||
                                              plan.statistic == Statistic::variance});
  if (!answer.fewer_than) add_totals(estimates, plan, drawn, answer);
  return answer;
}

Answer answer_of(const CellsPlan& plan, const Drawn& drawn,
                 const Rational& confidence) {
  const Estimator estimator(plan, confidence);
  Answer answer = answer_of(plan, drawn, estimator);
  for (Series& series : estimator.further(drawn))
    answer.numbers.push_back(std::move(series));
  return answer;
}

}  // namespace selvage
