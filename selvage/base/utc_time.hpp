// The time as ledgers and certificates write it.
#pragma once
#include <ctime>
#include <string>

#include "selvage/base/result.hpp"

namespace selvage {

// "2026-03-01T12:00:00Z". Requires what check_clock accepts.
std::string utc_text(std::time_t moment);
std::string utc_time();  // now

// Refuses a clock that shows a year outside 1 to 9999: no reader would take such a
// time.
Outcome check_clock(std::time_t now = std::time(nullptr));

}  // namespace selvage
