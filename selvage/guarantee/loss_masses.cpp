#include "selvage/guarantee/loss_masses.hpp"

#include <gmp.h>

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace selvage {
namespace {

static_assert(GMP_NUMB_BITS == 64);
constexpr std::size_t kSlot = 4;  // limbs of one entry of a product: 256 bits

// A product counts units of 2^-240. Entries stay below (2 * 2^120)^2 = 2^242, so a
// slot never runs over into the next and the result fits a Mass. [T24]
Mass rounded_down(const mp_limb_t* slot) {
  const Mass low = (Mass{slot[1]} << 64) | slot[0];
  const Mass high = (Mass{slot[3]} << 64) | slot[2];
  return (high << (128 - kMassBits)) | (low >> kMassBits);
}

Mass rounded_up(const mp_limb_t* slot) {
  const Mass low = (Mass{slot[1]} << 64) | slot[0];
  return rounded_down(slot) + ((low & (kFullMass - 1)) != 0 ? 1 : 0);
}

struct Slot {
  mp_limb_t limbs[kSlot];
};

Slot product_of(Mass a, Mass b) {
  assert(a <= 2 * kFullMass && b <= 2 * kFullMass);
  const mp_limb_t x[2] = {static_cast<mp_limb_t>(a), static_cast<mp_limb_t>(a >> 64)};
  const mp_limb_t y[2] = {static_cast<mp_limb_t>(b), static_cast<mp_limb_t>(b >> 64)};
  Slot slot;
  mpn_mul_n(slot.limbs, x, y, 2);
  return slot;
}

std::vector<mp_limb_t> slots(const std::vector<Mass>& masses) {
  std::vector<mp_limb_t> limbs(kSlot * masses.size(), 0);
  for (std::size_t i = 0; i < masses.size(); ++i) {
    limbs[kSlot * i] = static_cast<mp_limb_t>(masses[i]);
    limbs[kSlot * i + 1] = static_cast<mp_limb_t>(masses[i] >> 64);
  }
  return limbs;
}

[[maybe_unused]] bool sums_to_at_most_two(const std::vector<Mass>& masses) {
  Mass sum = 0;
  for (const Mass mass : masses) {
    if (mass > 2 * kFullMass) return false;
    sum += mass;
    if (sum > 2 * kFullMass) return false;
  }
  return true;
}

}  // namespace

Mass mass_above(const Rational& probability) {
  assert(probability.sign() >= 0);
  if (probability >= 1) return kFullMass;
  const Rational units = (probability * Rational::power_of_two(kMassBits)).ceil();
  mp_limb_t limbs[2] = {0, 0};
  mpz_export(limbs, nullptr, -1, sizeof(mp_limb_t), 0, 0, mpq_numref(units.raw()));
  return (Mass{limbs[1]} << 64) | limbs[0];
}

Mass mass_above(const Interval& probability, bool& sure) {
  if (surely_at_most(probability, Interval(0))) return 0;
  // Tells a tiny number before it is written out as a fraction.
  static const Interval least(Rational::power_of_two(-kMassBits));
  if (surely_at_most(probability, least)) return 1;
  const Mass mass = mass_above(probability.upper());
  sure =
      sure && mass == std::max(Mass{1}, mass_above(positive_part(probability).lower()));
  return mass;
}

Rational probability(Mass mass) {
  const auto part = [](Mass bits) { return Rational(static_cast<std::int64_t>(bits)); };
  constexpr Mass kLow = (Mass{1} << 62) - 1;
  return (part(mass >> 124) * Rational::power_of_two(124) +
          part((mass >> 62) & kLow) * Rational::power_of_two(62) + part(mass & kLow)) *
         Rational::power_of_two(-kMassBits);
}

Mass product_above(Mass a, Mass b) { return rounded_up(product_of(a, b).limbs); }
Mass product_below(Mass a, Mass b) { return rounded_down(product_of(a, b).limbs); }

std::vector<Mass> convolution_above(const std::vector<Mass>& a,
                                    const std::vector<Mass>& b) {
  if (a.size() < b.size()) return convolution_above(b, a);
  assert(!b.empty() && sums_to_at_most_two(a) && sums_to_at_most_two(b));
  const auto x = slots(a);
  std::vector<mp_limb_t> product(kSlot * (a.size() + b.size()));
  const auto limbs = [](const auto& v) { return static_cast<mp_size_t>(v.size()); };
  if (&a == &b) {
    mpn_sqr(product.data(), x.data(), limbs(x));
  } else {
    const auto y = slots(b);
    mpn_mul(product.data(), x.data(), limbs(x), y.data(), limbs(y));
  }
  std::vector<Mass> result(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = rounded_up(&product[kSlot * i]);
  return result;
}

}  // namespace selvage
