// Public keys of a text column: "a,b,c", or a file with one key a line. Keys are exact
// UTF-8 text. Every value has a cell: a key, `other`, or `missing`.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "selvage/base/result.hpp"

namespace selvage {

class KeyList {
 public:
  static constexpr std::size_t kMaxKeys = 20'000'000;

  // "a,b,c". Refuses an empty key and a key that stands twice.
  static Result<KeyList> parse(std::string_view text);
  // One key a line; empty lines do not count.
  static Result<KeyList> read(const std::string& path);

  // Cells in order: the keys, other, missing.
  std::size_t cells() const { return keys_.size() + 2; }
  std::size_t other() const { return keys_.size(); }
  std::size_t missing() const { return keys_.size() + 1; }
  std::size_t cell(std::optional<std::string_view> value) const;
  std::string label(std::size_t cell) const;
  // As it would be asked: "a,b,c" or "@departments.txt".
  const std::string& text() const { return text_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  static Result<KeyList> make(std::vector<std::string> keys, std::string text);

  std::vector<std::string> keys_;
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> places_;
  std::string text_;
};

}  // namespace selvage
