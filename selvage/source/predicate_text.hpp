// Values as a predicate reads them, one rule for text files and for the engine. Looks
// at one value alone; what does not read is missing.
#pragma once
#include <optional>
#include <string_view>

#include "selvage/summary/predicate_bind.hpp"

namespace selvage {

// Numbers by ExactNumber::read; dates and times by the calendar, and "infinity" and
// "-infinity" after and before all others; true and false in any case; blanks around
// these are allowed. A text is itself. For `other` any text is a value. An empty text
// is missing in all of them. Requires another kind than any_text.
std::optional<Value> read_text(std::string_view text, ValueKind kind);

// The same, of text without blanks around it.
std::optional<bool> read_boolean(std::string_view text);
std::optional<Timestamp> read_moment(std::string_view text);

}  // namespace selvage
