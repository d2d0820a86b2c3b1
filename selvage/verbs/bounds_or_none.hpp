// What a plan says of the same question with bounds or without: which of them errs less
// with how many people, from the laws of both. [T176]
#pragma once
#include "selvage/mechanism/verb.hpp"

namespace selvage {

// Of a mean or a sum. Where it is asked without bounds, `bounded` is its plan within
// 0:1, and `bounds` is empty.
struct WithAndWithout {
  Plan bounded, free;
  std::string verb, bounds;
  Rational confidence;
};
OtherWay compared_moments(const WithAndWithout& both);

// Of quantiles within bounds.
OtherWay compared_ranks(const WithAndWithout& both);

// The verb of quantiles whose plans compare.
Verb with_compared_ranks(Verb verb);

}  // namespace selvage
