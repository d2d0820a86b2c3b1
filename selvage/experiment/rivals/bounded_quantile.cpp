#include "selvage/experiment/rivals/bounded_quantile.hpp"

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/quantile/quantile_law.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

// exp(-this) is below 2^-128 of all codes together.
constexpr std::int64_t kDeciding = 161;

}  // namespace

BoundedQuantile::BoundedQuantile(Parameters parameters, QuantileTerms terms)
    : parameters_(std::move(parameters)), terms_(std::move(terms)) {}

Result<BoundedQuantile> BoundedQuantile::make(const Parameters& p) {
  const auto a = p.at.numerator().to_int64(), b = p.at.denominator().to_int64();
  if (p.at.sign() <= 0 || p.at >= Rational(1) || !a || !b)
    return wrong_field("at", "`at` is no fraction between 0 and 1", "0.5");
  if (p.epsilon.sign() <= 0) return wrong_field("epsilon", "`epsilon` is not above 0");
  if (p.bounds.lower >= p.bounds.upper)
    return wrong_field("bounds", "`bounds` hold no two numbers");
  const Rational slope = p.epsilon / (std::max(p.at, Rational(1) - p.at) * 2);
  return BoundedQuantile(
      p, {{*a, *b},
          {slope, slope},
          TiedPrior(UniversalPrior::flat(p.bounds.lower, p.bounds.upper))});
}

Guarantee BoundedQuantile::guarantee() const {
  return {DpPromise{parameters_.epsilon, 0}};
}

RankWindow BoundedQuantile::window(SortedRows rows, std::int64_t ranks) const {
  const auto n = static_cast<std::int64_t>(rows.size());
  if (n == 0) return {};
  const auto& [a, b] = terms_.rank;
  const auto rank = static_cast<std::int64_t>((Int128{a} * n + b - 1) / b);
  const std::int64_t first = std::max<std::int64_t>(0, rank - 1 - ranks);
  const std::int64_t end = std::min(n, rank + ranks);
  RankWindow window{.rows = n, .below = first};
  for (std::int64_t i = first; i < end; ++i)
    window.codes.push_back(
        parameters_.bounds.clamped(rows[static_cast<std::size_t>(i)]));
  return window;
}

std::int64_t BoundedQuantile::run(SortedRows rows, RandomSource& random) const {
  const Rational ranks = (Rational(kDeciding) / terms_.slopes.left).ceil();
  const auto all = static_cast<std::int64_t>(rows.size());
  const auto near = std::min(ranks, Rational(all)).to_int64().value();
  std::int64_t drawn = 0;
  random.draw(std::span(&drawn, 1),
              std::make_shared<const QuantileLaw>(
                  terms_, window(rows, near),
                  [&]() -> std::optional<RankWindow> { return window(rows, all); }));
  return drawn;
}

}  // namespace selvage
