// Public keys of a column: exact UTF-8 text, or numbers where all of them are. Every
// value has a cell: one of the keys, `other` for what is none of them, or `missing`.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/base/result.hpp"

namespace selvage {

class KeyList {
 public:
  static constexpr std::size_t kMaxKeys = 20'000'000;

  // "a,b,c". Refuses no key, an empty one, blanks around one (a file may have such),
  // one twice, bytes that are not UTF-8, and too
  // many.
  static Result<KeyList> parse(std::string_view text);
  // One key a line; empty lines are no keys; a CR at the end of a line and a byte order
  // mark are no part of a key. Takes the file's size and 12 bytes a key.
  static Result<KeyList> from_file(const std::string& path);
  // Keys that are known to be good and different, in this order.
  static KeyList of(const std::vector<std::string>& keys);

  // Cells in order: the keys, other, missing.
  std::size_t size() const;
  std::size_t cells() const { return size() + 2; }
  std::size_t other() const { return size(); }
  std::size_t missing() const { return size() + 1; }

  std::string_view key(std::size_t i) const;
  std::optional<std::size_t> find(std::string_view key) const;
  // Whether every key is a number in its shortest form, as 2020 and -0.5 are, and 2.0
  // and 007 are not. Then a value that is a number is found by its value.
  bool are_numbers() const;
  std::optional<std::size_t> find_value(std::string_view value) const;
  // The key itself; "other" and "missing", or "(other)" where a key has that name.
  std::string label(std::size_t cell) const;
  std::string text() const;  // "a,b,c" or "@depts.txt", as it would be asked

 private:
  struct Keys;
  explicit KeyList(std::shared_ptr<const Keys> keys) : keys_(std::move(keys)) {}
  std::shared_ptr<const Keys> keys_;  // shared: copies are cheap
};

}  // namespace selvage
