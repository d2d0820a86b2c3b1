#include "selvage/summary/moment_unit.hpp"

#include <cassert>
#include <utility>

#include "selvage/summary/iso_moment.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kWholeDay = 86'400'000'000;
constexpr std::string_view kOfDay = "-of-day";
constexpr std::string_view kTheDay = "1970-01-01 ";  // whose codes begin with 0
constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> kMomentUnits = {
    {{"day", kWholeDay},
     {"hour", 3'600'000'000},
     {"minute", 60'000'000},
     {"second", 1'000'000},
     {"millisecond", 1000},
     {"microsecond", 1}}};

}  // namespace

std::optional<MomentUnit> MomentUnit::parse(std::string_view word) {
  const bool of_day = word.ends_with(kOfDay);
  if (of_day) word.remove_suffix(kOfDay.size());
  for (const auto& [name, microseconds] : kMomentUnits)
    if (name == word && !(of_day && microseconds == kWholeDay))
      return MomentUnit(microseconds, of_day);
  return std::nullopt;
}

std::string MomentUnit::word() const {
  for (const auto& [name, microseconds] : kMomentUnits)
    if (microseconds == microseconds_)
      return std::string(name) + std::string(of_day_ ? kOfDay : "");
  return {};
}

std::string MomentUnit::plural() const {
  const std::string name = word();
  return name.substr(0, name.find('-')) + "s";
}

std::int64_t MomentUnit::code(Timestamp moment) const {
  const std::int64_t cut = moment.microseconds / microseconds_;
  return cut - (moment.microseconds % microseconds_ < 0 ? 1 : 0);
}

std::int64_t MomentUnit::first() const {
  return of_day_ ? 0 : first_of(*parse_date("0001-01-01"));
}
std::int64_t MomentUnit::last() const {
  return of_day_ ? kWholeDay / microseconds_ - 1 : last_of(*parse_date("9999-12-31"));
}

std::string MomentUnit::range_text() const {
  return of_day_ ? text(first()) + " to " + text(last()) : "0001-01-01:9999-12-31";
}

std::int64_t MomentUnit::last_of(Date day) const {
  return code({midnight(day).microseconds + kWholeDay - 1});
}

std::string MomentUnit::text(std::int64_t code) const {
  assert(first() <= code && code <= last());
  const Timestamp moment{code * microseconds_};
  if (microseconds_ == kWholeDay) return date_text({static_cast<std::int32_t>(code)});
  const std::string both = timestamp_text(moment);
  return of_day_ ? both.substr(kTheDay.size()) : both;
}

// A time without a zone: where one is it is not known which day it leads to.
std::optional<Timestamp> MomentUnit::moment_of(std::string_view text) const {
  if (!of_day_) return iso_moment(text);
  if (text.find(':') == std::string_view::npos ||
      text.find_first_of("Zz+-") != std::string_view::npos)
    return std::nullopt;
  return iso_moment(std::string(kTheDay) + std::string(text));
}

std::optional<std::int64_t> MomentUnit::parse_code(std::string_view text) const {
  const auto moment = parse_timestamp(of_day_ ? std::string(kTheDay) + std::string(text)
                                              : std::string(text));
  if (!moment) return std::nullopt;
  const std::int64_t found = code(*moment);
  if (found < first() || found > last() || this->text(found) != text)
    return std::nullopt;
  return found;
}

}  // namespace selvage
