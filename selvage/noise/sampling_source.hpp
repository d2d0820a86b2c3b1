// A RandomSource whose draws come from a stream of words by the reference samplers.
#pragma once
#include <algorithm>

#include "selvage/noise/failures_before.hpp"
#include "selvage/noise/reference_samplers.hpp"
#include "selvage/noise/warped_table.hpp"
#include "selvage/noise/warped_walk.hpp"
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
    draw_failures(out, FailuresBefore::Coin::exp_minus, x);
  }

  void failures_before_coin(std::span<std::int64_t> out,
                            const Rational& probability) override {
    draw_failures(out, FailuresBefore::Coin::probability, probability);
  }

  // Few counts by the reference walk; for many a table is made, if it is not too large.
  void warped_geometric(std::span<std::int64_t> counts,
                        const WarpedGeometric& law) override {
    if (counts.size() >= kWorthATable && (!table_ || !(table_->law() == law)))
      table_ = WarpedTable::make(law);
    if (table_ && table_->law() == law)
      for (auto& count : counts) count = table_->draw(words_, count);
    else
      for (auto& count : counts) count = warped_walk(draws_, law, count);
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
  static constexpr std::size_t kWorthATable = 256;

  void draw_failures(std::span<std::int64_t> out, FailuresBefore::Coin kind,
                     const Rational& parameter) {
    if (!failures_ || !failures_->is(kind, parameter))
      failures_.emplace(kind, parameter);
    for (auto& g : out)
      g = first_accepted([&] { return failures_before_round(draws_, *failures_); });
  }

  std::optional<FailuresBefore> failures_;  // set up for the last coin
  std::optional<WarpedTable> table_;        // for the last law
};

}  // namespace selvage
