#include "selvage/mechanism/outlier/law/staircase_divergence.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/rounding.hpp"

namespace selvage {
namespace {

const Rational kFine = *Rational::parse("1e-24");  // missing mass where we choose it
constexpr int kMostEpsilon = 64;

// Sums of [P - e^E Q]+ from below and from above, output by output. A mass is true to a
// factor 1 +- gamma, so each term is bounded by itself: nothing is lost where P is far
// below e^E Q. [T72]
class Stick {
 public:
  Stick(const Precision& precision, const Interval& ratio)
      : gamma_(2 * precision.gamma),
        missing_(precision.missing),
        ratio_low_(rounded_down(ratio)),
        ratio_high_(rounded_up(ratio)) {}

  void add(long double p, long double q) {
    const long double high = p * (1 + gamma_) - ratio_low_ * q * (1 - gamma_);
    const long double low = p * (1 - gamma_) - ratio_high_ * q * (1 + gamma_);
    if (high > 0) high_ += high;
    if (low > 0) low_ += low;
  }
  // What is missing of P may be above, what is missing of Q may have been below.
  Interval bounds() const {
    const long double high = high_ * (1 + gamma_) + missing_;
    const long double low = low_ * (1 - gamma_) - ratio_high_ * missing_ * (1 + gamma_);
    return between(std::clamp(low, 0.0L, 1.0L), std::min(high, 1.0L));
  }

