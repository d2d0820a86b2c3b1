// In which format an output is written: what an option says, else the ending of its
// file. An ending that promises something else is refused before anything is charged.
#pragma once
#include <string>
#include <vector>

#include "selvage/base/result.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

// The format of --out, one of these: as --format says, else as FILE ends (`table` and
// `text` are .txt, `html` is also .htm, `parquet` also .pq), else, where there is no
// file to name, the first. Refuses a file whose ending tells none of them, unless
// --format does.
Result<std::string> chosen_format(const Arguments& arguments,
                                  const std::vector<std::string>& allowed);

// Refuses a file of this option that ends as those of other formats do, such as .pdf.
// `what` is written there: "SVG", "JSON".
Outcome check_ending(const Arguments& arguments, const std::string& option,
                     const std::string& what);

}  // namespace selvage::tool
