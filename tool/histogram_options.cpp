#include "tool/histogram_options.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace selvage::tool {

Option column_option() {
  return {"--column", "NAME=LO:HI:STEP", "column and public bins, as age=0:100:10",
          true};
}

Option epsilon_option() {
  return {"--epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3", true};
}

Option where_option() {
  return {"--where", "TEST", "only rows for which it is true, as \"age >= 18\""};
}

Result<Request> histogram_request(const Arguments& arguments) {
  return parse_request({arguments.table(), arguments.value_or("--column", ""),
                        arguments.value_or("--epsilon", ""),
                        arguments.value("--where")});
}

Result<std::string> chosen_format(const Arguments& arguments,
                                  const std::vector<std::string>& allowed) {
  std::string chosen = arguments.value_or("--format", "");
  if (!arguments.value("--format")) {
    chosen = allowed.front();
    const std::string file = arguments.value_or("--out", "");
    for (const std::string& format : allowed)
      if (file.ends_with("." + format)) chosen = format;
  }
  if (std::find(allowed.begin(), allowed.end(), chosen) == allowed.end())
    return Error{ErrorKind::invalid_request,
                 fmt::format("--format '{}' is not one of {}", chosen,
                             fmt::join(allowed, ", "))};
  return chosen;
}

std::vector<Option> planned_options() {
  return {column_option(),
          epsilon_option(),
          where_option(),
          {"--format", "WORD", "table or json (table)"}};
}

Result<Planned> planned_histogram(const Arguments& arguments) {
  auto format = chosen_format(arguments, {"table", "json"});
  if (!format) return format.error();
  auto request = histogram_request(arguments);
  if (!request) return request.error();
  auto plan = make_plan(*request);
  if (!plan) return plan.error();
  return Planned{*std::move(format), *std::move(request), *std::move(plan)};
}

}  // namespace selvage::tool
