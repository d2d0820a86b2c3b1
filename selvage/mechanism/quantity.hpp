// What the interval of a released number holds. The mechanism says it, since it alone
// knows; every text that speaks of an interval says just that, and both checkers
// demand it.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "selvage/question/question.hpp"

namespace selvage {

// A way in which it differs from the plain number of all rows.
enum class Caveat {
  numbers,     // rows without a number are not counted
  kept_rows,   // rows beyond the caps of a person are not in it
  clamped,     // values beyond bounds, or beyond all codes, count as these
  radius,      // values beyond a released radius count as its ends
  rounded,     // values are rounded to multiples of a unit
  grid,        // rows lie in the middles of steps, and those off the grid are left out
  filled,      // rows or values that are missing were put there
  block_fits,  // what the fits of blocks lie around
  least_misses,  // a fit with the least misses
  penalty,       // a fit that a penalty draws to 0
};
std::string caveat_name(Caveat caveat);  // "kept_rows"
std::optional<Caveat> read_caveat(const std::string& name);

struct Quantity {
  std::string number = {};  // "the true mean"; empty: no interval is claimed
  std::string rows = {};    // "values cut to 0:10"; empty: all rows as they are
  std::vector<Caveat> but = {};
  bool certain = false;  // the interval holds it, whatever was drawn

  bool claimed() const { return !number.empty(); }
  std::string text() const { return rows.empty() ? number : number + " of " + rows; }
  // The same of such rows: the words stand before those that are there.
  Quantity among(const std::string& words) const;
  // With one more caveat, and its words.
  Quantity with(Caveat caveat, const std::string& words) const;
};

// A number of what the caps leave of each person in the groups of a question, or, where
// it is not by them, `grouped`.
Quantity true_count(const Question& question);
Quantity true_count(const Person& person, bool grouped);
Quantity count_of_numbers(const Question& question);  // of rows with a number
Quantity true_number(const std::string& name, const Question& question);

// Several of them in one sentence: what differs in the number alone is said once.
std::string listed(const std::vector<Quantity>& quantities);

}  // namespace selvage
