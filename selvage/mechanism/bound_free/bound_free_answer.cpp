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
// Larger counts, and sums of codes that are their own places, are shown as this.
constexpr Int128 kMostShown = Int128{1} << 62;
const Rational kMostCodes = Rational::power_of_two(62);

std::int64_t within(Int128 x) {
  return static_cast<std::int64_t>(std::clamp(x, -kMostShown, kMostShown));
}

Int128 ceil_quotient(Int128 a, Int128 b) { return -floor_quotient(-a, b); }
Int128 positive(Int128 x) { return std::max<Int128>(x, 0); }

// Below 2^64 in size.
Rational whole(Int128 x) {
  const auto size = static_cast<std::uint64_t>(x < 0 ? -x : x);
  return x < 0 ? -Rational::from_uint64(size) : Rational::from_uint64(size);
}

std::int64_t within(const Rational& code) {
  return std::clamp(code, -kMostCodes, kMostCodes).to_int64().value();
}

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

Estimate BoundFreeMechanism::as_shown(const Rational& value, const Rational& lower,
                                      const Rational& upper) const {
  const CodeScale scale = this->scale();
  if (!scale.is_linear()) {
    const CodeScale longer = Series{.name = {}, .places = request_.unit.number}.scale();
    return {longer.nearest(value), longer.below(lower), longer.above(upper)};
  }
  return {within((value + Rational(1, 2)).floor()), within(lower.floor()),
          within(upper.ceil())};
}

// With A above the lower end and B below the upper one, both in steps, the mean is
// A / (A + B) of the way from the lower to the upper end. Each of them is within its
// bound with half of the risk.
BoundFreeMechanism::MeanRow BoundFreeMechanism::mean_row(
    std::int64_t centre, std::int64_t j, std::int64_t above, std::int64_t below,
    const NoiseBounds& noise) const {
  const Int128 width = Int128{1} << width_bits(j);
  const Int128 all = Int128{above} + below;
  const Int128 count = floor_quotient(all * 2 + width, width * 2);
  MeanRow row{
      {0, 0, 0, false},
      {within(count),
       within(positive(std::min(count, ceil_quotient(all - noise.of_both, width)))),
       within(positive(std::max(count, floor_quotient(all + noise.of_both, width))))}};
  if (all < Int128{least_count()} * width) return row;

  const Rational range = Rational::power_of_two(static_cast<long>(j) + 1);
  const Rational low = scale().value(centre) - range / 2;
  const Int128 bound = noise.of_one;
  const Rational value = range * whole(std::clamp<Int128>(above, 0, all)) / whole(all);
  // Rounding moves a row by half a step at most.
  const Rational rounding =
      shift(j) == 0 ? Rational(0) : Rational::power_of_two(shift(j) - 1);
  const Int128 least = positive(above - bound), most = positive(above + bound);
  const Int128 rest_most = positive(below + bound),
               rest_least = positive(below - bound);
  const Rational lower =
      least == 0 ? Rational(0)
                 : range * whole(least) / whole(least + rest_most) - rounding;
  const Rational upper =
      rest_least == 0 ? range
                      : range * whole(most) / whole(most + rest_least) + rounding;
  row.mean = as_shown(low + value, low + std::clamp(lower, Rational(0), value),
                      low + std::clamp(upper, value, range));
  // Neither end is on the other side of the value, which was rounded too.
  row.mean.lower = std::min(row.mean.lower, row.mean.value);
  row.mean.upper = std::max(row.mean.upper, row.mean.value);
  // No moment lies outside its years, and so no mean of moments.
  if (request_.unit.moments)
    for (std::int64_t* code : {&row.mean.value, &row.mean.lower, &row.mean.upper})
      *code = std::clamp(*code, grid_.lowest(), grid_.highest());
  return row;
}

Estimate BoundFreeMechanism::sum_row(std::int64_t j, std::int64_t sum,
                                     const NoiseBounds& noise) const {
  const Rational step = Rational::power_of_two(shift(j));
  return as_shown(step * sum, step * (Rational(sum) - noise.of_one),
                  step * (Rational(sum) + noise.of_one));
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
  const CodeScale scale = this->scale();
  return (scale.value(mean.upper) - scale.value(mean.value)) / radius;
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
  const ColumnUnit& unit = request_.unit;
  Series radius = unit.difference("radius", is_mean());
  const auto radius_of = [&](std::int64_t j) {
    const Rational size = Rational::power_of_two(static_cast<long>(j));
    return as_shown(size, size, size).value;
  };
  if (!is_mean()) {
    Series sum = unit.series("sum", false);
    for (std::size_t group = 0; group < groups(); ++group) {
      const std::int64_t j = drawn.numbers[0][group];
      sum.rows.push_back(sum_row(j, drawn.numbers[1][group], noise(j)));
      radius.rows.push_back(without_interval(radius_of(j)));
    }
    answer.numbers = {std::move(sum), std::move(radius)};
    return answer;
  }
  Series mean = unit.series("mean", true), count{"count", 1};
  Series centre = unit.series("centre", true);
  for (std::size_t group = 0; group < groups(); ++group) {
    const std::int64_t middle = drawn.numbers[0][group], j = drawn.numbers[1][group];
    const MeanRow row =
        mean_row(middle, j, drawn.numbers[2][group], drawn.numbers[3][group], noise(j));
    mean.rows.push_back(row.mean);
    count.rows.push_back(row.count);
    for (const auto& [series, value] :
         {std::pair(&centre, middle), std::pair(&radius, radius_of(j))}) {
      series->rows.push_back(without_interval(row.mean.known ? value : 0));
      series->rows.back().known = row.mean.known;
    }
  }
  answer.numbers = {std::move(mean), std::move(count), std::move(centre),
                    std::move(radius)};
  return answer;
}

// All values beyond the codes lie beyond the radius, or count as the last code.
Quantity BoundFreeMechanism::quantity(const Series& number, const Rational&) const {
  if (number.name == "count") return count_of_numbers(question_);
  if (number.name != "mean" && number.name != "sum") return {};
  return true_number(number.name, question_)
      .with(Caveat::rounded, "")
      .with(Caveat::radius,
            cut_values(request_.unit) +
                ", those beyond the radius or the range counted as its ends");
}

}  // namespace selvage
