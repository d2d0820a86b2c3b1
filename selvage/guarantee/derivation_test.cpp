#include "selvage/guarantee/derivation.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/one_of.hpp"

namespace selvage {
namespace {

Derivation leaf(const DpPromise& promise, Neighbours neighbours) {
  return {"given", {}, {}, {promise, neighbours}};
}

TEST(Derivation, LaplaceEpsilonIsRowsPerPersonOverScale) {
  const Derivation node = discrete_laplace_cells(Rational(9, 4), 3);
  EXPECT_EQ(node.conclusion,
            (Guarantee{DpPromise{Rational(4, 3), 0}, Neighbours::add_remove_person}));
  EXPECT_TRUE(holds(node));
}

TEST(Derivation, CompositionAddsAndDoesNotDependOnOrder) {
  const auto a = discrete_laplace_cells(Rational(9, 4), 3);
  const auto b = discrete_laplace_cells(Rational(7, 2), 2);
  const auto ab = basic_composition({a, b}), ba = basic_composition({b, a});
  ASSERT_TRUE(ab && ba);
  EXPECT_EQ(std::get<DpPromise>(ab->conclusion.promise).epsilon,
            Rational(4, 3) + Rational(4, 7));
  EXPECT_EQ(ab->conclusion, ba->conclusion);
  EXPECT_TRUE(holds(*ab));
}

TEST(Derivation, CompositionRefusesWhatItCannotAdd) {
  const auto laplace = discrete_laplace_cells(2, 1);
  const auto replaced = replace_from_add_remove(laplace);
  ASSERT_TRUE(replaced);
  EXPECT_FALSE(basic_composition({laplace, *replaced}));
  Derivation average = laplace;
  average.conclusion.promise = RandomDpPromise{1, 0, Rational(1, 20)};
  EXPECT_FALSE(basic_composition({laplace, average}));
  EXPECT_FALSE(basic_composition({}));
  EXPECT_FALSE(replace_from_add_remove(*replaced));
}

TEST(Derivation, OneOfSeveralPromisesTheLargestOfEach) {
  const auto a = leaf({Rational(1, 3), Rational(1, 5)}, Neighbours::add_remove_person),
             b = leaf({Rational(1, 2), Rational(1, 9)}, Neighbours::add_remove_person);
  const auto either = one_of({a, b});
  ASSERT_TRUE(either);
  EXPECT_EQ(std::get<DpPromise>(either->conclusion.promise),
            (DpPromise{Rational(1, 2), Rational(1, 5)}));
  EXPECT_FALSE(one_of({a}));
  EXPECT_FALSE(one_of({}));
  EXPECT_FALSE(one_of({a, leaf({Rational(1, 3), 0}, Neighbours::replace_person)}));
  Derivation average = a;
  average.conclusion.promise = RandomDpPromise{1, 0, Rational(1, 20)};
  EXPECT_FALSE(one_of({a, average}));
  EXPECT_FALSE(one_of({average, a}));
}

// (1 + exp(1/2)) * 0.003 = 0.007946163812100384...
TEST(Derivation, ReplacingDoublesEpsilonAndRoundsDeltaUp) {
  const auto node = replace_from_add_remove(
      leaf({Rational(1, 2), Rational(3, 1000)}, Neighbours::add_remove_person));
  ASSERT_TRUE(node);
  const auto& dp = std::get<DpPromise>(node->conclusion.promise);
  EXPECT_EQ(dp.epsilon, Rational(1));
  EXPECT_GE(dp.delta, *Rational::parse("0.007946163812100384"));
  EXPECT_LE(dp.delta, *Rational::parse("0.0079461638122"));
}

TEST(Derivation, AChangedNumberAnywhereIsFound) {
  auto tree = *basic_composition(
      {discrete_laplace_cells(Rational(9, 4), 3), discrete_laplace_cells(5, 2)});
  ASSERT_TRUE(holds(tree));
  auto wrong_leaf = tree;
  wrong_leaf.premises[1].inputs[0].second = 6;
  EXPECT_FALSE(holds(wrong_leaf));
  auto wrong_root = tree;
  std::get<DpPromise>(wrong_root.conclusion.promise).epsilon = 1;
  EXPECT_FALSE(holds(wrong_root));
  auto wrong_rule = tree;
  wrong_rule.premises[0].rule = "no_such_rule";
  EXPECT_FALSE(holds(wrong_rule));
  auto wrong_neighbours = tree;
  wrong_neighbours.conclusion.neighbours = Neighbours::replace_person;
  EXPECT_FALSE(holds(wrong_neighbours));
}

TEST(Derivation, RulesRefuseInputsTheyDoNotTake) {
  EXPECT_FALSE(conclude("discrete_laplace_cells", {}, {}));
  EXPECT_FALSE(
      conclude("discrete_laplace_cells", {{"scale", 0}, {"sensitivity", 1}}, {}));
  EXPECT_FALSE(conclude("discrete_laplace_cells",
                        {{"scale", 1}, {"sensitivity", Rational(1, 2)}}, {}));
}

TEST(Derivation, PrintsAsSentencesAndAsJson) {
  const auto tree = *basic_composition({discrete_laplace_cells(2, 1)});
  const std::string text = sentences(tree);
  EXPECT_NE(text.find("the promises of several releases add up [T6]"),
            std::string::npos);
  EXPECT_NE(text.find("\n  independent discrete Laplace noise in every cell hides any "
                      "one person [T4] with scale = 2, sensitivity = 1: 0.5-"),
            std::string::npos);
  const auto json = to_json(tree);
  EXPECT_EQ(json["premises"][0]["inputs"][0].dump(),
            R"({"name":"scale","number":"2"})");
  EXPECT_EQ(json["conclusion"]["epsilon"], "0.5");
}

}  // namespace
}  // namespace selvage
