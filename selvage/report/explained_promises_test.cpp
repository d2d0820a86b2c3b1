#include "selvage/report/explained_promises.hpp"

#include <gtest/gtest.h>

namespace selvage::explained {
namespace {

const Json kOneRow = "one row";
const Json kAllRows = {{"column", "id"}, {"per_person", "all"}};
const Json kDp = {{"kind", "dp"},
                  {"epsilon", "1"},
                  {"delta", "0"},
                  {"neighbours", "add_remove_person"}};

Json promising(Json guarantees, const Json& person = kOneRow) {
  return {{"question", {{"person", person}}},
          {"guarantees", std::move(guarantees)},
          {"mechanism", {{"law", {{"people", 500}}}}}};
}

Json average_case() {
  return promising({{{"kind", "random_dp"},
                     {"alpha", "0.2"},
                     {"eta", "0"},
                     {"gamma", "0.0367512"},
                     {"neighbours", "replace_person"}}});
}

Json small_classes(bool sampled) {
  Json all = {{{"kind", "outlier"},
               {"profile", {{20, "0.05"}, {100, "0.1"}, {nullptr, "infinity"}}},
               {"delta", "0"},
               {"partition", "age=0:100:10"},
               {"neighbours", "add_remove_person"}}};
  if (sampled)
    all.push_back({{"kind", "distributional"},
                   {"rate_low", "0"},
                   {"rate_high", "0.1"},
                   {"known", 0},
                   {"epsilon", "0.4"},
                   {"delta", "0.000001"},
                   {"neighbours", "add_remove_person"}});
  return promising(all);
}

std::string words(const ExplainedPart& part) {
  std::string all;
  for (const std::string& sentence : part.sentences) all += sentence + " ";
  for (const std::string& point : part.points) all += "- " + point + " ";
  return all;
}

void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

void expect_keeps_quiet(const std::string& text, const std::string& part) {
  EXPECT_EQ(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(ExplainedPromises, AnAverageCaseIsNotForPeopleWithRareValues) {
  const std::string whom = words(protected_part(average_case()));
  expect_says(whom, "People with common values, from everybody");
  expect_says(whom, "may have no protection at all: an expected 19 of the 500 people");
  expect_says(whom, "Somebody who already knows the other rows can identify");
  expect_keeps_quiet(whom, "even all other rows");
  const std::string promise = words(promise_part(average_case()));
  expect_says(promise,
              "changes the odds of anything that is published by at most 1.23");
  expect_says(promise, "Up to an expected 19 of the 500 people may have no protection");
  expect_keeps_quiet(promise, "large classes");
  expect_keeps_quiet(promise, "small groups");
  const std::string not_promised = words(not_promised_part(average_case()));
  expect_says(not_promised, "Anything to people with rare values");
  expect_says(not_promised, "The number of people in the table, which is public here.");
}

TEST(ExplainedPromises, AProfileThatEndsInInfinityIsForSmallClassesAlone) {
  const std::string whom = words(protected_part(small_classes(false)));
  expect_says(whom, "People in classes of at most 100 people, from everybody");
  expect_says(whom, "more than 100 people are protected from nobody");
  expect_keeps_quiet(whom, "Every row of the table");
  const std::string promise = words(promise_part(small_classes(false)));
  expect_says(promise, "more than 100 people have no protection at all");
  expect_says(words(not_promised_part(small_classes(false))),
              "Anything to people in classes of more than 100 people.");
}

// They have a promise, against those who do not know who was sampled.
TEST(ExplainedPromises, WithASampleLargeClassesAreNotSaidToHaveNothing) {
  const std::string whom = words(protected_part(small_classes(true)));
  expect_says(whom, "protected from those alone who do not know who was sampled");
  const std::string promise = words(promise_part(small_classes(true)));
  expect_says(promise, "no protection from somebody who knows who was sampled");
  expect_keeps_quiet(promise, "at all");
  expect_says(promise, "Only: distributional privacy (0.4, 0.000001)");
}

TEST(ExplainedPromises, RobustPrivacyIsPutIntoWords) {
  const Json robust = promising({kDp,
                                 {{"kind", "robust"},
                                  {"rho", "40"},
                                  {"theta", "0.001"},
                                  {"epsilon", "1"},
                                  {"delta", "0.0013"},
                                  {"neighbours", "add_remove_person"}}});
  const std::string promise = words(promise_part(robust));
  expect_says(promise,
              "where the answers without this noise are at most 40 apart but "
              "for a share 0.001 of the chance, changes the odds of the "
              "published number by at most 2.72 to 1");
  const std::string not_promised = words(not_promised_part(robust));
  expect_says(not_promised, "whose answers are more than 40 apart");
  expect_says(not_promised,
              "another release about the same rows without such noise, in "
              "this ledger or elsewhere, may undo it");
}

TEST(ExplainedPromises, BothPromisesOfAReleaseAreTold) {
  Json replaced = kDp;
  replaced["epsilon"] = "0.5";
  replaced["neighbours"] = "replace_person";
  const std::string promise = words(promise_part(promising({kDp, replaced})));
  expect_says(promise, "Epsilon 1 and delta 0. Whether any one person is in the table");
  expect_says(promise,
              "Also: Epsilon 0.5 and delta 0. Whether any one person has these "
              "or any other values");
  expect_says(
      words(not_promised_part(promising({kDp, replaced}))),
      "The number of people in the table, by the promise about replaced people");
}

TEST(ExplainedPromises, NothingIsSaidOfCapsThatDoNotExist) {
  expect_keeps_quiet(words(not_promised_part(promising({kDp}, kAllRows))), "caps");
  expect_keeps_quiet(words(not_promised_part(promising({kDp}))), "caps");
}

}  // namespace
}  // namespace selvage::explained
