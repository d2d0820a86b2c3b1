#include "tool/histogram_options.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace selvage::tool {

Option column_option() {
  return {"--column", "NAME=LO:HI:STEP",
          "the column and its public bins, for example age=0:100:10", true};
}

Option epsilon_option() {
  return {"--epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3", true};
}

Result<Request> histogram_request(const Arguments& arguments) {
  return parse_request({arguments.table(), arguments.value_or("--column", ""),
                        arguments.value_or("--epsilon", "")});
}

Result<std::string> chosen_format(const Arguments& arguments,
                                  const std::vector<std::string>& allowed) {
  const std::string chosen = arguments.value_or("--format", allowed.front());
  if (std::find(allowed.begin(), allowed.end(), chosen) == allowed.end())
    return Error{ErrorKind::invalid_request,
                 fmt::format("--format '{}' is not one of {}", chosen,
                             fmt::join(allowed, ", "))};
  return chosen;
}

}  // namespace selvage::tool
