#include "selvage/mechanism/outlier/law/staircase_check.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/rounding.hpp"
#include "selvage/mechanism/outlier/law/staircase_divergence.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostExactCounts = 200'000;
const Rational kLeastMissing = *Rational::parse("1e-290");

// Counts first..last under one staircase. Those that are never apart are left out.
struct Stretch {
  std::int64_t first, last;
  ReducedPair pair;
};

// Where y = count, the levels decide alone, and all counts between two thresholds share
// the rest of the staircase.
std::vector<Stretch> stretches_of(const Staircase& staircase) {
  std::vector<std::int64_t> starts{1};
  if (staircase.first.is_infinite())
    for (const auto& level : staircase.levels)
      for (const std::int64_t start : {level.threshold + 1, level.threshold + 2})
        if (start > 1) starts.push_back(start);
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::int64_t last = i + 1 < starts.size() ? starts[i + 1] - 1 : kMostCount;
    ReducedPair pair = reduced(staircase, starts[i], starts[i] - 1);
    if (starts[i] <= last && pair.apart != ReducedPair::Apart::never)
      stretches.push_back({starts[i], last, std::move(pair)});
  }
  return stretches;
}

// The counts of one stretch, in growing order, and what was proved of them.
class Checker {
 public:
  Checker(Rational delta, Verdict& verdict, std::int64_t& exact_left)
      : delta_(std::move(delta)), verdict_(verdict), exact_left_(exact_left) {}

  // The counts first..last of a stretch, which the profile gives `epsilon`.
  Outcome check(const ReducedPair& pair, std::int64_t first, std::int64_t last,
                const Rational& epsilon) {
    if (pair.apart == ReducedPair::Apart::always) {
      fail(first, epsilon, Interval(1));
      return Done{};
    }
    const Staircase& staircase = pair.staircase;
    const bool noisy = !staircase.first.is_infinite();
    if (noisy && epsilon >= staircase.first.finite()) return Done{};
    const Rational missing = std::max(delta_ / 1'000'000, kLeastMissing);
    const auto law = StaircaseLaw::make(staircase, missing);
    if (!law) return law.error();
    std::int64_t end = last;
    Interval far(0);
    if (noisy) {
      end = staircase.levels.empty()
                ? first - 1
                : std::min(last, top(staircase) + law->reach(0) + 1);
      far = far_delta(staircase, end, epsilon);
      if (end < last && proved(far)) --end;
    }
    const std::int64_t start = first_not_below(*law, first, end, epsilon);
    if (const auto done = scan(*law, start, end, epsilon); !done) return done.error();
    if (!verdict_.failure && end < last && !proved(far))
      fail(std::max(end + 1, first), epsilon, far);
    return Done{};
  }

 private:
  static std::int64_t top(const Staircase& staircase) {
    std::int64_t top = 0;
    for (const auto& level : staircase.levels) top = std::max(top, level.threshold);
    return top;
  }

  // For all counts from `count` on: plain noise, but for the chance that some level
  // fires, P(count - 1 + Z <= top) = q^(count-1-top)/(1+q). [T75]
  static Interval far_delta(const Staircase& staircase, std::int64_t count,
                            const Rational& epsilon) {
    const Rational& noise = staircase.first.finite();
    const Interval plain = laplace_delta(noise, epsilon);
    if (staircase.levels.empty()) return plain;
    const Rational distance(std::max<std::int64_t>(0, count - 1 - top(staircase)));
    const Interval fires = exp(Interval(-(noise * distance)));
    const Interval slack = fires * (exp(Interval(epsilon)) + 1);
    return hull(positive_part(plain - slack), plain + slack);
  }

  bool proved(const Interval& delta) {
    if (delta.upper() > delta_) return false;
    verdict_.delta = std::max(verdict_.delta, delta.upper());
    return true;
  }

  void fail(std::int64_t count, const Rational& epsilon, const Interval& delta) {
    verdict_.failure = Verdict::Failure{count, epsilon, delta};
  }

  // Level i bounds delta at its epsilon by the chance that a level up to i does not
  // fire [T74]; it grows with the count, so one count answers for all below.
  std::int64_t first_not_below(const StaircaseLaw& law, std::int64_t first,
                               std::int64_t last, const Rational& epsilon) {
    const auto bound = [&](std::int64_t count) {
      long double least = 1;
      const auto& levels = law.staircase().levels;
      for (std::size_t i = 0; i < levels.size(); ++i)
        if (levels[i].epsilon <= epsilon)
          least = std::min(least, law.failure_upper(count, i + 1));
      return between(least, least);
    };
    std::int64_t below = first - 1, above = last + 1;  // bounded; not tried
    while (above - below > 1) {
      const std::int64_t middle = below + (above - below) / 2;
      (proved(bound(middle)) ? below : above) = middle;
    }
    return below + 1;
  }

  Outcome scan(const StaircaseLaw& law, std::int64_t first, std::int64_t last,
               const Rational& epsilon) {
    if (first > last) return Done{};
    CountLaw smaller = law.at(first - 1);
    for (std::int64_t count = first; count <= last; ++count) {
      if (exact_left_-- == 0)
        return wrong(fmt::format(
            "the exact laws of more than {} counts would be needed for this check",
            kMostExactCounts));
      CountLaw larger = law.at(count);
      const Interval delta = divergences(law, larger, smaller, epsilon).larger();
      if (!proved(delta)) {
        fail(count, epsilon, delta);
        return Done{};
      }
      smaller = std::move(larger);
    }
    return Done{};
  }

  Rational delta_;
  Verdict& verdict_;
  std::int64_t& exact_left_;
};

}  // namespace

Result<Verdict> meets(const Staircase& staircase,
                      const std::vector<ProfileStep>& profile, const Rational& delta) {
  if (const auto checked = check_staircase(staircase); !checked) return checked.error();
  if (!is_profile(profile)) return wrong("the steps are not a profile");
  if (delta.sign() < 0 || delta >= 1)
    return wrong(fmt::format("delta {} is not in 0..1", delta.short_text()));
  Verdict verdict;
  std::int64_t exact_left = kMostExactCounts;
  Checker checker(delta, verdict, exact_left);
  const auto envelope = lower_envelope(profile);
  for (const Stretch& stretch : stretches_of(staircase)) {
    std::int64_t step_first = 1;
    for (const ProfileStep& step : envelope) {
      const std::int64_t step_last =
          std::min(step.limit.value_or(kMostCount), kMostCount);
      const std::int64_t first = std::max(step_first, stretch.first);
      const std::int64_t last = std::min(step_last, stretch.last);
      step_first = step_last + 1;
      if (first > last || step.epsilon.is_infinite()) continue;
      const auto done = checker.check(stretch.pair, first, last, step.epsilon.finite());
      if (!done) return done.error();
      if (verdict.failure) return verdict;
    }
  }
  return verdict;
}

}  // namespace selvage
