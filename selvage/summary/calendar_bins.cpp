#include "selvage/summary/calendar_bins.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kOneSecond = 1'000'000, kOneDay = 86'400 * kOneSecond;
constexpr std::int64_t kYears = 10'000;  // more than the calendar has
constexpr std::int64_t kCalendar = kYears * 366 * kOneDay;

struct Unit {
  std::string_view name;
  CalendarStep step;
};

constexpr Unit kUnits[] = {{"second", {0, kOneSecond}},
                           {"minute", {0, 60 * kOneSecond}},
                           {"hour", {0, 3600 * kOneSecond}},
                           {"day", {0, kOneDay}},
                           {"week", {0, 7 * kOneDay}},
                           {"month", {1, 0}},
                           {"quarter", {3, 0}},
                           {"year", {12, 0}}};

Error wrong_bins(std::string_view text, const std::string& why,
                 std::string_view instead =
                     "write FROM:TO:STEP, for example 2025-01-01:2026-01-01:1month") {
  return wrong(fmt::format("dates '{}': {}; {}", text.substr(0, 80), why, instead));
}

struct Moment {
  std::chrono::year_month_day date;
  std::int64_t time = 0;  // since midnight, in microseconds
};

Moment split(Timestamp timestamp) {
  const std::chrono::sys_time<std::chrono::microseconds> moment{
      std::chrono::microseconds(timestamp.microseconds)};
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  return {day, (moment - day).count()};
}

std::int64_t months(const std::chrono::year_month_day& date) {
  return 12 * int{date.year()} + static_cast<int>(unsigned{date.month()}) - 1;
}

// Moments beyond the year 9999 have no text.
bool has_text(Timestamp moment) { return int{split(moment).date.year()} <= 9999; }

std::string text_of(Timestamp moment) {
  std::string text = timestamp_text(moment);
  return split(moment).time == 0 ? text.substr(0, text.find(' ')) : text;
}

// Requires from + count * step at most one step beyond the calendar.
Timestamp after(Timestamp from, CalendarStep step, std::int64_t count) {
  if (step.months == 0) return {from.microseconds + count * step.microseconds};
  const auto [date, time] = split(from);
  const std::int64_t month = months(date) + count * step.months;
  const std::chrono::sys_days day = std::chrono::year(static_cast<int>(month / 12)) /
                                    static_cast<int>(month % 12 + 1) / date.day();
  return {day.time_since_epoch().count() * kOneDay + time};
}

// The most whole steps that do not pass `to`. Requires from < to.
std::int64_t whole_steps(Timestamp from, Timestamp to, CalendarStep step) {
  if (step.months == 0)
    return (to.microseconds - from.microseconds) / step.microseconds;
  const std::int64_t count =
      (months(split(to).date) - months(split(from).date)) / step.months;
  return after(from, step, count) > to ? count - 1 : count;
}

// The two moments of "FROM:TO"; moments hold colons themselves. Since TO begins with a
// date, at most one colon has a moment on both sides.
std::optional<std::pair<Timestamp, Timestamp>> parse_ends(std::string_view text) {
  for (auto colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    const auto from = parse_timestamp(text.substr(0, colon));
    const auto to = parse_timestamp(text.substr(colon + 1));
    if (from && to) return std::pair(*from, *to);
  }
  return std::nullopt;
}

// The side that is no moment, where the other one is.
std::string wrong_ends(std::string_view text) {
  std::string_view bad;
  for (auto colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    if (parse_timestamp(text.substr(0, colon))) bad = text.substr(colon + 1);
    if (parse_timestamp(text.substr(colon + 1))) bad = text.substr(0, colon);
  }
  if (bad.data() == nullptr)
    return fmt::format("'{}' is not two dates with a colon between them",
                       text.substr(0, 60));
  return fmt::format(
      "'{}' is not a date like 2025-01-31, nor a moment like "
      "2025-01-31T23:59",
      bad.substr(0, 40));
}

Result<CalendarStep> parse_step(std::string_view text, std::string_view step) {
  const auto digits = std::min(step.find_first_not_of("0123456789"), step.size());
  std::string_view name = step.substr(digits);
  if (name.ends_with('s')) name.remove_suffix(1);
  const auto unit = std::find_if(std::begin(kUnits), std::end(kUnits),
                                 [&](const Unit& u) { return u.name == name; });
  if (unit == std::end(kUnits))
    return wrong_bins(
        text,
        fmt::format("the step '{}' {}", step.substr(0, 40),
                    digits == step.size() ? "has no unit" : "is not a length of time"),
        "write a whole number of seconds, minutes, hours, days, weeks, months, "
        "quarters or years, for example 1month");
  std::int64_t count = 1;
  const auto read = std::from_chars(step.data(), step.data() + digits, count);
  if (count == 0) return wrong_bins(text, "the step is 0");
  const CalendarStep one = unit->step;
  if (read.ec == std::errc::result_out_of_range ||
      count >
          (one.months > 0 ? kYears * 12 / one.months : kCalendar / one.microseconds))
    return wrong_bins(text,
                      fmt::format("the step '{}' is longer than the calendar, which "
                                  "ends with the year 9999",
                                  step.substr(0, 40)));
  return CalendarStep{one.months * count, one.microseconds * count};
}

