// Every command of `selvage`: `histogram`, `plan histogram`, `audit histogram`, ...
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/verbs/verbs.hpp"
#include "tool/arguments.hpp"

namespace selvage::tool {

struct Finished {
  int exit_code = 0;
};

struct Action {
  Command command;
  std::function<Result<Finished>(const Arguments&)> run;
};

Result<Finished> run_command(std::span<const std::string> words);

// Whether any verb has this option, "--epsilon".
bool is_option(const std::string& name);

// A verb of the library as a release, a plan and an audit. Require one that lives on.
Action release_action(const Verb& verb);
Action plan_action(const Verb& verb);
Action audit_action(const Verb& verb);
std::vector<Action> ledger_verbs();
std::vector<Action> key_verbs();
Action show_verb();
Action synthesize_verb();
Action distance_verb();
Action verify_verb();
Action explain_verb();
Action reproduce_verb();

}  // namespace selvage::tool
