// Sizes from two random bytes each, 64 at a time, and their joining to signed numbers.
// The same answers from every kernel. Theory: T15.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace selvage {

inline constexpr std::size_t kBlockLanes = 64;
inline constexpr std::size_t kBlockWords = 16;  // 64 first bytes, then 64 second bytes

// What the first byte of u tells: a size of six bits, and whether one threshold is left
// in its interval, whose second byte is in `seconds`, or several.
struct ByteCells {
  static constexpr std::uint8_t kSize = 0x3f, kOne = 0x40, kSeveral = 0x80;
  alignas(64) std::uint8_t cells[256];
  alignas(64) std::uint8_t seconds[256];
};

// The numbers sum_d planes[d][i] 2^shifts[d], shifts[0] = 0, where signs, if any, are
// bits of one word a block that say minus. Where refuse_minus_zero these lanes are left
// out, and the numbers move up; then the places of a block behind the last one may be
// written.
struct ByteJoin {
  static constexpr std::size_t kMostPlanes = 8;
  static constexpr std::int64_t kMostSize = 127;  // that is a byte with a sign
  const std::uint8_t* planes[kMostPlanes];
  unsigned shifts[kMostPlanes];
  std::size_t plane_count;
  const std::uint64_t* signs;  // or null
  bool refuse_minus_zero;
  std::size_t blocks;
  std::int64_t* out;
};

struct ByteKernel {
  const char* name;
  // The number of lanes that are unsure, which are listed, rising. Bytes are taken from
  // words with the least first. Requires room for two more lanes than there are.
  std::size_t (*look_up)(const ByteCells& cells, const std::uint64_t* words,
                         std::size_t blocks, std::uint8_t* sizes,
                         std::uint32_t* unsure);
  // The number of numbers.
  std::size_t (*join)(const ByteJoin& batch);
};

// Those that this processor can run, the fastest first; the last works everywhere.
std::span<const ByteKernel> byte_kernels();

extern const ByteKernel kPlainBytes, kAvx512Bytes;

}  // namespace selvage
