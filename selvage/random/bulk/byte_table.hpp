// The sampler of short noise: two random bytes a draw and a bit for the sign, 64 draws
// at a time. Two bytes that leave the size open are prolonged by 48 bits, and those by
// as many as are needed. Its time depends on how many are open, one in 250 to one in
// 36, hence on what it draws. Theory: T15.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "selvage/random/bulk/byte_table_kernel.hpp"
#include "selvage/random/bulk/threshold_table.hpp"

namespace selvage {

class ByteTable {
 public:
  static constexpr std::size_t kBatchBlocks = 64;
  static constexpr std::size_t kBatchLanes = kBatchBlocks * kBlockLanes;

  // Whether at most 63 thresholds are at least 2^-8.
  static bool fits(const ThresholdLaw& law);
  // Refuses laws that do not fit. Places of the thresholds, and the kernel, are for the
  // tests: fewer places send more draws to the exact path, and change nothing else.
  // Requires 16 <= places <= 64.
  static Result<ByteTable> make(const ThresholdLaw& law, unsigned places = 64,
                                const ByteKernel& kernel = byte_kernels()[0]);
  const ThresholdLaw& law() const { return table_.law(); }
  const ByteCells& cells() const { return cells_; }
  const ByteKernel& kernel() const { return kernel_; }

  // `Words` is a stream of fair words. See word_batches.hpp.
  template <class Words>
  void draw(std::span<std::int64_t> out, Words& words) const {
    Scratch scratch;
    alignas(64) std::array<std::uint8_t, kBatchLanes> sizes;
    std::array<std::int64_t, kBlockLanes> rest;
    const std::size_t wiped = std::min(out.size() + kBlockLanes, kBatchLanes);
    while (!out.empty()) {
      // A block that is not needed as a whole is drawn as a whole.
      const bool short_of_block = out.size() < kBlockLanes;
      const std::size_t blocks =
          short_of_block ? 1 : std::min(out.size() / kBlockLanes, kBatchBlocks);
      draw_sizes(blocks, sizes.data(), scratch, words);
      if (law().symmetric()) fill_words(words, std::span(scratch.signs).first(blocks));
      std::int64_t* const to = short_of_block ? rest.data() : out.data();
      join({{sizes.data()}, {0}, 1, signs(scratch), false, blocks, to}, scratch);
      const std::size_t count = std::min(out.size(), blocks * kBlockLanes);
      if (short_of_block) std::copy_n(rest.begin(), count, out.begin());
      out = out.subspan(count);
    }
    explicit_bzero(sizes.data(), wiped);
    explicit_bzero(rest.data(), sizeof rest);
    scratch.wipe(wiped);
  }

  // For those that join sizes of several tables.
  struct Scratch {
    struct Large {
      std::uint32_t lane;
      std::int64_t size;
    };
    alignas(64) std::array<std::uint64_t, kBatchBlocks * kBlockWords> words;
    std::array<std::uint64_t, kBatchBlocks> signs;
    std::array<std::uint32_t, kBatchLanes + 2> unsure;
    std::size_t most_unsure = 0;
    std::vector<Large> large;  // sizes above ByteJoin::kMostSize; their byte is 0

    void wipe(std::size_t lanes);
    void forget_large();
  };
  // Sizes for whole blocks, at most kBatchBlocks of them.
  template <class Words>
  void draw_sizes(std::size_t blocks, std::uint8_t* sizes, Scratch& scratch,
                  Words& words) const {
    fill_words(words, std::span(scratch.words).first(blocks * kBlockWords));
    const std::size_t count = kernel_.look_up(cells_, scratch.words.data(), blocks,
                                              sizes, scratch.unsure.data());
    std::array<std::uint64_t, 32> more;
    scratch.most_unsure = std::max(scratch.most_unsure, count);
    scratch.forget_large();
    for (std::size_t i = 0; i < count; i += more.size()) {
      const std::size_t part = std::min(count - i, more.size());
      fill_words(words, std::span(more).first(part));
      for (std::size_t j = 0; j < part; ++j) {
        const std::uint32_t lane = scratch.unsure[i + j];
        const std::int64_t size =
            prolong(first_bytes(scratch.words.data(), lane), more[j], words);
        const bool short_enough = size <= ByteJoin::kMostSize;
        sizes[lane] = static_cast<std::uint8_t>(short_enough ? size : 0);
        if (!short_enough) scratch.large.push_back({lane, size});
      }
    }
    explicit_bzero(more.data(), sizeof more);
  }
  // The size for two bytes, 48 bits that follow them, and words that follow those.
  template <class Words>
  std::int64_t prolong(std::uint64_t bytes, std::uint64_t more, Words& words) const {
    const std::uint64_t word = bytes << 48 | more >> 16;
    if (const auto size = table_.find(word)) return *size;
    return table_.exact(word, std::ref(words));
  }

 private:
  ByteTable(const ThresholdTable& table, const ByteKernel& kernel);
  const std::uint64_t* signs(const Scratch& scratch) const {
    return law().symmetric() ? scratch.signs.data() : nullptr;
  }
  void join(const ByteJoin& batch, const Scratch& scratch) const;
  static std::uint64_t first_bytes(const std::uint64_t* words, std::uint32_t lane);

  ThresholdTable table_;
  ByteKernel kernel_;
  ByteCells cells_;
};

}  // namespace selvage
