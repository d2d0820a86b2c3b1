#include "selvage/random/sampling/reference_samplers.hpp"

namespace selvage {
namespace {

Uint128 to_uint128(mpz_srcptr z) {
  assert(mpz_sgn(z) >= 0 && mpz_sizeinbase(z, 2) <= 127);
  std::uint64_t words[2] = {0, 0};
  mpz_export(words, nullptr, -1, sizeof(std::uint64_t), 0, 0, z);
  return static_cast<Uint128>(words[1]) << 64 | words[0];
}

}  // namespace

Fraction to_fraction(const Rational& x) {
  return {to_uint128(mpq_numref(x.raw())), to_uint128(mpq_denref(x.raw()))};
}

}  // namespace selvage
