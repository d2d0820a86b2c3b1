// What can be drawn, and the answer that follows from it. [T109, T110]
#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/bound_free/bound_free.hpp"

namespace selvage {
namespace {

// A sum with noise; see kMostSum and kMaxNoise.
constexpr Int128 kMostNoisy = (Int128{1} << 62) + (Int128{1} << 61);
// Larger sums are shown as this many units.
constexpr Int128 kMostShown = Int128{1} << 62;

std::int64_t within(Int128 x) {
  return static_cast<std::int64_t>(std::clamp(x, -kMostShown, kMostShown));
}

Int128 ceil_quotient(Int128 a, Int128 b) { return -floor_quotient(-a, b); }
Int128 positive(Int128 x) { return std::max<Int128>(x, 0); }

}  // namespace

bool BoundFreeMechanism::can_draw(const Drawn& drawn) const {
  std::vector<std::uint64_t> cells(groups());
  std::iota(cells.begin(), cells.end(), 0);
  if (drawn.cells != cells || !drawn.keys.empty() ||
      drawn.numbers.size() != (is_mean() ? 4 : 2))
    return false;
  std::size_t number = 0;
  const auto all = [&](Int128 least, Int128 most) {
    const auto& values = drawn.numbers[number++];
    return values.size() == groups() &&
           std::all_of(values.begin(), values.end(), [&](std::int64_t value) {
             return least <= value && value <= most;
           });
  };
  if (is_mean() && !all(grid_.lowest(), grid_.highest())) return false;
  if (!all(0, octaves() - 1) || !all(-kMostNoisy, kMostNoisy)) return false;
  return !is_mean() || all(-kMostNoisy, kMostNoisy);
}

// With A above the lower end and B below the upper one, both in steps, the mean is
// A / (A + B) of the way from the lower to the upper end. Each of them is within its
// bound with half of the risk.
BoundFreeMechanism::MeanRow BoundFreeMechanism::mean_row(
    std::int64_t centre, std::int64_t j, std::int64_t above, std::int64_t below,
    const NoiseBounds& noise) const {
  const Int128 width = Int128{1} << width_bits(j), range = Int128{2} << j;
  const Int128 low = Int128{centre} - (Int128{1} << j);
  const Int128 all = Int128{above} + below;

  const Int128 count = floor_quotient(all * 2 + width, width * 2);
  MeanRow row{
      {0, 0, 0, false},
      {within(count),
       within(positive(std::min(count, ceil_quotient(all - noise.of_both, width)))),
       within(positive(std::max(count, floor_quotient(all + noise.of_both, width))))}};
  if (all < Int128{least_count()} * width) return row;

  const Int128 bound = noise.of_one;
  const Int128 part = std::clamp<Int128>(above, 0, all);
  const Int128 value = floor_quotient(range * part * 2 + all, all * 2);
  // Rounding moves a row by half a step at most.
  const Int128 rounding = shift(j) == 0 ? 0 : Int128{1} << (shift(j) - 1);
  const Int128 least = positive(above - bound), most = positive(above + bound);
  const Int128 rest_most = positive(below + bound),
               rest_least = positive(below - bound);
  const Int128 lower =
      least == 0 ? 0 : floor_quotient(range * least, least + rest_most) - rounding;
  const Int128 upper = rest_least == 0
                           ? range
                           : ceil_quotient(range * most, most + rest_least) + rounding;
  const auto shown = [&](Int128 above_low) {
    const std::int64_t code = within(low + above_low);
    // No moment lies outside its years, and so no mean of moments.
    return request_.unit.moments ? std::clamp(code, grid_.lowest(), grid_.highest())
                                 : code;
  };
  row.mean = {shown(value), shown(std::clamp<Int128>(lower, 0, value)),
              shown(std::clamp<Int128>(upper, value, range))};
  return row;
}

Estimate BoundFreeMechanism::sum_row(std::int64_t j, std::int64_t sum,
                                     const NoiseBounds& noise) const {
  const Int128 step = Int128{1} << shift(j), bound = noise.of_one;
  return {within(sum * step), within((sum - bound) * step),
          within((sum + bound) * step)};
}

BoundFreeMechanism::NoiseBounds BoundFreeMechanism::noise_bounds(
    std::int64_t j, const Rational& confidence) const {
  const Rational risk = Rational(1) - confidence;
  return {laplace_size_bound(noise_scale(j), 1, is_mean() ? risk / 2 : risk),
          laplace_size_bound(noise_scale(j), 2, risk)};
}

// With the finest steps that a sum has beside its radius: coarser ones are those of
// small numbers of codes. At the centre the interval of a mean is the longest.
std::optional<Rational> BoundFreeMechanism::error_in_radii(
    std::int64_t rows, const Rational& confidence) const {
  const std::int64_t j = 2 * std::int64_t{size_.width_bits};
  const NoiseBounds noise = noise_bounds(j, confidence);
  const Rational radius = Rational::power_of_two(static_cast<int>(j));
  if (!is_mean()) return Rational(noise.of_one) / Rational::power_of_two(width_bits(j));
  constexpr std::int64_t kMostRows = std::int64_t{1} << 40;
  const std::int64_t half = std::min(rows, kMostRows) << (width_bits(j) - 1);
  const Estimate mean = mean_row(0, j, half, half, noise).mean;
  if (!mean.known) return std::nullopt;
  return Rational(mean.upper - mean.value) / radius;
}

Answer BoundFreeMechanism::answer(const Drawn& drawn,
                                  const Rational& confidence) const {
  assert(can_draw(drawn));
  std::map<int, NoiseBounds> known;  // by the width
  const auto noise = [&](std::int64_t j) -> const NoiseBounds& {
    const auto [found, fresh] = known.try_emplace(width_bits(j));
    if (fresh) found->second = noise_bounds(j, confidence);
    return found->second;
  };
  Answer answer{question_.domain, drawn.cells, {}};
  const Rational& unit = request_.unit.number;
  const auto& moments = request_.unit.moments;
  Series radius{
      moments ? "radius in " + moments->plural() : "radius", unit, {}, is_mean()};
  if (!is_mean()) {
    Series sum{"sum", unit};
    for (std::size_t group = 0; group < groups(); ++group) {
      const std::int64_t j = drawn.numbers[0][group];
      sum.rows.push_back(sum_row(j, drawn.numbers[1][group], noise(j)));
      radius.rows.push_back(without_interval(std::int64_t{1} << j));
    }
    answer.numbers = {std::move(sum), std::move(radius)};
    return answer;
  }
  Series mean{"mean", unit, {}, true}, count{"count", 1};
  Series centre{"centre", unit, {}, true};
  mean.moments = centre.moments = moments;
  for (std::size_t group = 0; group < groups(); ++group) {
    const std::int64_t middle = drawn.numbers[0][group], j = drawn.numbers[1][group];
    const MeanRow row =
        mean_row(middle, j, drawn.numbers[2][group], drawn.numbers[3][group], noise(j));
    mean.rows.push_back(row.mean);
    count.rows.push_back(row.count);
    for (const auto& [series, value] :
         {std::pair(&centre, middle), std::pair(&radius, std::int64_t{1} << j)}) {
      series->rows.push_back(without_interval(row.mean.known ? value : 0));
      series->rows.back().known = row.mean.known;
    }
  }
  answer.numbers = {std::move(mean), std::move(count), std::move(centre),
                    std::move(radius)};
  return answer;
}

}  // namespace selvage
