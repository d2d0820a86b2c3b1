#include "selvage/mechanism/outlier/law/staircase.hpp"

#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

TEST(Staircase, TheExamplesOfThePaperAreStaircases) {
  const auto infinity = ExtendedRational::infinity();
  EXPECT_EQ(suppress_small(7), (Staircase{infinity, {{7, 0}}}));
  EXPECT_EQ(noise_on_small(7, 2), (Staircase{infinity, {{7, Rational(2, 7)}}}));
  EXPECT_EQ(noise_then_suppress(2, 9), (Staircase{2, {{9, 0}}}));
  EXPECT_EQ(noise_then_noise(2, 9, exact("0.3")),
            (Staircase{2, {{9, Rational(3, 10)}}}));
  EXPECT_EQ(group_noise(7, 2), (Staircase{Rational(2, 7), {}}));
}

TEST(Staircase, RefusesWhatHasNoLaw) {
  const auto refused = [](const Staircase& staircase) {
    const auto checked = check_staircase(staircase);
    return !checked && checked.error().kind == ErrorKind::invalid_request;
  };
  EXPECT_TRUE(check_staircase({1, {{0, 0}, {5, exact("1e-6")}}}));
  EXPECT_TRUE(refused({0, {}}));
  EXPECT_TRUE(refused({-1, {}}));
  EXPECT_TRUE(refused({exact("1e-7"), {}}));
  EXPECT_TRUE(refused({1, {{-1, 1}}}));
  EXPECT_TRUE(refused({1, {{kMostCount + 1, 1}}}));
  EXPECT_TRUE(refused({1, {{3, -1}}}));
  EXPECT_TRUE(refused({1, {{3, exact("1e-7")}}}));
  EXPECT_TRUE(refused({1, std::vector<Staircase::Level>(kMostLevels + 1, {3, 1})}));
}

}  // namespace
}  // namespace selvage
