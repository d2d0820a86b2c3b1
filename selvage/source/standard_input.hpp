// The table `-`: what comes on the standard input.
#pragma once
#include "selvage/base/result.hpp"

namespace selvage {

// A descriptor that can be read at any place, again and again, for the caller to close.
// What comes through a pipe is held in memory and never written to disk.
Result<int> open_standard_input();

}  // namespace selvage
