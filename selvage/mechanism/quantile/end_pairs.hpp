// Pairs of lists for the ends of intervals, with their exact law. [T115]
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/quantile/value_interval.hpp"

namespace selvage {

struct EndLists {
  std::vector<std::int64_t> with, without;  // rising
  std::int64_t removed;  // how many rows the one has beyond the other
  Rational epsilon;      // that is promised for one end
};

// The lower end and the upper one around the published code 0, with the noise of these
// terms, on codes from -4 to 4; what lies farther off is told apart less.
std::vector<NeighbourPair> end_pairs(IntervalTerms terms, const EndLists& lists);

}  // namespace selvage
