// What keeps a profile: laws that take a count of people to a number, where the noise
// depends on the count. W, and the mechanisms of [LP15] for comparison.
#pragma once
#include "selvage/base/interval.hpp"
#include "selvage/mechanism/cells/noise.hpp"

namespace selvage {

// In place of a count that is not told. Released numbers are above it, so that a
// display threshold hides it.
inline constexpr std::int64_t kSuppressed = -kMaxRelease;

// The law that the noise brings with it and that is drawn from: W. Other noise is made
// of draws that have a name of their own, and has none.
std::shared_ptr<const Law> drawn_law(const Noise& noise);

// The loop of add_noise for these laws. How many draws are made does not depend on the
// counts, but for noise by a guess, whose scale is drawn. Requires noise that is not
// added.
void replace_counts(const Noise& noise, std::span<std::int64_t> counts,
                    RandomSource& random);

// The least number that is ever told, where there is one above 0: what is suppressed
// lies below. 0 where nothing is suppressed.
std::int64_t least_told(const Noise& noise);

std::pair<std::string, std::string> count_noise_parameter(const Noise& noise);
std::optional<Noise> read_count_noise(const std::string& name,
                                      const std::string& parameter);

// The error of a count of so many people; what is suppressed counts as 0. Of added
// noise the same for every count. Requires 0 < beta < 1 and a count from 0 to 2^53.
struct CountError {
  Interval mean_absolute;
  std::int64_t bound;  // |error| is at most this with probability >= 1 - beta
};
CountError count_error(const Noise& noise, std::int64_t count, const Rational& beta);

// The least count from which on the bound is at most half of the count: smaller counts
// are of no use. About: the error need not fall with every count.
std::int64_t usable_from(const Noise& noise, const Rational& beta);

// The counts that an output does not rule out, at this confidence 1 - beta. For W by
// inverting its tails; for the others all counts for which the error can be so large.
WarpedGeometric::Counts counts_behind(const Noise& noise, std::int64_t output,
                                      const Rational& beta);

}  // namespace selvage
