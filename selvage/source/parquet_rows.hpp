// Writes a coded table as a Parquet file, through the engine, row by row as it is made:
// texts as VARCHAR, numbers as BIGINT or DECIMAL(18, decimals), dates as DATE, moments
// as TIMESTAMP, no value as NULL.
#pragma once
#include <string>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/summary/coded_columns.hpp"

namespace selvage {

// Requires a column, names that differ, numbers of at most 18 digits and a path that
// does not exist yet.
Outcome write_parquet(const std::vector<CodedColumn>& columns, const NextCodes& next,
                      const std::string& path);

}  // namespace selvage
