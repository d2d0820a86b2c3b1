// For tests: small worlds of people, keys and amounts.
#pragma once
#include "selvage/verify/small_world_check.hpp"

namespace selvage::verify {

inline BoundingKey test_key(std::uint8_t seed) {
  BoundingKey result{};
  result[0] = seed;
  result[17] = static_cast<std::uint8_t>(seed * 7);
  return result;
}

// All rows of two people, and of nobody, over three keys and two amounts.
inline SmallTable possible_rows(std::initializer_list<const char*> people,
                                std::initializer_list<const char*> keys,
                                std::initializer_list<const char*> amounts) {
  SmallTable rows;
  for (const char* person : people)
    for (const char* k : keys)
      for (const char* amount : amounts) rows.push_back({person, {k, amount}});
  return rows;
}

// How far one of a mechanism's guarantees is exceeded, with this part of its epsilon.
inline WorldExcess excess_of(WorldLaws& laws, const SmallWorld& world,
                             const Mechanism& mechanism, std::size_t guarantee = 0,
                             const Rational& part = 1) {
  return worst_excess(
      laws, world,
      promise_of(mechanism, mechanism.guarantees()[guarantee].conclusion, part));
}

}  // namespace selvage::verify
