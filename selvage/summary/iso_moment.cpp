#include "selvage/summary/iso_moment.hpp"

#include <chrono>

#include "selvage/summary/take_digits.hpp"

namespace selvage {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr std::int64_t kIsoSecond = 1'000'000, kIsoMinute = 60 * kIsoSecond,
                       kIsoHour = 60 * kIsoMinute, kIsoDay = 24 * kIsoHour;
constexpr std::int64_t kFirstMoment = -719'162 * kIsoDay,
                       kAfterLast = 2'932'897 * kIsoDay;  // 0001 to 9999

std::optional<sys_days> calendar_day(unsigned year, unsigned month, unsigned day) {
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(month),
                                         std::chrono::day(day));
  if (year == 0 || !date.ok()) return std::nullopt;
  return sys_days(date);
}

// Week 1 has the year's first Thursday, so also January 4th; weeks begin on Mondays.
sys_days first_monday(unsigned year) {
  const sys_days fourth = *calendar_day(year, 1, 4);
  return fourth - (std::chrono::weekday(fourth) - std::chrono::Monday);
}

std::optional<sys_days> week_day(unsigned year, unsigned week, unsigned day) {
  if (week < 1 || day < 1 || day > 7) return std::nullopt;
  const sys_days start = first_monday(year) + days(7 * (week - 1));
  if (week > 53 || (week == 53 && start >= first_monday(year + 1))) return std::nullopt;
  return start + days(day - 1);
}

std::optional<sys_days> ordinal_day(unsigned year, unsigned day) {
  const sys_days found = *calendar_day(year, 1, 1) + days(day) - days(1);
  if (day < 1 || found > *calendar_day(year, 12, 31)) return std::nullopt;
  return found;
}

std::optional<sys_days> take_any_date(std::string_view& text) {
  const auto year = take_digits(text, 4);
  if (!year || *year == 0) return std::nullopt;
  const bool dashes = take(text, '-');
  if (take(text, 'W')) {
    const auto week = take_digits(text, 2);
    if (!week || (dashes && !take(text, '-'))) return std::nullopt;
    const auto day = take_digits(text, 1);
    return day ? week_day(*year, *week, *day) : std::nullopt;
  }
  if (leading_digits(text) == 3) return ordinal_day(*year, *take_digits(text, 3));
  if (!dashes && leading_digits(text) != 4) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || (dashes && !take(text, '-'))) return std::nullopt;
  const auto day = take_digits(text, 2);
  return day ? calendar_day(*year, *month, *day) : std::nullopt;
}

// Decimals of a unit, rounded down; 0 where there are none.
std::optional<std::int64_t> take_decimals(std::string_view& text, std::int64_t unit) {
  if (!take(text, '.') && !take(text, ',')) return 0;
  if (leading_digits(text) == 0) return std::nullopt;
  std::int64_t worth = unit * 1000, nanoseconds = 0;
  while (const auto digit = take_digits(text, 1)) {
    worth /= 10;
    nanoseconds += *digit * worth;
  }
  return nanoseconds / 1000;
}

// Since midnight, a day at most.
std::optional<std::int64_t> take_time(std::string_view& text) {
  const auto hours = take_digits(text, 2);
  if (!hours) return std::nullopt;
  std::int64_t time = *hours * kIsoHour, unit = kIsoHour;
  const bool colons = text.starts_with(':');
  unsigned minutes = 0, seconds = 0;
  const auto take_next = [&](unsigned& field) {
    const bool more = colons ? take(text, ':') : leading_digits(text) > 0;
    if (!more) return true;
    const auto digits = take_digits(text, 2);
    if (!digits) return false;
    field = *digits;
    unit /= 60;
    return true;
  };
  if (!take_next(minutes) || minutes > 59) return std::nullopt;
  if (unit == kIsoMinute && !take_next(seconds)) return std::nullopt;
  if (seconds > 60 || (seconds == 60 && minutes != 59)) return std::nullopt;
  const auto decimals = take_decimals(text, unit);
  if (!decimals) return std::nullopt;
  time += minutes * kIsoMinute + seconds * kIsoSecond + *decimals;
  if (*hours > 24 || (*hours == 24 && time > kIsoDay)) return std::nullopt;
  return time;
}

std::optional<Timestamp> within_years(std::int64_t microseconds) {
  if (microseconds < kFirstMoment || microseconds >= kAfterLast) return std::nullopt;
  return Timestamp{microseconds};
}

}  // namespace

std::optional<std::int64_t> take_offset(std::string_view& text) {
  if (text.empty() || take(text, 'Z') || take(text, 'z')) return 0;
  const bool before = take(text, '-');
  if (!before && !take(text, '+')) return std::nullopt;
  const auto hours = take_digits(text, 2);
  if (!hours || *hours > 23) return std::nullopt;
  const bool colon = take(text, ':');
  const auto minutes =
      text.empty() && !colon ? std::optional(0U) : take_digits(text, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const std::int64_t offset = *hours * kIsoHour + *minutes * kIsoMinute;
  return before ? -offset : offset;
}

std::optional<Timestamp> moment_of_fields(const MomentFields& fields) {
  const auto date = calendar_day(fields.year, fields.month, fields.day);
  if (!date || fields.hour > 23 || fields.minute > 59 || fields.second > 60)
    return std::nullopt;
  if (fields.second == 60 && fields.minute != 59) return std::nullopt;
  return within_years(date->time_since_epoch().count() * kIsoDay +
                      fields.hour * kIsoHour + fields.minute * kIsoMinute +
                      fields.second * kIsoSecond + fields.microseconds - fields.offset);
}

std::optional<Timestamp> iso_moment(std::string_view text) {
  if (const auto plain = parse_timestamp(text)) return plain;
  const auto date = take_any_date(text);
  if (!date) return std::nullopt;
  std::int64_t time = 0, offset = 0;
  if (!text.empty()) {
    if (!take(text, 'T') && !take(text, 't') && !take(text, ' ')) return std::nullopt;
    const auto taken = take_time(text);
    const auto ahead = taken ? take_offset(text) : std::nullopt;
    if (!ahead || !text.empty()) return std::nullopt;
    time = *taken;
    offset = *ahead;
  }
  return within_years(date->time_since_epoch().count() * kIsoDay + time - offset);
}

}  // namespace selvage
