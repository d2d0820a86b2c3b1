// All bytes of a file or a pipe, but never more than some: what has no end is not read
// to its end.
#pragma once
#include <string>

#include "selvage/base/result.hpp"

namespace selvage {

// Fails (unreadable) with the reason alone, "Is a directory", for a sentence of the
// caller's own.
Result<std::string> read_bounded(const std::string& path, std::size_t most);

}  // namespace selvage
