#include "selvage/experiment/privacy_curves.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/noise_then_suppress.hpp"
#include "selvage/mechanism/outlier/law/thresholds.hpp"

namespace selvage {
namespace {

using EpsilonAt = std::function<Result<std::optional<Interval>>(std::int64_t)>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Missing mass counts e^epsilon times in lower bounds, and epsilon goes up to 64.
const Rational kFine = *Rational::parse("1e-60");
constexpr std::int64_t kMostEpsilon = 64;
constexpr int kHalvings = 45;
constexpr std::int64_t kAround = 25;  // people to both sides of the limit

// The laws of two neighbouring counts, each with noise of its own.
struct NaivePair {
  CountLaw larger, smaller;
  Precision precision;
};

Result<NaivePair> naive_pair(const std::vector<ProfileStep>& profile,
                             std::int64_t count) {
  if (count < 1) return wrong(fmt::format("a class of {} people is none", count));
  const auto with = StaircaseLaw::make({epsilon_at(profile, count), {}, false}, kFine);
  if (!with) return with.error();
  const auto without = StaircaseLaw::make(
      {epsilon_at(profile, std::max<std::int64_t>(1, count - 1)), {}, false}, kFine);
  if (!without) return without.error();
  return NaivePair{with->at(count),
                   without->at(count - 1),
                   {std::max(with->gamma(), without->gamma()),
                    std::max(with->missing(), without->missing())}};
}

Interval larger_of(const Interval& a, const Interval& b) {
  return hull(Interval(std::max(a.lower(), b.lower())),
              Interval(std::max(a.upper(), b.upper())));
}

// What `epsilon` tells of each class size; infinity where none is enough.
Result<Curve> epsilon_curve(const std::string& name, CurveStyle style,
                            const std::vector<std::int64_t>& counts,
                            const EpsilonAt& epsilon) {
  Curve curve{name, {}, style};
  for (const std::int64_t count : counts) {
    const auto least = epsilon(count);
    if (!least) return least.error();
    curve.points.push_back({static_cast<double>(count),
                            *least ? (*least)->upper().to_double() : kInfinity});
  }
  return curve;
}

}  // namespace

Result<Divergences> naive_divergences(const std::vector<ProfileStep>& profile,
                                      std::int64_t count, const Rational& epsilon) {
  const auto pair = naive_pair(profile, count);
  if (!pair) return pair.error();
  return divergences(pair->larger, pair->smaller, pair->precision,
                     exp(Interval(epsilon)));
}

Result<std::optional<Rational>> naive_epsilon(const std::vector<ProfileStep>& profile,
                                              std::int64_t count,
                                              const Rational& delta) {
  if (delta.sign() <= 0 || delta >= 1)
    return wrong(fmt::format("delta {} is not between 0 and 1", delta.short_text()));
  const auto pair = naive_pair(profile, count);
  if (!pair) return pair.error();
  const auto enough = [&](const Rational& epsilon) {
    return divergences(pair->larger, pair->smaller, pair->precision,
                       exp(Interval(epsilon)))
               .larger()
               .upper() <= delta;
  };
  Rational low = 0, high = kMostEpsilon;
  if (!enough(high)) return std::optional<Rational>();
  for (int i = 0; i < kHalvings; ++i) {
    const Rational middle = (low + high) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return std::optional(high);
}

Divergences warped_divergences(const WarpedGeometric& law, const CountPair& counts,
                               const Rational& epsilon) {
  assert(0 <= counts.smaller && counts.smaller < counts.larger && epsilon.sign() >= 0);
  const Interval ratio = exp(Interval(epsilon));
  Divergences result{Interval(0), Interval(0)};
  // Where no output has a larger ratio, delta is 0 exactly; rounding would hide that.
  const Interval most = law.product(counts.smaller, counts.larger);
  if (most.lower().sign() > 0 && surely_at_most(Interval(1) / most, ratio))
    return result;
  const auto tail = [&](const Interval& p, const Interval& q) {
    return positive_part(p - ratio * q);
  };
  // Beyond the two counts the ratio does not change any more.
  for (std::int64_t m = counts.smaller + 1; m <= counts.larger; ++m) {
    result.removing = larger_of(result.removing, tail(law.at_least(counts.larger, m),
                                                      law.at_least(counts.smaller, m)));
    result.adding = larger_of(result.adding, tail(law.at_most(counts.smaller, m - 1),
                                                  law.at_most(counts.larger, m - 1)));
  }
  return result;
}

Result<CurveChart> privacy_chart(const std::vector<ProfileStep>& profile,
                                 const Rational& delta) {
  const auto steps = lower_envelope(profile);
  if (steps.size() != 2 || steps[0].epsilon.sign() == 0 ||
      steps[1].epsilon.is_infinite())
    return wrong(
        fmt::format("the profile '{}' is not one limit and two epsilons above 0",
                    short_profile_text(profile)));
  const Rational &below = steps[0].epsilon.finite(), &above = steps[1].epsilon.finite();
  const std::int64_t limit = *steps[0].limit;
  std::vector<std::int64_t> counts;  // around the limit, where all changes
  for (std::int64_t count = std::max<std::int64_t>(1, limit - kAround);
       count <= limit + kAround; ++count)
    counts.push_back(count);
  const auto law = WarpedGeometric::make(steps);
  if (!law) return law.error();
  const auto smallest = least_suppression_threshold(limit, above, below, delta);
  if (!smallest) return smallest.error();
  const auto paper = paper_staircase_for(steps, delta);
  if (!paper) return paper.error();

  // Away from the limit neighbours have the same noise: the law is that of count 1, or
  // of the first pair above.
  const auto naive = [&](std::int64_t count) -> Result<std::optional<Interval>> {
    const std::int64_t alike = count <= limit       ? 1
                               : count == limit + 1 ? count
                                                    : limit + 2;
    const auto least = naive_epsilon(steps, alike, delta);
    if (!least) return least.error();
    return *least ? std::optional(Interval(**least)) : std::nullopt;
  };
  const auto suppressing = [&](std::int64_t threshold) -> EpsilonAt {
    return [&, threshold](std::int64_t count) {
      return epsilon_for(noise_then_suppress(above, threshold), {count, count - 1},
                         delta);
    };
  };
  const std::int64_t of_paper = paper->levels[0].threshold;
  const auto suppression_name = [](std::int64_t threshold, const char* whose) {
    return fmt::format("noise, then suppression up to {}, the {}", threshold, whose);
  };
  CurveChart chart{
      .title = "Privacy of a person, by the people in the class",
      .across = {.title = "people in the class"},
      .up = {.title = "epsilon", .scale = AxisScale::logarithmic, .least = 1e-4}};
  for (auto& curve :
       {epsilon_curve("promised", CurveStyle::solid, counts,
                      [&](std::int64_t count) {
                        return std::optional(
                            Interval(epsilon_at(steps, count).finite()));
                      }),
        epsilon_curve("W, delta 0", CurveStyle::points, counts,
                      [&](std::int64_t count) {
                        return std::optional(Interval(0) - log(law->q(count)));
                      }),
        epsilon_curve(suppression_name(*smallest, "smallest"), CurveStyle::dashed,
                      counts, suppressing(*smallest)),
        epsilon_curve(suppression_name(of_paper, "paper's"), CurveStyle::dashed, counts,
                      suppressing(of_paper)),
        epsilon_curve("noise of each count's own epsilon", CurveStyle::dotted, counts,
                      naive)}) {
    if (!curve) return curve.error();
    chart.curves.push_back(*curve);
  }
  chart.notes.push_back(
      fmt::format("Exact epsilons at delta {}, of W at delta 0. Smaller is more "
                  "protection; above the promise the promise is broken.",
                  delta.short_text()));
  return chart;
}

}  // namespace selvage
