// What can be drawn, and the answer that follows from it. [T187]
#include <algorithm>
#include <cassert>

#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/tested/tested.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostDrawn =
    (std::int64_t{1} << 62) + (std::int64_t{1} << 61);  // steps and noise
constexpr std::int64_t kMostStepsShown = std::int64_t{1} << 60;
constexpr Estimate kUnknown = {0, 0, 0, false, false};

bool is_drawn_number(std::int64_t number) {
  return -kMostDrawn <= number && number <= kMostDrawn;
}

bool is_drawn_scale(std::int64_t number) {
  return number == kNotTold || number == TestedScale::kZero || is_drawn_number(number);
}

// The number of a fraction that is nearest to it, halves up, and what it lies between.
Estimate between(const Rational& value, const Rational& apart, const Grid& grid) {
  const auto shown = [&](const Rational& codes) {
    return std::clamp(codes, Rational(grid.lowest()), Rational(grid.highest()))
        .to_int64()
        .value();
  };
  return {shown((value + Rational(1, 2)).floor()), shown((value - apart).floor()),
          shown((value + apart).ceil())};
}

}  // namespace

bool TestedMechanism::can_draw(const Drawn& drawn) const {
  const std::size_t count = request_.kind == Kind::scale ? 1 : 2;
  if (!drawn.keys.empty() || drawn.cells != std::vector<std::uint64_t>{0} ||
      drawn.numbers.size() != count)
    return false;
  for (const auto& numbers : drawn.numbers)
    if (numbers.size() != 1) return false;
  const std::int64_t told = drawn.numbers[0][0];
  if (!is_drawn_scale(told)) return false;
  if (count == 1) return true;
  const std::int64_t steps = drawn.numbers[1][0];
  return steps == kNotTold || (told != kNotTold && is_drawn_number(steps));
}

// The noise is within `bound` steps, and what is drawn beyond the first or the last
// step stands for that one.
Estimate TestedMechanism::scale_estimate(std::int64_t told,
                                         const Rational& risk) const {
  if (told == kNotTold) return kUnknown;
  if (told == TestedScale::kZero) return {0, 0, 0};
  const std::int64_t bound =
      laplace_size_bound(share().scale(request_.steps_per_bin), 1, risk);
  const std::int64_t step = std::clamp<std::int64_t>(told, 0, scale().steps() - 1);
  const Int128 widest = Int128{grid_.highest()} - grid_.lowest();
  const auto codes = [&](std::int64_t of_step) {
    return static_cast<std::int64_t>(
        std::min(widest, scale().edge(of_step) >> TestedScale::kEdgeBits));
  };
  const Rational middle = (scale().scale_of(step) + Rational(1, 2)).floor();
  return {std::min(Rational(codes(scale().steps())), middle).to_int64().value(),
          codes(step - std::min(bound, step)),
          codes(step + std::min(bound, scale().steps()) + 1)};
}

Estimate TestedMechanism::second_estimate(const ToldTwice& told,
                                          const Rational& risk) const {
  if (told.scale == kNotTold || told.steps == kNotTold) return kUnknown;
  if (told.steps < -kMostStepsShown || told.steps > kMostStepsShown) return kUnknown;
  Rational step = 1;       // in codes
  std::int64_t moved = 0;  // by one row, in steps
  if (const auto* median = std::get_if<TestedMedian>(&location_)) {
    const auto [step_bits, bin_bits] = median->width(told.scale);
    step = Rational::power_of_two(step_bits);
    if (told.scale != TestedScale::kZero) moved = std::int64_t{1} << bin_bits;
  } else {
    const auto& mean = std::get<TestedTrimmedMean>(location_);
    const auto reach = mean.reach(told.scale);
    if (reach.moved != 0) step = Rational::power_of_two(reach.step_bits) / mean.kept();
    moved = reach.moved;
  }
  if (moved == 0) return between(step * told.steps, 0, grid_);
  // Rounding to steps moves it by half of one at most.
  const std::int64_t bound = laplace_size_bound(share().scale(moved), 1, risk);
  return between(step * told.steps, step * (Rational(bound) + Rational(1, 2)), grid_);
}

Answer TestedMechanism::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const Rational risk = Rational(1) - confidence;
  Series series{this->series(), request_.unit, {}, true};
  series.rows.push_back(
      request_.kind == Kind::scale
          ? scale_estimate(drawn.numbers[0][0], risk)
          : second_estimate({drawn.numbers[0][0], drawn.numbers[1][0]}, risk));
  return {question_.domain, drawn.cells, {std::move(series)}};
}

// T186: a table of another size is read as one of the public size.
Quantity TestedMechanism::quantity(const Series&, const Rational&) const {
  const char* const name = request_.kind == Kind::scale    ? "interquartile range"
                           : request_.kind == Kind::median ? "median"
                                                           : "trimmed mean";
  return true_number(name, question_)
      .with(Caveat::rounded, "")
      .with(Caveat::clamped, "")
      .with(Caveat::filled,
            fmt::format("{} values: of more the middle ones, of fewer all between "
                        "ends that were added; rounded to {} and cut to sizes up to {}",
                        request_.people, request_.unit.text(), most_text()));
}

std::vector<OpenEnds> TestedMechanism::range_ends() const {
  if (request_.kind == Kind::scale) return {};
  return {ends_of_range(grid_.lowest(), grid_.highest())};
}

}  // namespace selvage
