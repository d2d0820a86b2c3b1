// What can be drawn, and the answer that follows from it.
#include <algorithm>
#include <cassert>

#include "selvage/mechanism/separator/separator.hpp"
#include "selvage/one_sided/drop_sums.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kDigits = 1'000'000'000;  // of coefficients and margins

// To the nearest multiple, halves up.
std::int64_t multiples(const Rational& x, const Rational& unit) {
  return (x / unit + Rational(1, 2)).floor().to_int64().value();
}

// floor(root(x) / unit). Requires that it is below 2^31 * 10^9.
std::int64_t root_multiples(const Rational& x, const Rational& unit) {
  const Rational square = x / (unit * unit);
  std::int64_t low = 0, high = std::int64_t{1} << 62;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (Rational(middle) * middle <= square ? low : high) = middle;
  }
  return low;
}

// In the units of the columns: rises by one, or falls, with one step along the axis
// that matters most, and is 0 on the plane.
struct Score {
  std::vector<Rational> coefficients;
  Rational offset;
};

Score score_of(const MaxMargin& margin, const std::vector<SeparatorAxis>& axes) {
  Rational largest = 0;
  for (const Rational& x : margin.w) largest = std::max(largest, absolute(x));
  Score score{{}, -margin.middle / largest};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    score.coefficients.push_back(margin.w[i] / largest / axes[i].step());
    // A lattice point stands for the middle of its step.
    score.offset = score.offset - score.coefficients[i] *
                                      (axes[i].low() + axes[i].step() * Rational(1, 2));
  }
  return score;
}

DividingLine line_of(const MaxMargin& margin, const Score& score,
                     const SeparatorRequest& request) {
  const auto axis_of = [&](std::size_t i) {
    const NumericBins& grid = request.axes[i].grid;
    return DividingLine::Axis{request.axes[i].column, grid.edge(0),
                              grid.edge(grid.bins())};
  };
  const auto value = [&](const LabelledPoint& point, std::size_t i) {
    const SeparatorAxis& axis = request.axes[i];
    return axis.low() + axis.step() * (Rational(point.at[i]) + Rational(1, 2));
  };
  DividingLine line{axis_of(0),
                    axis_of(1),
                    request.labels[0],
                    request.labels[1],
                    {},
                    score.coefficients[0],
                    score.coefficients[1],
                    score.offset,
                    0};
  for (const LabelledPoint& point : margin.supports)
    line.touched.push_back({value(point, 0), value(point, 1), point.second});
  const auto& any = line.touched.front();
  line.half = absolute(line.a * any.x + line.b * any.y + line.c);
  return line;
}

}  // namespace

Rational SeparatorMechanism::unit_of_coefficient(std::size_t axis) const {
  return power_of_ten_above(Rational(1) / request_.axes[axis].step()) / kDigits;
}

Rational SeparatorMechanism::unit_of_offset() const {
  Rational most = 1;
  for (const SeparatorAxis& axis : request_.axes) {
    const Rational ends[] = {absolute(axis.low()),
                             absolute(axis.low() + axis.step() * axis.size())};
    most = most + std::max(ends[0], ends[1]) / axis.step();
  }
  return std::max(Rational(1), power_of_ten_above(most) / kDigits) / kDigits;
}

std::optional<MaxMargin> SeparatorMechanism::margin_of(const Drawn& drawn) const {
  std::vector<LabelledPoint> supports;
  for (std::size_t i = 2; i < drawn.numbers.size(); ++i)
    if (drawn.numbers[i][0] != kNoSupport)
      supports.push_back(support(drawn.numbers[i][0]));
  return max_margin_of_supports(std::move(supports));
}

bool SeparatorMechanism::can_draw(const Drawn& drawn) const {
  constexpr std::int64_t kMost = kMaxNoise / 2;
  if (drawn.cells != std::vector<std::uint64_t>{0} || !drawn.keys.empty() ||
      drawn.numbers.size() != request_.axes.size() + 3 ||
      !std::all_of(drawn.numbers.begin(), drawn.numbers.end(),
                   [](const auto& number) { return number.size() == 1; }))
    return false;
  std::int64_t left[] = {drawn.numbers[0][0], drawn.numbers[1][0]};
  if (left[0] < 0 || left[1] < 0 || left[0] > kMost || left[1] > kMost) return false;
  if (drawn.numbers[2][0] == kNoSupport)
    return std::all_of(drawn.numbers.begin() + 3, drawn.numbers.end(),
                       [](const auto& number) { return number[0] == kNoSupport; });
  bool ended = false;
  for (std::size_t i = 2; i < drawn.numbers.size(); ++i) {
    const std::int64_t code = drawn.numbers[i][0];
    if (code == kNoSupport) {
      ended = true;
      continue;
    }
    if (ended || code < 0 || code >= bars() ||
        (i > 2 && code <= drawn.numbers[i - 1][0]) || --left[code % 2] < 0)
      return false;
  }
  return margin_of(drawn).has_value();
}

// Nothing was spent on intervals of coefficients.
Answer SeparatorMechanism::answer(const Drawn& drawn,
                                  const Rational& confidence) const {
  assert(can_draw(drawn));
  const auto margin = margin_of(drawn);
  const std::optional<Score> score =
      margin ? std::optional(score_of(*margin, request_.axes)) : std::nullopt;
  Answer answer{question_.domain, drawn.cells, {}};
  const auto add = [&](std::string name, const Rational& unit, std::int64_t value) {
    Series series{std::move(name), unit, {without_interval(value)}, true};
    series.rows[0].known = margin.has_value();
    answer.numbers.push_back(std::move(series));
  };
  for (std::size_t i = 0; i < request_.axes.size(); ++i) {
    const Rational unit = unit_of_coefficient(i);
    add("coefficient of " + request_.axes[i].column, unit,
        score ? multiples(score->coefficients[i], unit) : 0);
  }
  add("offset", unit_of_offset(),
      score ? multiples(score->offset, unit_of_offset()) : 0);
  const Rational step(1, kDigits);
  add("margin", step, margin ? root_multiples(margin->squared_gap / 4, step) : 0);
  const std::int64_t most =
      most_dropped_in_all(*terms_.table, request_.points(), Rational(1) - confidence);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int64_t count = drawn.numbers[i][0];
    answer.numbers.push_back(
        {"count of " + request_.labels[i], 1, {{count, count, count + most}}});
  }
  if (score && request_.axes.size() == 2)
    answer.line = line_of(*margin, *score, request_);
  return answer;
}

// Nothing was spent on intervals of the plane.
Quantity SeparatorMechanism::quantity(const Series& number, const Rational&) const {
  if (!number.name.starts_with("count of ")) return {};
  return true_count(question_.person, true)
      .with(Caveat::grid, "rows of that label on the grid");
}

}  // namespace selvage
