// Profiles: the epsilon of a person by the size of the class that the person is in. In
// the text "20:0.1,1" classes of at most 20 people get 0.1, larger ones 1.
// A person in a class of k people is in a class of at most k', for every k' >= k, so
// all these steps hold for that person: a profile means its lower envelope.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/base/result.hpp"

namespace selvage {

// A person in a class of at most `limit` people has `epsilon`; the last step has no
// limit. Steps are sorted by limit.
struct ProfileStep {
  std::optional<std::int64_t> limit;
  Rational epsilon;
  bool operator==(const ProfileStep&) const = default;
};

// LIMIT:EPSILON,...,EPSILON_ABOVE in any order; the result is sorted. Refuses what has
// not exactly one value without a limit, limits that are not whole, >= 1 and distinct,
// epsilons that are not exact numbers > 0, and more than 1000 steps.
Result<std::vector<ProfileStep>> parse_profile(const std::string& text);
std::string profile_text(const std::vector<ProfileStep>& profile);

// Sorted by distinct limits >= 1, the last step and no other without one, no epsilon
// below 0. The functions below require this.
bool is_profile(const std::vector<ProfileStep>& profile);

// What a person in a class of k people has: the least epsilon of the steps that hold
// for k. Requires k >= 1.
Rational epsilon_at(const std::vector<ProfileStep>& profile, std::int64_t k);
// The same function of k with epsilons that grow, in as few steps as possible.
std::vector<ProfileStep> lower_envelope(const std::vector<ProfileStep>& profile);
// What everybody has, in a class of any size.
Rational most(const std::vector<ProfileStep>& profile);
// The envelopes, one of them `times` times, added class size by class size.
std::vector<ProfileStep> add(const std::vector<ProfileStep>& profile,
                             const std::vector<ProfileStep>& other,
                             std::int64_t times = 1);
// The least class size at which the profile is above the cap; none if it never is.
std::optional<std::int64_t> first_above(const std::vector<ProfileStep>& profile,
                                        const std::vector<ProfileStep>& cap);

}  // namespace selvage
