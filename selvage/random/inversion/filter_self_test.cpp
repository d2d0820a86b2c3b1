#include "selvage/random/inversion/filter_self_test.hpp"

#include <algorithm>
#include <cmath>

#include "selvage/random/inversion/filtered_geometric.hpp"

namespace selvage {
namespace {

// Made by test/vectors/filter_self_test.py.
constexpr std::int32_t kExpected[4096] = {
#include "selvage/random/inversion/filter_expected.inc"
};

// SplitMix64: any fixed words would do.
std::uint64_t word(std::uint64_t i) {
  std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// A value v says that -ln u is within 2^-24 of v 2^-24: candidates whose exponent is
// less by 2^-16 are accepted, and those whose exponent is more by that are refused.
bool judges_rightly(const FilterKernel& kernel,
                    const std::array<std::uint64_t, kBatch>& coins,
                    const std::int32_t* values) {
  for (const double away : {-0x1p-16, 0x1p-16}) {
    std::array<std::uint64_t, kBatch> sizes;
    for (std::size_t i = 0; i < kBatch; ++i) {
      const double exponent = std::abs(static_cast<double>(values[i])) * 0x1p-24 + away;
      sizes[i] = static_cast<std::uint64_t>(std::max(
          0.0, std::sqrt(std::max(0.0, exponent) * 0x1p44) + (away > 0 ? 1 : 0)));
    }
    std::array<std::uint64_t, kBatch / 64> accepted{}, open{};
    kernel.judge({.sizes = sizes.data(),
                  .coins = coins.data(),
                  .count = kBatch,
                  .centre = 0,
                  .half_precision = 0x1p-44,
                  .slack = 0x1p-38,
                  .accepted = accepted.data(),
                  .open = open.data()});
    for (std::size_t i = 0; i < kBatch; ++i) {
      const bool unclear = std::abs(values[i]) < 1024;  // no exponent is below
      if (unclear) continue;
      if ((open[i / 64] >> (i % 64) & 1) != 0) return false;
      if ((accepted[i / 64] >> (i % 64) & 1) != (away < 0 ? 1u : 0u)) return false;
    }
  }
  return true;
}

}  // namespace

bool passes_self_test(const FilterKernel& kernel) {
  const FilteredGeometric noise(
      FilteredGeometric::Sides::two, Rational::power_of_two(24),
      {.slack = kFilterSlack, .places = 63, .kernel = kernel});
  std::uint64_t next = 0;
  const auto words = [&] { return word(next++); };
  std::array<std::int64_t, kBatch> values;
  std::array<std::uint64_t, kBatch> batch;
  std::array<std::uint32_t, kBatch> unsure;
  for (const std::int32_t* expected = kExpected; expected != std::end(kExpected);
       expected += kBatch) {
    std::generate(batch.begin(), batch.end(), words);
    const std::size_t open = noise.decide(batch, values, unsure);
    // None of the expected values depends on more bits than 63. A kernel that leaves
    // hundreds of words open is not ours.
    if (open > 16) return false;
    for (std::size_t i = 0; i < open; ++i)
      values[unsure[i]] = noise.exact(batch[unsure[i]], [] { return 0; });
    for (std::size_t i = 0; i < kBatch; i += 128)  // the exact path on this machine
      if (noise.exact(batch[i], [] { return 0; }) != expected[i]) return false;
    if (!std::equal(values.begin(), values.end(), expected)) return false;
    if (!judges_rightly(kernel, batch, expected)) return false;
  }
  return true;
}

}  // namespace selvage
