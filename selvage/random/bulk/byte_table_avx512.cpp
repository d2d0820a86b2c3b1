#include <immintrin.h>

#include "selvage/random/bulk/byte_table_kernel.hpp"

namespace selvage {
namespace {

// 256 bytes in four registers, looked up by 64 indices at once.
struct Table {
  __m512i quarter[4];

  explicit Table(const std::uint8_t* bytes) {
    for (int i = 0; i < 4; ++i) quarter[i] = _mm512_load_si512(bytes + 64 * i);
  }
  __m512i operator()(__m512i index, __mmask64 upper) const {
    const __m512i low = _mm512_permutex2var_epi8(quarter[0], index, quarter[1]);
    const __m512i high = _mm512_permutex2var_epi8(quarter[2], index, quarter[3]);
    return _mm512_mask_blend_epi8(upper, low, high);
  }
};

std::size_t look_up(const ByteCells& cells, const std::uint64_t* words,
                    std::size_t blocks, std::uint8_t* sizes, std::uint32_t* unsure) {
  const Table cell_of(cells.cells), bound_of(cells.seconds);
  const __m512i size_bits = _mm512_set1_epi8(ByteCells::kSize);
  const __m512i one_bit = _mm512_set1_epi8(ByteCells::kOne);
  std::size_t count = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    const __m512i first = _mm512_loadu_si512(words + kBlockWords * block);
    const __m512i second =
        _mm512_loadu_si512(words + kBlockWords * block + kBlockWords / 2);
    const __mmask64 upper = _mm512_movepi8_mask(first);
    const __m512i cell = cell_of(first, upper), bound = bound_of(first, upper);
    const __mmask64 one = _mm512_test_epi8_mask(cell, one_bit);
    const __mmask64 below = _mm512_mask_cmplt_epu8_mask(one, second, bound);
    const __m512i size = _mm512_and_si512(cell, size_bits);
    _mm512_storeu_si512(sizes + kBlockLanes * block,
                        _mm512_mask_sub_epi8(size, below, size, _mm512_set1_epi8(-1)));
    // kSeveral is the sign of a byte.
    std::uint64_t open =
        _mm512_mask_cmpeq_epu8_mask(one, second, bound) | _mm512_movepi8_mask(cell);
    // One or two open lanes are listed without a branch that could be mispredicted.
    const auto lane = static_cast<std::uint32_t>(kBlockLanes * block);
    const auto list = [&] {
      unsure[count] = lane + static_cast<std::uint32_t>(_tzcnt_u64(open));
      count += open != 0;
      open &= open - 1;
    };
    list();
    list();
    while (open != 0) [[unlikely]] list();
  }
  return count;
}

// Lanes of one block, from which those that are refused have been taken.
template <bool refuse>
struct Kept {
  std::uint64_t signs;
  std::size_t count = kBlockLanes;
  __mmask64 lanes = ~__mmask64{0};

