// Letters and digits whatever the locale is.
#pragma once

namespace selvage {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace selvage
