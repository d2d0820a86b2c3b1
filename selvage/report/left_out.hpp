// What a reader asked not to see: the places beside the declared ones. The release
// keeps them; leaving them out of what is shown is post-processing.
#pragma once
#include <set>
#include <string>

#include "selvage/base/result.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

// "other,below", or "outside" for all of below, above, other and missing. Fails in one
// sentence that does not name the option.
Result<std::set<std::string>> parse_left_out(const std::string& text);

// The same release without the cells that have such a place in any column. Its total is
// that of all cells; those of numbers without intervals are of what is left.
Release without_places(const Release& release, const std::set<std::string>& words);

// "12 released cells (below, above) are left out here; ..."; empty where none is.
std::string left_out_sentence(const Release& whole, const Release& shown,
                              const std::set<std::string>& words);

}  // namespace selvage
