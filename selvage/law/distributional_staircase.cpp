#include "selvage/law/distributional_staircase.hpp"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/law/binomial_window.hpp"
#include "selvage/law/rounding.hpp"
#include "selvage/law/staircase_divergence.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostValues = std::int64_t{1} << 23;  // 128 MB of masses
const Rational kFine = *Rational::parse("1e-24");

Outcome check(const Sampling& sampling, const Rational& epsilon) {
  static const Rational least(1, 10'000);
  if (sampling.rate < least || sampling.rate > Rational(1) - least)
    return wrong(fmt::format("the sampling rate {} is not in 0.0001..0.9999",
                             sampling.rate.short_text()));
  if (sampling.known < 0 || sampling.known > 1000)
    return wrong(fmt::format("{} known people are not in 0..1000", sampling.known));
  if (epsilon.sign() < 0 || epsilon > 64)
    return wrong(fmt::format("epsilon {} is not in 0..64", epsilon.short_text()));
  return Done{};
}

// The laws of all counts that were asked for, each computed once.
class Laws {
 public:
  explicit Laws(const StaircaseLaw& law) : law_(law) {}
  const CountLaw& at(std::int64_t count) {
    while (static_cast<std::int64_t>(laws_.size()) <= count)
      laws_.push_back(law_.at(static_cast<std::int64_t>(laws_.size())));
    return laws_[static_cast<std::size_t>(count)];
  }
  // The law at X + offset.
  CountLaw mixed(const BinomialWindow& sampled, std::int64_t offset) {
    CountLaw mixture;
    for (std::int64_t x = sampled.low(); x < sampled.high(); ++x)
      add_to(mixture, at(x + offset), sampled.at(x));
    return mixture;
  }

 private:
  const StaircaseLaw& law_;
  std::deque<CountLaw> laws_;
};

// The divergence of X + 1 and X themselves bounds all mechanisms, and falls with the
// number of people: no larger sample can be worse.
long double free_divergence(const BinomialWindow& sampled, const Interval& ratio) {
  const long double low = rounded_down(ratio), g = 4 * sampled.gamma();
  long double removing = 0, adding = 0;
  for (std::int64_t x = sampled.low(); x < sampled.high(); ++x) {
    const long double here = sampled.at(x) * (1 + g);
    removing += std::max(0.0L, here - low * sampled.at(x + 1) * (1 - g));
    adding += std::max(0.0L, here - low * sampled.at(x - 1) * (1 - g));
  }
  return std::max(removing, adding) * (1 + g) + sampled.lost();
}

}  // namespace

Result<Interval> distributional_delta(const Staircase& staircase,
                                      const Sampling& sampling,
                                      const Rational& epsilon) {
  if (const auto checked = check(sampling, epsilon); !checked) return checked.error();
  const auto law = StaircaseLaw::make(staircase, kFine);
  if (!law) return law.error();
  if (!staircase.first.is_infinite() && epsilon >= staircase.first.finite())
    return Interval(0);  // every pair of counts has delta 0, and so has a mixture
  std::int64_t width = 1;
  for (std::size_t i = 0; i <= staircase.levels.size(); ++i) width += 2 * law->reach(i);
  const std::int64_t most_people = kMostValues / width;
  const Interval ratio = exp(Interval(epsilon));
  Laws laws(*law);
  Interval best(0);
  for (BinomialWindow sampled(sampling.rate);; sampled.add_person()) {
    const Precision precision{
        law->gamma() + sampled.gamma() +
            static_cast<long double>(sampled.people() + 8) * kRounding,
        law->missing() + sampled.lost()};
    CountLaw smaller = laws.mixed(sampled, 0);
    for (std::int64_t known = 0; known <= sampling.known; ++known) {
      CountLaw larger = laws.mixed(sampled, known + 1);
      const Interval here = divergences(larger, smaller, precision, ratio).larger();
      best = hull(Interval(std::max(best.lower(), here.lower())),
                  Interval(std::max(best.upper(), here.upper())));
      smaller = std::move(larger);
    }
    const long double free = std::min(1.0L, free_divergence(sampled, ratio));
    const Interval bound = between(free, free);
    if (bound.upper() <= best.upper()) return best;
    if (sampled.people() + sampling.known >= most_people)
      return hull(best, Interval(bound.upper()));
  }
}

}  // namespace selvage
