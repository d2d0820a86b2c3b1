// A day or a moment in any form of ISO 8601, as values of tables have it. Requests
// write dates in one form alone, see calendar.hpp.
#pragma once
#include <optional>
#include <string_view>

#include "selvage/summary/calendar.hpp"

namespace selvage {

// A date: 2025-01-31 or 20250131, of a week 2025-W05-5 or 2025W055, of a year 2025-031
// or 2025031. Behind it, after a T or a blank, there may be a time: hours, or also
// minutes, or also seconds, with colons or without, and decimals of the last of them;
// then Z or an offset, +01, +0100 or +01:00, which makes it that instant in UTC. 24:00
// is the next midnight and a leap second the second after it. Parts of microseconds are
// cut off. A year, a month or a week is no day: none.
std::optional<Timestamp> iso_moment(std::string_view text);

// What both kinds of readers of text end with. Fields that are out of range are none.
struct MomentFields {
  unsigned year = 0, month = 1, day = 1;
  unsigned hour = 0, minute = 0, second = 0;
  std::int64_t microseconds = 0;  // less than a second
  std::int64_t offset = 0;        // microseconds that the zone is ahead of UTC
};
std::optional<Timestamp> moment_of_fields(const MomentFields& fields);

// "Z", "+01", "+0100" or "+01:00" from the front, as microseconds ahead of UTC; 0 where
// the text is empty.
std::optional<std::int64_t> take_offset(std::string_view& text);

}  // namespace selvage
