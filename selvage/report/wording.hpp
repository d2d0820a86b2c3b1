// The sentences that stand beside a picture of a release, the same in every form.
// They hold names as they are: who shows them makes them safe.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/release/release.hpp"
#include "selvage/report/text.hpp"

namespace selvage {

// "Histogram of age and dept in payroll.csv", "Mean of salary by dept in payroll.csv".
std::string title(const Release& release);

// What is counted: "rows" or "people"; empty where the numbers are no counts.
std::string counted(const Release& release);

// What all intervals hold, each as its mechanism says; empty where there is none.
std::string held_sentence(const Release& release, const std::string& holder);

// What an interval promises; `holder` is the drawing that shows it: "each bar's
// whisker". Without intervals what else is promised of the error.
std::string error_sentence(const Release& release, const std::string& holder,
                           Script script);

// "12 cells hold fewer than 20 rows"; empty where every cell is told.
std::string fewer_sentence(const Release& release);

// The words as a sentence that stands alone: "Noise only."
std::string full_sentence(std::string words);

// "exact_law: " and what that means, in one line. How it was checked in detail is part
// of the release as JSON and of an explanation.
std::string verification_sentence(const Release& release);

// A warning for those who look at a picture: without the clauses that say what to ask
// for instead, and that name fields in backquotes.
std::string without_advice(const std::string& sentence);

// How the program that shows a release speaks to its reader. Report knows no command
// line: by default fields stay as sentences write them, in backquotes.
struct Speech {
  // A sentence with its fields as the reader writes them: "`person`" is "--person".
  std::string (*spoken)(const std::string& sentence) = nullptr;
  // How all of a release is seen of which a part is shown, as a list or across.
  std::string (*see_all)(const Release& release, bool across) = nullptr;
  // Where cells are left out as asked: the release with all of them, and what is said
  // of that.
  const Release* whole = nullptr;
  std::string left_out = {};
  // Instead of the words of the question; empty: these.
  std::string title = {};
  // Of a picture, where that was asked for: else each kind has a number of its own.
  std::optional<std::size_t> most_rows = std::nullopt;

  std::string said(const std::string& sentence) const {
    return spoken != nullptr ? spoken(sentence) : sentence;
  }
};

// The title that was given, or that of the release.
std::string title(const Release& release, const Speech& speech);

// What every form ends with, as (name, words): error, meaning, hidden, adds up,
// privacy, person, verified, warning.
struct Note {
  std::string name, words;
};
// Those that must reach whoever asked, also where the answer is no text: warnings, and
// what the ledger says.
std::vector<Note> notices(const Release& release, const Speech& speech = {});
std::vector<Note> notes(const Release& release, const std::string& holder,
                        Script script, const Speech& speech = {});

}  // namespace selvage
