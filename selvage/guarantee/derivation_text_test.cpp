#include "selvage/guarantee/derivation_text.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/best_composition.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

Derivation given_thrice(Promise promise, Neighbours neighbours) {
  return {"given", {{"times_1", 3}}, {}, {std::move(promise), neighbours}};
}

void expect_comes_back(const Derivation& derivation) {
  const std::string text = derivation_text(derivation);
  const auto again = parse_derivation(text);
  ASSERT_TRUE(again) << text;
  EXPECT_EQ(again->conclusion, derivation.conclusion);
  EXPECT_EQ(again->inputs, derivation.inputs);
  EXPECT_EQ(derivation_text(*again), text);
  EXPECT_EQ(holds(*again), holds(derivation));
}

TEST(DerivationText, EveryKindComesBack) {
  const Rational a(1, 3), b(2, 7), c(3, 11), d(4, 13);
  for (const auto neighbours :
       {Neighbours::add_remove_person, Neighbours::replace_person})
    for (const Promise& promise : std::vector<Promise>{
             DpPromise{a, b}, ZcdpPromise{a},
             OutlierPromise{{{5, a}, {20, b}, {std::nullopt, c}}, d, "age, \"dept\""},
             RandomDpPromise{a, b, c}, RobustPromise{a, b, c, d},
             OutlierPromise{
                 {{5, 0}, {std::nullopt, ExtendedRational::infinity()}}, d, ""},
             DistributionalPromise{a, b, -9, c, d}, LaplaceLossPromise{a, 5},
             GaussianLossPromise{a, 6}, GroupPromise{7, 20, a, b, "age"},
             SubstitutionPromise{3, 9, a, b, "age"}, CrowdBlendingPromise{21, a, b}})
      expect_comes_back(given_thrice(promise, neighbours));
}

TEST(DerivationText, TreesComeBack) {
  const auto best = best_composition(
      {{discrete_gaussian_cells(400, 1), 10}, {discrete_laplace_cells(20, 3), 7}},
      *Rational::parse("1e-8"));
  ASSERT_TRUE(best);
  for (const auto& way : best->ways) expect_comes_back(way.derivation);
}

// Sorted by name they would come 1, 10, 100, 2, ...
TEST(DerivationText, InputsComeBackInTheirOrder) {
  const auto promise = DpPromise{1, 0};
  Inputs inputs{{"bits", 62}, {"delta", 0}};
  for (const int i : {1, 2, 10, 11, 100})
    inputs.emplace_back("times_" + std::to_string(i), 1);
  inputs.emplace_back("profile", *parse_profile("3:0,20:1/7,inf"));
  inputs.emplace_back("partition", "a_7");
  expect_comes_back({"given", inputs, {}, {promise, Neighbours::add_remove_person}});
}

TEST(DerivationText, AnInputIsANameAndOneValue) {
  auto json = to_json(discrete_laplace_cells(3, 2));
  const auto is_read = [&](const char* input) {
    json["inputs"][0] = nlohmann::ordered_json::parse(input);
    return static_cast<bool>(read_derivation(json));
  };
  EXPECT_TRUE(is_read(R"({"name": "scale", "number": "3"})"));
  EXPECT_TRUE(is_read(R"({"name": "scale", "text": "3"})"));  // the rule refuses it
  EXPECT_TRUE(is_read(R"({"name": "scale", "profile": [[null, "3"]]})"));
  for (const char* input :
       {R"({"name": "scale"})", R"({"number": "3"})",
        R"({"name": "scale", "number": 3})", R"({"name": "scale", "number": "x"})",
        R"({"name": "scale", "text": 3})", R"({"name": "scale", "profile": "3"})",
        R"({"name": "scale", "profile": [[3]]})",
        R"({"name": "scale", "profile": [["3", "3"]]})",
        R"({"name": 1, "number": "3"})",
        R"({"name": "scale", "number": "3", "text": "3"})",
        R"({"name": "scale", "number": "3", "more": 1})", R"("3")", "null", "[]"})
    EXPECT_FALSE(is_read(input)) << input;
  const std::string digits(3000, '7');
  EXPECT_FALSE(is_read((R"({"name": "scale", "number": ")" + digits + "\"}").c_str()));
  EXPECT_FALSE(is_read(
      (R"({"name": "scale", "profile": [[null, ")" + digits + "\"]]}").c_str()));
}

TEST(DerivationText, RefusesEverythingElse) {
  const auto text = derivation_text(discrete_laplace_cells(3, 2));
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_FALSE(parse_derivation(std::string_view(text).substr(0, size)));
  auto json = nlohmann::ordered_json::parse(text);
  for (const char* field : {"rule", "inputs", "premises", "conclusion"}) {
    auto without = json, other = json;
    without.erase(field);
    other[field] = 7;
    EXPECT_FALSE(read_derivation(without)) << field;
    EXPECT_FALSE(read_derivation(other)) << field;
  }
  for (const char* field : {"kind", "epsilon", "delta", "neighbours"}) {
    auto other = json;
    other["conclusion"][field] = "nothing";
    EXPECT_FALSE(read_derivation(other)) << field;
  }
  for (int i = 0; i < 100; ++i)
    json = {{"rule", "r"},
            {"inputs", nlohmann::ordered_json::array()},
            {"premises", {json}},
            {"conclusion", json["conclusion"]}};
  EXPECT_FALSE(read_derivation(json));  // too deep
}

}  // namespace
}  // namespace selvage
