// What can be drawn, and the answer that follows from it.
#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/mechanism/cells/noise.hpp"
#include "selvage/mechanism/planned_question.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled.hpp"

namespace selvage {
namespace {

// v within what it can be, as a multiple of the unit, and what lies so far from it.
Estimate estimate_of(const SampledNumber& number, std::int64_t value,
                     const std::optional<Rational>& apart) {
  const auto multiple = [&](const Rational& v, bool up) {
    const Rational within =
        std::clamp(v, Rational(number.least), Rational(number.most));
    const Rational exact = (number.offset + number.factor * within) / number.unit;
    return (up ? exact.ceil() : exact.floor()).to_int64().value();
  };
  const Rational half(1, 2);
  const Rational within =
      std::clamp(Rational(value), Rational(number.least), Rational(number.most));
  const std::int64_t nearest =
      ((number.offset + number.factor * within) / number.unit + half)
          .floor()
          .to_int64()
          .value();
  if (!apart) return without_interval(nearest);
  return {nearest, multiple(Rational(value) - *apart - number.slack, false),
          multiple(Rational(value) + *apart + number.slack, true)};
}

}  // namespace

bool SampledMechanism::can_draw(const Drawn& drawn) const {
  const std::size_t before = asked().smooth ? 0 : 1;
  if (drawn.cells != std::vector<std::uint64_t>{0} || !drawn.keys.empty() ||
      drawn.numbers.size() != model().numbers.size() + before ||
      !std::all_of(drawn.numbers.begin(), drawn.numbers.end(),
                   [](const auto& number) { return number.size() == 1; }))
    return false;
  if (before == 1 &&
      (drawn.numbers[0][0] < 0 || drawn.numbers[0][0] >= std::ssize(terms_.scales)))
    return false;
  return std::all_of(drawn.numbers.begin() + static_cast<std::ptrdiff_t>(before),
                     drawn.numbers.end(), [](const auto& number) {
                       return -kMaxRelease <= number[0] && number[0] <= kMaxRelease;
                     });
}

// A smooth scale is not released, so nobody can say how far off the answer may be.
Answer SampledMechanism::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  std::optional<Rational> apart;
  std::size_t at = 0;
  if (!asked().smooth) {
    const auto scale = static_cast<std::size_t>(drawn.numbers[at++][0]);
    apart = Rational(error_bound(LaplaceNoise{terms_.noise_scale(model(), scale)},
                                 Rational(1) - confidence));
  }
  Answer answer{question_.domain, drawn.cells, {}};
  for (const SampledNumber& number : model().numbers) {
    Series series{number.name, number.unit};
    series.rows.push_back(estimate_of(number, drawn.numbers[at++][0], apart));
    answer.numbers.push_back(std::move(series));
  }
  return answer;
}

// A row without a number counts as the middle of the bounds in a mean, and pulls at
// nothing in a regression. A smooth scale is not released, so there is no interval.
Quantity SampledMechanism::quantity(const Series& number, const Rational&) const {
  if (asked().smooth) return {};
  Quantity quantity{.number = "the true " + number.name};
  if (asked().kind == SampledKind::ridge || asked().kind == SampledKind::logistic) {
    quantity.number += " under the penalty";
    return quantity.with(Caveat::penalty, "")
        .with(Caveat::clamped, "values cut to their bounds");
  }
  return quantity.with(Caveat::filled, "")
      .with(Caveat::clamped,
            fmt::format("values cut to {} (those that are missing as its middle)",
                        own_text(question_, "bounds")));
}

}  // namespace selvage
