#include "selvage/summary/calendar.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "selvage/summary/iso_moment.hpp"
#include "selvage/summary/take_digits.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kSecond = 1'000'000, kDay = 86'400 * kSecond;
constexpr Timestamp kFirst{-719'162 * kDay},
    kEndOfTime{2'932'897 * kDay};  // 0001 to 9999

std::optional<Date> take_date(std::string_view& text) {
  const auto year = take_digits(text, 4);
  if (!year || *year == 0 || !take(text, '-')) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_digits(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(*month),
                                         std::chrono::day(*day));
  if (!date.ok()) return std::nullopt;
  const auto days = std::chrono::sys_days(date).time_since_epoch();
  return Date{static_cast<std::int32_t>(days.count())};
}

// ":SS" and ".ffffff" as microseconds, rounded down; 0 where there are none.
std::optional<std::int64_t> take_seconds(std::string_view& text) {
  if (!take(text, ':')) return 0;
  const auto seconds = take_digits(text, 2);
  if (!seconds || *seconds > 59) return std::nullopt;
  std::int64_t result = *seconds * kSecond;
  if (!take(text, '.') && !take(text, ',')) return result;
  std::size_t digits = 0;
  for (std::int64_t worth = kSecond / 10; const auto digit = take_digits(text, 1);
       worth /= 10, ++digits)
    result += *digit * worth;
  return digits > 0 ? std::optional(result) : std::nullopt;
}

}  // namespace

Timestamp midnight(Date date) { return {date.days * kDay}; }

std::optional<Date> parse_date(std::string_view text) {
  const auto date = take_date(text);
  return text.empty() ? date : std::nullopt;
}

std::optional<Timestamp> parse_timestamp(std::string_view text) {
  const auto date = take_date(text);
  if (!date || text.empty())
    return date ? std::optional(midnight(*date)) : std::nullopt;
  if (!take(text, ' ') && !take(text, 'T')) return std::nullopt;
  const auto hours = take_digits(text, 2);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  const auto minutes = take_digits(text, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const auto seconds = take_seconds(text);
  const auto offset = seconds ? take_offset(text) : std::nullopt;
  if (!offset || !text.empty()) return std::nullopt;
  const Timestamp moment{midnight(*date).microseconds +
                         (*hours * 60 + *minutes) * 60 * kSecond + *seconds - *offset};
  return moment < kFirst || moment >= kEndOfTime ? std::nullopt : std::optional(moment);
}

std::string date_text(Date date) {
  const std::chrono::year_month_day day{
      std::chrono::sys_days(std::chrono::days(date.days))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

std::string timestamp_text(Timestamp timestamp) {
  std::int64_t rest = timestamp.microseconds % kDay;
  if (rest < 0) rest += kDay;
  const auto days = (timestamp.microseconds - rest) / kDay;
  const std::int64_t seconds = rest / kSecond;
  std::string result =
      fmt::format("{} {:02}:{:02}:{:02}", date_text({static_cast<std::int32_t>(days)}),
                  seconds / 3600, seconds / 60 % 60, seconds % 60);
  if (rest % kSecond == 0) return result;
  result += fmt::format(".{:06}", rest % kSecond);
  return result.substr(0, result.find_last_not_of('0') + 1);
}

}  // namespace selvage
