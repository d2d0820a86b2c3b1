// Truncated draws, by the draws that are not: the remainder of a geometric number is
// truncated geometric, and a fair sign makes it two-sided. [T17, T2]
#include <string.h>  // explicit_bzero

#include <array>
#include <cassert>

#include "selvage/base/int128.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

// Remainders by a multiplication: a division takes longer for some numbers than for
// others.
class Divisor {
 public:
  explicit Divisor(std::int64_t d)
      : d_(static_cast<std::uint64_t>(d)), reciprocal_(~std::uint64_t{0} / d_) {}

  // Requires 0 <= x. The quotient is at most one too small: less than x/2^64 is lost,
  // and a fraction.
  std::int64_t remainder(std::int64_t x) const {
    const auto n = static_cast<std::uint64_t>(x);
    const auto quotient =
        static_cast<std::uint64_t>(static_cast<Uint128>(n) * reciprocal_ >> 64);
    std::uint64_t rest = n - quotient * d_;
    rest -= d_ & (0 - static_cast<std::uint64_t>(rest >= d_));
    return static_cast<std::int64_t>(rest);
  }

 private:
  std::uint64_t d_, reciprocal_;
};

}  // namespace

void RandomSource::truncated_geometric(std::span<std::int64_t> out,
                                       const Rational& scale, std::int64_t most) {
  assert(0 <= most && most < kMaxNoise && fits_truncated(scale));
  const Divisor divisor(most + 1);
  geometric(out, scale);
  for (auto& g : out) g = divisor.remainder(g);
}

void RandomSource::truncated_laplace(std::span<std::int64_t> out, const Rational& scale,
                                     std::int64_t most) {
  std::array<std::int64_t, 1024> sizes;
  std::array<std::uint64_t, 1024> signs;
  while (!out.empty()) {
    const std::size_t count = std::min(sizes.size(), out.size());
    truncated_geometric(std::span(sizes).first(count), scale, most);
    uniform_below(std::span(signs).first(count), 2);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      out[kept] = signs[i] == 1 ? -sizes[i] : sizes[i];
      kept += signs[i] == 1 && sizes[i] == 0 ? 0 : 1;  // minus zero is refused
    }
    out = out.subspan(kept);
  }
  explicit_bzero(sizes.data(), sizeof sizes);
  explicit_bzero(signs.data(), sizeof signs);
}

bool fits_truncated(const Rational& scale) {
  return scale.sign() > 0 && fits_sampler(scale) && scale <= Rational::power_of_two(30);
}

}  // namespace selvage
