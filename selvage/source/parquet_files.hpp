// The files of a table in Parquet: one, those of a folder, or those of a pattern.
#pragma once
#include <string>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/source/byte_stream.hpp"

namespace selvage {

// Open, in the order of their names. A name that a file has is that file, whatever
// wildcards it holds; one of a folder means all Parquet files in it, and nothing else
// may be there but hidden files. No message names a file that the request does not: its
// name may be a person's.
Result<std::vector<OpenFile>> open_parquet_files(const std::string& path);

}  // namespace selvage
