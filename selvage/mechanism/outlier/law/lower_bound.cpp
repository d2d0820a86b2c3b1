#include "selvage/mechanism/outlier/law/lower_bound.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/rounding.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostValues = std::int64_t{1} << 22;
constexpr std::int64_t kMostTerms = 2'000'000;  // some seconds
const Rational kLeastNoise(1, 1'000'000);
const Rational kFine = *Rational::parse("1e-24");

Outcome check(const LowerBound& mechanism, std::int64_t count) {
  if (const auto checked = check_lower_bound(mechanism); !checked)
    return checked.error();
  if (count < 0 || count > kMostCount)
    return wrong(fmt::format("the count {} is not in 0..2^53", count));
  return Done{};
}

// The guesses k' = first..last share the noise of the output; no last: all from there.
struct GuessRange {
  std::int64_t first;
  std::optional<std::int64_t> last;
  ExtendedRational noise;
};

ExtendedRational noise_of(const LowerBound& mechanism, const ExtendedRational& guess) {
  if (guess.is_infinite()) return guess;
  return guess.finite() - mechanism.epsilon;
}

std::vector<GuessRange> ranges_of(const LowerBound& mechanism) {
  std::vector<GuessRange> ranges{{0, 0, noise_of(mechanism, mechanism.at_zero)}};
  for (const ProfileStep& step : lower_envelope(mechanism.profile)) {
    ranges.push_back(
        {*ranges.back().last + 1, step.limit, noise_of(mechanism, step.epsilon)});
    if (!step.limit || *step.limit > kMostCount) {
      ranges.back().last.reset();
      break;
    }
  }
  return ranges;
}

// P(first <= k' <= last | count). The three cases never take a small difference of
// large numbers.
Interval guess_in(const LowerBound& mechanism, std::int64_t count, std::int64_t first,
                  const std::optional<std::int64_t>& last) {
  // k' = z - start, where z is the noise, for k' >= 1.
  const std::int64_t start = mechanism.shift - count;
  const auto at_least = [&](std::int64_t guess) {
    return laplace_above(mechanism.epsilon, guess + start - 1);
  };
  const auto at_most = [&](std::int64_t guess) {  // P(Z <= z) = P(Z >= -z)
    return laplace_above(mechanism.epsilon, -(guess + start) - 1);
  };
  if (!last) return first == 0 ? Interval(1) : at_least(first);
  if (first == 0) return at_most(*last);
  if (first + start >= 1) return at_least(first) - at_least(*last + 1);
  if (*last + start <= -1) return at_most(*last) - at_most(first - 1);
  return Interval(1) - at_most(first - 1) - at_least(*last + 1);
}

// H between w Z-shifted-by-one laws: outputs at and above the larger count, then those
// below; noise 0 says nothing and infinity all.
Interval pair_delta(const Interval& larger, const Interval& smaller,
                    const ExtendedRational& noise, const Interval& ratio) {
  if (noise.is_infinite()) return larger;
  if (noise.sign() == 0) return positive_part(larger - ratio * smaller);
  const Interval q = exp(Interval(-noise.finite()));
  return (positive_part(larger - ratio * smaller * q) +
          positive_part(larger * q - ratio * smaller)) /
         (q + 1);
}

// Where the guess is told. The chances of a guess at the two counts have the ratio
// e^-epsilon below count - shift and e^epsilon from there on, so a range of guesses on
// one side is one term. [T78]
Divergences told(const LowerBound& mechanism, std::int64_t count,
                 const Interval& ratio) {
  Divergences sum;
  const auto add = [&](std::int64_t first, const std::optional<std::int64_t>& last,
                       const ExtendedRational& noise) {
    const Interval larger = guess_in(mechanism, count, first, last);
    const Interval smaller = guess_in(mechanism, count - 1, first, last);
    sum.removing = sum.removing + pair_delta(larger, smaller, noise, ratio);
    sum.adding = sum.adding + pair_delta(smaller, larger, noise, ratio);
  };
  const std::int64_t turn = count - mechanism.shift;
  for (const GuessRange& range : ranges_of(mechanism)) {
    if (range.first > 0 && range.first < turn && (!range.last || turn <= *range.last)) {
      add(range.first, turn - 1, range.noise);
      add(turn, range.last, range.noise);
    } else {
      add(range.first, range.last, range.noise);
    }
  }
  return sum;
}

// Where only the output is told: a mixture of noises, as masses by output.
struct Mixture {
  std::int64_t low = 0;
  std::vector<long double> mass;
  long double suppressed = 0;
};

