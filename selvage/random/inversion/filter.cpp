#include "selvage/random/inversion/filter.hpp"

#include "selvage/random/inversion/filter_kernels.hpp"
#include "selvage/random/inversion/runnable_kernels.hpp"

namespace selvage {

std::span<const FilterKernel> filter_kernels() {
#if defined(__x86_64__)
  static const std::array kernels{kAvx512Filter, kAvx2Filter, kScalarFilter};
  return runnable(kernels);
#else
  static const std::array kernels{kScalarFilter};
  return kernels;
#endif
}

std::size_t run_filter(const FilterKernel& kernel, FilterBatch batch) {
  const std::size_t all = batch.count, done = all / kernel.lanes * kernel.lanes;
  batch.count = done;
  const std::size_t unsure = kernel.filter(batch);
  batch.words += done;
  batch.out += done;
  batch.unsure += unsure;
  batch.count = all - done;
  if (batch.each) {
    batch.offsets += done;
    batch.scales += done;
  }
  const std::size_t more = filter_kernels().back().filter(batch);
  for (std::size_t i = 0; i < more; ++i)
    batch.unsure[i] += static_cast<std::uint32_t>(done);
  return unsure + more;
}

}  // namespace selvage
