// Every verb of `selvage`, one file each.
#pragma once
#include <span>
#include <string>

#include "selvage/base/result.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

struct Finished {
  int exit_code = 0;
};

Result<Finished> run_command(std::span<const std::string> words);

const Command& histogram_command();
Result<Finished> run_histogram(const Arguments& arguments);
const Command& plan_histogram_command();
Result<Finished> run_plan_histogram(const Arguments& arguments);
const Command& audit_histogram_command();
Result<Finished> run_audit_histogram(const Arguments& arguments);

}  // namespace selvage::tool
