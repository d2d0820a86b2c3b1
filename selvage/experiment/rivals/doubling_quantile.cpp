#include "selvage/experiment/rivals/doubling_quantile.hpp"

#include "selvage/base/errors.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostTerm = 1'000'000;

// lower, then lower - 1 + c with c growing by the factor, rounded down, and by one at
// least.
std::vector<std::int64_t> growing(const DoublingQuantile::Parameters& p) {
  std::vector<std::int64_t> all;
  for (Rational step = 1; p.lower - 1 + step < Rational(p.most);
       step = std::max(step + 1, (step * p.factor).floor()))
    all.push_back((step + (p.lower - 1)).to_int64().value());
  all.push_back(p.most);
  return all;
}

}  // namespace

DoublingQuantile::DoublingQuantile(Parameters parameters,
                                   std::vector<std::int64_t> candidates)
    : parameters_(std::move(parameters)), candidates_(std::move(candidates)) {}

Result<DoublingQuantile> DoublingQuantile::make(const Parameters& p) {
  if (p.at.sign() <= 0 || p.at > Rational(1) ||
      p.at.denominator() > Rational(kMostTerm))
    return wrong_field("at",
                       "`at` is no fraction of whole numbers up to 1000000, above "
                       "0 and at most 1",
                       "0.5");
  if (p.epsilon.sign() <= 0) return wrong_field("epsilon", "`epsilon` is not above 0");
  if (!fits_sampler(Rational(kMostTerm) * 2 / p.epsilon))
    return wrong_field("epsilon", "`epsilon` is too small, or has too many digits");
  if (p.factor <= Rational(1)) return wrong("candidates do not grow");
  if (p.lower >= p.most) return wrong("there are no two candidates");
  return DoublingQuantile(p, growing(p));
}

Guarantee DoublingQuantile::guarantee() const {
  return {DpPromise{parameters_.epsilon, 0}};
}

// Half of epsilon for rho, half for each nu. [T120]
std::int64_t DoublingQuantile::run(SortedRows rows, RandomSource& random) const {
  const auto a = parameters_.at.numerator().to_int64().value();
  const auto b = parameters_.at.denominator().to_int64().value();
  const Rational half = parameters_.epsilon / 2;
  std::int64_t rho = 0;
  random.geometric(std::span(&rho, 1), Rational(std::max(a, b - a)) / half);
  std::vector<std::int64_t> nu(candidates_.size() - 1);
  random.geometric(nu, Rational(1) / half);
  const Int128 wanted = Int128{a} * static_cast<std::int64_t>(rows.size()) + rho;
  auto next = rows.begin();
  for (std::size_t i = 0; i < nu.size(); ++i) {
    while (next != rows.end() && *next <= candidates_[i]) ++next;
    if (Int128{b} * ((next - rows.begin()) + Int128{nu[i]}) >= wanted)
      return candidates_[i];
  }
  return candidates_.back();
}

}  // namespace selvage
