// The options that say what is asked: the same for a release, a plan and an audit.
#pragma once
#include "selvage/engine/planning.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

std::vector<Option> question_options(const std::string& statistic);
Result<Request> question_request(const std::string& statistic,
                                 const Arguments& arguments);

// "--column salary=0:200000:10000": of a command that works.
std::string example_question(const std::string& statistic);

// A question without data: for a plan or an audit, as a table or as JSON.
struct Planned {
  std::string format;
  Request request;
  CellsPlan plan;
};
std::vector<Option> planned_options(const std::string& statistic);
Result<Planned> planned_question(const std::string& statistic,
                                 const Arguments& arguments);

}  // namespace selvage::tool
