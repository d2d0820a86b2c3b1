// The filter of lazy inversion in single precision: two values of geometric noise from
// each random word, where floats are certain of them, and the places where they are
// not. For small scales. The same answers from every kernel. Theory: T14.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace selvage {

// The kernels are trusted to find y = c - ln u within kFloatFilterSlack +
// kFloatFilterShare y, and err by less than two thirds of that. [T14]
inline constexpr double kFloatFilterSlack = 0x1p-20;
inline constexpr double kFloatFilterShare = 0x1p-21;
inline constexpr float kFloatLn2 = 0x1.62e43p-1f;  // the nearest float

// Geometric noise as the kernels know it. What the rounded offset lacks is in the
// margins; what the kernels may err, in the margins and in the scales.
struct FloatLaw {
  float offset;
  float scale;
  float lower_scale, upper_scale;
  float lower_margin, upper_margin;
};

// Of floor((offset - ln U') scale), U' = 2^31 u. Requires 31 ln 2 <= offset <= 32 ln 2,
// 2^-62 <= scale <= 20 and slack >= kFloatFilterSlack.
FloatLaw make_float_law(double offset, double scale, double slack);

// Half i, of which a word has two, the lower first, stands for all u in [U, U+1)/2^31,
// U = half >> 1. Its value has a minus where two_sided and the half is odd.
struct FloatFilterBatch {
  const std::uint64_t* words;
  std::size_t count;  // of halves; for a kernel a multiple of its lanes
  FloatLaw law;
  bool two_sided;
  std::int64_t* out;
  std::uint32_t* unsure;  // room for `count`: where out is not certain, rising
};

struct FloatFilterKernel {
  const char* name;
  std::size_t lanes;
  std::size_t (*filter)(const FloatFilterBatch& batch);  // the number of unsure places
  // offset - 157 kFloatLn2 + 30 ln 2 - ln U of each half, within two fifths of
  // what is trusted; anything finite where U = 0.
  void (*logarithms)(const std::uint64_t* words, std::size_t count, float offset,
                     float* out);
};

// The number of unsure places of a batch of any size: what the kernel's lanes leave
// over goes through the kernel of one lane, which decides alike.
std::size_t run_float_filter(const FloatFilterKernel& kernel, FloatFilterBatch batch);

// Those that this processor can run, the fastest first; the last works everywhere.
std::span<const FloatFilterKernel> float_filter_kernels();

}  // namespace selvage
