// Where the passphrase of a key comes from: a file, or somebody at the terminal.
#pragma once
#include <string>

#include "selvage/base/result.hpp"

namespace selvage::tool {

// The first line of the file, or, where none is named, what is typed at the terminal
// without being shown. Fails where there is neither.
Result<std::string> ask_passphrase(const std::string& file, const std::string& prompt);

}  // namespace selvage::tool
