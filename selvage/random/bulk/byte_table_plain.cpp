#include "selvage/random/bulk/byte_table_kernel.hpp"

namespace selvage {
namespace {

std::size_t look_up(const ByteCells& cells, const std::uint64_t* words,
                    std::size_t blocks, std::uint8_t* sizes, std::uint32_t* unsure) {
  std::size_t count = 0;
  std::uint32_t lane = 0;
  for (std::size_t block = 0; block < blocks; ++block, words += kBlockWords)
    for (std::size_t word = 0; word < kBlockWords / 2; ++word) {
      std::uint64_t firsts = words[word], seconds = words[word + kBlockWords / 2];
      for (int byte = 0; byte < 8; ++byte, firsts >>= 8, seconds >>= 8, ++lane) {
        const unsigned first = firsts & 255, second = seconds & 255;
        const unsigned cell = cells.cells[first], bound = cells.seconds[first];
        const unsigned one = cell / ByteCells::kOne & 1;
        const unsigned below = second < bound ? one : 0;
        const unsigned equal = second == bound ? one : 0;
        sizes[lane] = static_cast<std::uint8_t>((cell & ByteCells::kSize) + below);
        unsure[count] = lane;
        count += equal | cell / ByteCells::kSeveral;
      }
    }
  return count;
}

// Written for planes of a number that is known when this is compiled, or 0.
template <std::size_t planes>
std::size_t join_planes(const ByteJoin& batch) {
  const ByteJoin join = batch;  // which the numbers written cannot change
  const std::size_t plane_count = planes == 0 ? join.plane_count : planes;
  const unsigned refuse = join.refuse_minus_zero ? 1 : 0;
  std::size_t count = 0, lane = 0;
  for (std::size_t block = 0; block < join.blocks; ++block) {
    std::uint64_t signs = join.signs != nullptr ? join.signs[block] : 0;
    for (std::size_t i = 0; i < kBlockLanes; ++i, ++lane, signs >>= 1) {
      std::int64_t size = join.planes[0][lane];
      for (std::size_t d = 1; d < plane_count; ++d)
        size += static_cast<std::int64_t>(join.planes[d][lane]) << join.shifts[d];
      const unsigned sign = signs & 1;
      const auto minus = -static_cast<std::int64_t>(sign);
      join.out[count] = (size ^ minus) - minus;
      count += 1 - (refuse & sign & (size == 0 ? 1u : 0u));
    }
  }
  return count;
}

std::size_t join(const ByteJoin& batch) {
  return batch.plane_count == 1   ? join_planes<1>(batch)
         : batch.plane_count == 2 ? join_planes<2>(batch)
                                  : join_planes<0>(batch);
}

}  // namespace

constinit const ByteKernel kPlainBytes{"plain", look_up, join};

}  // namespace selvage
