// Finds a column by its exact name, or says which one was probably meant.
#pragma once
#include <string>
#include <vector>

#include "selvage/base/result.hpp"

namespace selvage {

// The place of the only column of that name.
Result<std::size_t> match_column(const std::vector<std::string>& names,
                                 const std::string& wanted, const std::string& table);

}  // namespace selvage
