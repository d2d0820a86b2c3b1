// A release: the answer that leaves the house, with its question, its guarantees, its
// error bars and how its privacy was verified.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selvage/base/text_blocks.hpp"
#include "selvage/guarantee/accuracy.hpp"
#include "selvage/guarantee/derivation.hpp"
#include "selvage/mechanism/answer.hpp"
#include "selvage/mechanism/sets_aside.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

// How far the claim was checked on the running program.
enum class VerificationLevel { exact_law, small_worlds, theorem_only };
struct Verification {
  VerificationLevel level;
  std::string detail;  // one sentence
};

struct MechanismUsed {
  std::string name;
  std::string reason;  // why this one
  // Objects of the mechanism itself: all that decides the law of what was drawn, and
  // what was done afterwards. Only the first is part of a question's identity.
  nlohmann::ordered_json law = nlohmann::ordered_json::object();
  nlohmann::ordered_json shown = nlohmann::ordered_json::object();
  std::vector<std::pair<std::string, std::string>> parameters = {};  // for the eye
};

// Where the release is accounted for.
struct LedgerNote {
  std::string file;
  std::int64_t entry = 0;
  std::string seal;
  bool answered_before = false;  // nothing was charged now
  std::string spent;             // of everything up to this entry, one sentence
};

struct Release {
  Question question;
  Answer answer;  // with a number a row at least
  Drawn drawn;    // what it was made of; empty where that is not known
  std::vector<Derivation> derivations;
  std::vector<Accuracy> accuracy;
  // Where the answer is that of a table without a few people: why. [T203 to T205]
  std::vector<AccuracyDerivation> accuracy_derivations = {};
  // Of each number of a row, where some have ends that are open; else empty.
  std::vector<OpenEnds> open_ends = {};
  // Of every first number of a row, in its units; none where it differs from cell to
  // cell (a mean of few rows is less certain): then the intervals say it.
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

// What a release says that nobody keeps account of.
extern const char* const kNoLedgerWarning;

std::string level_name(VerificationLevel level);
// What an error bar is about: "absolute error of one count".
std::string error_metric(const std::string& verb);

// What is not whole: as numbers of JSON, or exactly, as texts.
enum class NumberForm { json, exact };
nlohmann::ordered_json to_json(const Release& release, NumberForm form);
// The same with null for the answer and for what was drawn, which may be long.
nlohmann::ordered_json without_answer(const Release& release, NumberForm form);
// Everything that decides the law of the answer, whatever it is asked with: equal texts
// are the same question. Not what is done afterwards: error bars, formats.
std::string question_identity(const Question& question, const MechanismUsed& mechanism,
                              std::optional<std::int64_t> fewer_than);
// Of a number of a row; none where none is open.
OpenEnds open_ends_of(const Release& release, std::size_t series);
void write_json(const Release& release, TextBlocks& text);
std::string to_json_text(const Release& release);

}  // namespace selvage
