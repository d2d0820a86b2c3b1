// A release: the answer that leaves the house, with its question, its guarantees, its
// error bars and how its privacy was verified.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/guarantee/accuracy.hpp"
#include "selvage/guarantee/derivation.hpp"
#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/guarantee/privacy_unit.hpp"
#include "selvage/summary/cells.hpp"

namespace selvage {

struct Question {
  std::string verb;   // "histogram", "count", "sum", "mean", "variance"
  std::string table;  // as the user named it; empty where none was named
  Domain domain;      // as released: unknown keys are now those that were released
  std::vector<std::string> asked;  // the domain of each column as it was asked: "?"
  // Of each column the digest of its keys, as asked: a file can change while its name
  // does not. Empty where there are none, or they are not known.
  std::vector<std::string> keys = {};
  Person person = {};
  std::optional<Measure> measure = std::nullopt;  // of a sum, a mean, a variance
  std::string where = {};      // the rows it is about, as a predicate; empty for all
  std::string delimiter = {};  // of a text table, where it was said
};

// A released number with the interval of the true one (noise only), all three as whole
// multiples of Release::unit.
struct ReleasedNumber {
  std::int64_t value;  // noisy; a negative count is noise
  std::int64_t lower, upper;
  // Not where the interval is all that can be: then no form shows value or interval.
  bool known = true;
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

// One noisy number of every cell.
struct NumberUsed {
  std::string name;                           // "count", "sum", "squares"
  std::string noise;                          // "discrete_laplace"
  std::pair<std::string, std::string> scale;  // "scale" or "variance", exact
  std::int64_t per_row = 1;                   // the most by which one row changes it
  std::int64_t divisor = 1;                   // the steps of one of it
};

struct MechanismUsed {
  std::string name;
  std::string reason;  // why this one
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<NumberUsed> numbers = {};
  PersonShare share = {};
  std::optional<std::int64_t> key_threshold = std::nullopt;
  // How counts are shown, where not as they came out: "likely" or "unbiased"; and of
  // the first the mean of the prior, exactly.
  std::string display = {}, prior_mean = {};
};

// Where the release is accounted for.
struct LedgerNote {
  std::string file;
  std::int64_t entry = 0;
  std::string seal;
  bool answered_before = false;  // nothing was charged now
  std::string spent;             // of everything up to this entry, one sentence
};

// Beyond so many cells their sum is not shown.
inline constexpr std::uint64_t kMostTotalled = 1'000'000;

struct Release {
  Question question;
  Rational unit = 1;  // 1 for counts; a power of ten, or its square
  // In the order of the cells; all cells of the domain unless `fewer_than` is set.
  std::vector<ReleasedCell> cells;
  // The noisy numbers behind each cell, [number][place in cells], as in the mechanism.
  std::vector<std::vector<std::int64_t>> noisy = {};
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
  // Of counts whose error depends on the count: at a few counts, in people.
  std::vector<CountErrorStatement> errors_by_count = {};
  Rational confidence;  // of each interval
  MechanismUsed mechanism;
  Verification verification;
  std::optional<LedgerNote> ledger = std::nullopt;  // none: nobody keeps account
  // What was taken instead of what was said, and what else the program says of how it
  // read the request; nobody can tell from the release whether it is true.
  std::vector<std::string> notes = {};
  std::vector<std::string> warnings;  // what follows from the release itself

  std::vector<std::string> all_warnings() const;
};

// SHA-256 of the keys, each as "LENGTH:KEY,"; empty for other values.
std::string keys_digest(const Values& values);
std::string level_name(VerificationLevel level);
// Whom a release about these people protects.
PrivacyUnit unit_of(const Person& person);
// "one row", or "employee_id, at most 3 rows in at most 2 cells".
std::string person_text(const Person& person);
// Whether a domain's text does not say its keys: "?", "@depts.txt".
bool hides_keys(const std::string& asked);
// A multiple of the unit as an exact decimal: "1234.5".
std::string number_text(std::int64_t multiple, const Rational& unit);
// What an error bar is about: "absolute error of one count".
std::string error_metric(const std::string& verb);
// What the released number is called: "count", "sum", "mean", "variance".
std::string number_name(const Release& release);

nlohmann::ordered_json to_json(const Question& question);
// With all that decides its answer, and not only what names it: as in a certificate.
nlohmann::ordered_json to_exact_json(const Question& question);
// What is not whole: as numbers of JSON, or exactly, as texts.
enum class NumberForm { json, exact };
nlohmann::ordered_json to_json(const Release& release, NumberForm form);
// The same with null for the answer.
nlohmann::ordered_json without_answer(const Release& release, NumberForm form);
// Everything that decides the law of the answer, whatever it is asked with: equal texts
// are the same question. Not what is done afterwards: error bars, formats.
std::string question_identity(const Question& question, const MechanismUsed& mechanism,
                              std::optional<std::int64_t> fewer_than);
std::string to_json_text(const Release& release);
// Whether a number of it may be unknown: a mean or a variance of too few rows.
bool may_be_unknown(const Release& release);
// A header line; then one line a cell: a label for each column, the number, the ends of
// its interval and, where it may be unknown, whether it is known; with this between the
// fields: a comma, or a tab.
std::string to_delimited_text(const Release& release, char delimiter);
// The names of the label columns: those of the domain, with "_cell" at the end where
// the number's columns have that name.
std::vector<std::string> label_columns(const Release& release);

}  // namespace selvage