 private:
  long double gamma_, missing_, ratio_low_, ratio_high_;
  long double low_ = 0, high_ = 0;
};

// Calls use(p, q) for every output that has mass in one of two laws.
template <class Use>
void each_output(const FlaggedMasses& p, const FlaggedMasses& q, const Use& use) {
  if (p.suppressed > 0 || q.suppressed > 0) use(p.suppressed, q.suppressed);
  const auto p_size = static_cast<std::int64_t>(p.mass.size());
  const auto q_size = static_cast<std::int64_t>(q.mass.size());
  if (p_size == 0 && q_size == 0) return;
  const std::int64_t low = p_size == 0   ? q.low
                           : q_size == 0 ? p.low
                                         : std::min(p.low, q.low);
  const std::int64_t high = p_size == 0   ? q.low + q_size
                            : q_size == 0 ? p.low + p_size
                                          : std::max(p.low + p_size, q.low + q_size);
  const auto mass = [](const FlaggedMasses& masses, std::int64_t size,
                       std::int64_t value) {
    const std::int64_t place = value - masses.low;
    return place < 0 || place >= size ? 0.0L
                                      : masses.mass[static_cast<std::size_t>(place)];
  };
  for (std::int64_t value = low; value < high; ++value)
    use(mass(p, p_size, value), mass(q, q_size, value));
}

template <class Use>
void each_output(const CountLaw& p, const CountLaw& q, const Use& use) {
  static const FlaggedMasses nothing;
  auto a = p.parts.begin();
  auto b = q.parts.begin();
  while (a != p.parts.end() || b != q.parts.end()) {
    const bool first =
        b == q.parts.end() || (a != p.parts.end() && a->flags <= b->flags);
    const bool second =
        a == p.parts.end() || (b != q.parts.end() && b->flags <= a->flags);
    each_output(first ? *a : nothing, second ? *b : nothing, use);
    a += first;
    b += second;
  }
}

Outcome check_counts(const CountPair& counts) {
  if (counts.smaller < 0 || counts.larger <= counts.smaller ||
      counts.larger > kMostCount)
    return wrong(
        fmt::format("the counts {} and {} are not 0 <= smaller < larger <= "
                    "2^53",
                    counts.larger, counts.smaller));
  return Done{};
}

}  // namespace

Interval Divergences::larger() const {
  return hull(Interval(std::max(removing.lower(), adding.lower())),
              Interval(std::max(removing.upper(), adding.upper())));
}

Divergences divergences(const CountLaw& larger, const CountLaw& smaller,
                        const Precision& precision, const Interval& ratio) {
  Stick removing(precision, ratio), adding(precision, ratio);
  each_output(larger, smaller, [&](long double p, long double q) {
    removing.add(p, q);
    adding.add(q, p);
  });
  return {removing.bounds(), adding.bounds()};
}

Divergences divergences(const StaircaseLaw& law, const CountLaw& larger,
                        const CountLaw& smaller, const Rational& epsilon) {
  assert(epsilon.sign() >= 0);
  return divergences(larger, smaller, Precision{law.gamma(), law.missing()},
                     exp(Interval(epsilon)));
}

ReducedPair reduced(const Staircase& staircase, std::int64_t larger,
                    std::int64_t smaller) {
  assert(smaller < larger);
  using Apart = ReducedPair::Apart;
  Staircase rest = staircase;
  while (rest.first.is_infinite()) {
    if (rest.levels.empty()) return {Apart::always, {}};
    const auto level = rest.levels.front();
    if (smaller <= level.threshold && level.threshold < larger) break;
    rest.levels.erase(rest.levels.begin());
    if (larger > level.threshold) continue;
    if (level.epsilon.sign() == 0) return {Apart::never, {}};
    rest.first = level.epsilon;
  }
  return {Apart::by_law, std::move(rest)};
}

Result<Divergences> divergences(const Staircase& staircase, const CountPair& counts,
                                const Rational& epsilon) {
  if (const auto checked = check_staircase(staircase); !checked) return checked.error();
  if (const auto checked = check_counts(counts); !checked) return checked.error();
  if (epsilon.sign() < 0)
    return wrong(fmt::format("epsilon {} is below 0", epsilon.short_text()));
  const ReducedPair pair = reduced(staircase, counts.larger, counts.smaller);
  if (pair.apart == ReducedPair::Apart::never) return Divergences{};
  if (pair.apart == ReducedPair::Apart::always)
    return Divergences{Interval(1), Interval(1)};
  if (!pair.staircase.first.is_infinite() &&
      epsilon >= pair.staircase.first.finite() * (counts.larger - counts.smaller))
    return Divergences{};  // the rest is post-processing of the first noise
  const auto law = StaircaseLaw::make(pair.staircase, kFine);
  if (!law) return law.error();
  return divergences(*law, law->at(counts.larger), law->at(counts.smaller), epsilon);
}

Result<std::optional<Interval>> epsilon_for(const Staircase& staircase,
                                            const CountPair& counts,
                                            const Rational& delta) {
  if (delta.sign() < 0 || delta >= 1)
    return wrong(fmt::format("delta {} is not in 0..1", delta.short_text()));
  if (const auto checked = check_staircase(staircase); !checked) return checked.error();
  if (const auto checked = check_counts(counts); !checked) return checked.error();
  using Found = std::optional<Interval>;
  const ReducedPair pair = reduced(staircase, counts.larger, counts.smaller);
  if (pair.apart == ReducedPair::Apart::never) return Found(Interval(0));
  if (pair.apart == ReducedPair::Apart::always) return Found();
  const auto law = StaircaseLaw::make(pair.staircase, kFine);
  if (!law) return law.error();
  const CountLaw larger = law->at(counts.larger), smaller = law->at(counts.smaller);
  const auto delta_at = [&](const Rational& epsilon) {
    return divergences(*law, larger, smaller, epsilon).larger();
  };
  const bool pure = !pair.staircase.first.is_infinite();
  const Rational most =
      pure ? pair.staircase.first.finite() * (counts.larger - counts.smaller)
           : Rational(kMostEpsilon);
  if (delta_at(0).upper() <= delta) return Found(Interval(0));
  if (!pure && delta_at(most).upper() > delta) return Found();
  // By halving: the delta falls with epsilon. The certain end of each bound is kept.
  const auto halve = [&](const auto& enough) {
    Rational low = 0, high = most;
    for (int step = 0; step < 56; ++step) {
      const Rational middle = (low + high) / 2;
      (enough(delta_at(middle)) ? high : low) = middle;
    }
    return std::pair(low, high);
  };
  const Rational upper =
      halve([&](const Interval& at) { return at.upper() <= delta; }).second;
  const Rational lower =
      halve([&](const Interval& at) { return at.lower() <= delta; }).first;
  return Found(hull(Interval(lower), Interval(upper)));
}

Result<Interval> suppression(const Staircase& staircase, std::int64_t count) {
  const auto law = StaircaseLaw::make(staircase, kFine);
  if (!law) return law.error();
  if (count < 0 || count > kMostCount)
    return wrong(fmt::format("the count {} is not in 0..2^53", count));
  long double sum = 0;
  for (const FlaggedMasses& part : law->at(count).parts) sum += part.suppressed;
  return between(std::min(1.0L, sum * (1 - 2 * law->gamma())),
                 std::min(1.0L, sum * (1 + 2 * law->gamma()) + law->missing()));
}

Result<Interval> failure(const Staircase& staircase, std::int64_t count,
                         std::size_t levels) {
  const auto law = StaircaseLaw::make(staircase, kFine);
  if (!law) return law.error();
  if (count < 0 || count > kMostCount || levels < 1 || levels > staircase.levels.size())
    return wrong(
        fmt::format("there is no failure of count {} at level {}", count, levels));
  return between(law->failure_lower(count, levels), law->failure_upper(count, levels));
}

}  // namespace selvage
