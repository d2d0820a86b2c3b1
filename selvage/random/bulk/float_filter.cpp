#include "selvage/random/bulk/float_filter.hpp"

#include <array>
#include <cassert>

#include "selvage/random/bulk/float_filter_kernels.hpp"
#include "selvage/random/inversion/runnable_kernels.hpp"

namespace selvage {
namespace {

constexpr double kDoubleLn2 = 0x1.62e42fefa39efp-1;

}  // namespace

FloatLaw make_float_law(double offset, double scale, double slack) {
  assert(21 < offset && offset < 23 && slack >= kFloatFilterSlack);
  assert(0x1p-62 <= scale && scale <= 20);
  // The kernels subtract kFloatLn2 not x times but 127 + x, U' = 2^x (1+f). This makes
  // up for it, exactly at x = 30, where half of u lies. [T14]
  const double whole =
      offset - 30 * kDoubleLn2 + (127 + 30) * static_cast<double>(kFloatLn2);
  const auto rounded = static_cast<float>(whole);
  const double lacking = whole - static_cast<double>(rounded);
  return {.offset = rounded,
          .scale = static_cast<float>(scale),
          .lower_scale = static_cast<float>(scale * (1 - kFloatFilterShare)),
          .upper_scale = static_cast<float>(scale * (1 + kFloatFilterShare)),
          .lower_margin = static_cast<float>(scale * (slack - lacking)),
          .upper_margin = static_cast<float>(scale * (slack + lacking))};
}

std::size_t run_float_filter(const FloatFilterKernel& kernel, FloatFilterBatch batch) {
  const std::size_t all = batch.count, done = all / kernel.lanes * kernel.lanes;
  batch.count = done;
  const std::size_t unsure = kernel.filter(batch);
  // Lanes come one by one or in an even number, so what is left begins a word.
  batch.words += done / 2;
  batch.out += done;
  batch.unsure += unsure;
  batch.count = all - done;
  const std::size_t more = float_filter_kernels().back().filter(batch);
  for (std::size_t i = 0; i < more; ++i)
    batch.unsure[i] += static_cast<std::uint32_t>(done);
  return unsure + more;
}

std::span<const FloatFilterKernel> float_filter_kernels() {
#if defined(__x86_64__)
  static const std::array kernels{kAvx512FloatFilter, kAvx2FloatFilter,
                                  kScalarFloatFilter};
  return runnable(kernels);
#else
  static const std::array kernels{kScalarFloatFilter};
  return kernels;
#endif
}

}  // namespace selvage
