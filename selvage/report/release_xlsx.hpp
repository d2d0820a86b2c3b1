// A release as an Excel workbook: the rows and columns of its CSV form, numbers as
// numbers and labels as texts, whatever these look like.
#pragma once
#include <optional>
#include <string>

#include "selvage/release/release.hpp"

namespace selvage {

// The bytes of the file, the same for the same release; none if the system has no room
// for it. What a sheet cannot hold is on further sheets.
std::optional<std::string> release_xlsx(const Release& release);

}  // namespace selvage
