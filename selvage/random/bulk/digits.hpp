// Geometric and two-sided geometric noise of a large scale by its binary digits, up to
// six at a time: G = D_0 + 2^6 D_1 + ... + 2^k B, all of them independent, each drawn
// from two random bytes. For two sides, a sign; minus zero is drawn again. Its time
// depends on what it draws. Theory: T15, T2.
#pragma once
#include <vector>

#include "selvage/random/bulk/byte_table.hpp"
#include "selvage/random/inversion/geometric_inversion.hpp"

namespace selvage {

class Digits {
 public:
  using Sides = GeometricInversion::Sides;
  // 2^-62 <= scale <= 2^36.
  static bool fits(const Rational& scale);
  // Refuses scales that do not fit. The rest is for tests, as for ByteTable.
  static Result<Digits> make(Sides sides, const Rational& scale, unsigned places = 64,
                             const ByteKernel& kernel = byte_kernels()[0]);

  // `Words` is a stream of fair words. See word_batches.hpp.
  template <class Words>
  void draw(std::span<std::int64_t> out, Words& words) const {
    ByteTable::Scratch scratch;
    Planes planes;
    std::array<std::int64_t, kRestLanes + kSlack> rest;
    std::size_t most_blocks = 0;
    while (!out.empty()) {
      // Numbers are written past the last one, so that the end goes through `rest`: a
      // few more than are missing, because some are refused. Four blocks at a time,
      // because streams serve such pieces faster than words.
      const bool at_end = out.size() < kRestLanes;
      const std::size_t missing = (out.size() + out.size() / 16) / kBlockLanes;
      const std::size_t blocks =
          at_end ? std::min(missing / 4 * 4 + 4, kRestLanes / kBlockLanes)
                 : std::min((out.size() - kSlack) / kBlockLanes / 4 * 4,
                            ByteTable::kBatchBlocks);
      for (std::size_t d = 0; d < tables_.size(); ++d)
        tables_[d].draw_sizes(blocks, planes[d].data(), scratch, words);
      if (sides_ == Sides::two)
        fill_words(words, std::span(scratch.signs).first(blocks));
      const std::size_t count =
          join(planes, scratch, blocks, at_end ? rest.data() : out.data());
      const std::size_t used = std::min(count, out.size());
      if (at_end) std::copy_n(rest.begin(), used, out.begin());
      out = out.subspan(used);
      most_blocks = std::max(most_blocks, blocks);
    }
    for (std::size_t d = 0; d < tables_.size(); ++d)
      explicit_bzero(planes[d].data(), most_blocks * kBlockLanes);
    explicit_bzero(rest.data(), sizeof rest);
    scratch.wipe(most_blocks * kBlockLanes);
  }

 private:
  static constexpr std::size_t kRestLanes = 16 * kBlockLanes, kSlack = kBlockLanes;
  struct alignas(64) Plane : std::array<std::uint8_t, ByteTable::kBatchLanes> {};
  using Planes = std::array<Plane, ByteJoin::kMostPlanes>;

  explicit Digits(Sides sides) : sides_(sides) {}
  // The number of numbers, which are in their place.
  std::size_t join(const Planes& planes, const ByteTable::Scratch& scratch,
                   std::size_t blocks, std::int64_t* out) const;

  Sides sides_;
  std::vector<ByteTable> tables_;  // of the digits from the lowest, and of B
  std::vector<unsigned> shifts_;
};

}  // namespace selvage
