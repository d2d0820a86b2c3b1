// The filter of lazy inversion: from random words to values of geometric noise, where
// floating point is certain of them, and the places where it is not. The same answers
// from every kernel. Theory: T12.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace selvage {

// Twice 2^-41: seven times the proven error of the logarithm. [T12]
inline constexpr double kFilterSlack = 0x1p-40;

// Word i stands for all u in [U, U+1)/2^63, U = words[i] >> 1. Its value is
// floor((offset - ln U') scale) at U' = 2^63 u, with minus where two_sided and the word
// is odd. Requires 2^-62 <= scale <= 2^30 and slack >= kFilterSlack.
struct FilterBatch {
  const std::uint64_t* words;
  std::size_t count;  // for a kernel a multiple of its lanes
  const double* offsets;
  const double* scales;
  bool each;  // offsets and scales for each word; otherwise the first is for all
  bool two_sided;
  double slack;
  std::int64_t* out;
  std::uint32_t* unsure;  // room for `count`: where out is not certain, rising
};

// Candidates of Gaussian noise and their coins: size i is accepted if u < exp(-x),
// x = (sizes[i] - centre)^2 half_precision, for all u that begin with coins[i] >> 1, as
// above. Bit i of `accepted` is set where this is certain, and bit i of `open` where
// neither it nor its contrary is. [T16]
struct JudgeBatch {
  const std::uint64_t* sizes;  // below 2^51
  const std::uint64_t* coins;
  std::size_t count;  // for a kernel a multiple of its lanes
  double centre, half_precision, slack;
  std::uint64_t* accepted;  // zeros, as many as hold `count` bits
  std::uint64_t* open;
};

struct FilterKernel {
  const char* name;
  std::size_t lanes;
  std::size_t (*filter)(const FilterBatch& batch);  // the number of unsure places
  void (*judge)(const JudgeBatch& batch);
  // For the tests: offset - ln U of each word, within 2^-43; anything finite where U =
  // 0.
  void (*logarithms)(const std::uint64_t* words, std::size_t count, double offset,
                     double* out);
};

// The number of unsure places of a batch of any size: what the kernel's lanes leave
// over goes through the kernel of one lane, which decides alike.
std::size_t run_filter(const FilterKernel& kernel, FilterBatch batch);

// Those that this processor can run, the fastest first; the last works everywhere.
std::span<const FilterKernel> filter_kernels();

}  // namespace selvage
