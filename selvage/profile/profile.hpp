// Profiles: the epsilon of a person by the size of the class that the person is in. In
// the text "20:0.1,1" classes of at most 20 people get 0.1, larger ones 1.
// A person in a class of k people is in a class of at most k', for every k' >= k, so
// all these steps hold for that person: a profile means its lower envelope.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/extended_rational.hpp"
#include "selvage/base/result.hpp"

namespace selvage {

// A person in a class of at most `limit` people has `epsilon`; the last step has no
// limit. Steps are sorted by limit. Infinity promises nothing; 0 that nobody in such a
// class can be noticed at all.
struct ProfileStep {
  std::optional<std::int64_t> limit;
  ExtendedRational epsilon;
  bool operator==(const ProfileStep&) const = default;
};

// Steps LIMIT:EPSILON,...,EPSILON_ABOVE in any order, where an epsilon may be 0 or inf;
// or a formula in k (profile_formula.hpp). The result is sorted, and not yet the lower
// envelope. Refuses, in one sentence that says what to write instead: steps without
// exactly one value without a limit, limits that are not whole, >= 1 and distinct,
// epsilons that are not exact numbers >= 0 of at most 512 bits, more than 10000 steps,
// and a profile that lets nothing be told of anybody.
Result<std::vector<ProfileStep>> parse_profile(const std::string& text);
std::string profile_text(const std::vector<ProfileStep>& profile);
// The text, or its begin and the number of steps where it is long: for sentences.
std::string short_profile_text(const std::vector<ProfileStep>& profile);

// Sorted by distinct limits >= 1, the last step and no other without one, no epsilon
// below 0. The functions below require this.
bool is_profile(const std::vector<ProfileStep>& profile);

// What a person in a class of k people has: the least epsilon of the steps that hold
// for k. Requires k >= 1.
ExtendedRational epsilon_at(const std::vector<ProfileStep>& profile, std::int64_t k);
// The same function of k with epsilons that grow, in as few steps as possible.
std::vector<ProfileStep> lower_envelope(const std::vector<ProfileStep>& profile);
// One sentence for whoever asked for epsilons that fall with the class size: what is
// used instead. None where the profile says what it means.
std::optional<std::string> envelope_note(const std::vector<ProfileStep>& profile);
// What everybody has, in a class of any size.
ExtendedRational most(const std::vector<ProfileStep>& profile);
// The envelopes, one of them `times` times, added class size by class size.
std::vector<ProfileStep> add(const std::vector<ProfileStep>& profile,
                             const std::vector<ProfileStep>& other,
                             std::int64_t times = 1);
// The least class size at which the profile is above the cap; none if it never is.
std::optional<std::int64_t> first_above(const std::vector<ProfileStep>& profile,
                                        const std::vector<ProfileStep>& cap);

}  // namespace selvage
