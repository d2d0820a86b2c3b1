#include "selvage/mechanism/outlier/law/key_selection.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/interval.hpp"

namespace selvage {
namespace {}  // namespace

Result<KeySelection> KeySelection::make(const std::vector<ProfileStep>& profile,
                                        const Rational& delta) {
  if (!is_profile(profile)) return wrong("the steps are not a profile");
  if (delta < Rational::power_of_two(-50) || delta >= 1)
    return wrong(
        fmt::format("delta {} is not between 2^-50 and 1; without delta no "
                    "key of one person can be shown, and so no key at all",
                    delta.short_text()));
  const Rational unit = Rational::power_of_two(kBits);
  KeySelection selection;
  selection.n_.push_back(0);  // a key that nobody has
  for (const ProfileStep& step : lower_envelope(profile)) {
    if (step.epsilon.is_infinite()) return selection;  // nothing forbids to tell these
    const Interval up = exp(Interval(step.epsilon.finite()));
    const Interval down = exp(Interval(-step.epsilon.finite()));
    const std::int64_t last = step.limit.value_or(kMostCounts);
    for (std::int64_t k = selection.certain_from(); k <= std::min(last, kMostCounts);
         ++k) {
      const Rational before = selection.probability(k - 1);
      const Rational most =
          std::min((up * before + delta).lower(),
                   (Interval(1) - down * (Rational(1) - before - delta)).lower());
      if (most >= 1) return selection;
      // Never below the one before: the exact bound is not, only its rounding may be.
      const auto n = static_cast<std::uint64_t>(*(most * unit).floor().to_int64());
      selection.n_.push_back(std::max(selection.n_.back(), n));
    }
  }
  return wrong(fmt::format(
      "this profile and delta do not show even keys of {} people with certainty; give "
      "more",
      kMostCounts));
}

std::uint64_t KeySelection::n(std::int64_t k) const {
  assert(k >= 0);
  return k < certain_from() ? n_[static_cast<std::size_t>(k)] : kOne;
}

Rational KeySelection::probability(std::int64_t k) const {
  return Rational(static_cast<std::int64_t>(n(k))) / Rational::power_of_two(kBits);
}

}  // namespace selvage
