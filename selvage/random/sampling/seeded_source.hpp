// The same samplers on a stream that a seed repeats: for tests and experiments, never
// for a release.
#pragma once
#include "selvage/random/sampling/sampling_source.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {

class SeededSource : public SamplingSource<SeededWords> {
 public:
  explicit SeededSource(std::uint64_t seed) : SamplingSource(SeededWords(seed)) {}
};

}  // namespace selvage
