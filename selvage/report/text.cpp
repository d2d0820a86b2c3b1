#include "selvage/report/text.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

#include <fmt/format.h>

namespace selvage {
namespace {

struct CodePoint {
  std::optional<char32_t> value;  // none: the byte is not UTF-8
  std::string_view bytes;
};

// Takes the first code point off the text. Overlong forms, surrogates and values beyond
// U+10FFFF are not UTF-8. Requires text.
CodePoint take(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto taken = [&](std::size_t size, std::optional<char32_t> value) {
    const CodePoint result{value, text.substr(0, size)};
    text.remove_prefix(size);
    return result;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return taken(1, lead);
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return taken(1, std::nullopt);
  char32_t value = lead & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return taken(1, std::nullopt);
    value = value << 6 | (byte(i) & 0x3fu);
  }
  const char32_t least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < least || value > 0x10ffff || surrogate) return taken(1, std::nullopt);
  return taken(size, value);
}

// Characters that do something instead of being seen: C0, DEL, C1, zero width,
// direction marks and overrides, separators of lines, the byte order mark,
// noncharacters.
bool acts(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
         (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
         (c & 0xfffe) == 0xfffe || (c >= 0xe0000 && c <= 0xe007f);
}

std::string_view first(std::string_view text, std::size_t places) {
  std::string_view rest = text;
  while (places-- > 0 && !rest.empty()) take(rest);
  return text.substr(0, text.size() - rest.size());
}

}  // namespace

std::size_t code_points(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) take(text);
  return count;
}

std::string printable(std::string_view text, Script script) {
  std::string result;
  while (!text.empty()) {
    const auto [value, bytes] = take(text);
    if (!value)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
    else if (!acts(*value) && (script == Script::unicode || *value < 0x80))
      result += bytes;
    else if (*value < 0x80)
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(*value));
    else
      result += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(*value));
  }
  return result;
}

std::string xml_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto [value, bytes] = take(text);
    if (!value) {
      result += "\uFFFD";
      continue;
    }
    switch (*value) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      case '\t':
      case '\n':
      case '\r':
        result += ' ';
        break;
      default:
        if (!acts(*value)) result += bytes;
    }
  }
  return result;
}

std::string cut(std::string_view text, std::size_t width, Script script) {
  if (code_points(text) <= width) return std::string(text);
  const std::string_view ellipsis = script == Script::unicode ? "…" : "...";
  const std::size_t places = code_points(ellipsis);
  if (width <= places) return std::string(first(ellipsis, width));
  return std::string(first(text, width - places)) + std::string(ellipsis);
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  assert(width >= 1);
  std::vector<std::string> lines;
  std::size_t used = width;  // no room yet: the first word opens a line
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    for (std::size_t size = code_points(word); size > 0; size = code_points(word)) {
      if (used + 1 + size <= width) {
        lines.back() += ' ';
        lines.back() += word;
        used += 1 + size;
        break;
      }
      const std::string_view part = first(word, width);
      lines.emplace_back(part);
      used = code_points(part);
      word.remove_prefix(part.size());
    }
  }
  return lines;
}

std::string thousands(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > sign + 3;) text.insert(at -= 3, ",");
  return text;
}

}  // namespace selvage
