// Profiles that are kept in a file: "@FILE" where a profile is asked for. The lines are
// one step each, or together one formula; what follows a # is a comment.
#pragma once
#include <string>
#include <string_view>

#include "selvage/base/result.hpp"

namespace selvage {

// The lines of such a file as one line that parse_profile reads.
std::string profile_of_lines(std::string_view lines);

// The text itself, or for "@FILE" what the file says. Fails in one sentence where the
// file cannot be read or has more than four million bytes.
Result<std::string> profile_words(const std::string& text);

}  // namespace selvage
