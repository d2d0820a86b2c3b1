// The numbers of a release as text of JSON, written cell by cell: a tree of a million
// cells takes ten times as long and much memory. The same bytes as to_json() dumped.
#pragma once
#include "selvage/base/text_blocks.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

enum class JsonLayout {
  canonical,  // as canonical_json() writes
  indented,   // by two blanks, as a member of the outermost object
};

void write_answer(const Answer& answer, NumberForm form, JsonLayout layout,
                  TextBlocks& text);

}  // namespace selvage
