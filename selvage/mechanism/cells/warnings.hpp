// What somebody should know before relying on a release, one sentence each: a function
// of the plan and of what is public about the question, so that whoever has the
// certificate finds the same ones. tools/certificate_checker/warnings.py says them too.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

struct Warned {
  Rational confidence;                 // of the intervals
  std::string table = {};              // as it was named; empty for none
  std::optional<Rational> cells = {};  // of the domain; none where that is not known
  bool grouped = false;                // by columns
};

// All that a plan and the name of its table tell.
Warned warned_of(const CellsPlan& plan, const std::string& table,
                 const Rational& confidence);

// The sentence on cells that are listed by noise alone is left out where the number of
// cells is not known.
std::vector<std::string> plan_warnings(const CellsPlan& plan, const Warned& about);

// Whether it is that sentence.
bool is_about_empty_cells(const std::string& warning);

}  // namespace selvage
