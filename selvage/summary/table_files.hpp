// Which files a table's name means now: one, those of a folder, those of a pattern.
#pragma once
#include <string>
#include <vector>

#include "selvage/summary/table_name.hpp"

namespace selvage {

// Whether a name with wildcards means the files that fit it: it is Parquet, and no file
// has just this name.
bool is_pattern(const TableName& table);

// In the order of their names, hidden ones of a folder left out; whether they can be
// read is not asked. None where there is no such folder and nothing fits.
std::vector<std::string> files_of_table(const TableName& table);

}  // namespace selvage