// The noises reach so far that less than kFine is missing.
Result<std::int64_t> reach_of(const std::vector<GuessRange>& ranges) {
  std::int64_t reach = 0;
  for (const GuessRange& range : ranges)
    if (!range.noise.is_infinite() && range.noise.sign() > 0)
      reach = std::max(reach, laplace_error_bound(range.noise.finite(), kFine));
  if (reach > kMostValues)
    return wrong(
        "the noise of this mechanism is too wide to tabulate; give a larger "
        "profile");
  return reach;
}

Mixture mixture(const LowerBound& mechanism, const std::vector<GuessRange>& ranges,
                std::int64_t count, std::int64_t reach) {
  Mixture law{count - reach, {}};
  law.mass.resize(static_cast<std::size_t>(2 * reach + 1));
  const auto middle = static_cast<std::size_t>(reach);
  for (const GuessRange& range : ranges) {
    const Interval weight = guess_in(mechanism, count, range.first, range.last);
    if (range.noise.is_infinite()) {
      law.mass[middle] += nearest(weight);
    } else if (range.noise.sign() == 0) {
      law.suppressed += nearest(weight);
    } else {
      const Rational& noise = range.noise.finite();
      long double mass = nearest(weight * laplace_mass(noise, 0));
      const long double q = nearest(exp(Interval(-noise)));
      law.mass[middle] += mass;
      for (std::size_t z = 1; z <= middle; ++z) {
        mass *= q;
        law.mass[middle - z] += mass;
        law.mass[middle + z] += mass;
      }
    }
  }
  return law;
}

Result<Divergences> hidden(const LowerBound& mechanism, std::int64_t count,
                           const Interval& ratio) {
  const auto ranges = ranges_of(mechanism);
  const auto reach = reach_of(ranges);
  if (!reach) return reach.error();
  const Mixture p = mixture(mechanism, ranges, count, *reach);
  const Mixture q = mixture(mechanism, ranges, count - 1, *reach);
  // Three roundings a step of z, one a range, and those of the weights.
  const long double g =
      4 *
      static_cast<long double>(4 * *reach + 64 +
                               static_cast<std::int64_t>(ranges.size())) *
      kRounding;
  const long double missing = rounded_up(Interval(kFine));
  const long double ratio_low = rounded_down(ratio), ratio_high = rounded_up(ratio);
  const auto bounds = [&](const Mixture& from, const Mixture& to) {
    long double low = 0, high = 0;
    const auto add = [&](long double a, long double b) {
      high += std::max(0.0L, a * (1 + g) - ratio_low * b * (1 - g));
      low += std::max(0.0L, a * (1 - g) - ratio_high * b * (1 + g));
    };
    add(from.suppressed, to.suppressed);
    for (std::size_t i = 0; i < from.mass.size(); ++i) {
      const std::int64_t place = from.low + static_cast<std::int64_t>(i) - to.low;
      const bool inside =
          place >= 0 && place < static_cast<std::int64_t>(to.mass.size());
      add(from.mass[i], inside ? to.mass[static_cast<std::size_t>(place)] : 0);
    }
    return between(std::clamp(low * (1 - g) - 2 * ratio_high * missing, 0.0L, 1.0L),
                   std::min(1.0L, high * (1 + g) + missing));
  };
  return Divergences{bounds(p, q), bounds(q, p)};
}

}  // namespace

Outcome check_lower_bound(const LowerBound& mechanism) {
  if (!is_profile(mechanism.profile)) return wrong("the steps are not a profile");
  if (mechanism.shift < 0 || mechanism.shift > kMostCount)
    return wrong(fmt::format("the shift {} is not in 0..2^53", mechanism.shift));
  if (mechanism.epsilon < kLeastNoise || mechanism.epsilon > mechanism.at_zero ||
      mechanism.at_zero > lower_envelope(mechanism.profile).front().epsilon)
    return wrong(fmt::format(
        "the guess's epsilon {} and the value {} for a count of 0 are not 1e-6 <= "
        "epsilon <= value <= all of the profile",
        mechanism.epsilon.short_text(), mechanism.at_zero.short_text()));
  for (const GuessRange& range : ranges_of(mechanism))
    if (!range.noise.is_infinite() && range.noise.sign() > 0 &&
        range.noise.finite() < kLeastNoise)
      return wrong(fmt::format(
          "what the guess leaves of the profile, {}, is neither 0 nor at least 1e-6",
          range.noise.short_text()));
  return Done{};
}

Result<Interval> guess_failure(const LowerBound& mechanism) {
  if (const auto checked = check(mechanism, 0); !checked) return checked.error();
  return laplace_above(mechanism.epsilon, mechanism.shift);
}

Result<Interval> guess_at_most(const LowerBound& mechanism, std::int64_t count,
                               std::int64_t m) {
  if (const auto checked = check(mechanism, count); !checked) return checked.error();
  return guess_in(mechanism, count, 0, m);
}

