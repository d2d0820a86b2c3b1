// Which kernels this processor can run, of a list that begins with the widest lanes.
#pragma once
#include <array>
#include <span>

namespace selvage {

// Of kernels for AVX-512 (F and DQ), for AVX2 with FMA, and for every machine.
template <class Kernel>
std::span<const Kernel> runnable(const std::array<Kernel, 3>& widest_first) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    return widest_first;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return std::span(widest_first).template subspan<1>();
#endif
  return std::span(widest_first).template subspan<2>();
}

}  // namespace selvage