  Kept(const ByteJoin& join, std::size_t block)
      : signs(join.signs != nullptr ? join.signs[block] : 0) {
    if constexpr (!refuse) return;
    __m512i any = _mm512_setzero_si512();
    for (std::size_t d = 0; d < join.plane_count; ++d)
      any = _mm512_or_si512(any,
                            _mm512_loadu_si512(join.planes[d] + kBlockLanes * block));
    lanes = ~(_mm512_testn_epi8_mask(any, any) & signs);
    signs = _pext_u64(signs, lanes);
    count = static_cast<std::size_t>(_mm_popcnt_u64(lanes));
  }
  __m512i operator()(const std::uint8_t* bytes) const {
    const __m512i all = _mm512_loadu_si512(bytes);
    return refuse ? _mm512_maskz_compress_epi8(lanes, all) : all;
  }
};

// One plane: bytes take the sign, because sizes are at most 127.
template <bool refuse>
std::size_t join_one(const ByteJoin& join) {
  const std::uint8_t* plane = join.planes[0];
  std::int64_t* out = join.out;
  alignas(64) std::uint8_t bytes[kBlockLanes];
  for (std::size_t block = 0; block < join.blocks; ++block, plane += kBlockLanes) {
    const Kept<refuse> kept(join, block);
    const __m512i size = kept(plane);
    _mm512_store_si512(
        bytes, _mm512_mask_sub_epi8(size, kept.signs, _mm512_setzero_si512(), size));
#pragma GCC unroll 8
    for (std::size_t lane = 0; lane < kBlockLanes; lane += 8)
      _mm512_storeu_si512(out + lane,
                          _mm512_cvtepi8_epi64(_mm_loadl_epi64(
                              reinterpret_cast<const __m128i*>(bytes + lane))));
    out += kept.count;
  }
  return static_cast<std::size_t>(out - join.out);
}

// Two planes: numbers of 16 bits take the sign. Requires a shift of at most 6, so that
// they are at most 127 (1 + 2^6).
template <bool refuse>
std::size_t join_two(const ByteJoin& join) {
  const std::uint8_t *low = join.planes[0], *high = join.planes[1];
  const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(join.shifts[1]));
  std::int64_t* out = join.out;
  alignas(64) std::int16_t numbers[kBlockLanes];
  for (std::size_t block = 0; block < join.blocks;
       ++block, low += kBlockLanes, high += kBlockLanes) {
    const Kept<refuse> kept(join, block);
    const __m512i lows = kept(low), highs = kept(high);
    const auto store_half = [&](__m256i half_low, __m256i half_high,
                                std::uint64_t signs, std::int16_t* to) {
      const __m512i size =
          _mm512_add_epi16(_mm512_cvtepu8_epi16(half_low),
                           _mm512_sll_epi16(_mm512_cvtepu8_epi16(half_high), shift));
      _mm512_store_si512(to, _mm512_mask_sub_epi16(size, static_cast<__mmask32>(signs),
                                                   _mm512_setzero_si512(), size));
    };
    store_half(_mm512_castsi512_si256(lows), _mm512_castsi512_si256(highs), kept.signs,
               numbers);
    store_half(_mm512_extracti64x4_epi64(lows, 1), _mm512_extracti64x4_epi64(highs, 1),
               kept.signs >> 32, numbers + 32);
#pragma GCC unroll 8
    for (std::size_t lane = 0; lane < kBlockLanes; lane += 8)
      _mm512_storeu_si512(out + lane,
                          _mm512_cvtepi16_epi64(_mm_load_si128(
                              reinterpret_cast<const __m128i*>(numbers + lane))));
    out += kept.count;
  }
  return static_cast<std::size_t>(out - join.out);
}

template <bool refuse>
std::size_t join_many(const ByteJoin& join) {
  __m128i shifts[ByteJoin::kMostPlanes];
  for (std::size_t d = 0; d < join.plane_count; ++d)
    shifts[d] = _mm_cvtsi32_si128(static_cast<int>(join.shifts[d]));
  std::int64_t* out = join.out;
  alignas(64) std::uint8_t bytes[ByteJoin::kMostPlanes][kBlockLanes];
  for (std::size_t block = 0; block < join.blocks; ++block) {
    const Kept<refuse> kept(join, block);
    for (std::size_t d = 0; d < join.plane_count; ++d)
      _mm512_store_si512(bytes[d], kept(join.planes[d] + kBlockLanes * block));
    for (std::size_t lane = 0; lane < kBlockLanes; lane += 8) {
      __m512i size = _mm512_setzero_si512();
      for (std::size_t d = 0; d < join.plane_count; ++d) {
        const __m512i digit = _mm512_cvtepu8_epi64(
            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes[d] + lane)));
        size = _mm512_add_epi64(size, _mm512_sll_epi64(digit, shifts[d]));
      }
      const auto minus = static_cast<__mmask8>(kept.signs >> lane);
      _mm512_storeu_si512(
          out + lane, _mm512_mask_sub_epi64(size, minus, _mm512_setzero_si512(), size));
    }
    out += kept.count;
  }
  return static_cast<std::size_t>(out - join.out);
}

template <bool refuse>
std::size_t join_planes(const ByteJoin& join) {
  if (join.plane_count == 1) return join_one<refuse>(join);
  return join.plane_count == 2 && join.shifts[1] <= 6 ? join_two<refuse>(join)
                                                      : join_many<refuse>(join);
}

std::size_t join(const ByteJoin& batch) {
  const ByteJoin copy = batch;  // which the numbers written cannot change
  return copy.refuse_minus_zero ? join_planes<true>(copy) : join_planes<false>(copy);
}

}  // namespace

constinit const ByteKernel kAvx512Bytes{"AVX-512", look_up, join};

}  // namespace selvage