Result<Divergences> divergences(const LowerBound& mechanism, std::int64_t count,
                                const Rational& epsilon) {
  if (const auto checked = check(mechanism, count); !checked) return checked.error();
  if (count < 1 || epsilon.sign() < 0)
    return wrong(fmt::format("count {} and epsilon {} are not count >= 1, epsilon >= 0",
                             count, epsilon.short_text()));
  const Interval ratio = exp(Interval(epsilon));
  if (mechanism.guess_told) return told(mechanism, count, ratio);
  return hidden(mechanism, count, ratio);
}

Result<Verdict> meets(const LowerBound& mechanism,
                      const std::vector<ProfileStep>& profile, const Rational& delta) {
  if (const auto checked = check(mechanism, 0); !checked) return checked.error();
  if (!is_profile(profile)) return wrong("the steps are not a profile");
  if (delta.sign() < 0 || delta >= 1)
    return wrong(fmt::format("delta {} is not in 0..1", delta.short_text()));
  const auto own = lower_envelope(mechanism.profile);
  Verdict verdict;
  const auto ranges = ranges_of(mechanism);
  const auto reach = reach_of(ranges);
  if (!reach && !mechanism.guess_told) return reach.error();
  const auto terms_a_count = static_cast<std::int64_t>(ranges.size()) *
                             (mechanism.guess_told ? 1 : 1 + *reach / 1000);
  std::int64_t first = 1, terms = 0;
  for (const ProfileStep& step : lower_envelope(profile)) {
    const std::int64_t last = std::min(step.limit.value_or(kMostCount), kMostCount);
    // The largest guess that this step allows; none where it allows all.
    std::optional<std::int64_t> safe = mechanism.at_zero <= step.epsilon ? 0 : -1;
    for (const ProfileStep& one : own)
      if (one.epsilon <= step.epsilon) safe = one.limit;
    for (std::int64_t count = first; safe && count <= last; ++count) {
      // A larger guess has more chance with a larger count: one count may answer for
      // all below. [T78]
      const auto above = [&](std::int64_t at) {
        return *safe < 0 ? Interval(1) : guess_in(mechanism, at, *safe + 1, {});
      };
      std::int64_t below = count - 1, end = last + 1;
      while (end - below > 1) {
        const std::int64_t middle = below + (end - below) / 2;
        (above(middle).upper() <= delta ? below : end) = middle;
      }
      if (below >= count) {
        verdict.delta = std::max(verdict.delta, above(below).upper());
        count = below;
        continue;
      }
      if ((terms += terms_a_count) > kMostTerms)
        return wrong(
            "the exact laws of too many counts would be needed for this "
            "check; give a profile of fewer steps, or more delta");
      const auto both = divergences(mechanism, count, step.epsilon.finite());
      if (!both) return both.error();
      const Interval here = both->larger();
      if (here.upper() > delta) {
        verdict.failure = Verdict::Failure{count, step.epsilon.finite(), here};
        return verdict;
      }
      verdict.delta = std::max(verdict.delta, here.upper());
    }
    first = last + 1;
  }
  return verdict;
}

Result<Interval> mean_absolute_error(const LowerBound& mechanism, std::int64_t count) {
  if (const auto checked = check(mechanism, count); !checked) return checked.error();
  Interval sum(0);
  for (const GuessRange& range : ranges_of(mechanism)) {
    if (range.noise.is_infinite()) continue;
    const Interval error = range.noise.sign() == 0
                               ? Interval(Rational(count))
                               : laplace_mean_absolute(range.noise.finite());
    sum = sum + error * guess_in(mechanism, count, range.first, range.last);
  }
  return sum;
}

Result<std::int64_t> error_bound(const LowerBound& mechanism, std::int64_t count,
                                 const Rational& beta) {
  if (const auto checked = check(mechanism, count); !checked) return checked.error();
  static const Rational least = *Rational::parse("1e-12");
  if (beta < least || beta >= 1)
    return wrong(fmt::format("beta {} is not in 1e-12..1", beta.short_text()));
  const auto ranges = ranges_of(mechanism);
  const auto enough = [&](std::int64_t r) {
    Interval outside(0);
    for (const GuessRange& range : ranges) {
      if (range.noise.is_infinite() || (range.noise.sign() == 0 && count <= r))
        continue;
      const Interval weight = guess_in(mechanism, count, range.first, range.last);
      outside = outside + (range.noise.sign() == 0
                               ? weight
                               : weight * laplace_above(range.noise.finite(), r) * 2);
    }
    return outside.upper() <= beta;
  };
  if (enough(0)) return 0;
  std::int64_t low = 0, high = 1;  // too little; tried next
  while (!enough(high)) {
    low = high;
    high *= 2;
  }
  return least_above(low, high, enough);
}

}  // namespace selvage
