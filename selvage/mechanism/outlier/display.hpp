// What is shown for an output of W. All of it is computed from the output and public
// numbers alone: post-processing. [T41, T43]
#pragma once
#include <cstdint>
#include <string>

#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {

struct Display {
  enum class Kind {
    noisy,     // the output itself
    likely,    // the median of the counts behind it, under a prior
    unbiased,  // right on average, for whoever adds up; far off for single cells
  };
  Kind kind = Kind::noisy;
  Rational prior_mean = 0;  // of `likely`: counts are geometric with this mean
  bool operator==(const Display&) const = default;
};

std::string display_name(Display::Kind kind);

// The least count k for which P(count <= k | output) is at least one half, among the
// counts that the output does not rule out at one in a million: the Bayes answer for
// the absolute error. Requires prior_mean > 0 and j >= law.least().
std::int64_t likely_count(const WarpedGeometric& law, std::int64_t j,
                          const Rational& prior_mean);

}  // namespace selvage
