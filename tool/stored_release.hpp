// A release that was made before: one in JSON, a certificate, or an entry of a ledger.
#pragma once
#include <string>
#include <vector>

#include "selvage/release/release.hpp"
#include "tool/file_place.hpp"

namespace selvage::tool {

struct StoredRelease {
  Release release;
  std::vector<ReadFile> read;  // none of these is written over
};

// The table that a release names, wherever it lies.
ReadFile table_to_keep(const Release& release);

// Whether LEDGER:ENTRY is meant, and no file of that name.
bool is_ledger_entry(const std::string& operand);

// `operand`: FILE or LEDGER:ENTRY. What is shown may be shown to others, so a
// certificate that is wrong is refused.
Result<StoredRelease> stored_release(const std::string& operand);

}  // namespace selvage::tool
