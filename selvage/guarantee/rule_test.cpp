#include "selvage/guarantee/rule.hpp"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/guarantee/outlier_composition.hpp"
#include "selvage/guarantee/warped_cells.hpp"

namespace selvage {
namespace {

std::string fault(const std::string& rule, const Inputs& inputs) {
  const auto conclusion = conclude(rule, inputs, {});
  return conclusion ? "" : conclusion.error().message;
}

std::vector<ProfileStep> profile(const char* text) { return *parse_profile(text); }

TEST(Rule, EachHasOneNameAndASentence) {
  std::set<std::string> names;
  for (const auto family : rule_families())
    for (const Rule& rule : family) {
      EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
      EXPECT_EQ(find_rule(rule.name), &rule);
      EXPECT_EQ(rule.theorem[0], 'T') << rule.name;
      EXPECT_FALSE(std::string(rule.says).empty() ||
                   std::string(rule.says).back() == '.')
          << rule.name;
    }
  EXPECT_EQ(find_rule("no_such_rule"), nullptr);
}

TEST(Rule, WhatIsNoRuleOrNoInputOfItIsSaidInOneSentence) {
  EXPECT_EQ(fault("no_such_rule", {}), "there is no rule no_such_rule");
  EXPECT_EQ(fault("\x1b[2J", {}), "there is no rule of that name");
  const std::string laplace = "discrete_laplace_cells";
  EXPECT_EQ(fault(laplace, {{"scale", 2}}),
            "the input sensitivity of discrete_laplace_cells is missing or not in its "
            "place; write scale, sensitivity");
  EXPECT_EQ(fault(laplace, {{"sensitivity", 1}, {"scale", 2}}),
            "the input scale of discrete_laplace_cells is missing or not in its place; "
            "write scale, sensitivity");
  EXPECT_EQ(fault(laplace, {{"scale", "2"}, {"sensitivity", 1}}),
            "the input scale of discrete_laplace_cells is a text and should be a "
            "number");
  EXPECT_EQ(fault(laplace, {{"scale", 2}, {"sensitivity", 1}, {"more", 1}}),
            "the input more of discrete_laplace_cells is not known or not in its "
            "place; write scale, sensitivity");
  EXPECT_EQ(fault(laplace, {{"scale", 2}, {"sensitivity", 1}, {"sensitivity", 1}}),
            "the input sensitivity of discrete_laplace_cells is not known or not in "
            "its place; write scale, sensitivity");
  EXPECT_EQ(fault("zcdp_composition", {{"times_2", 1}, {"times_1", 1}}),
            "the input times_2 of zcdp_composition is not known or not in its place; "
            "write times_1 and so on");
  EXPECT_EQ(fault(laplace, {{"scale", 2}, {"sensitivity", 1}}), "");
}

TEST(Rule, AProfileIsItsOwnLowerEnvelopeAndPromisesSomething) {
  const auto said = [](const RuleInput& input) {
    return fault("warped_geometric_cells",
                 {{"bits", 62}, {"profile", input}, {"partition", "age"}});
  };
  for (const char* text : {"1", "20:0.1,1", "5:0,20:1/3,inf", "7:0,2"})
    EXPECT_EQ(said(profile(text)), "") << text;
  const std::string no_profile =
      "the input profile of warped_geometric_cells is not a profile that promises "
      "something and grows with the class size";
  const auto infinity = ExtendedRational::infinity();
  for (const auto& steps :
       std::vector<std::vector<ProfileStep>>{{},
                                             {{20, 1}},
                                             {{std::nullopt, -1}},
                                             {{0, 1}, {std::nullopt, 2}},
                                             {{20, 2}, {std::nullopt, 2}},
                                             {{20, 3}, {std::nullopt, 2}},
                                             {{20, 1}, {20, 2}, {std::nullopt, 3}},
                                             {{20, 1}, {7, 2}, {std::nullopt, 3}},
                                             {{std::nullopt, infinity}}})
    EXPECT_EQ(said(steps), no_profile) << steps.size();
  EXPECT_EQ(said("20:0.1,1"),
            "the input profile of warped_geometric_cells is a text and should be a "
            "profile");
  EXPECT_EQ(said(1),
            "the input profile of warped_geometric_cells is a number and should be a "
            "profile");
}

TEST(Rule, AFallingProfileIsTakenAsItsEnvelope) {
  const auto node = warped_geometric_cells(profile("5:3,20:0.1,1"), "age");
  ASSERT_TRUE(node);
  EXPECT_EQ(profile_text(profile_in(node->inputs, "profile")), "20:0.1,1");
  EXPECT_EQ(text_in(node->inputs, "partition"), "age");
}

TEST(Rule, InputsOfEveryTypeComeBackFromTheirText) {
  const auto node = warped_geometric_cells(profile("5:0,20:1/3,inf"), "a \"b\" = 1");
  ASSERT_TRUE(node);
  const auto inputs = to_json(*node)["inputs"];
  EXPECT_EQ(inputs.dump(),
            R"([{"name":"bits","number":"62"},)"
            R"({"name":"profile","profile":[[5,"0"],[20,"1/3"],[null,"infinity"]]},)"
            R"({"name":"partition","text":"a \"b\" = 1"}])");
  const auto again = parse_derivation(derivation_text(*node));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->inputs, node->inputs);
  EXPECT_TRUE(holds(*again));
}

// The first fault in the tree, from the leaves on.
TEST(Rule, AFaultBelowIsFound) {
  auto tree = *basic_composition({discrete_laplace_cells(2, 1)});
  EXPECT_FALSE(fault_of_inputs(tree));
  std::swap(tree.premises[0].inputs[0], tree.premises[0].inputs[1]);
  ASSERT_TRUE(fault_of_inputs(tree));
  EXPECT_NE(fault_of_inputs(tree)->message.find("scale"), std::string::npos);
  EXPECT_FALSE(holds(tree));
  tree.premises[0].inputs.clear();
  EXPECT_TRUE(fault_of_inputs(tree));
  EXPECT_GE(work_of(tree), 0);
}

}  // namespace
}  // namespace selvage
