#include "selvage/verify/sampler_walk.hpp"

#include "selvage/noise/reference_samplers.hpp"
#include "selvage/noise/warped_walk.hpp"
#include "selvage/verify/outcome_tree.hpp"

namespace selvage::verify {
namespace {

constexpr std::int64_t kMostBranches = 128;
constexpr std::uint64_t kValues = 40;

}  // namespace

std::optional<bool> laplace_sampler_is_exact(const Rational& scale) {
  if (scale.numerator() > kMostBranches) return std::nullopt;
  const Fraction terms = to_fraction(scale);
  const auto law = law_of<TreeDraws>({.cut = 1e-14}, [&](TreeDraws& draws) {
    return discrete_laplace_round(draws, terms);
  });
  if (law.unresolved.upper() > Rational(1, 1'000'000'000)) return std::nullopt;
  const Draw exact = Draw::laplace(scale);
  const Interval zero = exact.weight(0).value();
  const std::optional<std::int64_t> at_zero = 0;
  for (std::uint64_t i = 1; i < kValues; ++i) {
    const std::optional<std::int64_t> value = exact.value(i);
    const Interval ratio = exact.weight(i).value() / zero;
    const bool low_enough =
        (law.lower(value) / law.upper(at_zero)).lower() <= ratio.upper();
    const bool high_enough =
        (law.upper(value) / law.lower(at_zero)).upper() >= ratio.lower();
    if (!low_enough || !high_enough) return false;
  }
  return true;
}

bool warped_sampler_is_exact(const WarpedGeometric& law) {
  constexpr std::size_t kMostStretches = 6;
  std::vector<std::int64_t> counts = {0, 1};
  for (const auto& stretch : law.stretches()) {
    if (counts.size() > 2 + 3 * kMostStretches) break;
    for (const std::int64_t near : {-1, 0, 1}) counts.push_back(stretch.first + near);
  }
  for (const std::int64_t count : counts) {
    if (count < 0) continue;
    const auto walked = law_of<TreeDraws>(
        {.cut = 1e-4, .paths = 400},
        [&](TreeDraws& draws) { return warped_walk(draws, law, count); });
    for (const auto& [j, mass] : walked.mass)
      if (!mass.single() || mass.single()->factor != law.mass(count, j)) return false;
  }
  return true;
}

}  // namespace selvage::verify
