// What the evidence of a release would see.
#include "selvage/mechanism/certain/acceptance_law.hpp"
#include "selvage/mechanism/robust_regression/robust_testing.hpp"
#include "selvage/outcome/answering_source.hpp"
#include "selvage/outcome/divergence.hpp"

namespace selvage {
namespace {

RobustRequest on_columns(std::size_t columns, const Rational& epsilon) {
  RobustRequest request{{}, epsilon, *Rational::parse("1e-6"), Rational(1, 1000)};
  for (std::size_t i = 1; i <= columns; ++i)
    request.x.numbers.push_back("x" + std::to_string(i));
  return request;
}

// Three tenths of epsilon for 2 x + 3 medians, whatever the mechanism takes.
Rational of_one_median(std::size_t columns, const Rational& epsilon) {
  return epsilon * 3 / 10 / static_cast<std::int64_t>(2 * columns + 3);
}

TEST(RobustEvidence, MediansHold) {
  for (const std::size_t columns : {1, 2})
    for (const Rational& epsilon : {Rational(1), Rational(30)}) {
      int medians = 0;
      for (const NeighbourPair& pair : made_robust(on_columns(columns, epsilon))
                                           ->evidence(Effort::before_release)
                                           .pairs) {
        if (pair.number != "size" && pair.number != "middle") continue;
        ++medians;
        EXPECT_EQ(pair.epsilon, ExtendedRational(of_one_median(columns, epsilon)));
        EXPECT_LE(pair.exact_delta(of_one_median(columns, epsilon)).upper(),
                  Rational::power_of_two(-60));
      }
      EXPECT_EQ(medians, 12);
    }
}

// And half of the promise is not kept.
TEST(RobustEvidence, MediansWouldSeeHalfTheNoise) {
  for (const char* number : {"size", "middle"}) {
    double most = 0;
    for (const NeighbourPair& pair :
         made_robust(on_columns(1, 50))->evidence(Effort::audit).pairs)
      if (pair.number == number)
        most = std::max(most,
                        pair.exact_delta(of_one_median(1, 50) / 2).lower().to_double());
    EXPECT_GT(most, 0.01) << number;
  }
}

// The two tables of the count differ by one person.
TEST(RobustEvidence, CountsAPersonMore) {
  int counts = 0;
  for (const NeighbourPair& pair :
       made_robust(on_columns(1, 1))->evidence(Effort::before_release).pairs) {
    if (pair.number != "people") continue;
    ++counts;
    ConstantSource with(3), without(3);
    EXPECT_EQ(pair.with(with).numbers[0][0], pair.without(without).numbers[0][0] + 1);
    EXPECT_EQ(pair.epsilon, ExtendedRational(Rational(1, 20)));
  }
  EXPECT_EQ(counts, 1);
}

// The depths that are asked of a table.
class DepthsSource : public AnsweringSource {
 public:
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>& law) override {
    EXPECT_TRUE(std::dynamic_pointer_cast<const AcceptanceLaw>(law));
    depths.insert(depths.end(), in_out.begin(), in_out.end());
    for (auto& x : in_out) x = 1;
  }
  std::vector<std::int64_t> depths;

 private:
  std::int64_t answer(std::size_t, std::size_t) const override { return 0; }
};

// Some pair for a test alone has depths that differ, and neither is sure to fail or to
// pass: laws that are not the same, and of which all of epsilon is needed.
TEST(RobustEvidence, TestsAreSeenWhereTheyNeitherFailNorPass) {
  for (const std::size_t columns : {1, 2})
    for (const Effort effort : {Effort::before_release, Effort::audit}) {
      const RobustRequest request = on_columns(columns, 1);
      const RobustShares shares = robust_shares(request);
      const auto mechanism = made_robust(request);
      const TestsAlone tests(request);
      int apart = 0;
      for (const NeighbourPair& pair : mechanism->evidence(effort).pairs) {
        if (pair.number != "tests" && pair.number != "one test") continue;
        const auto p = law_of<TreeSource>({.cut = 0}, pair.with),
                   q = law_of<TreeSource>({.cut = 0}, pair.without);
        const Rational epsilon = pair.epsilon.finite();
        const auto delta = [&](const Rational& at) {
          return std::max(hockey_stick(p, q, at).upper().upper(),
                          hockey_stick(q, p, at).upper().upper());
        };
        EXPECT_LE(delta(epsilon), pair.delta * Rational(1'000'001, 1'000'000));
        if (pair.number != "one test") continue;
        EXPECT_EQ(epsilon, shares.test);
        EXPECT_EQ(pair.delta, shares.delta);
        DepthsSource with, without;
        pair.with(with);
        pair.without(without);
        ASSERT_EQ(with.depths.size(), 1u);
        ASSERT_EQ(without.depths.size(), 1u);
        const auto [least, most] = std::minmax(with.depths[0], without.depths[0]);
        EXPECT_LE(most - least, 1);
        if (least < 2 || most >= tests.table_depth() || least == most) continue;
        ++apart;
        EXPECT_GT(delta(epsilon * Rational(9, 10)), pair.delta * Rational(11, 10));
      }
      EXPECT_GE(apart, 1) << columns;
    }
}

}  // namespace
}  // namespace selvage
