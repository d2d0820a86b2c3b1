// What can be drawn, and the answer that follows from it. [T131]
#include <algorithm>
#include <cassert>
#include <map>

#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostDrawn =
    (std::int64_t{1} << 62) + (std::int64_t{1} << 61);  // steps and noise
constexpr std::int64_t kMostStepsShown = std::int64_t{1} << 60;

// half_steps 2^(shift - 1), rounded down, or up.
Int128 in_codes(Int128 half_steps, int shift, bool up) {
  if (shift >= 1) return half_steps << (shift - 1);
  const Int128 parts = Int128{1} << (1 - shift);
  return up ? -floor_quotient(-half_steps, parts) : floor_quotient(half_steps, parts);
}

}  // namespace

// Two numbers of each group: the octave and the steps, or none of both.
bool TrimmedMeanMechanism::can_draw(const Drawn& drawn) const {
  const std::uint64_t groups = question_.domain.cells();
  if (!drawn.keys.empty() || drawn.cells.size() != groups || drawn.numbers.size() != 2)
    return false;
  for (const auto& numbers : drawn.numbers)
    if (numbers.size() != groups) return false;
  for (std::uint64_t g = 0; g < groups; ++g) {
    const std::int64_t octave = drawn.numbers[0][g], steps = drawn.numbers[1][g];
    const bool none = octave == kNone && steps == kNone;
    const bool known =
        0 <= octave && octave <= kMostReachOctave && -kMostDrawn <= steps &&
        steps <= kMostDrawn &&
        (octave != 0 || (grid_.lowest() <= steps && steps <= grid_.highest()));
    if (drawn.cells[g] != g || (!none && !known)) return false;
  }
  return true;
}

Estimate TrimmedMeanMechanism::estimate(std::int64_t octave, std::int64_t steps,
                                        std::int64_t bound) const {
  if (octave == 0) return {steps, steps, steps};
  if (steps < -kMostStepsShown || steps > kMostStepsShown)
    return {0, 0, 0, false, false};
  const int shift = noise_of(octave).shift - size_.reach_bits;
  const auto shown = [&](Int128 codes) {
    return static_cast<std::int64_t>(
        std::clamp<Int128>(codes, grid_.lowest(), grid_.highest()));
  };
  // Rounding to steps moves it by half of one at most.
  const Int128 middle = Int128{steps} * 2, apart = Int128{bound} * 2 + 1;
  return {shown(floor_quotient(in_codes(middle * 2, shift, false) + 1, 2)),
          shown(in_codes(middle - apart, shift, false)),
          shown(in_codes(middle + apart, shift, true))};
}

Answer TrimmedMeanMechanism::answer(const Drawn& drawn,
                                    const Rational& confidence) const {
  assert(can_draw(drawn));
  Series mean{"trimmed mean", request_.unit, {}, true};
  std::map<std::int64_t, std::int64_t> bounds;  // of the noise, by octave
  for (std::size_t g = 0; g < drawn.cells.size(); ++g) {
    const std::int64_t octave = drawn.numbers[0][g];
    if (octave == kNone) {
      mean.rows.push_back({0, 0, 0, false, false});
      continue;
    }
    const auto [found, fresh] = bounds.try_emplace(octave, 0);
    if (fresh && octave != 0)
      found->second =
          laplace_size_bound(noise_of(octave).scale, 1, Rational(1) - confidence);
    mean.rows.push_back(estimate(octave, drawn.numbers[1][g], found->second));
  }
  return {question_.domain, drawn.cells, {std::move(mean)}};
}

Quantity TrimmedMeanMechanism::quantity(const Series& number, const Rational&) const {
  return true_number(number.name, question_)
      .with(Caveat::rounded, "")
      .with(Caveat::clamped,
            fmt::format("values rounded to {} and cut to sizes up to {}",
                        request_.unit.text(), most_text()));
}

std::vector<OpenEnds> TrimmedMeanMechanism::range_ends() const {
  return {ends_of_range(grid_.lowest(), grid_.highest())};
}

}  // namespace selvage
