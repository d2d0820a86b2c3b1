// Text from anywhere made safe to show. A column's name may hold any bytes: it must not
// move a cursor, reverse a line or break a document.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/base/thousands.hpp"

namespace selvage {

enum class Script { unicode, ascii };

// How many places of a terminal the text takes: two for a wide character (Chinese,
// Japanese, Korean, emoji), none for a mark that stands on the one before it, one for
// every other character and for each byte that is not UTF-8.
std::size_t places(std::string_view text);

// For a terminal: control and reordering characters and bytes that are not UTF-8 are
// spelled out, as \x1b or \u{202e}; in ASCII every character beyond it is too.
std::string printable(std::string_view text, Script script);

// For XML content and attributes: markup is escaped, controls are dropped, white space
// becomes blanks, bytes that are not UTF-8 become U+FFFD.
std::string xml_text(std::string_view text);

// The text in at most `width` places, with an ellipsis where something was cut off.
std::string cut(std::string_view text, std::size_t width, Script script);

// Lines of at most `width` places, broken at blanks; a longer word is broken anywhere.
// Requires width >= 2.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

}  // namespace selvage
