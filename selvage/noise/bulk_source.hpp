// A source for experiments, which draw noise by the billion and let nobody watch their
// time: each law by the sampler that is fastest for it. All are exact. Never for a
// release. Theory: T14, T15.
#pragma once
#include "selvage/inversion/float_geometric.hpp"
#include "selvage/noise/sampling_source.hpp"
#include "selvage/stream/seeded_words.hpp"
#include "selvage/table/byte_table.hpp"
#include "selvage/table/digits.hpp"

namespace selvage {

template <class Words>
class BulkSampling : public SamplingSource<Words> {
 public:
  using SamplingSource<Words>::SamplingSource;

  void geometric(std::span<std::int64_t> out, const Rational& scale) override {
    draw_geometric(out, Sides::one, scale);
  }
  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override {
    draw_geometric(out, Sides::two, scale);
  }
  void discrete_gaussian(std::span<std::int64_t> out,
                         const Rational& variance) override {
    assert(variance.sign() > 0 && fits_gaussian(variance));
    if (out.size() >= kWorthBytes && !(gaussian_ && gaussian_->is(variance)))
      gaussian_.emplace(variance, bytes_of(ThresholdLaw::gaussian(variance)));
    if (gaussian_ && gaussian_->is(variance) && gaussian_->table)
      gaussian_->table->draw(out, this->words_);
    else
      SamplingSource<Words>::discrete_gaussian(out, variance);
  }

 private:
  using Sides = FilteredGeometric::Sides;
  // From so many draws on, making the table pays.
  static constexpr std::size_t kWorthBytes = 1 << 16, kWorthDigits = 1 << 19;
  // Two digits; with three the filter is as fast.
  static constexpr std::int64_t kWidestDigits = 128;

  // What was made for the last parameters; nothing in it if the law has no such table.
  struct Short {
    Short(Sides s, const Rational& p, std::optional<ByteTable> t)
        : sides(s), parameter(p), table(std::move(t)) {}
    bool is(Sides s, const Rational& p) const { return s == sides && p == parameter; }
    Sides sides;
    Rational parameter;
    std::optional<ByteTable> table;
  };
  struct Gaussian {
    Gaussian(const Rational& v, std::optional<ByteTable> t)
        : variance(v), table(std::move(t)) {}
    bool is(const Rational& v) const { return v == variance; }
    Rational variance;
    std::optional<ByteTable> table;
  };
  struct Wide {
    Wide(Sides s, const Rational& p, Digits d)
        : sides(s), parameter(p), digits(std::move(d)) {}
    bool is(Sides s, const Rational& p) const { return s == sides && p == parameter; }
    Sides sides;
    Rational parameter;
    Digits digits;
  };

  // Where bytes are looked up by vectors, and the law is short enough.
  static std::optional<ByteTable> bytes_of(const Result<ThresholdLaw>& law) {
    if (!law || byte_kernels().size() < 2 || !ByteTable::fits(*law))
      return std::nullopt;
    auto table = ByteTable::make(*law);
    if (!table) return std::nullopt;
    return *std::move(table);
  }

  void draw_geometric(std::span<std::int64_t> out, Sides sides, const Rational& scale) {
    assert(scale.sign() > 0 && fits_sampler(scale));
    if (out.size() >= kWorthBytes && !(short_ && short_->is(sides, scale)))
      short_.emplace(sides, scale,
                     bytes_of(sides == Sides::two ? ThresholdLaw::two_sided(scale)
                                                  : ThresholdLaw::geometric(scale)));
    if (short_ && short_->is(sides, scale) && short_->table)
      return short_->table->draw(out, this->words_);
    if (FloatGeometric::fits(scale)) {
      if (!floats_ || !floats_->is(sides, scale)) floats_.emplace(sides, scale);
      return floats_->draw(out, this->words_);
    }
    if (out.size() >= kWorthDigits && byte_kernels().size() > 1 &&
        scale <= kWidestDigits && !(wide_ && wide_->is(sides, scale)))
      if (auto digits = Digits::make(sides, scale))
        wide_.emplace(sides, scale, *std::move(digits));
    if (wide_ && wide_->is(sides, scale)) return wide_->digits.draw(out, this->words_);
    if (sides == Sides::two)
      SamplingSource<Words>::discrete_laplace(out, scale);
    else
      SamplingSource<Words>::geometric(out, scale);
  }

  std::optional<Short> short_;
  std::optional<FloatGeometric> floats_;
  std::optional<Wide> wide_;
  std::optional<Gaussian> gaussian_;
};

class BulkSource : public BulkSampling<SeededWords> {
 public:
  explicit BulkSource(std::uint64_t seed) : BulkSampling(SeededWords(seed)) {}
};

}  // namespace selvage
