// What is asked of cells, checked as far as that is possible without any data.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/question/field.hpp"
#include "selvage/question/question.hpp"
#include "selvage/summary/predicate.hpp"

namespace selvage {

// The error that may be made, instead of an epsilon.
struct WantedAccuracy {
  Rational bound;
};

struct CellsRequest {
  Question question;
  PlanRequest plan;  // its epsilon is found by plan_request where an accuracy is wanted
  std::optional<WantedAccuracy> accuracy = std::nullopt;
  Rational confidence = Rational(19, 20);  // of the intervals
  std::int64_t people = 10'000;            // a public guess, for plans only
  std::optional<Predicate> where = std::nullopt;
  std::string ledger = {};  // the file that the domain file names, if it does
  std::vector<std::string> notes = {};  // what was taken instead of what was said
};

// Of one of the verbs of cells.
Statistic statistic_of(const std::string& verb);

// What a verb takes in the place of an epsilon: a field, and what reads it and all that
// goes with it. That is called where the field is missing too.
struct OtherPromise {
  std::string field;
  std::function<Outcome(CellsRequest& request)> parse;
};

// Fails in one sentence that names the field.
Result<CellsRequest> parse_cells_request(const std::string& verb, const Asked& asked,
                                         const OtherPromise* other = nullptr);

}  // namespace selvage
