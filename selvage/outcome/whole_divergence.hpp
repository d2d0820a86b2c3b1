// The divergence of two laws that are walked over every outcome that they can have.
#pragma once
#include "selvage/outcome/divergence.hpp"
#include "selvage/outcome/outcome_tree.hpp"

namespace selvage {

// Of code that draws, the larger one of both ways.
template <class With, class Without>
Interval whole_divergence(const With& with, const Without& without,
                          const Rational& epsilon) {
  const OutcomeTree::Limits all{.cut = 0};
  const auto p = law_of<TreeSource>(all, with);
  const auto q = law_of<TreeSource>(all, without);
  const Interval forth = between(p, q, epsilon), back = between(q, p, epsilon);
  return forth.upper() < back.upper() ? back : forth;
}

}  // namespace selvage
