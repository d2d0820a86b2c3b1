// How large noises of several numbers are together, each with a weight: what a mean or
// a variance errs by. [T80]
#pragma once
#include "selvage/mechanism/cells/noise.hpp"

namespace selvage {

struct WeightedNoise {
  Noise noise;
  Rational weight;  // at least 0
};

// With probability >= 1 - beta the noises, each times its weight, sum up to at most
// this in size. It grows with every weight. Two or three noises: wide ones, whose sum
// is as good as continuous, the last that of a count. Requires added noise and 0 < beta
// < 1.
std::int64_t combined_bound(std::span<const WeightedNoise> noises,
                            const Rational& beta);

}  // namespace selvage
