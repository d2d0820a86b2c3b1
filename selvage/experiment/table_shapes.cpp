#include "selvage/experiment/table_shapes.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {
namespace {

const Rational kBeta(1, 20);  // error bounds hold with 95 %
constexpr double kAsGoodAsPlain = 1.1;

// The error of one cell.
struct CellError {
  double absolute;
  bool usable;
  double variance, bias;  // of the unbiased count
};

CellError warped_error(const WarpedGeometric& law, std::int64_t count) {
  const bool hidden = count <= law.least() && law.least() > 0;
  return {law.mean_absolute_error(count).middle(),
          !hidden && 2 * law.error_bound(count, kBeta) <= count,
          law.rough_variance(count),
          static_cast<double>(std::max<std::int64_t>(0, law.least() - count))};
}

// Var Z = 2 q / (1-q)^2 = 1 / (2 sinh^2(epsilon / 2)).
CellError plain_error(const Rational& epsilon, std::int64_t count) {
  const double half = std::sinh(epsilon.to_double() / 2);
  return {laplace_mean_absolute(epsilon).middle(),
          2 * laplace_error_bound(epsilon, kBeta) <= count, 1 / (2 * half * half), 0};
}

using Histogram = std::map<std::int64_t, std::int64_t>;  // cells by their count

template <class ErrorAt>
Quality quality(const Histogram& cells, const ErrorAt& error_at) {
  double all = 0, with_people = 0, absolute = 0, relative = 0, usable = 0;
  double variance = 0, bias = 0;
  for (const auto& [count, number] : cells) {
    const auto n = static_cast<double>(number);
    const CellError error = error_at(count);
    all += n;
    absolute += n * error.absolute;
    variance += n * error.variance;
    bias += n * error.bias;
    if (count == 0) continue;
    with_people += n;
    relative += n * error.absolute / static_cast<double>(count);
    usable += error.usable ? n : 0;
  }
  return {absolute / all, relative / with_people, usable / with_people,
          std::sqrt(variance + bias * bias)};
}

}  // namespace

std::vector<TableShape> table_shapes() {
  constexpr std::int64_t large = 12, step = 500;
  constexpr std::int64_t small = 2000, most_small = 9;
  constexpr std::int64_t ranks = 2000, most = 5000;
  TableShape few{"few large cells",
                 fmt::format("{} cells of {}, {}, ..., {} people", large, step,
                             2 * step, large * step),
                 {}};
  for (std::int64_t i = 1; i <= large; ++i) few.counts.push_back(i * step);
  TableShape many{
      "many small cells",
      fmt::format("{} cells of 0 to {} people, as many of each", small, most_small),
      {}};
  for (std::int64_t i = 0; i < small; ++i) many.counts.push_back(i % (most_small + 1));
  TableShape tail{"long tail",
                  fmt::format("{} cells, cell r of {}/r people: from {} down to {}",
                              ranks, most, most, most / ranks),
                  {}};
  for (std::int64_t rank = 1; rank <= ranks; ++rank) tail.counts.push_back(most / rank);
  return {few, many, tail};
}

std::vector<std::string> shape_profiles() {
  return {"1", "20:0.1,1", "100:0.01,1", "20:0,1", "min(1, 0.1 + k/100)"};
}

Result<ShapeResult> measure(const TableShape& shape, const std::string& profile) {
  const auto steps = parse_profile(profile);
  if (!steps) return steps.error();
  const auto envelope = lower_envelope(*steps);
  const auto law = WarpedGeometric::make(envelope);
  if (!law) return law.error();
  if (most(envelope).is_infinite())
    return wrong(
        fmt::format("plain noise has no epsilon like the largest of '{}'", profile));
  const Rational largest = most(envelope).finite();
  const Rational smallest = envelope.front().epsilon.finite();

  Histogram cells;
  for (const std::int64_t count : shape.counts) ++cells[count];
  assert(cells.rbegin()->first > 0);
  ShapeResult result{.profile = profile,
                     .largest = largest,
                     .smallest = smallest,
                     .warped = {},
                     .with_largest = {},
                     .with_smallest = std::nullopt,
                     .cells_as_plain = 0,
                     .people_as_plain = 0};
  const double plain = plain_error(largest, 0).absolute;
  double people = 0, full_cells = 0;
  result.warped = quality(cells, [&](std::int64_t count) {
    const CellError error = warped_error(*law, count);
    const auto n = static_cast<double>(cells.at(count));
    const double inside = n * static_cast<double>(count);
    people += inside;
    full_cells += count > 0 ? n : 0;
    if (count > law->least() && error.absolute <= kAsGoodAsPlain * plain) {
      result.cells_as_plain += n;
      result.people_as_plain += inside;
    }
    return error;
  });
  result.cells_as_plain /= full_cells;
  result.people_as_plain /= people;
  const auto with = [&](const Rational& epsilon) {
    return quality(cells,
                   [&](std::int64_t count) { return plain_error(epsilon, count); });
  };
  result.with_largest = with(largest);
  if (smallest.sign() > 0) result.with_smallest = with(smallest);
  return result;
}

}  // namespace selvage
