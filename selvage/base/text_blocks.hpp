// Text that is handed on in blocks while it is made, so that a million lines need not
// stand in memory at once.
#pragma once
#include <charconv>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "selvage/base/stopping.hpp"

namespace selvage {

class TextBlocks {
 public:
  using Take = std::function<void(std::string_view block)>;
  explicit TextBlocks(Take take)
      : take_(std::move(take)),
        block_(std::make_unique_for_overwrite<char[]>(kBlock)) {}
  TextBlocks(const TextBlocks&) = delete;
  TextBlocks& operator=(const TextBlocks&) = delete;

  void add(std::string_view text) {
    if (text.size() > kBlock - size_) {
      hand_on();
      if (text.size() > kBlock) return take_(text);
    }
    std::memcpy(block_.get() + size_, text.data(), text.size());
    size_ += text.size();
  }
  void add(char letter) {
    if (size_ == kBlock) hand_on();
    block_[size_++] = letter;
  }
  void add(std::int64_t number) {
    constexpr std::size_t kMostPlaces = 20;  // a sign and 19 digits
    if (kBlock - size_ < kMostPlaces) hand_on();
    char* const begin = block_.get() + size_;
    size_ += static_cast<std::size_t>(
        std::to_chars(begin, begin + kMostPlaces, number).ptr - begin);
  }
  // Once, when all is there.
  void end() { hand_on(); }

 private:
  static constexpr std::size_t kBlock = 1 << 18;

  void hand_on() {
    ask_now();
    if (size_ > 0) take_({block_.get(), size_});
    size_ = 0;
  }

  Take take_;
  std::unique_ptr<char[]> block_;
  std::size_t size_ = 0;
};

using WriteText = std::function<void(TextBlocks& text)>;

// All of it as one text.
inline std::string whole_text(const WriteText& write) {
  std::string all;
  TextBlocks text([&](std::string_view block) { all += block; });
  write(text);
  text.end();
  return all;
}

}  // namespace selvage
