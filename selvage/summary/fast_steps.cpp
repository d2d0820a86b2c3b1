#include "selvage/summary/fast_steps.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "selvage/base/every_width.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kUndecided = std::numeric_limits<std::int64_t>::min();
constexpr double kLargestProduct = 0x1p51;
constexpr double kError = 0x1p-51, kTiny = 0x1p-60;
// A sum with it is a whole number, the nearest one, in the last bits of the double.
constexpr double kRounds = 0x1.8p52;
constexpr auto kRoundsBits = std::bit_cast<std::int64_t>(kRounds);

struct Product {
  double in_one;           // steps
  double lowest, highest;  // what is between is decided

  // A product is off by 2^-53 of itself at most; its difference from the nearest whole
  // number is exact.
  std::int64_t steps(double value) const {
    const double product = value * in_one;
    const double sum = product + kRounds;
    const double rest = std::abs(product - (sum - kRounds));
    const bool decided = (product >= lowest) & (product <= highest) &
                         (rest < 0.5 - (std::abs(product) * kError + kTiny));
    return decided ? std::bit_cast<std::int64_t>(sum) - kRoundsBits : kUndecided;
  }
};

// Whether any value is undecided. The compiler makes vectors of loops of known length.
SELVAGE_EVERY_WIDTH
bool round_products(const double* values, std::size_t count, const Product& by,
                    std::int64_t* steps) {
  constexpr std::size_t kTogether = 64;
  const Product product = by;
  std::int64_t undecided = 0;
  std::size_t i = 0;
  for (; i + kTogether <= count; i += kTogether)
    for (std::size_t j = i; j < i + kTogether; ++j) {
      steps[j] = product.steps(values[j]);
      undecided |= steps[j] == kUndecided;
    }
  for (; i < count; ++i) {
    steps[i] = product.steps(values[i]);
    undecided |= steps[i] == kUndecided;
  }
  return undecided != 0;
}

}  // namespace

FastSteps::FastSteps(const Grid& grid) : grid_(grid) {
  const Rational in_one = Rational(1) / grid.step();
  if (grid.scale() || !in_one.is_integer() || in_one >= Rational::power_of_two(53))
    return;
  in_one_ = in_one.to_int64().value();
  lowest_ = std::max(static_cast<double>(grid.lowest()), -kLargestProduct);
  highest_ = std::min(static_cast<double>(grid.highest()), kLargestProduct);
  least_ = Rational(grid.lowest(), in_one_).ceil().to_int64().value();
  most_ = Rational(grid.highest(), in_one_).floor().to_int64().value();
}

void FastSteps::put(std::span<const double> values, std::span<std::int64_t> steps,
                    std::span<std::uint8_t> counted) const {
  assert(steps.size() == values.size() && counted.size() == values.size());
  if (in_one_ == 0)
    std::fill(steps.begin(), steps.end(), kUndecided);
  else if (!round_products(values.data(), values.size(),
                           {static_cast<double>(in_one_), lowest_, highest_},
                           steps.data()))
    return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (steps[i] != kUndecided) continue;
    const auto exact = grid_.steps(values[i]);
    if (!exact) counted[i] = 0;
    steps[i] = exact.value_or(0);
  }
}

void FastSteps::put(std::span<const std::int64_t> values,
                    std::span<std::int64_t> steps) const {
  assert(steps.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t value = values[i];
    steps[i] = in_one_ != 0 && least_ <= value && value <= most_ ? value * in_one_
                                                                 : grid_.steps(value);
  }
}

}  // namespace selvage
