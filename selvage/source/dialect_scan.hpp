// A scan whose texts are made plain, as the request says they are written.
#pragma once
#include <memory>
#include <vector>

#include "selvage/source/text_scan.hpp"
#include "selvage/summary/dialect.hpp"

namespace selvage {

// `uses`: of each field of the scan. The scan itself where the dialect is plain.
std::unique_ptr<TextScan> scan_in_dialect(std::unique_ptr<TextScan> scan,
                                          const Dialect& dialect,
                                          std::vector<TextUse> uses);

}  // namespace selvage
