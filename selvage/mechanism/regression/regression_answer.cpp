// What can be drawn, and the answer that follows from it.
#include <algorithm>
#include <cassert>

#include "selvage/mechanism/regression/block_draws.hpp"
#include "selvage/mechanism/regression/regression.hpp"

namespace selvage {
bool RegressionMechanism::can_draw(const Drawn& drawn) const {
  const auto size = static_cast<std::size_t>(coefficients());
  if (drawn.cells != std::vector<std::uint64_t>{0} || !drawn.keys.empty() ||
      drawn.numbers.size() != size + 1 ||
      !std::all_of(drawn.numbers.begin(), drawn.numbers.end(),
                   [](const auto& number) { return number.size() == 1; }))
    return false;
  const std::int64_t count = drawn.numbers.back()[0];
  if (count < -kMaxNoise || count > kMaxNoise + blocks()) return false;
  const std::int64_t most = units().most;
  return std::all_of(
      drawn.numbers.begin(), drawn.numbers.end() - 1, [&](const auto& number) {
        return count < least_fitted() ? number[0] == kNone
                                      : -most <= number[0] && number[0] <= most;
      });
}

// Nothing was spent on intervals of coefficients.
Answer RegressionMechanism::answer(const Drawn& drawn,
                                   const Rational& confidence) const {
  assert(can_draw(drawn));
  const std::int64_t count = drawn.numbers.back()[0];
  const bool known = count >= least_fitted();
  Answer answer{question_.domain, drawn.cells, {}};
  for (std::size_t i = 0; i + 1 < drawn.numbers.size(); ++i) {
    Series series{this->series(i), request_.precision, {}, true};
    series.rows.push_back(without_interval(known ? drawn.numbers[i][0] : 0));
    series.rows.back().known = known;
    answer.numbers.push_back(std::move(series));
  }
  answer.numbers.push_back(
      {"fitted blocks", 1, {shown_count(count, blocks(), count_scale(), confidence)}});
  return answer;
}

}  // namespace selvage