// Says which ends fit: the last one before `to` and the first one after it.
Error no_fit(std::string_view text, std::string_view step_text, Timestamp from,
             Timestamp to, CalendarStep step, std::int64_t count) {
  const Timestamp last = after(from, step, count), next = after(from, step, count + 1);
  const bool before = count > 0, beyond = has_text(next);
  const std::string reached =
      before && beyond ? fmt::format("{} and {}", text_of(last), text_of(next))
      : beyond         ? text_of(next)
      : before         ? text_of(last)
                       : std::string("beyond the year 9999");
  return wrong_bins(text,
                    fmt::format("steps of {} from {} reach {}, not {}", step_text,
                                text_of(from), reached, text_of(to)),
                    before && beyond   ? "write one of these as the end"
                    : before || beyond ? "write this as the end"
                                       : "write a shorter step");
}

}  // namespace

Result<CalendarBins> CalendarBins::parse(std::string_view text) {
  const auto colon = text.rfind(':');
  const std::string_view head = text.substr(0, colon);
  const auto ends = parse_ends(head);
  if (!ends)
    return wrong_bins(text, colon == std::string_view::npos || parse_ends(text)
                                ? "there is no step"
                                : wrong_ends(head));
  const auto [from, to] = *ends;
  const std::string_view step_text = text.substr(colon + 1);
  const auto step = parse_step(text, step_text);
  if (!step) return step.error();
  if (from >= to)
    return wrong_bins(text, fmt::format("the start {} is not before the end {}",
                                        text_of(from), text_of(to)));
  if (step->months > 0 && unsigned{split(from).date.day()} > 28)
    return wrong_bins(
        text,
        fmt::format("not every month has a day {}, the one of the start {}",
                    unsigned{split(from).date.day()}, text_of(from)),
        "write a start from the 1st to the 28th");
  const std::int64_t count = whole_steps(from, to, *step);
  if (count > static_cast<std::int64_t>(kMaxBins))
    return wrong_bins(
        text, fmt::format("that makes {} bins and the most is {}", count, kMaxBins),
        "write a longer step");
  if (after(from, *step, count) != to)
    return no_fit(text, step_text, from, to, *step, count);
  std::vector<Timestamp> edges;
  edges.reserve(static_cast<std::size_t>(count) + 1);
  for (std::int64_t i = 0; i <= count; ++i) edges.push_back(after(from, *step, i));
  return CalendarBins(std::make_shared<const std::vector<Timestamp>>(std::move(edges)),
                      *step, std::string(text));
}

std::size_t CalendarBins::cell(Timestamp moment) const {
  const Timestamp from = edges_->front();
  if (moment < from) return below();
  if (moment >= edges_->back()) return above();
  if (step_.months == 0)
    return 1 + static_cast<std::size_t>((moment.microseconds - from.microseconds) /
                                        step_.microseconds);
  return static_cast<std::size_t>(
      std::upper_bound(edges_->begin(), edges_->end(), moment) - edges_->begin());
}

std::string CalendarBins::label(std::size_t cell) const {
  if (cell == below()) return fmt::format("before {}", text_of(edge(0)));
  if (cell == above()) return fmt::format("{} and after", text_of(edge(bins())));
  if (cell == missing()) return "missing";
  const auto [date, time] = split(edge(cell - 1));
  const int year{date.year()};
  const unsigned month{date.month()};
  const bool first = unsigned{date.day()} == 1 && time == 0;
  if (step_.microseconds == kOneDay && time == 0) return text_of(edge(cell - 1));
  if (step_.months == 1 && first) return fmt::format("{:04}-{:02}", year, month);
  if (step_.months == 3 && first && month % 3 == 1)
    return fmt::format("{:04}-Q{}", year, month / 3 + 1);
  if (step_.months == 12 && first && month == 1) return fmt::format("{:04}", year);
  return fmt::format("[{},{})", text_of(edge(cell - 1)), text_of(edge(cell)));
}

}  // namespace selvage
