// Random words for the samplers that take many at once. A stream of words is called for
// one, and may offer fill for many.
#pragma once
#include <string.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace selvage {

inline constexpr std::size_t kBatch = 1024;

template <class Words>
void fill_words(Words& words, std::span<std::uint64_t> out) {
  if constexpr (requires { words.fill(out); })
    words.fill(out);
  else
    for (auto& word : out) word = words();
}

// Calls use(words, part of out) for up to kBatch values at a time, one word for each,
// and wipes the words afterwards. What a sampler asks for besides comes later in the
// stream.
template <class Words, class Out, class Use>
void for_each_batch(Words& words, std::span<Out> out, Use use) {
  alignas(64) std::array<std::uint64_t, kBatch> batch;
  const std::size_t wiped = std::min(out.size(), kBatch);
  while (!out.empty()) {
    const std::size_t count = std::min(out.size(), kBatch);
    const auto part = std::span(batch).first(count);
    fill_words(words, part);
    use(std::span<const std::uint64_t>(part), out.first(count));
    out = out.subspan(count);
  }
  explicit_bzero(batch.data(), wiped * sizeof batch[0]);
}

}  // namespace selvage
