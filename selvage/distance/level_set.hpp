// Which of the numbers 0, ..., n - 1 are there: a tree of words, so that the least and
// the greatest are found in a few steps.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace selvage {

class LevelSet {
 public:
  explicit LevelSet(std::size_t size) {
    do {
      size = (size + 63) / 64;
      words_.emplace_back(size, 0);
    } while (size > 1);
  }

  void insert(std::size_t number) {
    for (auto& words : words_) {
      words[number / 64] |= bit(number);
      number /= 64;
    }
  }
  void erase(std::size_t number) {
    for (auto& words : words_) {
      words[number / 64] &= ~bit(number);
      if (words[number / 64] != 0) return;
      number /= 64;
    }
  }
  // Require that one is there.
  std::size_t least() const {
    std::size_t at = 0;
    for (auto words = words_.rbegin(); words != words_.rend(); ++words)
      at = 64 * at + static_cast<std::size_t>(std::countr_zero((*words)[at]));
    return at;
  }
  std::size_t greatest() const {
    std::size_t at = 0;
    for (auto words = words_.rbegin(); words != words_.rend(); ++words)
      at = 64 * at + 63 - static_cast<std::size_t>(std::countl_zero((*words)[at]));
    return at;
  }

 private:
  static std::uint64_t bit(std::size_t number) {
    return std::uint64_t{1} << (number % 64);
  }
  std::vector<std::vector<std::uint64_t>> words_;  // the last has one word
};

}  // namespace selvage
