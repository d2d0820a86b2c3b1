// The laws of one table: by vectors, by the draws that define them, and by samples.
#include <gtest/gtest.h>

#include "selvage/mechanism/extremes/above_threshold_law.hpp"
#include "selvage/mechanism/extremes/exponential_law.hpp"
#include "selvage/mechanism/extremes/extremes_testing.hpp"
#include "selvage/outcome/chi_square.hpp"
#include "selvage/outcome/outcome_tree.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

const Codes kTable = {1, 2, 2, 3, 5, 8};

// Vectors: test/vectors/extremes.py, from the definition.
struct Vector {
  std::shared_ptr<const Law> law;
  std::vector<std::string> probabilities;
};

std::shared_ptr<const Law> above(const AboveThresholdTerms& terms, const Codes& rows,
                                 std::size_t places) {
  return std::make_shared<const AboveThresholdLaw>(
      terms, std::vector<Reach>{reach_of(rows, places)});
}

std::shared_ptr<const Law> exponential(const ExponentialTerms& terms, const Codes& rows,
                                       std::size_t places) {
  return std::make_shared<const ExponentialLaw>(
      terms, std::vector<Reach>{reach_of(rows, places)});
}

std::vector<Vector> vectors() {
  const AboveThresholdTerms halves{{1, 2}, {1, 2}, 1};
  return {
      {above(halves, kTable, 11),
       {"0.051094573345137196313542693633", "0.078614220980550625352452244112",
        "0.190339137139574620839625260917", "0.221818658658506938112052223752",
        "0.119734794954265641203154022521", "0.117475176940110650050036070894",
        "0.049863221629647279061459358374", "0.031454331212406930378416814322",
        "0.035462880015610075213833368063", "0.019556710449132081022605665857",
        "0.084586294675057962452822277554"}},
      {above(halves, {}, 11),
       {"0.771010009085512011757299899263", "0.070344783079647038287942289725",
        "0.039153242067742275685638932679", "0.023973325103748365528936244826",
        "0.015967826884126271813317986594", "0.011372798594895283443432581818",
        "0.008519109372815492163043108823", "0.006625651234859750693276572520",
        "0.005302156668240228558230554711", "0.004339210361643225691795625370",
        "0.043391887546770056377086203671"}},
      {above({{3, 8}, {7, 5}, 3}, {0, 1, 1, 2, 2, 2, 4}, 5),
       {"0.005646218175484717874378981099", "0.091643264788194473521407383389",
        "0.608579009902481349754665048763", "0.023623147134693874758381548828",
        "0.270508359999145584091167037920"}},
      {exponential({{1, 2}, 2}, kTable, 11),
       {"0.020755840750778527195534466760", "0.034220596137073075167679403271",
        "0.093021224638441538944293028896", "0.153366071687973402532693392416",
        "0.153366071687973402532693392416", "0.153366071687973402532693392416",
        "0.093021224638441538944293028896", "0.093021224638441538944293028896",
        "0.093021224638441538944293028896", "0.056420224747231017130766918569",
        "0.056420224747231017130766918569"}},
  };
}

TEST(ExtremeLaws, AreThoseOfTheVectors) {
  const Rational near = *Rational::parse("1e-29");
  for (const Vector& vector : vectors()) {
    ASSERT_EQ(vector.law->size(0), vector.probabilities.size());
    Interval sum(0);
    for (std::uint64_t v = 0; v < vector.probabilities.size(); ++v) {
      const Interval p = vector.law->weight(0, v).value();
      const Rational expected = *Rational::parse(vector.probabilities[v]);
      EXPECT_EQ(vector.law->value(0, v), static_cast<std::int64_t>(v));
      EXPECT_LE(absolute(p.lower() - expected), near) << v;
      EXPECT_LE(absolute(p.upper() - expected), near) << v;
      EXPECT_LE(absolute(vector.law->rest(0, v).upper() + sum.lower() - 1), near);
      sum = sum + p;
    }
    EXPECT_LE(sum.lower(), Rational(1));
    EXPECT_GE(sum.upper(), Rational(1));
  }
}

// The definition of T103, with draws that others have verified.
std::int64_t stop_by_geometric_draws(const AboveThresholdTerms& terms,
                                     const Reach& reach, RandomSource& random) {
  std::int64_t rho = 0;
  random.geometric(std::span(&rho, 1), Rational(1) / terms.first);
  std::vector<std::int64_t> nu(reach.size() - 1);
  random.geometric(nu, Rational(1) / terms.second);
  std::size_t v = 0;
  while (v < nu.size() && reach[v + 1] > terms.threshold + nu[v] - rho) ++v;
  return static_cast<std::int64_t>(v);
}

