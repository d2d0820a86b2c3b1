// The delimiters, quotes and line ends of a text, from left to right. 64 bytes are
// looked at together, so that finding the next one takes no branch that depends on how
// long a field is.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace selvage {

class TextMarks {
 public:
  explicit TextMarks(char delimiter) : delimiter_(delimiter) {}

  // From the text's first byte on. It must live on and stay where it is.
  void begin(std::string_view text) {
    block_ = text.data();
    end_ = block_ + text.size();
    look();
  }
  // The next mark; null behind the last.
  const char* next() {
    while (all_ == 0)
      if (!look_on()) return nullptr;
    const char* const mark = block_ + std::countr_zero(all_);
    all_ &= all_ - 1;
    return mark;
  }
  // The next one that is no delimiter. Those before it are passed.
  const char* next_quote_or_end() {
    while ((all_ & hard_) == 0)
      if (!look_on()) return nullptr;
    const std::uint64_t left = all_ & hard_;
    all_ &= ~(left ^ (left - 1));  // what lies above it is left
    return block_ + std::countr_zero(left);
  }

 private:
  static constexpr std::ptrdiff_t kBlock = 64;

  bool look_on() {
    if (end_ - block_ <= kBlock) return false;
    block_ += kBlock;
    look();
    return true;
  }
  void look() {
    const std::ptrdiff_t left = end_ - block_;
    if (left >= kBlock) return look_at(block_);
    // The last bytes, beside others that are no part of the text.
    char last[kBlock] = {};
    if (left > 0) std::memcpy(last, block_, static_cast<std::size_t>(left));
    look_at(last);
    all_ &= (std::uint64_t{1} << left) - 1;
  }

#ifdef __SSE2__
  void look_at(const char* bytes) {
    const __m128i delimiter = _mm_set1_epi8(delimiter_), quote = _mm_set1_epi8('"'),
                  line_end = _mm_set1_epi8('\n');
    all_ = hard_ = 0;
    for (int i = 0; i < kBlock; i += 16) {
      const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + i));
      const __m128i hard =
          _mm_or_si128(_mm_cmpeq_epi8(text, quote), _mm_cmpeq_epi8(text, line_end));
      const __m128i any = _mm_or_si128(hard, _mm_cmpeq_epi8(text, delimiter));
      all_ |= std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(any))} << i;
      hard_ |= std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(hard))} << i;
    }
  }
#else
  void look_at(const char* bytes) {
    all_ = hard_ = 0;
    for (int i = 0; i < kBlock; ++i) {
      const bool hard = bytes[i] == '"' || bytes[i] == '\n';
      hard_ |= std::uint64_t{hard} << i;
      all_ |= std::uint64_t{hard || bytes[i] == delimiter_} << i;
    }
  }
#endif

  char delimiter_;
  const char *block_ = nullptr, *end_ = nullptr;
  std::uint64_t all_ = 0;   // marks of this block that were not passed
  std::uint64_t hard_ = 0;  // its quotes and line ends, passed or not
};

}  // namespace selvage
