// Moments as codes: how many whole units of time have passed since 1970-01-01 00:00,
// rounded down, so that a moment belongs to the day that it lies in. A request names
// the unit; rows never do.
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
  // "day", "hour", "minute", "second", "millisecond" or "microsecond".
  static std::optional<MomentUnit> parse(std::string_view word);
  static constexpr std::string_view kWords =
      "day, hour, minute, second, millisecond and microsecond";

  std::string word() const;
  std::int64_t microseconds() const { return microseconds_; }

  std::int64_t code(Timestamp moment) const;
  // All codes of the years 1 to 9999, and those of some days.
  std::int64_t first() const;
  std::int64_t last() const;
  std::int64_t first_of(Date day) const { return code(midnight(day)); }
  std::int64_t last_of(Date day) const;
  // "2025-01-31", and for other units than days also the time: "2025-01-31 12:34:56".
  // Requires first() <= code <= last().
  std::string text(std::int64_t code) const;
  // The code of such a text, and of no other.
  std::optional<std::int64_t> parse_code(std::string_view text) const;

  friend bool operator==(const MomentUnit&, const MomentUnit&) = default;

 private:
  explicit MomentUnit(std::int64_t microseconds) : microseconds_(microseconds) {}
  std::int64_t microseconds_;
};

}  // namespace selvage
