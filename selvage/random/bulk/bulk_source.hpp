// A source for experiments, which draw noise by the billion and let nobody watch their
// time: each law by the sampler that is fastest for it. All are exact. Never for a
// release. Theory: T14, T15.
#pragma once
#include "selvage/random/bulk/byte_table.hpp"
#include "selvage/random/bulk/digits.hpp"
#include "selvage/random/bulk/float_geometric.hpp"
#include "selvage/random/sampling/sampling_source.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {

template <class Words>
class BulkSampling : public SamplingSource<Words> {
 public:
  using SamplingSource<Words>::SamplingSource;

  void geometric(std::span<std::int64_t> out, const Rational& scale) override {
    assert(scale.sign() > 0 && fits_sampler(scale));
    if (!draw_fast(out, {NamedLaw::Kind::geometric, scale}, Sides::one))
      SamplingSource<Words>::geometric(out, scale);
  }
  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override {
    assert(scale.sign() > 0 && fits_sampler(scale));
    if (!draw_fast(out, {NamedLaw::Kind::laplace, scale}, Sides::two))
      SamplingSource<Words>::discrete_laplace(out, scale);
  }
  void discrete_gaussian(std::span<std::int64_t> out,
                         const Rational& variance) override {
    assert(variance.sign() > 0 && fits_gaussian(variance));
    if (!draw_bytes(out, {NamedLaw::Kind::gaussian, variance}))
      SamplingSource<Words>::discrete_gaussian(out, variance);
  }

 private:
  using Sides = FilteredGeometric::Sides;
  // From so many draws on, making the table pays.
  static constexpr std::size_t kWorthBytes = 1 << 16, kWorthDigits = 1 << 19;
  // Two digits; with three the filter is as fast.
  static constexpr std::int64_t kWidestDigits = 128;

  struct NamedLaw {
    enum class Kind { geometric, laplace, gaussian } kind;
    Rational parameter;
    bool operator==(const NamedLaw&) const = default;
    Result<ThresholdLaw> thresholds() const {
      return kind == Kind::geometric ? ThresholdLaw::geometric(parameter)
             : kind == Kind::laplace ? ThresholdLaw::two_sided(parameter)
                                     : ThresholdLaw::gaussian(parameter);
    }
  };
  // What was made for the last law; nothing in it if the law has no such table.
  template <class Table>
  struct Last {
    NamedLaw law;
    std::optional<Table> table;
  };

  // Draws by the table of this law, where there is one; makes it first, if that pays.
  template <class Table, class Make>
  bool draw_by(std::optional<Last<Table>>& last, const NamedLaw& law, bool pays,
               std::span<std::int64_t> out, Make make) {
    if (pays && !(last && last->law == law)) {
      auto table = make();
      last.emplace(Last<Table>{law, std::nullopt});
      if (table) last->table = *std::move(table);
    }
    if (!last || !(last->law == law) || !last->table) return false;
    last->table->draw(out, this->words_);
    return true;
  }

  // Bytes are looked up fast by vectors only.
  static bool has_vectors() { return byte_kernels().size() > 1; }

  bool draw_bytes(std::span<std::int64_t> out, const NamedLaw& law) {
    return draw_by(bytes_, law, has_vectors() && out.size() >= kWorthBytes, out,
                   [&]() -> Result<ByteTable> {
                     const auto thresholds = law.thresholds();
                     if (!thresholds) return thresholds.error();
                     return ByteTable::make(*thresholds);
                   });
  }

  bool draw_fast(std::span<std::int64_t> out, const NamedLaw& law, Sides sides) {
    const Rational& scale = law.parameter;
    if (draw_bytes(out, law)) return true;
    if (FloatGeometric::fits(scale)) {
      this->kept(floats_, sides, scale).draw(out, this->words_);
      return true;
    }
    const bool pays =
        has_vectors() && out.size() >= kWorthDigits && scale <= kWidestDigits;
    return draw_by(digits_, law, pays, out, [&] { return Digits::make(sides, scale); });
  }

  std::optional<Last<ByteTable>> bytes_;
  std::optional<FloatGeometric> floats_;
  std::optional<Last<Digits>> digits_;
};

class BulkSource : public BulkSampling<SeededWords> {
 public:
  explicit BulkSource(std::uint64_t seed) : BulkSampling(SeededWords(seed)) {}
};

}  // namespace selvage
