// A RandomSource whose draws come from a stream of words: by filtered inversion, in the
// same time for every value, where the law allows it, and by the reference samplers
// elsewhere. What was set up for the last parameter is kept.
#pragma once
#include <algorithm>

#include "selvage/random/inversion/exponential_coin.hpp"
#include "selvage/random/inversion/filtered_gaussian.hpp"
#include "selvage/random/inversion/filtered_geometric.hpp"
#include "selvage/random/inversion/integer_table.hpp"
#include "selvage/random/inversion/scale_per_cell.hpp"
#include "selvage/random/inversion/wide_geometric.hpp"
#include "selvage/random/law.hpp"
#include "selvage/random/sampling/failures_before.hpp"
#include "selvage/random/sampling/word_draws.hpp"

namespace selvage {

// The stream as laws see it, which are compiled for no stream in particular.
template <class Words>
class StreamForLaws : public WordStream {
 public:
  explicit StreamForLaws(Words& words) : words_(words) {}
  std::uint64_t operator()() override { return words_(); }
  void fill(std::span<std::uint64_t> out) override { fill_words(words_, out); }

 private:
  Words& words_;
};

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
    kept(coin_, x).draw(out, words_);
  }

  void geometric(std::span<std::int64_t> out, const Rational& scale) override {
    draw_geometric(out, FilteredGeometric::Sides::one, scale);
  }

  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override {
    draw_geometric(out, FilteredGeometric::Sides::two, scale);
  }

  void discrete_laplace_each(std::span<std::int64_t> out,
                             std::span<const Rational> scales) override {
    if (!std::all_of(scales.begin(), scales.end(), FilteredGeometric::fits))
      return RandomSource::discrete_laplace_each(out, scales);
    assert(out.size() == scales.size());
    ScalePerCell(scales).draw(out, words_);
  }

  void failures_before(std::span<std::int64_t> out, const Rational& x) override {
    assert(x.sign() > 0 && fits_sampler(x));
    draw_failures(out, FailuresBefore::Coin::exp_minus, x);
  }

  void failures_before_coin(std::span<std::int64_t> out,
                            const Rational& probability) override {
    draw_failures(out, FailuresBefore::Coin::probability, probability);
  }

  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>& law) override {
    if (!law_ || !(*law_ == *law)) {
      sampler_ = law->sampler();
      law_ = law;
    }
    StreamForLaws<Words> words(words_);
    sampler_->draw(in_out, words);
  }

  void discrete_gaussian(std::span<std::int64_t> out,
                         const Rational& variance) override {
    assert(variance.sign() > 0 && fits_gaussian(variance));
    kept(gaussian_, variance).draw(out, words_);
  }

  void from_table(std::span<std::int64_t> out, const IntegerTable& table) override {
    table.draw(out, words_);
  }

 protected:
  Words words_;
  WordDraws<Words> draws_;

  // The sampler for these parameters, made anew if the last one was for others.
  template <class Sampler, class... Parameters>
  const Sampler& kept(std::optional<Sampler>& last, const Parameters&... parameters) {
    if (!last || !last->is(parameters...)) last.emplace(parameters...);
    return *last;
  }

 private:
  static_assert(WideGeometric::kMost == kMaxNoise);

  // Every scale from 2^-62 to 2^62 fits one of the two.
  void draw_geometric(std::span<std::int64_t> out, FilteredGeometric::Sides sides,
                      const Rational& scale) {
    if (geometric_ && geometric_->is(sides, scale))
      return geometric_->draw(out, words_);
    assert(scale.sign() > 0 && fits_sampler(scale));
    if (FilteredGeometric::fits(scale))
      kept(geometric_, sides, scale).draw(out, words_);
    else
      kept(wide_, sides, scale).draw(out, words_);
  }

  void draw_failures(std::span<std::int64_t> out, FailuresBefore::Coin kind,
                     const Rational& parameter) {
    const FailuresBefore& law = kept(failures_, kind, parameter);
    for (auto& g : out)
      g = first_accepted([&] { return failures_before_round(draws_, law); });
  }

  std::optional<ExponentialCoin> coin_;
  std::optional<FilteredGeometric> geometric_;
  std::optional<WideGeometric> wide_;
  std::optional<FilteredGaussian> gaussian_;
  std::optional<FailuresBefore> failures_;
  std::shared_ptr<const Law> law_;  // the last one that was brought
  std::unique_ptr<Law::Sampler> sampler_;
};

}  // namespace selvage
