// The clock of this machine, as a text.
#pragma once
#include <string>

namespace selvage {

std::string utc_time();  // "2026-03-01T12:00:00Z", now

}  // namespace selvage
