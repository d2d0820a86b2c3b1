// "Salaries of managers", [LP15, Example 1]: a small group that every release by
// salary shows or hides as a whole. Each mechanism's protection of the group and its
// error over all bins, by calculation and by simulation with the shipped samplers.
#pragma once
#include <optional>

#include "selvage/experiment/shown_count.hpp"

namespace selvage {

struct Company {
  std::int64_t large_bins = 12, people_in_each = 825, empty_bins = 7;
  std::int64_t managers = 100;  // in a bin of their own
  Rational epsilon = 1;         // of the managers together, and of anybody else
  Rational delta = Rational(1, 1'000'000);  // where a mechanism needs one
  std::int64_t zero_up_to = 105;    // of mechanisms that show small outputs as 0
  std::int64_t occupied_from = 50;  // an attacker's rule for "there are managers"

  std::vector<std::int64_t> counts() const;  // the managers' bin is the first
  // A person in a class no larger than the group has the group's epsilon by its size.
  std::vector<ProfileStep> profile() const;
};

struct SalaryMechanism {
  std::string name;
  ShownCount shown;
};
// Plain noise, noise for the group [Example 6], noise and then more noise [5], noise
// and then suppression [4], W, W with zeros, W with epsilon 0 for the group. Refuses
// what these refuse.
Result<std::vector<SalaryMechanism>> salary_mechanisms(const Company& company);

struct Repetition {
  std::uint64_t seed = 1;
  std::int64_t runs = 2000;  // at least 2
  // Of the largest table, where there are tables of several sizes.
  std::optional<std::int64_t> most_rows = std::nullopt;
};

struct Simulated {
  double mean, standard_error;
};

struct SalaryRow {
  std::string mechanism;
  // What the managers have together, removing all of them.
  Interval group_epsilon, group_delta;
  Interval error;     // E of the sum of |seen - count| over all bins
  Interval found;     // P(the managers' bin is seen at occupied_from or more)
  Interval invented;  // the same for an empty bin
  Simulated error_seen, found_seen, invented_seen;
};

struct SalaryTable {
  std::vector<SalaryRow> rows;
  // Of noise and then more noise where it is told which bins got more: the flags cost.
  Interval delta_with_flags;
};

// Refuses as above, and fewer than 2 runs.
Result<SalaryTable> salary_table(const Company& company, const Repetition& repetition);

}  // namespace selvage
