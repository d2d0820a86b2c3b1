// Words next to a threshold, to see whether a sampler decides rightly there.
#pragma once
#include <cstdint>
#include <optional>

#include "selvage/base/rational.hpp"

namespace selvage {

// floor(2^places x (1 + away 2^-43)), if it is a word of so many places and not 0.
std::optional<std::uint64_t> place_of(const Rational& x, unsigned places, int away);

}  // namespace selvage
