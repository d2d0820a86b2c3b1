// Finds a column by its exact name, or says which one was probably meant.
#pragma once
#include <string>
#include <vector>

#include "selvage/base/result.hpp"

namespace selvage {

// Where names come from. A first line may be a row, if the file has no header: its
// names are never shown, only counted.
enum class NamesFrom { schema, first_line };

// The place of the only column of that name.
Result<std::size_t> match_column(const std::vector<std::string>& names,
                                 const std::string& wanted, const std::string& table,
                                 NamesFrom from = NamesFrom::schema);

}  // namespace selvage
