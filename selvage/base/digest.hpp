// SHA-256, and bytes as hexadecimal digits.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace selvage {

std::string hex_text(std::string_view bytes);
// None if it is not pairs of hexadecimal digits in lower case.
std::optional<std::string> bytes_of_hex(std::string_view text);

// SHA-256, 64 hexadecimal digits.
std::string digest_of(std::string_view text);

}  // namespace selvage
