// Does a staircase keep a profile, for classes of every size? Decided for all counts
// from 1 on: by the first noise, by the probability to be above a threshold, which
// grows with the count, by the exact law of the counts that are left, and by the law
// of plain noise far above all thresholds. Theory: T75.
#pragma once
#include <optional>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/outlier/law/staircase.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {

struct Verdict {
  struct Failure {
    std::int64_t count;  // the least for which the promise is not proved
    Rational epsilon;    // that was to hold there
    Interval delta;      // the exact one is in here
  };
  std::optional<Failure> failure;
  Rational delta;  // proved for all counts below the failure; 0 by epsilons alone

  bool holds() const { return !failure; }
};

// `profile` is taken as its lower envelope, with the same delta for every class. A
// delta of exactly 0 is proved only by epsilons. Refuses what check_staircase refuses,
// what is no profile, delta outside [0, 1), and questions that need the exact laws of
// more than 200'000 counts.
Result<Verdict> meets(const Staircase& staircase,
                      const std::vector<ProfileStep>& profile, const Rational& delta);

}  // namespace selvage
