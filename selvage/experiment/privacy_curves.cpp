#include "selvage/experiment/privacy_curves.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include <fmt/format.h>

#include "selvage/law/noise_then_suppress.hpp"
#include "selvage/law/thresholds.hpp"

namespace selvage {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Missing mass counts e^epsilon times in lower bounds, and epsilon goes up to 64.
const Rational kFine = *Rational::parse("1e-60");
constexpr std::int64_t kMostEpsilon = 64;
constexpr int kHalvings = 45;
constexpr std::int64_t kAround = 25;  // people to both sides of the limit

Error refuse(const std::string& why) { return {ErrorKind::invalid_request, why}; }

// The laws of two neighbouring counts, each with noise of its own.
struct NaivePair {
  CountLaw larger, smaller;
  Precision precision;
};

Result<NaivePair> naive_pair(const std::vector<ProfileStep>& profile,
                             std::int64_t count) {
  if (count < 1) return refuse(fmt::format("a class of {} people is none", count));
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

Curve exact_curve(const std::string& name, const std::vector<std::int64_t>& counts,
                  CurveStyle style, const auto& epsilon) {
  Curve curve{name, {}, style};
  for (const std::int64_t count : counts)
    curve.points.push_back({static_cast<double>(count), epsilon(count)});
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
    return refuse(fmt::format("delta {} is not between 0 and 1", delta.short_text()));
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
    return refuse(
        fmt::format("the profile '{}' is not one limit and two epsilons above 0",
                    short_profile_text(profile)));
  const Rational &below = steps[0].epsilon.finite(), &above = steps[1].epsilon.finite();
  const std::int64_t limit = *steps[0].limit;
  std::vector<std::int64_t> counts;  // nothing changes further away
  for (std::int64_t count = std::max<std::int64_t>(1, limit - kAround);
       count <= limit + kAround; ++count)
    counts.push_back(count);
  const auto law = WarpedGeometric::make(steps);
  if (!law) return law.error();
  const auto smallest = least_suppression_threshold(limit, above, below, delta);
  if (!smallest) return smallest.error();
  const auto paper = paper_staircase_for(steps, delta);
  if (!paper) return paper.error();

  CurveChart chart{
      .title = "Privacy of a person, by the people in the class",
      .across = {.title = "people in the class"},
      .up = {.title = "epsilon", .scale = AxisScale::logarithmic, .least = 1e-4}};
  chart.curves.push_back(
      exact_curve("promised", counts, CurveStyle::solid, [&](std::int64_t count) {
        return epsilon_at(steps, count).finite().to_double();
      }));
  chart.curves.push_back(exact_curve(
      "W, delta 0", counts, CurveStyle::dotted,
      [&](std::int64_t count) { return (Interval(0) - log(law->q(count))).middle(); }));
  for (const auto& [threshold, whose] :
       {std::pair(*smallest, "smallest"),
        std::pair(paper->levels[0].threshold, "paper's")})
    chart.curves.push_back(exact_curve(
        fmt::format("noise, then suppression up to {}, the {}", threshold, whose),
        counts, CurveStyle::dashed, [&, t = threshold](std::int64_t count) {
          const auto least =
              epsilon_for(noise_then_suppress(above, t), {count, count - 1}, delta);
          return least && *least ? (*least)->upper().to_double() : kInfinity;
        }));
  // Away from the limit neighbours have the same noise.
  const auto naive = [&](std::int64_t count) {
    const auto least = naive_epsilon(steps, count, delta);
    return least && *least ? (*least)->to_double() : kInfinity;
  };
  const double naive_below = naive(1), naive_above = naive(limit + 2);
  chart.curves.push_back(exact_curve("noise of each count's own epsilon", counts,
                                     CurveStyle::points, [&](std::int64_t count) {
                                       return count <= limit       ? naive_below
                                              : count == limit + 1 ? naive(count)
                                                                   : naive_above;
                                     }));
  chart.notes.push_back(
      fmt::format("Exact epsilons at delta {}, of W at delta 0. Smaller is more "
                  "protection; above the promise the promise is broken.",
                  delta.short_text()));
  return chart;
}

}  // namespace selvage
