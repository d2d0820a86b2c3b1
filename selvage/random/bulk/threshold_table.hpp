// The sampler of whole-number comparisons: one random word a draw, looked up among the
// first binary places of the thresholds of a law. A word that equals such a beginning
// decides nothing, and is prolonged. Its time depends on what it draws. Theory: T13.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "selvage/random/bulk/threshold_law.hpp"
#include "selvage/random/inversion/word_batches.hpp"

namespace selvage {

class ThresholdTable {
 public:
  // At most about 4000 thresholds.
  static bool fits(const ThresholdLaw& law);
  // u is the first `places` bits of a word, and what the exact path appends. The last
  // bit of the word is the sign of symmetric laws. Refuses laws that do not fit.
  // Requires 1 <= places <= 64; with 64 only `find` and `exact` of sizes are meant.
  static Result<ThresholdTable> make(const ThresholdLaw& law, unsigned places = 63);

  const ThresholdLaw& law() const { return law_; }
  // floor(2^places T_m) 2^(64 - places) for m = 1, 2, ..., and 0 at the end.
  const std::vector<std::uint64_t>& bounds() const { return bounds_; }

  // `Words` is a stream of fair words. See word_batches.hpp.
  template <class Words>
  void draw(std::span<std::int64_t> out, Words& words) const {
    const std::uint64_t sign_bit = law_.symmetric() ? 1 : 0;
    for_each_batch(words, out, [&](auto batch, auto part) {
      std::array<std::uint32_t, kBatch> unsure;
      const std::size_t count = find(batch, part, unsure);
      for (std::size_t i = 0; i < count; ++i)
        part[unsure[i]] = exact(batch[unsure[i]], std::ref(words));
      for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto minus = -static_cast<std::int64_t>(batch[i] & sign_bit);
        part[i] = (part[i] ^ minus) - minus;
      }
    });
  }

  // Sizes for these words, and the number of places where they are unsure.
  std::size_t find(std::span<const std::uint64_t> words, std::span<std::int64_t> sizes,
                   std::span<std::uint32_t> unsure) const;
  std::optional<std::int64_t> find(std::uint64_t word) const;
  // The size for a word and what follows it.
  std::int64_t exact(std::uint64_t word,
                     const std::function<std::uint64_t()>& words) const;

 private:
  static constexpr unsigned kGuideBits = 10;

  ThresholdTable(const ThresholdLaw& law, unsigned places,
                 const std::vector<std::uint64_t>& floors);
  std::size_t size_of(std::uint64_t word) const;
  // The word begins like the next threshold below it. Behind the last of them are all
  // that begin with zeros; where there are none, the exact path says so.
  bool open(std::uint64_t word, std::size_t size) const {
    return (word ^ bounds_[size]) >> spare_ == 0;
  }

  ThresholdLaw law_;
  unsigned spare_;  // bits of a word that are not places of u
  std::vector<std::uint64_t> bounds_;
  // The least size of the words that begin with these bits.
  std::array<std::uint16_t, std::size_t{1} << kGuideBits> guide_;
};

}  // namespace selvage
