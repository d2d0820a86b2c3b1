#include "selvage/source/predicate_text.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "selvage/summary/iso_moment.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

// In any case. Requires a word of small letters.
bool is_word(std::string_view text, std::string_view word) {
  return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                    [](char a, char b) {
                      return a == b || ('a' <= b && b <= 'z' && a == b - 'a' + 'A');
                    });
}

}  // namespace

std::optional<bool> read_boolean(std::string_view text) {
  if (is_word(text, "true")) return true;
  return is_word(text, "false") ? std::optional(false) : std::nullopt;
}

std::optional<Timestamp> read_moment(std::string_view text) {
  if (is_word(text, "infinity"))
    return Timestamp{std::numeric_limits<std::int64_t>::max()};
  if (is_word(text, "-infinity"))
    return Timestamp{-std::numeric_limits<std::int64_t>::max()};
  return iso_moment(text);
}

std::optional<Value> read_text(std::string_view text, ValueKind kind) {
  if (text.empty()) return std::nullopt;
  const auto value = [](const auto& read) {
    return read ? std::optional<Value>(*read) : std::nullopt;
  };
  switch (kind) {
    case ValueKind::number:
      return value(ExactNumber::read(text));
    case ValueKind::text:
      return Value(std::string(text));
    case ValueKind::moment:
      return value(read_moment(trimmed(text)));
    case ValueKind::boolean:
      return value(read_boolean(trimmed(text)));
    default:
      assert(kind == ValueKind::other);
      return Value(true);
  }
}

}  // namespace selvage
