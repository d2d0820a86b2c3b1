// Where rows of a person are left out by caps, a number is about the rows that are
// kept, and so is its interval: the words for it. Functions of the request alone.
#pragma once
#include <optional>
#include <string>

#include "selvage/summary/cells.hpp"

namespace selvage {

// Whether a person counts once, in all or in each cell.
bool counts_people(const Person& person);

// What an interval holds: "count", "count of people, each in at most 1 cell", "mean of
// at most 3 rows of each person in at most 2 cells". `grouped`: there are columns.
std::string interval_subject(const std::string& verb, const Person& person,
                             bool grouped);

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
