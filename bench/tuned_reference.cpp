#include "bench/tuned_reference.hpp"

#include <cstdlib>

#include "selvage/base/int128.hpp"

namespace selvage::bench {

std::uint64_t TunedDraws::word() {
  if (at_ == bought_.size()) {
    words_.fill(bought_);
    at_ = 0;
  }
  ++used_;
  return bought_[at_++];
}

// The remainder is needed only if the low half is below n. [Lem19]
std::uint64_t TunedDraws::below(std::uint64_t n) {
  auto product = static_cast<Uint128>(word()) * n;
  if (static_cast<std::uint64_t>(product) < n) {
    const std::uint64_t rejected = (0 - n) % n;
    while (static_cast<std::uint64_t>(product) < rejected)
      product = static_cast<Uint128>(word()) * n;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

// Coins of probability a/(n k), k = 1, 2, ...: the first to fail has an odd number. A
// coin of probability 1 needs no word. n k stays below 2^64: k above 2^14 never comes.
bool TunedDraws::exp_minus_at_most_one(std::uint64_t a, std::uint64_t n) {
  std::uint64_t k = 1;
  while (a == n * k || below(n * k) < a) ++k;
  return k % 2 == 1;
}

bool TunedDraws::exp_minus(std::uint64_t a, std::uint64_t n) {
  for (; a > n; a -= n)
    if (!exp_minus_at_most_one(1, 1)) return false;
  return exp_minus_at_most_one(a, n);
}

std::int64_t TunedLaplace::draw_one() {
  for (;;) {
    const std::uint64_t u = draws_.below(t_);
    if (!draws_.exp_minus_at_most_one(u, t_)) continue;
    std::uint64_t v = 0;
    while (draws_.exp_minus_at_most_one(1, 1)) ++v;
    const std::uint64_t sum = u + t_ * v;
    const auto size = static_cast<std::int64_t>(s_ == 1 ? sum : sum / s_);
    const bool negative = draws_.word() >> 63 != 0;
    if (!negative) return size;
    if (size != 0) return -size;
  }
}

void TunedLaplace::draw(std::span<std::int64_t> out) {
  for (auto& z : out) z = draw_one();
}

// (|y| - variance/t)^2 / (2 variance) = (|y| t - variance)^2 / (2 variance t^2). The
// square fits: |y| above 1000 t never comes.
void TunedGaussian::draw(std::span<std::int64_t> out) {
  for (std::size_t i = 0; i < out.size();) {
    const std::int64_t y = laplace_.draw_one();
    const std::uint64_t scaled = static_cast<std::uint64_t>(std::abs(y)) * t_;
    const std::uint64_t gap =
        scaled > variance_ ? scaled - variance_ : variance_ - scaled;
    if (laplace_.draws().exp_minus(gap * gap, 2 * variance_ * t_ * t_)) out[i++] = y;
  }
}

}  // namespace selvage::bench
