// Fields of one row that is held in memory, by the rules of delimited.hpp.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>

namespace selvage {

inline constexpr std::size_t kNowhere = std::string_view::npos;

// Fields are short: most often the letter is too near to be worth a library call.
inline std::size_t find_near(std::string_view text, char wanted, std::size_t at) {
  const std::size_t near = std::min(text.size(), at + 12);
  for (; at < near; ++at)
    if (text[at] == wanted) return at;
  return text.find(wanted, at);
}

// The first quote after the one at `open` that is not doubled.
inline std::size_t find_closing_quote(std::string_view text, std::size_t open) {
  for (std::size_t at = open + 1;; at += 2) {
    at = find_near(text, '"', at);
    if (at == kNowhere || at + 1 >= text.size() || text[at + 1] != '"') return at;
  }
}

struct RowField {
  std::string_view text;  // of a quoted field what is between its quotes
  bool quoted = false;
};

// The field of the row that begins at `at`, which is moved to where the next one begins
// or to kNowhere. The row comes without its line end. Requires at <= row.size().
inline RowField take_field(std::string_view row, char delimiter, std::size_t& at) {
  const std::size_t begin = at;
  if (begin < row.size() && row[begin] == '"') {
    const std::size_t close = find_closing_quote(row, begin);
    const std::size_t next = close == kNowhere ? kNowhere : close + 1;
    if (next == row.size() || (next < row.size() && row[next] == delimiter)) {
      at = next == row.size() ? kNowhere : next + 1;
      return {row.substr(begin + 1, close - begin - 1), true};
    }
  }
  const std::size_t end = find_near(row, delimiter, begin);
  at = end == kNowhere ? kNowhere : end + 1;
  return {row.substr(begin, std::min(end, row.size()) - begin), false};
}

// The text of a field. If it has doubled quotes it is put together in `room`.
inline std::string_view field_text(const RowField& field, std::string& room) {
  if (!field.quoted || field.text.find('"') == kNowhere) return field.text;
  room.clear();
  for (std::size_t k = 0; k < field.text.size(); ++k) {
    room += field.text[k];
    if (field.text[k] == '"') ++k;
  }
  return room;
}

}  // namespace selvage
