// For readers of dates: takes what it wants from the front of a text, or nothing.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

namespace selvage {

// Exactly this many digits.
inline std::optional<unsigned> take_digits(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  unsigned value = 0;
  for (const char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  text.remove_prefix(digits);
  return value;
}

inline bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

// How many digits the text begins with.
inline std::size_t leading_digits(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  return digits;
}

}  // namespace selvage
