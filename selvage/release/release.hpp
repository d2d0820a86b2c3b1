// A release: the answer that leaves the house, with its question, its guarantees, its
// error bars and how its privacy was verified.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/guarantee/accuracy.hpp"
#include "selvage/guarantee/derivation.hpp"
#include "selvage/summary/cells.hpp"

namespace selvage {

struct Question {
  std::string verb;   // "histogram"
  std::string table;  // as the user named it; empty where none was named
  Domain domain;
  std::string person;      // who is protected: "one row"
  std::string where = {};  // the rows it is about, as a predicate; empty for all
};

struct ReleasedCell {
  std::string label;
  std::int64_t count;         // noisy; a negative one is noise
  std::int64_t lower, upper;  // interval of the true count, noise only
};

// How far the claim was checked on the running program.
enum class VerificationLevel { exact_law, small_worlds, theorem_only };
struct Verification {
  VerificationLevel level;
  std::string detail;  // one sentence
};

struct MechanismUsed {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters;
};

struct Release {
  Question question;
  std::vector<ReleasedCell> cells;
  std::vector<Derivation> derivations;
  std::vector<Accuracy> accuracy;
  ErrorStatement error;
  MechanismUsed mechanism;
  Verification verification;
  std::vector<std::string> warnings;
};

std::string level_name(VerificationLevel level);
// The whole release as JSON text, in the form of docs/formats.md.
std::string to_json_text(const Release& release);
// The column's own name, unless `count`, `lower` or `upper` would then stand twice.
std::string label_column(const Release& release);
// One line a cell: label_column, count, lower, upper. Quoted as in RFC 4180, lines end
// with a line feed.
std::string to_csv_text(const Release& release);

}  // namespace selvage
