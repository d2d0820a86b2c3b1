// Profiles as a formula in k, the number of people in a class: min(1, 0.1 + k/100).
// Numbers, k, + - * /, min(..), max(..) and parentheses, computed with exact fractions.
#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "selvage/profile/profile.hpp"

namespace selvage {

struct FormulaPart;  // a number, k, or an operation

class ProfileFormula {
 public:
  // A formula is computed for classes of 1 to so many people; larger classes have the
  // value of these.
  static constexpr std::int64_t kLargestClass = 10'000;
  // Numbers, names and operations together: what a person can still read.
  static constexpr std::size_t kMaxParts = 200;

  // Refuses what is no formula in one sentence that says where.
  static Result<ProfileFormula> parse(std::string_view text);

  // The value for classes of k people. Refuses values below 0, a division by 0 and
  // numbers of too many digits. Requires k >= 1.
  Result<Rational> at(std::int64_t k) const;
  // One step for each run of equal values, the last without a limit.
  Result<std::vector<ProfileStep>> steps() const;

 private:
  explicit ProfileFormula(std::shared_ptr<const std::vector<FormulaPart>> parts)
      : parts_(std::move(parts)) {}
  // In the order of computation: each takes its operands from the end of a stack.
  std::shared_ptr<const std::vector<FormulaPart>> parts_;
};

}  // namespace selvage
