#include "selvage/summary/dialect.hpp"

#include <algorithm>

#include "selvage/summary/parse_number.hpp"

namespace selvage {

TextUse use_of(const Values& values) {
  if (std::holds_alternative<NumericBins>(values)) return TextUse::number;
  return std::holds_alternative<CalendarBins>(values) ? TextUse::moment : TextUse::text;
}

TextUse use_of(ValueKind kind) {
  if (kind == ValueKind::number) return TextUse::number;
  return kind == ValueKind::moment ? TextUse::moment : TextUse::text;
}

std::optional<std::string_view> Dialect::plain(std::string_view text, TextUse use,
                                               std::string& room) const {
  if (trim) {
    text = trimmed(text);
    if (text.empty()) return std::nullopt;
  }
  if (use == TextUse::number && decimal_comma) {
    // With a comma for decimals a point divides thousands, or is a mistake.
    if (text.find('.') != std::string_view::npos) return std::nullopt;
    if (text.find(',') == std::string_view::npos) return text;
    room = text;
    std::replace(room.begin(), room.end(), ',', '.');
    return room;
  }
  if (use == TextUse::moment && date_format) {
    const auto moment = date_format.read(trimmed(text));
    if (!moment) return text;
    room = timestamp_text(*moment);
    return room;
  }
  return text;
}

}  // namespace selvage
