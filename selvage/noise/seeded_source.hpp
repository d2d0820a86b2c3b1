// The same samplers on a stream that a seed repeats: for tests and experiments, never
// for a release.
#pragma once
#include <array>
#include <cstdint>

#include "selvage/noise/sampling_source.hpp"

namespace selvage {

class SeededWords {
 public:
  explicit SeededWords(std::uint64_t seed) : seed_(seed) {}
  std::uint64_t operator()();

 private:
  std::uint64_t seed_;
  std::uint64_t block_ = 0;
  std::size_t served_ = 0;
  std::array<std::uint64_t, 128> words_{};
};

class SeededSource : public SamplingSource<SeededWords> {
 public:
  explicit SeededSource(std::uint64_t seed) : SamplingSource(SeededWords(seed)) {}
};

}  // namespace selvage
