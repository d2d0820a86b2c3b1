#include "selvage/outcome/draw.hpp"

#include <array>

#include <gtest/gtest.h>

#include "selvage/outcome/outcome_tree.hpp"

namespace selvage {
namespace {

bool contains(const Interval& x, const char* decimal, const char* tolerance) {
  const Rational value = *Rational::parse(decimal);
  const Rational allowed = *Rational::parse(tolerance);
  return x.lower() - allowed <= value && value <= x.upper() + allowed &&
         x.upper() - x.lower() <= allowed;
}

Interval probability(const Draw& draw, std::int64_t value) {
  for (std::uint64_t i = 0;; ++i)
    if (draw.value(i) == value) return draw.weight(i).value();
}

// Vectors: test/vectors/discrete_noise.py, 50 digits.
TEST(Draw, LaplaceWeightsAreTheLaw) {
  const struct {
    Rational epsilon;
    std::int64_t z;
    const char* p;
  } vectors[] = {{1, 0, "0.4621171572600097585"},
                 {1, 1, "0.1700034015685479199"},
                 {1, 5, "0.0031137209129859896267"},
                 {{1, 2}, 0, "0.24491866240370912928"},
                 {{1, 2}, 5, "0.020104148066375597458"},
                 {{1, 10}, 0, "0.049958374957879972198"},
                 {{1, 10}, 1, "0.045204207006160454637"},
                 {2, 1, "0.10307056080762241999"},
                 {{1, 1000000}, 5, "0.00000049999750000620832313"}};
  for (const auto& v : vectors) {
    const Draw draw = Draw::laplace(Rational(1) / v.epsilon);
    EXPECT_TRUE(contains(probability(draw, v.z), v.p, "1e-19")) << v.p;
    EXPECT_TRUE(contains(probability(draw, -v.z), v.p, "1e-19")) << v.p;
  }
}

TEST(Draw, GaussianWeightsAreTheLaw) {
  EXPECT_TRUE(
      contains(probability(Draw::gaussian(1), 0), "0.39894227826686170558", "1e-19"));
  EXPECT_TRUE(
      contains(probability(Draw::gaussian(1), -1), "0.24197072322446060973", "1e-19"));
  EXPECT_TRUE(
      contains(probability(Draw::gaussian(9), 0), "0.13298076013381089265", "1e-19"));
  EXPECT_TRUE(
      contains(probability(Draw::gaussian(9), 1), "0.12579440923099772134", "1e-19"));
  EXPECT_TRUE(contains(probability(Draw::gaussian(100), 0), "0.039894228040143267794",
                       "1e-20"));
}

// Vectors: exp(-x) (1 - exp(-x))^g by test/vectors/discrete_noise.py, 50 digits.
TEST(Draw, FailuresBeforeWeightsAreTheLaw) {
  const struct {
    Rational x;
    std::int64_t g;
    const char* p;
  } vectors[] = {{{1, 9}, 0, "0.89483931681436977458"},
                 {{1, 9}, 3, "0.0010406513553588212720"},
                 {{4, 3}, 1, "0.19411368689292523530"},
                 {{4, 3}, 5, "0.057084477329543027912"},
                 {{25, 2}, 2, "0.0000037266253962426966149"},
                 {{25, 2}, 100, "0.0000037252646338509623113"}};
  for (const auto& v : vectors)
    EXPECT_TRUE(contains(probability(Draw::failures_before(v.x), v.g), v.p, "1e-19"))
        << v.p;
  EXPECT_TRUE(contains(Draw::failures_before({25, 2}).rest(100000),
                       "0.68889527745251218972", "1e-19"));
  EXPECT_TRUE(contains(Draw::failures_before(30).rest(10'000'000'000'000),
                       "0.39228671258566284703", "1e-19"));
  EXPECT_TRUE(contains(Draw::failures_before(43).rest(std::uint64_t{1} << 62),
                       "0.37702943286557367858", "1e-19"));
}

constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;

IntegerTable table_of(const std::vector<std::uint64_t>& weights) {
  return *IntegerTable::make(weights);
}

// For every draw and every n: the first n weights and the rest make 1.
TEST(Draw, RestIsWhatTheFirstValuesLeave) {
  for (const Draw& draw :
       {Draw::uniform(7), Draw::coin(Rational(2, 9)),
        Draw::bernoulli_exp(Rational(5, 3)), Draw::geometric(Rational(7, 3)),
        Draw::laplace(Rational(5, 2)), Draw::failures_before(Rational(4, 3)),
        Draw::failures_before(Rational(1, 9)), Draw::gaussian(Rational(11, 4)),
        Draw::table(table_of({5, kHalf, 0, kHalf - 5}))}) {
    Interval covered(0);
    const std::uint64_t last = draw.size().value_or(40);
    for (std::uint64_t n = 0; n < last; ++n) {
      const Interval total = covered + draw.rest(n);
      EXPECT_TRUE(contains(total, "1", "1e-40")) << n;
      covered = covered + draw.weight(n).value();
    }
    if (draw.size()) {
      EXPECT_TRUE(contains(covered, "1", "1e-40"));
    }
  }
}

TEST(Draw, ImpossibleValuesAreNotValues) {
  EXPECT_EQ(Draw::coin(0).size(), 1u);
  EXPECT_EQ(Draw::coin(0).value(0), 0);
  EXPECT_EQ(Draw::coin(1).value(0), 1);
  EXPECT_EQ(Draw::bernoulli_exp(0).size(), 1u);
  EXPECT_EQ(Draw::bernoulli_exp(0).value(0), 1);
}

TEST(Draw, TableWeightsAreItsWholeNumbers) {
  const IntegerTable table = table_of({0, 5, kHalf, kHalf - 5});
  EXPECT_EQ(table.size(), 4);
  const Draw draw = Draw::table(table);
  ASSERT_EQ(draw.size(), 3u);  // an impossible value is none
  EXPECT_EQ(draw.value(0), 2);
  EXPECT_EQ(draw.value(1), 3);
  EXPECT_EQ(draw.value(2), 1);
  EXPECT_EQ(draw.weight(0).value().lower(), Rational(1, 2));
  EXPECT_EQ(draw.weight(1).value().lower(),
            Rational(1, 2) - Rational(5) * Rational::power_of_two(-64));
  EXPECT_EQ(draw.weight(2).value().lower(), Rational(5) * Rational::power_of_two(-64));
  const auto law = law_of<TreeSource>({.cut = 0}, [&](TreeSource& source) {
    std::int64_t j = 0;
    source.from_table(std::span(&j, 1), table);
    return j;
  });
  EXPECT_EQ(law.lower(2).lower(), Rational(1, 2));
  EXPECT_EQ(law.lower(1).lower(), Rational(5) * Rational::power_of_two(-64));
}

// What the tree keeps of one table is never taken for another.
TEST(Draw, TwoTablesInOneCodeAreTwoLaws) {
  const IntegerTable even = table_of({kHalf, kHalf}),
                     never = table_of({0, 7, ~std::uint64_t{6}});
  const auto law = law_of<TreeSource>({.cut = 0}, [&](TreeSource& source) {
    std::array<std::int64_t, 3> all{};
    source.from_table(std::span(all).subspan(0, 1), even);
    source.from_table(std::span(all).subspan(1, 1), never);
    source.from_table(std::span(all).subspan(2, 1), even);
    return all;
  });
  EXPECT_EQ(law.mass.size(), 8u);
  const Rational seven = Rational(7) * Rational::power_of_two(-64);
  EXPECT_EQ(law.lower({0, 1, 1}).lower(), seven / 4);
  EXPECT_EQ(law.lower({1, 2, 0}).lower(), (Rational(1) - seven) / 4);
}

TEST(Weight, LossIsAnExactFraction) {
  const Draw draw = Draw::laplace(Rational(7, 3));
  EXPECT_EQ(exact_ratio(draw.weight(0), draw.weight(3)),
            (ExactRatio{1, Rational(6, 7)}));  // 0 against 2
  EXPECT_EQ(exact_ratio(draw.weight(0), Draw::laplace(2).weight(0)), std::nullopt);
}

// Two numbers between the same bounds need not be the same.
TEST(Weight, BetweenBoundsHasNoExactRatio) {
  const Constant between{Constant::Kind::between, {1, 4}, {1, 2}};
  EXPECT_EQ(value(between).lower(), Rational(1, 4));
  EXPECT_EQ(value(between).upper(), Rational(1, 2));
  const Weight weight{3, 1, {{between, 1}}};
  EXPECT_EQ(exact_ratio(weight, weight), std::nullopt);
  EXPECT_EQ(exact_ratio(weight, Weight{3, 1, {}}), std::nullopt);
  EXPECT_EQ(exact_ratio(Weight{3, 1, {}}, weight), std::nullopt);
}

// The closed form of wide Gaussian noise against the sum, term by term.
TEST(Draw, WideGaussianConstantIsTheSum) {
  for (const std::int64_t variance : {101, 500, 2000}) {
    Interval sum(1);
    for (std::int64_t z = 1; z < 900; ++z)
      sum = sum + exp(Interval(Rational(-z * z) / (2 * variance))) * 2;
    const Interval one = Draw::gaussian(variance).weight(0).value() * sum;
    EXPECT_LE(one.lower(), Rational(1));
    EXPECT_GT(one.upper(), Rational(1) - *Rational::parse("1e-40"));
    EXPECT_LT(one.upper(), Rational(1) + *Rational::parse("1e-40"));
  }
}

}  // namespace
}  // namespace selvage
