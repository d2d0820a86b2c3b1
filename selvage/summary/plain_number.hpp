// A number in its shortest decimal form, so that equal numbers are equal texts: "2020"
// for 2020.0, 02020 and 2.02e3.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace selvage {

// None for what is no finite number by the rule of parse_number, and for one that takes
// more than 40 digits to write out.
std::optional<std::string> plain_number(std::string_view text);

}  // namespace selvage
