// What can be drawn, and the answer that follows from it.
#include <algorithm>
#include <cassert>

#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/regression/block_draws.hpp"
#include "selvage/mechanism/robust_regression/block_sizes.hpp"
#include "selvage/mechanism/robust_regression/robust_regression.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostCountShown = std::int64_t{1} << 62;

// From lower to upper, the middle between.
struct Ends {
  Rational lower, upper;
  Ends operator-(const Ends& other) const {
    return {lower - other.upper, upper - other.lower};
  }
  Ends operator*(const Rational& factor) const {
    return factor.sign() < 0 ? Ends{upper * factor, lower * factor}
                             : Ends{lower * factor, upper * factor};
  }
};

// Rounded outward; not known where it is too large to be told.
Estimate estimate(const Ends& ends, const CodeUnit& precision) {
  const CodeScale scale = precision.scale();
  const Ends codes = ends * (Rational(1) / precision.number);
  const Rational most = scale.value(scale.most());
  if (codes.lower < -most || codes.upper > most) return {0, 0, 0, false};
  return {scale.nearest((codes.lower + codes.upper) / 2), scale.below(codes.lower),
          scale.above(codes.upper)};
}

}  // namespace

bool RobustRegressionMechanism::can_draw(const Drawn& drawn) const {
  const auto medians = static_cast<std::size_t>(medians_of(request_));
  const auto size = static_cast<std::size_t>(coefficients());
  if (drawn.cells != std::vector<std::uint64_t>{0} || !drawn.keys.empty() ||
      drawn.numbers.size() != medians + size + 2 ||
      !std::all_of(drawn.numbers.begin(), drawn.numbers.end(),
                   [](const auto& number) { return number.size() == 1; }))
    return false;
  const auto at = [&](std::size_t i) { return drawn.numbers[i][0]; };
  const auto within = [](std::int64_t x, std::int64_t most) {
    return -most <= x && x <= most;
  };
  const auto none_from = [&](std::size_t from) {
    return std::all_of(drawn.numbers.begin() + static_cast<std::ptrdiff_t>(from),
                       drawn.numbers.end(),
                       [](const auto& number) { return number[0] == kNone; });
  };
  if (at(0) < -kMaxNoise) return false;
  if (at(0) < least_people()) return none_from(1);
  for (std::size_t i = 1; i <= medians; ++i)
    if (!within(at(i), (i % 2 == 0 ? middle_terms_ : size_terms_).prior.codes().most()))
      return false;
  const std::int64_t grid = at(medians + 1);
  if (grid == kNone) return none_from(medians + 1);
  if (grid < 0 || grid >= tests()) return false;
  const std::int64_t last = last_cell(shape_of(sizes_in(drawn)));
  for (std::size_t i = medians + 2; i < drawn.numbers.size(); ++i)
    if (at(i) < -last || at(i) >= last) return false;
  return true;
}

// Requires that they were told.
RobustRegressionMechanism::Sizes RobustRegressionMechanism::sizes_in(
    const Drawn& drawn) const {
  const auto medians = static_cast<std::size_t>(medians_of(request_));
  Sizes sizes{.people = drawn.numbers[0][0]};
  for (std::size_t i = 1; i < medians; i += 2) {
    sizes.spreads.push_back(drawn.numbers[i][0]);
    sizes.middles.push_back(drawn.numbers[i + 1][0]);
  }
  sizes.misses = drawn.numbers[medians][0];
  return sizes;
}

// The least misses lie in the cell for certain: no confidence is spent on it. [T149]
Answer RobustRegressionMechanism::answer(const Drawn& drawn,
                                         const Rational& confidence) const {
  assert(can_draw(drawn));
  const auto at = [&](std::size_t i) { return drawn.numbers[i][0]; };
  const auto medians = static_cast<std::size_t>(medians_of(request_));
  const std::size_t numbers = request_.x.numbers.size();
  const bool known = at(medians + 1) != kNone;
  const RowShape shape = at(1) != kNone ? shape_of(sizes_in(drawn)) : RowShape{};
  std::vector<Ends> ends(columns() + 1);  // in codes of y, then for one code of x
  Ends intercept{}, middle{};             // the line at 0 and at the middles
  if (known) {
    const Rational step = Rational::power_of_two(shape.step_bits) /
                          Rational::power_of_two(BlockSizes::kMissBits);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const Rational low =
          Rational(shape.width) * at(medians + 2 + i) + offset(shape, at(medians + 1));
      ends[i] = Ends{low, low + shape.width} * step;
      if (i > 0) ends[i] = ends[i] * (Rational(1) / shape.spreads[i - 1]);
    }
    middle = {ends[0].lower + shape.y_middle, ends[0].upper + shape.y_middle};
    intercept = middle;
    for (std::size_t i = 1; i < ends.size(); ++i)
      intercept = intercept - ends[i] * shape.middles[i - 1];
  }
  Answer answer{question_.domain, drawn.cells, {}};
  const auto add = [&](const std::string& name, const Ends& of, bool there) {
    Series series = ColumnUnit(request_.precision).series(name, true);
    series.rows.push_back(there ? estimate(of, request_.precision)
                                : Estimate{0, 0, 0, false});
    answer.numbers.push_back(std::move(series));
  };
  const Rational& y = request_.unit.of(question_.column);
  add("intercept", intercept * y, known);
  const std::vector<std::string> names = request_.x.names();
  for (std::size_t i = 0; i < names.size(); ++i)
    add("slope of " + names[i],
        ends[i + 1] * (request_.x.is_key(i) ? y : y / request_.unit.of(names[i])),
        known);
  const auto add_size = [&](const char* what, std::size_t i,
                            const std::vector<std::int64_t>& sizes) {
    Series series{what + names[i], request_.unit.of(names[i]), {}, true};
    series.rows.push_back(without_interval(sizes.empty() ? 0 : sizes[i]));
    series.rows.back().known = !sizes.empty();
    answer.numbers.push_back(std::move(series));
  };
  for (std::size_t i = 0; i < numbers; ++i) add_size("middle of ", i, shape.middles);
  for (std::size_t i = 0; i < numbers; ++i) add_size("spread of ", i, shape.spreads);
  add(question_.column + " there", middle * y, known);
  answer.numbers.push_back(
      {"people", 1, {shown_count(at(0), kMostCountShown, count_scale(), confidence)}});
  return answer;
}

Quantity RobustRegressionMechanism::quantity(const Series& number,
                                             const Rational&) const {
  if (number.name == "people") return count_of_numbers(question_);
  if (number.name.starts_with("middle of ") || number.name.starts_with("spread of "))
    return {};
  return Quantity{.number = "the fit with the least misses",
                  .but = {Caveat::least_misses, Caveat::rounded},
                  .certain = true};
}

}  // namespace selvage
