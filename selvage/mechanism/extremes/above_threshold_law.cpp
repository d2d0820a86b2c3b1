#include "selvage/mechanism/extremes/above_threshold_law.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/random/inversion/filtered_geometric.hpp"

namespace selvage {
namespace {

// How the last entry of a key says what the place itself does: how much rho must grow
// until it does not stop surely, or that it is the last one and always stops.
constexpr std::int64_t kLastPlace = -1;

Interval power(Interval base, std::int64_t exponent) {
  Interval result(1);
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * base;
    base = base * base;
  }
  return result;
}

}  // namespace

class AboveThresholdLaw::Drawing : public Law::Sampler {
 public:
  explicit Drawing(const AboveThresholdLaw& law)
      : law_(law),
        first_(FilteredGeometric::Sides::one, Rational(1) / law.terms_.first),
        second_(FilteredGeometric::Sides::one, Rational(1) / law.terms_.second) {}

  void draw(std::span<std::int64_t> in_out, WordStream& words) override {
    for (auto& number : in_out) {
      const Reach& reach = law_.reach(number);
      std::int64_t rho = 0;
      first_.draw(std::span(&rho, 1), words);
      noise_.resize(reach.size() - 1);
      second_.draw(std::span(noise_), words);
      // Every place is looked at, from the last one down.
      std::size_t stop = noise_.size();
      for (std::size_t place = noise_.size(); place-- > 0;) {
        const std::int64_t most = law_.terms_.threshold + noise_[place] - rho;
        stop = reach[place + 1] <= most ? place : stop;
      }
      number = static_cast<std::int64_t>(stop);
    }
    std::fill(noise_.begin(), noise_.end(), 0);
  }

 private:
  const AboveThresholdLaw& law_;
  FilteredGeometric first_, second_;
  std::vector<std::int64_t> noise_;
};

AboveThresholdLaw::AboveThresholdLaw(AboveThresholdTerms terms,
                                     std::vector<Reach> groups)
    // No two laws that are there at one time are the same: each has its own rows.
    : PlaceLaw(fmt::format("above_threshold {}", fmt::ptr(this)), std::move(groups)),
      terms_(std::move(terms)) {
  assert(fits(terms_));
}

bool AboveThresholdLaw::fits(const AboveThresholdTerms& terms) {
  return terms.first.sign() > 0 && terms.second.sign() > 0 &&
         FilteredGeometric::fits(Rational(1) / terms.first) &&
         FilteredGeometric::fits(Rational(1) / terms.second);
}

std::unique_ptr<Law::Sampler> AboveThresholdLaw::sampler() const {
  return std::make_unique<Drawing>(*this);
}

// With rho = R + m a place u before v goes on with probability 1 - s^(d_u + m), d_u >=
// 1, and v stops with s^max(0, f + m). [T106]
std::vector<AboveThresholdLaw::Mass> AboveThresholdLaw::make_masses(
    const Reach& reach) const {
  std::map<std::vector<std::int64_t>, Interval> known;
  std::vector<Mass> result;
  for (std::size_t v = 0; v < reach.size(); ++v) {
    const auto over = [&](std::size_t u) { return reach[u + 1] - terms_.threshold; };
    const std::int64_t least = v == 0 ? 0 : std::max<std::int64_t>(0, 1 - over(v - 1));
    Mass mass{terms_.first * least, {}, {}};
    for (std::size_t u = 0; u < v; ++u) mass.key.push_back(over(u) + least);
    if (v + 1 == reach.size()) {
      mass.key.push_back(kLastPlace);
    } else {
      const std::int64_t at = over(v) + least;
      mass.exponent = mass.exponent + terms_.second * std::max<std::int64_t>(0, at);
      mass.key.push_back(std::max<std::int64_t>(0, -at));
    }
    const auto [found, fresh] = known.try_emplace(mass.key);
    if (fresh) found->second = constant_of(mass.key);
    mass.constant = found->second;
    result.push_back(std::move(mass));
  }
  return result;
}

// The product of 1 - s^d z, z = s^m, is a polynomial in z, and every power of z sums to
// a geometric series over m. Few places keep their digits; of many only this is sure:
// the number is not below 0.
Interval AboveThresholdLaw::constant_of(const std::vector<std::int64_t>& key) const {
  const Interval r = exp(-terms_.first), s = exp(-terms_.second);
  std::vector<Interval> coefficients = {Interval(1)};
  for (std::size_t u = 0; u + 1 < key.size(); ++u) {
    const Interval root = exp(-(terms_.second * key[u]));
    coefficients.emplace_back(0);
    for (std::size_t j = coefficients.size(); j-- > 1;)
      coefficients[j] = coefficients[j] - root * coefficients[j - 1];
  }
  const std::int64_t sure = key.back();
  Interval sum(0), base = r;  // r s^j
  for (const Interval& coefficient : coefficients) {
    const Interval next = base * s;
    Interval series = Interval(1) / (Interval(1) - base);
    if (sure != kLastPlace) {
      const Interval begun = power(base, sure);
      series = (Interval(1) - begun) * series + begun / (Interval(1) - next);
    }
    sum = sum + coefficient * series;
    base = next;
  }
  return positive_part((Interval(1) - r) * sum);
}

}  // namespace selvage
