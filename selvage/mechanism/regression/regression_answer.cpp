// What can be drawn, and the answer that follows from it.
#include <algorithm>
#include <cassert>

#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/regression/block_draws.hpp"
#include "selvage/mechanism/regression/regression.hpp"

namespace selvage {
namespace {

CodeInterval ends_in(const Drawn& drawn, std::size_t coefficients, std::size_t i) {
  const std::size_t at = coefficients + 2 * i;
  return {drawn.numbers[at][0], drawn.numbers[at + 1][0]};
}

}  // namespace

bool RegressionMechanism::can_draw(const Drawn& drawn) const {
  const auto size = static_cast<std::size_t>(coefficients());
  if (drawn.cells != std::vector<std::uint64_t>{0} || !drawn.keys.empty() ||
      drawn.numbers.size() != size * (request_.interval() ? 3 : 1) + 1 ||
      !std::all_of(drawn.numbers.begin(), drawn.numbers.end(),
                   [](const auto& number) { return number.size() == 1; }))
    return false;
  const std::int64_t count = drawn.numbers.back()[0];
  if (count < -kMaxNoise || count > kMaxNoise + blocks()) return false;
  const std::int64_t most = scale_.most();
  const bool known = count >= least_fitted();
  if (!std::all_of(
          drawn.numbers.begin(), drawn.numbers.end() - 1, [&](const auto& number) {
            return known ? -most <= number[0] && number[0] <= most : number[0] == kNone;
          }))
    return false;
  for (std::size_t i = 0; known && request_.interval() && i < size; ++i)
    if (!can_be(ends_in(drawn, size, i), {drawn.numbers[i][0], -most, most}))
      return false;
  return true;
}

bool RegressionMechanism::shows_intervals(const Rational& confidence) const {
  return request_.interval() && request_.shift == interval_shift(request_, confidence);
}

// Coefficients have an interval where something was spent on one.
Answer RegressionMechanism::answer(const Drawn& drawn,
                                   const Rational& confidence) const {
  assert(can_draw(drawn));
  const std::int64_t count = drawn.numbers.back()[0];
  const bool known = count >= least_fitted();
  Answer answer{question_.domain, drawn.cells, {}};
  const auto size = static_cast<std::size_t>(coefficients());
  const bool intervals = known && shows_intervals(confidence);
  for (std::size_t i = 0; i < size; ++i) {
    Series series = ColumnUnit(request_.precision).series(this->series(i), true);
    series.rows.push_back(without_interval(known ? drawn.numbers[i][0] : 0));
    if (intervals) {
      const auto [lower, upper] = ends_in(drawn, size, i);
      series.rows.back() = {drawn.numbers[i][0], lower, upper};
    }
    series.rows.back().known = known;
    answer.numbers.push_back(std::move(series));
  }
  answer.numbers.push_back(
      {"fitted blocks", 1, {shown_count(count, blocks(), count_scale(), confidence)}});
  return answer;
}

Quantity RegressionMechanism::quantity(const Series& number,
                                       const Rational& confidence) const {
  if (number.name == "fitted blocks")
    return Quantity{.number = "the true number of fitted blocks"};
  if (!shows_intervals(confidence)) return {};
  return Quantity{.number = "what the fits of blocks lie around",
                  .but = {Caveat::block_fits, Caveat::rounded}};
}

}  // namespace selvage
