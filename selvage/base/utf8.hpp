// UTF-8, read strictly: overlong forms, surrogates and values beyond U+10FFFF are not
// UTF-8.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

namespace selvage {

struct CodePoint {
  char32_t value;
  std::size_t bytes;
};

// The code point at the front of the text, if there is one. Requires text.
std::optional<CodePoint> first_code_point(std::string_view text);

// What stands before the first byte that is not UTF-8: the whole text if it is good.
std::string_view utf8_part(std::string_view text);
bool is_utf8(std::string_view text);

}  // namespace selvage
