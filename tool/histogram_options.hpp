// What `histogram`, `plan histogram` and `audit histogram` have in common.
#pragma once
#include "selvage/engine/engine.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

Option column_option();
Option epsilon_option();
Option where_option();

Result<Request> histogram_request(const Arguments& arguments);

// One of the allowed words. Where none was given: the one that --out ends in, else the
// first.
Result<std::string> chosen_format(const Arguments& arguments,
                                  const std::vector<std::string>& allowed);

// A question without data: for a plan or an audit, as a table or as JSON.
struct Planned {
  std::string format;
  Request request;
  Plan plan;
};
std::vector<Option> planned_options();
Result<Planned> planned_histogram(const Arguments& arguments);

}  // namespace selvage::tool
