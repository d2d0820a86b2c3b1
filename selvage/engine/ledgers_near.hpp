// The ledgers that lie in a folder, and which table each of them is about.
#pragma once
#include <string>
#include <vector>

#include "selvage/base/result.hpp"

namespace selvage {

struct NearLedger {
  std::string file;
  // As its terms name it; or why that cannot be known.
  Result<std::string> table;
};

// All that ends in .ledger, in the order of their names. Fails where the folder cannot
// be listed; a folder that is not there has none.
Result<std::vector<NearLedger>> ledgers_in(const std::string& folder);

// Whether the terms of a ledger that lies beside a table mean it by this name: as
// is_ledger_of, and of a pattern the files that fit it, unless a file has just this
// name. `path`: a file, or a folder with a slash at its end.
bool names_file(const std::string& name, const std::string& path);

}  // namespace selvage
