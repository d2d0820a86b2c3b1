// A file as one text.
#pragma once
#include <string>

#include "selvage/base/result.hpp"

namespace selvage::tool {

// `what` it should be: "certificate". Refuses what is no regular file of at most 1 GB.
Result<std::string> read_file(const std::string& path, const std::string& what);

}  // namespace selvage::tool