TEST(AboveThresholdLaw, DrawsRhoAndThenANumberForEveryBinButTheLast) {
  SeededSource words(11);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const auto size = 2 + seed % 40;
    const AboveThresholdTerms terms{{1 + static_cast<std::int64_t>(seed % 7), 9},
                                    {3, 11},
                                    static_cast<std::int64_t>(seed % 5)};
    Codes rows(30);
    std::vector<std::uint64_t> drawn(rows.size());
    words.uniform_below(drawn, size);
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i] = static_cast<std::int64_t>(drawn[i]);
    const Reach few = reach_of({0, 1}, size), many = reach_of(rows, size);
    SeededSource one(seed), two(seed);
    Codes inputs = {1, 0, 1};
    one.draw(inputs, std::make_shared<const AboveThresholdLaw>(
                         terms, std::vector<Reach>{few, many}));
    EXPECT_EQ(inputs[0], stop_by_geometric_draws(terms, many, two));
    EXPECT_EQ(inputs[1], stop_by_geometric_draws(terms, few, two));
    EXPECT_EQ(inputs[2], stop_by_geometric_draws(terms, many, two));
  }
}

// Every value of the three noises, cut where they have next to no mass.
TEST(AboveThresholdLaw, IsThatOfTheDrawsThatDefineIt) {
  for (const auto& [terms, rows] :
       {std::pair(AboveThresholdTerms{2, 3, 1}, Codes{0, 1, 1, 2}),
        std::pair(AboveThresholdTerms{{5, 2}, {7, 4}, 0}, Codes{2, 2}),
        std::pair(AboveThresholdTerms{{3, 2}, 2, 2}, Codes{})}) {
    const Reach reach = reach_of(rows, 3);
    const auto walked = law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
      return stop_by_geometric_draws(terms, reach, random);
    });
    const AboveThresholdLaw law(terms, {reach});
    for (std::int64_t v = 0; v < 3; ++v) {
      const Interval p = law.weight(0, static_cast<std::uint64_t>(v)).value();
      EXPECT_TRUE(surely_at_most(walked.lower(v), p)) << v;
      EXPECT_TRUE(surely_at_most(p, walked.upper(v))) << v;
    }
    EXPECT_LT(walked.unresolved.middle(), 1e-5);
  }
}

// Tables whose counts differ by a shift have the same constants. [T106]
TEST(AboveThresholdLaw, AShiftOfAllCountsIsAnExactRatio) {
  const AboveThresholdTerms terms{{3, 8}, {5, 8}, 4};
  const AboveThresholdLaw law(terms, {reach_of({}, 6), reach_of({3}, 6)});
  const auto &without = law.masses(0), &with = law.masses(1);
  EXPECT_EQ(with[3].key, without[3].key);
  EXPECT_EQ(without[3].exponent - with[3].exponent, terms.first + terms.second);
  EXPECT_EQ(with[2].key, without[2].key);
  EXPECT_EQ(without[2].exponent - with[2].exponent, terms.first);
  EXPECT_NE(with[5].key, without[5].key);
}

// Up to 10 degrees of freedom; false alarms below 1e-9 by Chernoff.
TEST(ExtremeLaws, SamplesFitThem) {
  std::uint64_t seed = 21;
  for (const Vector& vector : vectors()) {
    std::vector<std::int64_t> sample;
    SeededSource source(seed++);
    for (int i = 0; i < 50'000; ++i) {  // a draw replaces its input, the group 0
      std::int64_t place = 0;
      source.draw(std::span(&place, 1), vector.law);
      sample.push_back(place);
    }
    std::vector<double> seen(vector.probabilities.size());
    for (const std::int64_t v : sample) ++seen[static_cast<std::size_t>(v)];
    double statistic = 0;
    for (std::size_t v = 0; v < seen.size(); ++v) {
      const double expected = static_cast<double>(sample.size()) *
                              Rational::parse(vector.probabilities[v])->to_double();
      statistic += (seen[v] - expected) * (seen[v] - expected) / expected;
    }
    EXPECT_GT(chi_square_tail(statistic, seen.size() - 1), 1e-9);
  }
}

TEST(ExponentialLaw, GroupsHaveLawsOfTheirOwn) {
  const ExponentialTerms terms{{1, 2}, 2};
  const ExponentialLaw both(terms, {reach_of({}, 11), reach_of(kTable, 11)});
  const ExponentialLaw one(terms, {reach_of(kTable, 11)});
  for (std::uint64_t v = 0; v < 11; ++v) {
    EXPECT_EQ(both.weight(1, v).value().lower(), one.weight(0, v).value().lower());
    EXPECT_NEAR(both.weight(0, v).value().middle(), 1.0 / 11, 1e-15);  // nobody
  }
}

}  // namespace
}  // namespace selvage
