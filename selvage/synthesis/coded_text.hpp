// A coded table as CSV or TSV: a header, then a line a row; no value is an empty field.
#pragma once
#include "selvage/base/text_blocks.hpp"
#include "selvage/summary/coded_columns.hpp"

namespace selvage {

void write_coded(const std::vector<CodedColumn>& columns, const NextCodes& next,
                 char separator, TextBlocks& text);

}  // namespace selvage
