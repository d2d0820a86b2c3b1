#include "selvage/mechanism/extremes/exponential_law.hpp"

#include <algorithm>
#include <cassert>
#include <deque>
#include <optional>

#include <fmt/format.h>

#include "selvage/random/inversion/real_bounds.hpp"
#include "selvage/random/sampling/word_draws.hpp"

namespace selvage {
namespace {

constexpr unsigned kFirstPlaces = 192;
constexpr unsigned kMorePlaces = 64;
constexpr unsigned kSpareBits = 64;  // a million sums lose some twenty

}  // namespace

class ExponentialLaw::Drawing : public Law::Sampler {
 public:
  explicit Drawing(const ExponentialLaw& law) : law_(law) {}

  void draw(std::span<std::int64_t> in_out, WordStream& words) override {
    WordDraws<WordStream> draws(words);
    for (auto& number : in_out) {
      const auto runs = law_.runs_of(law_.reach(number));
      const Run& run = runs[run_at(runs, words)];
      number = run.first +
               static_cast<std::int64_t>(draws.below(static_cast<Uint128>(run.places)));
    }
  }

 private:
  // An undecided real is prolonged: another one would favour the middle of runs.
  std::size_t run_at(const std::vector<Run>& runs, WordStream& words) const {
    const Uint128 high = Uint128{words()} << 64;
    PartialReal u(high | words(), 128);
    u.append(words(), kFirstPlaces - 128);
    for (;;) {
      if (const auto found = run_within(runs, u)) return *found;
      u.append(words(), kMorePlaces);
    }
  }

  // The runs side by side, each as wide as its weight. None where bounds do not tell.
  std::optional<std::size_t> run_within(const std::vector<Run>& runs,
                                        const PartialReal& u) const {
    const auto bits = static_cast<mpfr_prec_t>(u.places() + kSpareBits);
    RealBounds weight(bits), total(bits), x(bits, u);
    std::deque<RealBounds> sums;
    set(total, 0ul);
    for (const Run& run : runs) {
      bound_exp(law_.terms_.slope * run.score, weight);
      const Rational places = run.places;
      mpfr_mul_q(weight.lower, weight.lower, places.raw(), MPFR_RNDD);
      mpfr_mul_q(weight.upper, weight.upper, places.raw(), MPFR_RNDU);
      add(total, weight);
      set(sums.emplace_back(bits), total);
    }
    multiply(x, total);
    const auto found =
        std::partition_point(sums.begin(), sums.end() - 1, [&](const RealBounds& sum) {
          return mpfr_lessequal_p(sum.upper, x.lower) != 0;
        });
    const bool last = found + 1 == sums.end();
    if (!last && mpfr_greater_p(x.upper, found->lower)) return std::nullopt;
    return static_cast<std::size_t>(found - sums.begin());
  }

  const ExponentialLaw& law_;
};

ExponentialLaw::ExponentialLaw(ExponentialTerms terms, std::vector<Reach> groups)
    // No two laws that are there at one time are the same: each has its own rows.
    : PlaceLaw(fmt::format("exponential_extreme {}", fmt::ptr(this)),
               std::move(groups)),
      terms_(std::move(terms)) {
  assert(terms_.slope.sign() > 0);
}

std::unique_ptr<Law::Sampler> ExponentialLaw::sampler() const {
  return std::make_unique<Drawing>(*this);
}

std::int64_t ExponentialLaw::score(const Reach& reach, std::size_t place) const {
  const std::int64_t beyond = place + 1 < reach.size() ? reach[place + 1] : 0;
  return std::max(
      {std::int64_t{0}, beyond - terms_.people, terms_.people - reach[place]});
}

std::vector<ExponentialLaw::Run> ExponentialLaw::runs_of(const Reach& reach) const {
  std::vector<Run> runs;
  for (std::size_t place = 0; place < reach.size(); ++place) {
    const std::int64_t here = score(reach, place);
    if (!runs.empty() && runs.back().score == here)
      ++runs.back().places;
    else
      runs.push_back({static_cast<std::int64_t>(place), 1, here});
  }
  return runs;
}

// One constant for all places, and the same only for the same counts.
std::vector<PlaceLaw::Mass> ExponentialLaw::make_masses(const Reach& reach) const {
  Interval sum(0);
  for (const Run& run : runs_of(reach))
    sum = sum + exp(-(terms_.slope * run.score)) * run.places;
  std::vector<Mass> masses;
  for (std::size_t place = 0; place < reach.size(); ++place)
    masses.push_back({terms_.slope * score(reach, place), reach, Interval(1) / sum});
  return masses;
}

}  // namespace selvage
