// A key that came from the table, for those who open a CSV file: whoever wrote it into
// the table must not run a formula in their spreadsheet or move their cursor.
#pragma once
#include <string>

namespace selvage {

// Characters that act, and bytes that are not UTF-8, are spelled out, as \x1b or
// \u{202e}; what begins as a formula does (= + - @) and is no number has an apostrophe
// in front, and so has one that has such an apostrophe itself: no two become the same.
// Other keys stay as they are.
std::string harmless_key(const std::string& key);

// Takes away the apostrophe that harmless_key put there.
std::string without_apostrophe(const std::string& field);

}  // namespace selvage
