#include "selvage/profile/profile_formula.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

Rational value(const std::string& text, std::int64_t k) {
  const auto formula = ProfileFormula::parse(text);
  EXPECT_TRUE(formula) << text << ": " << formula.error().message;
  if (!formula) return -1;
  const auto at = formula->at(k);
  EXPECT_TRUE(at) << text << ": " << at.error().message;
  return at ? *at : Rational(-1);
}

std::string formula_error(const std::string& text) {
  const auto formula = ProfileFormula::parse(text);
  EXPECT_FALSE(formula) << text;
  if (formula) return "";
  EXPECT_EQ(formula.error().kind, ErrorKind::invalid_request);
  return formula.error().message;
}

TEST(ProfileFormula, IsComputedExactly) {
  EXPECT_EQ(value("min(1, 0.1 + k/100)", 7), Rational(17, 100));
  EXPECT_EQ(value("min(1, 0.1 + k/100)", 91), 1);
  EXPECT_EQ(value("k/3", 1), Rational(1, 3));
  EXPECT_EQ(value("1e-3*k", 5), Rational(1, 200));
  EXPECT_EQ(value(".5", 5), Rational(1, 2));
  EXPECT_EQ(value("max(k)", 5), 5);
  EXPECT_EQ(value("max(1,k,3,2)", 2), 3);
  EXPECT_EQ(value("min(4,k,3,7)", 5), 3);
}

// From the left, products before sums, a sign before both.
TEST(ProfileFormula, KnowsTheOrderOfOperations) {
  EXPECT_EQ(value("20 - k - 3", 7), 10);
  EXPECT_EQ(value("24/k/2", 3), 4);
  EXPECT_EQ(value("1 + 2*k - 6/3", 4), 7);
  EXPECT_EQ(value("(1 + 2)*k", 4), 12);
  EXPECT_EQ(value("12/(k*2)", 3), 2);
  EXPECT_EQ(value("5 + -k*-2", 3), 11);
  EXPECT_EQ(value("- - k", 3), 3);
  EXPECT_EQ(value("2\n*\tk", 3), 6);
}

TEST(ProfileFormula, EqualNeighboursAreOneStep) {
  const auto steps = ProfileFormula::parse("min(3, max(2, k))")->steps();
  ASSERT_TRUE(steps);
  EXPECT_EQ(*steps, (std::vector<ProfileStep>{{2, 2}, {std::nullopt, 3}}));
  EXPECT_EQ(ProfileFormula::parse("7")->steps()->size(), 1U);
  const auto all = ProfileFormula::parse("k/7")->steps();
  ASSERT_EQ(all->size(), 10'000U);
  EXPECT_EQ((*all)[9'998], (ProfileStep{9'999, Rational(9'999, 7)}));
  EXPECT_EQ(all->back(), (ProfileStep{std::nullopt, Rational(10'000, 7)}));
}

TEST(ProfileFormula, ErrorsSayWhereAndWhat) {
  const std::string wrong = "the formula of the profile is wrong ";
  const std::string write =
      "; write for example min(1, 0.1 + k/100), with k for the people in a class";
  const std::string wanted = "a number, k, min(..), max(..) or '(' ";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "at its end: " + wanted + "is missing"},
      {"k +", "at its end: " + wanted + "is missing"},
      {"k + *2", "at '*2', character 5: " + wanted + "is wanted, and not '*'"},
      {"min(1, n/2)", "at 'n/2)', character 8: 'n' is none of k, min and max"},
      {"sqrt(k)", "at its begin, 'sqrt(k)': 'sqrt' is none of k, min and max"},
      {"kk", "at its begin, 'kk': 'kk' is none of k, min and max"},
      {"min(1, inf)",
       "at 'inf)', character 8: infinity is no number of a formula, only the value of "
       "a step, as in 20:0.1,inf"},
      {"min 1", "at '1', character 5: a '(' is missing after min or max"},
      {"(1 + k", "at its end: a ')' is missing"},
      {"min(1, k", "at its end: a ')' is missing"},
      {"1 + k)", "at ')', character 6: a ')' closes nothing"},
      {"2 k", "at 'k', character 3: an operation + - * / is missing"},
      {"k, 1", "at ', 1', character 2: the ',' stands outside of min(..) and max(..)"},
      {"1.2.3*k", "at '.3*k', character 4: an operation + - * / is missing"},
      {"1e*k", "at its begin, '1e*k': '1e' is no number, or one of too many digits"},
      {"1e-999*k",
       "at its begin, '1e-999*k': '1e-999' is no number, or one of too many digits"},
      {"k*\x01", "at '?', character 3: " + wanted + "is wanted, and not '?'"}};
  for (const auto& [text, why] : cases)
    EXPECT_EQ(formula_error(text), wrong + why + write);
  const std::string deep(100, '(');
  EXPECT_NE(formula_error(deep).find("it is nested more than 32 deep"),
            std::string::npos);
  EXPECT_NE(formula_error(std::string(100, '-') + "k").find("nested"),
            std::string::npos);
  std::string long_one = "k";
  for (int i = 0; i < 100; ++i) long_one += "+1";
  EXPECT_NE(formula_error(long_one).find("it has more than 200 numbers and operations"),
            std::string::npos);
}

TEST(ProfileFormula, ValuesThatAreNoEpsilonAreRefused) {
  const auto below = ProfileFormula::parse("k - 3/2");
  EXPECT_EQ(
      below->steps().error().message,
      "the formula of the profile is -0.5 for classes of 1 people, and an epsilon "
      "is 0 or more; put max(0, ..) around it");
  EXPECT_TRUE(below->at(2));
  EXPECT_EQ(ProfileFormula::parse("1/(7 - k)")->at(7).error().message,
            "the formula of the profile divides by 0 for classes of 7 people; keep the "
            "divisor away from 0, as in 1/max(1, 20 - k)");
  std::string power = "k";
  for (int i = 0; i < 60; ++i) power += "*k";
  EXPECT_EQ(
      ProfileFormula::parse(power)->steps().error().message,
      "the formula of the profile comes to numbers of too many digits for classes "
      "of 333 people; use fewer multiplications of k");
  EXPECT_TRUE(ProfileFormula::parse("1/k")->steps());
}

}  // namespace
}  // namespace selvage
