// Which name was probably meant by a word that is none of them.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace selvage {

// The name with the fewest letters to change, add or leave out, case not counted; none
// if that would be more than a third of the word.
std::optional<std::string> nearest_name(const std::vector<std::string>& names,
                                        const std::string& word);

}  // namespace selvage
