// What an outlier promise is worth against somebody who does not know who was sampled:
// [LP15, Theorem 22] with its number computed (distributional.hpp). [T67]
#pragma once
#include <cstdint>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

struct SampledPeople {
  std::int64_t crowd = 1;  // the promise to classes of at most so many is used
  Rational rate_high;      // each is in the table with at most this probability
  std::int64_t known = 0;  // but for so many, of whom the other side knows
};

// (epsilon, delta) for this epsilon, which is not below the premise's for the crowd;
// delta in six digits, rounded up. Refuses premises whose classes are not the cells of
// all that was released, known >= crowd, and a crowd that is promised nothing. [T67]
Result<Derivation> distributional_from_outlier(Derivation premise,
                                               const SampledPeople& people,
                                               const Rational& epsilon);

}  // namespace selvage
