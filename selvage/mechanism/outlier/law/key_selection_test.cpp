#include "selvage/mechanism/outlier/law/key_selection.hpp"

#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

KeySelection selection(const std::string& profile, const char* delta) {
  const auto made = KeySelection::make(*parse_profile(profile), exact(delta));
  EXPECT_TRUE(made) << made.error().message;
  return *made;
}

TEST(KeySelection, ProbabilityVectors) {
  const auto keys = selection("5:0.1,1", "1e-5");
  const auto p = [&](std::int64_t k) { return keys.probability(k).to_double(); };
  EXPECT_EQ(p(0), 0);
  EXPECT_NEAR(p(5) / 6.168257181453e-5, 1, 1e-12);
  EXPECT_NEAR(p(10) / 0.01001241559340, 1, 1e-12);
  EXPECT_NEAR(p(15) / 0.8333437328883, 1, 1e-12);
  EXPECT_NEAR(p(20) / 0.9988828594589, 1, 1e-12);
  EXPECT_EQ(keys.certain_from(), 26);
  EXPECT_LT(p(25), 1);
  EXPECT_EQ(p(26), 1);
  EXPECT_EQ(keys.n(1000), KeySelection::kOne);
}

// The rounded probabilities themselves, as fractions, in both directions, of being told
// and of not being told; and a little more of any of them would be too much.
TEST(KeySelection, EveryCountKeepsThePromiseAndNoMoreIsPossible) {
  for (const char* profile : {"5:0.1,1", "2:0,6:0.3,2", "0.25", "4:0.7,9:0.2,1"})
    for (const char* delta : {"1e-5", "0.01"}) {
      const auto keys = selection(profile, delta);
      const auto kept = [&](const Rational& p, const Rational& before,
                            const Interval& ratio) {
        const auto at_most = [&](const Rational& a, const Rational& b) {
          return a <= (ratio * b + exact(delta)).lower();
        };
        const Rational no = Rational(1) - p, no_before = Rational(1) - before;
        return at_most(p, before) && at_most(before, p) && at_most(no, no_before) &&
               at_most(no_before, no);
      };
      for (std::int64_t k = 1; k <= keys.certain_from(); ++k) {
        const Interval ratio =
            exp(Interval(epsilon_at(*parse_profile(profile), k).finite()));
        const Rational p = keys.probability(k), before = keys.probability(k - 1);
        EXPECT_TRUE(kept(p, before, ratio)) << profile << " " << k;
        if (p < 1) {
          EXPECT_FALSE(kept(p + Rational::power_of_two(-60), before, ratio)) << k;
        }
      }
    }
}

TEST(KeySelection, ClassesWithoutAPromiseAreTold) {
  const auto keys = selection("3:0.1,inf", "1e-5");
  EXPECT_EQ(keys.certain_from(), 4);
  EXPECT_LT(keys.probability(3), exact("1e-4"));
  EXPECT_EQ(selection("1:0,inf", "0.125").probability(1), Rational(1, 8));
}

TEST(KeySelection, RefusesWhatTellsNoKey) {
  const auto profile = *parse_profile("5:0.1,1");
  EXPECT_FALSE(KeySelection::make(profile, 0));
  EXPECT_FALSE(KeySelection::make(profile, 1));
  EXPECT_FALSE(KeySelection::make(profile, exact("1e-20")));
  EXPECT_FALSE(KeySelection::make({}, exact("1e-5")));
  EXPECT_FALSE(KeySelection::make({{std::nullopt, 0}}, exact("1e-6")));
}

}  // namespace
}  // namespace selvage
