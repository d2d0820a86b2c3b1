// Where rows of a person are left out by caps, a number is about the rows that are
// kept, and so is its interval: the words for it. Functions of the request alone.
#pragma once
#include <optional>
#include <string>

#include "selvage/summary/cells.hpp"

namespace selvage {

// Whether a person counts once, in all or in each cell.
bool counts_people(const Person& person);

// Which rows a number is about, where people have several: "people, each in at most 1
// cell", "at most 3 rows of each person in at most 2 cells"; no words where it is about
// all rows. `grouped`: there are columns.
struct KeptRows {
  std::string words = {};
  bool leaves_out = false;  // whether the caps can leave anything out
};
KeptRows kept_for_counts(const Person& person, bool grouped);
KeptRows kept_for_values(const Person& person, bool grouped);

// What the caps may leave out, in one sentence; none if that can be nothing: people
// that are counted once, wherever their rows are. `cells`: the most of one person;
// fewer than the caps allow are all that there are.
struct CapsOf {
  bool counts;  // not sums, means or variances
  const Person& person;
  std::int64_t cells;
  bool grouped;
};
std::optional<std::string> caps_warning(const CapsOf& caps);

}  // namespace selvage
