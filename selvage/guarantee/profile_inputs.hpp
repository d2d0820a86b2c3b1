// Profiles among the inputs of a rule, which are numbers with names: epsilon_upto_20 =
// 0.1, and last epsilon_above = 1, or unprotected_above = 1 where larger classes are
// promised nothing.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// The lower envelope of the profile.
void append_profile(Inputs& inputs, const std::vector<ProfileStep>& profile);

// The profile that stands in the inputs from position `first` on, and how many inputs
// it is. None if they are no profile that is its own lower envelope, or one in which
// everybody is promised nothing.
struct ProfileInputs {
  std::vector<ProfileStep> profile;
  std::size_t count;
};
std::optional<ProfileInputs> read_profile(const Inputs& inputs, std::size_t first);

// The name of classes as an input: its number is 1.
void append_partition(Inputs& inputs, const std::string& partition);
// The name, if there is an input `at` and it is one and the last.
std::optional<std::string> read_partition(const Inputs& inputs, std::size_t at);

}  // namespace selvage
