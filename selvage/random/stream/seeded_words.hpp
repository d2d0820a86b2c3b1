// A stream of words that a seed repeats, on every machine: for tests and experiments,
// never for a release.
#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace selvage {

class SeededWords {
 public:
  explicit SeededWords(std::uint64_t seed) : seed_(seed) {}
  std::uint64_t operator()();
  // The same words, many at a time.
  void fill(std::span<std::uint64_t> out);

 private:
  void make_block();

  std::uint64_t seed_;
  std::uint64_t block_ = 0;
  std::size_t served_ = 0;
  std::array<std::uint64_t, 1024> words_{};
};

}  // namespace selvage
