// A number as people write it in a text file, or nothing. Looks at this text alone.
#pragma once
#include <optional>
#include <string_view>

namespace selvage {

// Without the blanks, tabs and carriage returns around it.
std::string_view trimmed(std::string_view text);

// Blanks around it (see trimmed) and a plus are allowed; "inf" and numbers beyond the
// doubles are infinite; anything else, "1,234" and "nan" too, is missing.
std::optional<double> parse_number(std::string_view text);

}  // namespace selvage
