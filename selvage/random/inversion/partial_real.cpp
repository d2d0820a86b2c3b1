#include "selvage/random/inversion/partial_real.hpp"

#include <cassert>

namespace selvage {

PartialReal::PartialReal(Uint128 k, unsigned places) : places_(places) {
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));
  mpz_init_set_ui(k_, static_cast<std::uint64_t>(k >> 64));
  mpz_mul_2exp(k_, k_, 64);
  mpz_add_ui(k_, k_, static_cast<std::uint64_t>(k));
}

void PartialReal::append(std::uint64_t digit, unsigned width) {
  assert(width <= 64 && (width == 64 || digit >> width == 0));
  mpz_mul_2exp(k_, k_, width);
  mpz_add_ui(k_, k_, digit);
  places_ += width;
}

}  // namespace selvage
