// Which keys may be told, where the keys are not public: a key that k people have is
// told with probability p_k, the largest that the profile and delta permit:
//   p_0 = 0,  p_k = min(e^E(k) p_{k-1} + delta, 1 - e^-E(k) (1 - p_{k-1} - delta), 1).
// Rounded down to multiples of 2^-62 in each step, so that the rounded probabilities
// themselves keep the promise. Theory: T46.
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/profile/profile.hpp"

namespace selvage {

class KeySelection {
 public:
  static constexpr int kBits = 62;
  static constexpr std::uint64_t kOne = std::uint64_t{1} << kBits;
  static constexpr std::int64_t kMostCounts = 200'000;

  // The profile is taken as its lower envelope. Refuses delta outside [2^-50, 1) and
  // profiles that tell no key with certainty even at kMostCounts people.
  static Result<KeySelection> make(const std::vector<ProfileStep>& profile,
                                   const Rational& delta);

  // p_k 2^62. Requires k >= 0.
  std::uint64_t n(std::int64_t k) const;
  Rational probability(std::int64_t k) const;
  // All keys of so many people or more are told.
  std::int64_t certain_from() const { return static_cast<std::int64_t>(n_.size()); }

 private:
  KeySelection() = default;
  std::vector<std::uint64_t> n_;  // below 2^62
};

}  // namespace selvage
