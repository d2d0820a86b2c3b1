// Every verb of `selvage`: `histogram`, `plan histogram`, `audit histogram`, ...
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "selvage/base/result.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

struct Finished {
  int exit_code = 0;
};

struct Verb {
  Command command;
  std::function<Result<Finished>(const Arguments&)> run;
};

Result<Finished> run_command(std::span<const std::string> words);

// Whether any verb has this option, "--epsilon".
bool is_option(const std::string& name);

// The statistics that can be asked, each as a release, a plan and an audit of it.
const std::vector<std::string>& statistics();
Verb release_verb(const std::string& statistic);
Verb plan_verb(const std::string& statistic);
Verb audit_verb(const std::string& statistic);
std::vector<Verb> ledger_verbs();
std::vector<Verb> key_verbs();
Verb show_verb();
Verb verify_verb();
Verb explain_verb();
Verb reproduce_verb();

}  // namespace selvage::tool
