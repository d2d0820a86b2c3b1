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
  std::string verb;   // "histogram", "count", "sum", "mean", "variance"
  std::string table;  // as the user named it; empty where none was named
  Domain domain;      // as released: unknown keys are now those that were released
  std::vector<std::string> asked;  // the domain of each column as it was asked: "?"
  Person person = {};
  std::optional<Measure> measure = std::nullopt;  // of a sum, a mean, a variance
  std::string where = {};  // the rows it is about, as a predicate; empty for all
};

// A released number with the interval of the true one (noise only), all three as whole
// multiples of Release::unit.
struct ReleasedNumber {
  std::int64_t value;  // noisy; a negative count is noise
  std::int64_t lower, upper;
};

struct ReleasedCell {
  std::uint64_t cell;  // of the question's domain
  ReleasedNumber number;
};

// How far the claim was checked on the running program.
enum class VerificationLevel { exact_law, small_worlds, theorem_only };
struct Verification {
  VerificationLevel level;
  std::string detail;  // one sentence
};

struct MechanismUsed {
  std::string name;
  std::string reason;  // why this one
  std::vector<std::pair<std::string, std::string>> parameters;
};

struct Release {
  Question question;
  Rational unit = 1;  // 1 for counts; a power of ten, or its square
  // In the order of the cells; all cells of the domain unless `fewer_than` is set.
  std::vector<ReleasedCell> cells;
  // Cells whose noisy count is below this are not told apart and not listed.
  std::optional<std::int64_t> fewer_than = std::nullopt;
  // Sums of the released cells, where all are there and they add up: of everything, and
  // (for two or more columns) for each place of each column. Post-processing.
  std::optional<ReleasedNumber> total = std::nullopt;
  std::vector<std::vector<ReleasedNumber>> margins = {};  // [column][place]
  std::vector<Derivation> derivations;
  std::vector<Accuracy> accuracy;
  // Of every released number, in units; none where it differs from cell to cell (a mean
  // of few rows is less certain): then the intervals say it.
  std::optional<ErrorStatement> error = std::nullopt;
  Rational confidence;  // of each interval
  MechanismUsed mechanism;
  Verification verification;
  std::vector<std::string> warnings;
};

std::string level_name(VerificationLevel level);
// "one row", or "employee_id, at most 3 rows in at most 2 cells".
std::string person_text(const Person& person);
// A multiple of the unit as an exact decimal: "1234.5".
std::string number_text(std::int64_t multiple, const Rational& unit);
// What the released number is called: "count", "sum", "mean", "variance".
std::string number_name(const Release& release);

nlohmann::ordered_json to_json(const Question& question);
std::string to_json_text(const Release& release);
// A header line; then one line a cell: a label for each column, the number, and the
// ends of its interval.
std::string to_csv_text(const Release& release);
// The names of the label columns: those of the domain, with "_cell" at the end where
// the number's columns have that name.
std::vector<std::string> label_columns(const Release& release);

}  // namespace selvage
