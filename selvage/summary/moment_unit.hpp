// Moments as codes: how many whole units of time have passed since 1970-01-01 00:00,
// rounded down, so that a moment belongs to the day that it lies in. A time of day is a
// moment of that one day. A request or a schema names the unit; rows never do.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "selvage/summary/calendar.hpp"

namespace selvage {

class MomentUnit {
 public:
  // "day", "hour", "minute", "second", "millisecond" or "microsecond"; all but the
  // first also of times of day, "hour-of-day".
  static std::optional<MomentUnit> parse(std::string_view word);
  static constexpr std::string_view kWords =
      "day, hour, minute, second, millisecond, microsecond, and hour-of-day to "
      "microsecond-of-day";

  std::string word() const;
  std::string plural() const;  // "days", and "hours" also of times of day
  bool is_of_day() const { return of_day_; }
  std::int64_t microseconds() const { return microseconds_; }

  std::int64_t code(Timestamp moment) const;
  // All codes of the years 1 to 9999, or of a day, and those of some days.
  std::int64_t first() const;
  std::int64_t last() const;
  std::int64_t first_of(Date day) const { return code(midnight(day)); }
  std::int64_t last_of(Date day) const;
  // These, "0001-01-01:9999-12-31" or "00:00:00 to 23:59:59".
  std::string range_text() const;
  // What is said behind a range: a zone changes nothing but how a moment is shown.
  std::string zone_words() const {
    return of_day_ ? "" : "; times with a zone count in UTC";
  }
  // "2025-01-31", and for other units than days also the time: "2025-01-31 12:34:56".
  // Of a time of day "12:34:56".
  // Requires first() <= code <= last().
  std::string text(std::int64_t code) const;
  // What a value of a table says, in any form of ISO 8601.
  std::optional<Timestamp> moment_of(std::string_view text) const;
  // The code of such a text as `text` makes, and of no other.
  std::optional<std::int64_t> parse_code(std::string_view text) const;

  friend bool operator==(const MomentUnit&, const MomentUnit&) = default;

 private:
  MomentUnit(std::int64_t microseconds, bool of_day)
      : microseconds_(microseconds), of_day_(of_day) {}
  std::int64_t microseconds_;
  bool of_day_;
};

}  // namespace selvage
