#include "selvage/mechanism/quantile/tied_prior.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(TiedPrior, MassesAndPlacesAreSumsOfWeights) {
  for (const UniversalPrior& codes :
       {UniversalPrior(3), UniversalPrior::whole_numbers(4, 2),
        UniversalPrior::flat(-2, 5)})
    for (const int ties : {0, 1, 2}) {
      const TiedPrior prior(codes, ties);
      for (TiedCode first = prior.lowest(); first <= prior.most(); ++first) {
        Uint128 sum = 0;
        for (TiedCode last = first; last <= prior.most(); ++last) {
          const Uint128 before = sum;
          sum += codes.weight(prior.code_of(last));
          ASSERT_TRUE(prior.mass(first, last) == sum);
          ASSERT_TRUE(prior.at(first, prior.most(), before) == last);
          ASSERT_TRUE(prior.at(first, last, sum - 1) == last);
        }
      }
    }
}

TEST(TiedPrior, CodesHaveTheirTies) {
  const TiedPrior prior(UniversalPrior(4), 3);
  for (std::int64_t code = -15; code <= 15; ++code)
    for (TiedCode tied = prior.first_of(code); tied <= prior.last_of(code); ++tied)
      EXPECT_EQ(prior.code_of(tied), code);
  EXPECT_TRUE(prior.last_of(-1) + 1 == prior.first_of(0));
  EXPECT_TRUE(prior.last_of(3) - prior.first_of(3) == 7);
}

}  // namespace
}  // namespace selvage
