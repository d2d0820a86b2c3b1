// A RandomSource whose draws come from a stream of words by the reference samplers.
#pragma once
#include <algorithm>

#include "selvage/noise/failures_before.hpp"
#include "selvage/noise/reference_samplers.hpp"
#include "selvage/noise/word_draws.hpp"

namespace selvage {

template <class Words>
class SamplingSource : public RandomSource {
 public:
  explicit SamplingSource(Words words) : words_(std::move(words)), draws_(words_) {}
  SamplingSource(const SamplingSource&) = delete;
  SamplingSource& operator=(const SamplingSource&) = delete;

  void uniform_below(std::span<std::uint64_t> out, std::uint64_t n) override {
    for (auto& x : out) x = static_cast<std::uint64_t>(draws_.below(n));
  }

  void bernoulli_exp(std::span<std::uint8_t> out, const Rational& x) override {
    assert(x.sign() >= 0 && fits_sampler(x));
    for (auto& coin : out) coin = reference_bernoulli_exp(draws_, x) ? 1 : 0;
  }

  void geometric(std::span<std::int64_t> out, const Rational& scale) override {
    assert(scale.sign() > 0 && fits_sampler(scale));
    const Fraction terms = to_fraction(scale);
    for (auto& g : out)
      g = static_cast<std::int64_t>(
          std::min(first_accepted([&] { return geometric_round(draws_, terms); }),
                   static_cast<Uint128>(kMaxNoise)));
  }

  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override {
    assert(scale.sign() > 0 && fits_sampler(scale));
    const Fraction terms = to_fraction(scale);
    for (auto& z : out)
      z = first_accepted([&] { return discrete_laplace_round(draws_, terms); });
  }

  void failures_before(std::span<std::int64_t> out, const Rational& x) override {
    assert(x.sign() > 0 && fits_sampler(x));
    if (!failures_ || failures_->x() != x) failures_.emplace(x);
    for (auto& g : out)
      g = first_accepted([&] { return failures_before_round(draws_, *failures_); });
  }

  void discrete_gaussian(std::span<std::int64_t> out,
                         const Rational& variance) override {
    assert(variance.sign() > 0 && fits_gaussian(variance));
    for (auto& z : out)
      z = first_accepted([&] { return discrete_gaussian_round(draws_, variance); });
  }

 protected:
  Words words_;
  WordDraws<Words> draws_;

 private:
  std::optional<FailuresBefore> failures_;  // set up for the last x
};

}  // namespace selvage
