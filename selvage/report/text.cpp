#include "selvage/report/text.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

#include <fmt/format.h>

#include "selvage/base/spelled_out.hpp"
#include "selvage/base/utf8.hpp"

namespace selvage {
namespace {

struct Taken {
  std::optional<char32_t> value;  // none: the byte is not UTF-8
  std::string_view bytes;
};

// Takes the first code point, or a byte that is none, off the text. Requires text.
Taken take(std::string_view& text) {
  const auto character = first_code_point(text);
  const std::string_view bytes = text.substr(0, character ? character->bytes : 1);
  text.remove_prefix(bytes.size());
  return {character ? std::optional(character->value) : std::nullopt, bytes};
}

struct Range {
  char32_t first, last;
};

// Marks of the scripts in wide use. One that is not here is counted as a place of its
// own: a line may then be a little short, never too long.
constexpr Range kMarks[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x5bf, 0x5bf},
    {0x5c1, 0x5c2},   {0x5c4, 0x5c5},   {0x5c7, 0x5c7},   {0x610, 0x61a},
    {0x64b, 0x65f},   {0x670, 0x670},   {0x6d6, 0x6dc},   {0x6df, 0x6e4},
    {0x6e7, 0x6e8},   {0x6ea, 0x6ed},   {0x93c, 0x93c},   {0x941, 0x948},
    {0x94d, 0x94d},   {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},
    {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0x302a, 0x302d},
    {0x3099, 0x309a}, {0xfe00, 0xfe0e}, {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef},
};

// East Asian Width W and F [UAX11], and emoji, those of a block together.
constexpr Range kWide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23f3},
    {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267f, 0x267f},
    {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},   {0x26bd, 0x26be},
    {0x26c4, 0x26c5},   {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},
    {0x26f2, 0x26f5},   {0x26fa, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},
    {0x2728, 0x2728},   {0x274c, 0x274e},   {0x2753, 0x2757},   {0x2795, 0x2797},
    {0x27b0, 0x27bf},   {0x2b1b, 0x2b1c},   {0x2b50, 0x2b55},   {0x2e80, 0xa4cf},
    {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},
    {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x16fe0, 0x18dff},
    {0x1aff0, 0x1b2ff}, {0x1d300, 0x1d37f}, {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf},
    {0x1f18e, 0x1f19a}, {0x1f1e6, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f7e0, 0x1f7f0},
    {0x1f900, 0x1faff}, {0x20000, 0x3fffd},
};

template <std::size_t size>
bool is_in(const Range (&ranges)[size], char32_t c) {
  return std::any_of(ranges, ranges + size, [c](const Range& range) {
    return c >= range.first && c <= range.last;
  });
}

std::size_t places_of(const Taken& c) {
  if (!c.value || *c.value < 0x300) return 1;
  return is_in(kMarks, *c.value) ? 0 : is_in(kWide, *c.value) ? 2 : 1;
}

// As much of the text as these places hold; marks stay with what they stand on.
std::string_view first(std::string_view text, std::size_t width) {
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view next = rest;
    const std::size_t taken = places_of(take(next));
    if (taken > width) break;
    width -= taken;
    rest = next;
  }
  return text.substr(0, text.size() - rest.size());
}

}  // namespace

std::size_t places(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) count += places_of(take(text));
  return count;
}

std::string printable(std::string_view text, Script script) {
  return spelled_out(text, script == Script::ascii);
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
        if (!is_acting(*value)) result += bytes;
    }
  }
  return result;
}

std::string cut(std::string_view text, std::size_t width, Script script) {
  if (places(text) <= width) return std::string(text);
  const std::string_view ellipsis = script == Script::unicode ? "…" : "...";
  const std::size_t size = places(ellipsis);
  if (width <= size) return std::string(first(ellipsis, width));
  return std::string(first(text, width - size)) + std::string(ellipsis);
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  assert(width >= 2);  // a wide character fits
  std::vector<std::string> lines;
  std::size_t used = width;  // no room yet: the first word opens a line
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    while (!word.empty()) {
      const std::size_t size = places(word);
      if (used + 1 + size <= width) {
        lines.back() += ' ';
        lines.back() += word;
        used += 1 + size;
        break;
      }
      const std::string_view part = first(word, width);
      lines.emplace_back(part);
      used = places(part);
      word.remove_prefix(part.size());
    }
  }
  return lines;
}

}  // namespace selvage
