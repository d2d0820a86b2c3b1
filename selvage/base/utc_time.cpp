#include "selvage/base/utc_time.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

std::tm parts_of(std::time_t moment) {
  std::tm parts{};
  ::gmtime_r(&moment, &parts);
  return parts;
}

constexpr int kFirstYear = 1900;  // of std::tm

}  // namespace

std::string utc_text(std::time_t moment) {
  const std::tm now = parts_of(moment);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", now.tm_year + kFirstYear,
                     now.tm_mon + 1, now.tm_mday, now.tm_hour, now.tm_min, now.tm_sec);
}

std::string utc_time() { return utc_text(std::time(nullptr)); }

Outcome check_clock(std::time_t now) {
  const long long year = static_cast<long long>(parts_of(now).tm_year) + kFirstYear;
  if (1 <= year && year <= 9999) return Done{};
  return unreadable(
      fmt::format("the clock of this machine shows the year {}, which is not from 1 to "
                  "9999; set the clock",
                  year));
}

}  // namespace selvage
