// Days and moments of the Gregorian calendar, as ISO 8601 text. A moment has no zone:
// one that is written with its offset is that instant in UTC.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace selvage {

struct Date {
  std::int32_t days = 0;  // since 1970-01-01
  friend auto operator<=>(const Date&, const Date&) = default;
};

struct Timestamp {
  std::int64_t microseconds = 0;  // since 1970-01-01 00:00:00
  friend auto operator<=>(const Timestamp&, const Timestamp&) = default;
};

Timestamp midnight(Date date);

// "2025-01-31" and nothing else; years 0001 to 9999, days that exist.
std::optional<Date> parse_date(std::string_view text);
// A date, which is its midnight, or "2025-01-31 12:34", with seconds and decimals of
// them if there are any (what is beyond six is cut off); a T may stand for the space,
// and Z, +01, +0100 or +01:00 behind a time. No leap seconds.
std::optional<Timestamp> parse_timestamp(std::string_view text);

// Require a year from 0001 to 9999.
std::string date_text(Date date);                 // "2025-01-31"
std::string timestamp_text(Timestamp timestamp);  // "2025-01-31 12:34:56.25"

}  // namespace selvage
