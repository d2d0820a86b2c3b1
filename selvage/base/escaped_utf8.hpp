// Any bytes as UTF-8 text that tells them: for keys that are released as labels.
#pragma once
#include <string>
#include <string_view>

namespace selvage {

// Text that is UTF-8 and has no backslash before an x stays as it is. Otherwise every
// backslash is doubled, and a byte that is no part of UTF-8 becomes a backslash, an x
// and two hexadecimal digits: no two texts have the same result.
std::string escaped_utf8(std::string_view text);

}  // namespace selvage
