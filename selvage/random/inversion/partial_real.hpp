// Reals that are known in part, by their first binary places.
#pragma once
#include <gmp.h>

#include "selvage/base/int128.hpp"

#include <cstdint>

namespace selvage {

// A real known by its first binary places: k/2^places <= e <= (k+1)/2^places.
class PartialReal {
 public:
  PartialReal(Uint128 k, unsigned places);
  PartialReal(const PartialReal&) = delete;
  PartialReal& operator=(const PartialReal&) = delete;
  ~PartialReal() { mpz_clear(k_); }

  // Requires digit < 2^width, width <= 64.
  void append(std::uint64_t digit, unsigned width);
  mpz_srcptr k() const { return k_; }
  unsigned places() const { return places_; }

 private:
  mpz_t k_;
  unsigned places_;
};

}  // namespace selvage
