#include "selvage/mechanism/cells/empty_cells.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/mechanism/cells/count_noise.hpp"

namespace selvage {
namespace {

// What leads to a noisy count that passes: a coin, and then a draw that is not less
// than the threshold.
struct Passing {
  std::int64_t threshold;
  const Noise& noise;
  std::shared_ptr<const Law> law;  // of W
  Rational coin;                   // of W: q_1 ... q_T; else the exponent T/scale

  Passing(std::int64_t least, const Noise& of)
      : threshold(least), noise(of), law(drawn_law(of)) {
    if (const auto* laplace = std::get_if<LaplaceNoise>(&noise)) {
      coin = Rational(threshold) / laplace->scale;
      return;
    }
    const WarpedGeometric& w = *std::get<WarpedNoise>(noise).law;
    coin = 1;
    for (std::int64_t i = w.least() + 1; i <= threshold; ++i) coin = coin * w.q(i);
  }

  std::int64_t jump(RandomSource& random) const {
    std::int64_t jumped = 0;
    if (std::holds_alternative<LaplaceNoise>(noise))
      random.failures_before(std::span(&jumped, 1), coin);
    else
      random.failures_before_coin(std::span(&jumped, 1), coin);
    return jumped;
  }

  std::int64_t draw(RandomSource& random) const {
    std::int64_t value = 0;
    if (const auto* laplace = std::get_if<LaplaceNoise>(&noise)) {
      random.discrete_laplace(std::span(&value, 1), laplace->scale);
      return threshold + value;
    }
    value = threshold;
    random.draw(std::span(&value, 1), law);
    return value;
  }
};

}  // namespace

// A cell passes iff a coin of probability q^T = exp(-T/scale) falls well and then a
// draw Z is not negative; its count is T + Z: P = q^T (1-q)/(1+q) q^z, as for one draw
// that is T + z. For W the coin has q_1 ... q_T, and the draw is that of a count of T:
// from T on its outputs have the chances of a count of 0, but for this factor. The
// coins that fall badly are jumped over. [T34, T47]
std::vector<std::pair<std::uint64_t, std::int64_t>> passing_empty_cells(
    const EmptyCells& domain, const std::vector<std::uint64_t>& full,
    RandomSource& random) {
  assert(domain.threshold >= 1 && full.size() <= domain.cells);
  const std::uint64_t empty = domain.cells - full.size();
  const Passing passes(domain.threshold, domain.noise);
  std::vector<std::pair<std::uint64_t, std::int64_t>> passing;
  if (passes.coin.sign() == 0 && !std::holds_alternative<LaplaceNoise>(domain.noise))
    return passing;        // nothing rises to counts that are not protected
  std::size_t before = 0;  // full cells before the place
  for (std::uint64_t place = 0;; ++place) {
    const std::int64_t jumped = passes.jump(random);
    if (static_cast<std::uint64_t>(jumped) >= empty - place) return passing;
    place += static_cast<std::uint64_t>(jumped);
    const std::int64_t count = passes.draw(random);
    if (count >= domain.threshold) {
      // The place-th empty cell: full ones up to there come on top.
      while (before < full.size() && full[before] <= place + before) ++before;
      // Released as the other cells are: see add_noise.
      passing.emplace_back(place + before, std::min(count, kMaxRelease));
    }
    if (place + 1 == empty) return passing;
  }
}

}  // namespace selvage
