// What can be asked. A verb owns its fields; a mechanism's folder brings its verbs, and
// selvage/verbs names them all.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selvage/mechanism/mechanism.hpp"
#include "selvage/question/field.hpp"
#include "selvage/question/question.hpp"
#include "selvage/summary/predicate.hpp"

namespace selvage {

// What a plan says of another way to answer, in words and in numbers.
struct OtherWay {
  std::vector<PlanLine> lines = {};
  Json numbers = nullptr;
};

// A question with its plan: made once, and never changed afterwards.
struct Planned {
  Question question;
  Plan plan;
  std::optional<Predicate> where = std::nullopt;  // the question's, as it was read
  Rational confidence = Rational(19, 20);         // of the intervals
  Prior prior = {};
  std::string ledger = {};  // the file that the domain file names, if it does
  std::vector<std::string> notes = {};  // what was taken instead of what was said
  std::function<OtherWay()> other_way = nullptr;  // where there is one to compare with
};

// What a certificate tells of a mechanism.
struct MechanismRecord {
  Question question;
  Json law, shown;  // as Mechanism::law and shown gave them, or as a forger wrote them
  std::optional<std::int64_t> fewer_than = std::nullopt;
  std::string reason = {};
};

struct Verb {
  std::string name;     // "median"
  std::string summary;  // one line
  std::string promise;  // two lines
  // Of a command that works, after the table: {{"column", "salary"}, {"epsilon", "1"}}.
  std::vector<std::pair<std::string, std::string>> example;
  std::vector<Field> fields;
  // Checks all that can be checked without data. `table`, `version` and `delimiter` are
  // fields of every verb, and may be missing.
  std::function<Result<Planned>(const Asked& asked)> plan;
  // The same mechanism again; fails where plan() would never make such a one. Whoever
  // calls it compares what the mechanism says of itself with what was told.
  std::function<Result<Plan>(const MechanismRecord& record)> read;
};

}  // namespace selvage
