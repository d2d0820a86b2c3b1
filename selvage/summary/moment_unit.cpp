#include "selvage/summary/moment_unit.hpp"

#include <cassert>
#include <utility>

namespace selvage {
namespace {

constexpr std::int64_t kWholeDay = 86'400'000'000;
constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> kMomentUnits = {
    {{"day", kWholeDay},
     {"hour", 3'600'000'000},
     {"minute", 60'000'000},
     {"second", 1'000'000},
     {"millisecond", 1000},
     {"microsecond", 1}}};

}  // namespace

std::optional<MomentUnit> MomentUnit::parse(std::string_view word) {
  for (const auto& [name, microseconds] : kMomentUnits)
    if (name == word) return MomentUnit(microseconds);
  return std::nullopt;
}

std::string MomentUnit::word() const {
  for (const auto& [name, microseconds] : kMomentUnits)
    if (microseconds == microseconds_) return std::string(name);
  return {};
}

std::int64_t MomentUnit::code(Timestamp moment) const {
  const std::int64_t cut = moment.microseconds / microseconds_;
  return cut - (moment.microseconds % microseconds_ < 0 ? 1 : 0);
}

std::int64_t MomentUnit::first() const { return first_of(*parse_date("0001-01-01")); }
std::int64_t MomentUnit::last() const { return last_of(*parse_date("9999-12-31")); }

std::int64_t MomentUnit::last_of(Date day) const {
  return code({midnight(day).microseconds + kWholeDay - 1});
}

std::string MomentUnit::text(std::int64_t code) const {
  assert(first() <= code && code <= last());
  const Timestamp moment{code * microseconds_};
  if (microseconds_ == kWholeDay) return date_text({static_cast<std::int32_t>(code)});
  return timestamp_text(moment);
}

std::optional<std::int64_t> MomentUnit::parse_code(std::string_view text) const {
  const auto moment = parse_timestamp(text);
  if (!moment) return std::nullopt;
  const std::int64_t found = code(*moment);
  if (this->text(found) != text) return std::nullopt;
  return found;
}

}  // namespace selvage
