// Numbers for keys that nobody told us: the texts of the columns whose keys are
// unknown, as one key. The numbers depend on the order of the rows, so nothing may
// depend on them but which rows share a cell. May be used from several threads.
#pragma once
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace selvage {

class KeyDictionary {
 public:
  // A longer text is taken as missing: one row cannot fill the memory.
  static constexpr std::size_t kMaxKey = 4096;
  // Appends one column's text to the key that is being put together.
  static void append(std::string& key, std::optional<std::string_view> text);

  std::uint32_t number(std::string_view key);
  // Stays valid and the same.
  std::string_view key(std::uint32_t number) const;
  // All of them, by their numbers.
  std::vector<std::string_view> texts() const;
  std::vector<std::vector<std::optional<std::string>>> keys() const;

 private:
  mutable std::mutex mutex_;
  std::deque<std::string> keys_;  // its strings do not move
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

// What one thread looks up: a key that came before is found without waiting for others.
class KeyFinder {
 public:
  // The dictionary must outlive what is looked up in it.
  explicit KeyFinder(KeyDictionary& dictionary) : dictionary_(&dictionary) {}
  std::uint32_t number(std::string_view key);

 private:
  static constexpr std::size_t kSlots = 1 << 14;
  struct Slot {
    std::string_view key;  // in the dictionary
    std::uint32_t number = 0;
  };
  KeyDictionary* dictionary_;
  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
};

}  // namespace selvage
