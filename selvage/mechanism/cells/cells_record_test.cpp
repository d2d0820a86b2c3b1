#include "selvage/mechanism/cells/cells_record.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_verbs.hpp"

namespace selvage {
namespace {

Planned planned(const std::string& verb, const Asked& asked) {
  for (const Verb& known : cells_verbs())
    if (known.name == verb) {
      auto plan = known.plan(asked);
      EXPECT_TRUE(plan) << plan.error().message;
      return *std::move(plan);
    }
  ADD_FAILURE() << verb;
  std::abort();
}

MechanismRecord record_of(const Planned& planned) {
  const Mechanism& mechanism = *planned.plan;
  return {.question = planned.question,
          .law = mechanism.law(),
          .shown = mechanism.shown(),
          .fewer_than = mechanism.fewer_than(),
          .reason = mechanism.reason()};
}

// All that others see of a mechanism before any data.
Json told_of(const Mechanism& mechanism, const Rational& confidence) {
  Json promises = Json::array(), errors = Json::array();
  for (const Derivation& one : mechanism.guarantees()) promises.push_back(to_json(one));
  for (const ErrorRow& row : mechanism.errors(std::nullopt, confidence))
    errors.push_back(row.bound ? row.bound->text() : "none");
  return {{"name", mechanism.name()},
          {"reason", mechanism.reason()},
          {"law", mechanism.law()},
          {"shown", mechanism.shown()},
          {"promises", promises},
          {"errors", errors},
          {"warnings", mechanism.warnings(confidence)}};
}

struct Case {
  const char* verb;
  Asked asked;
};
std::vector<Case> cases() {
  const std::pair<std::string, std::string> one = {"epsilon", "1"},
                                            delta = {"delta", "1e-6"},
                                            age = {"column", "age=0:100:10"};
  return {
      {"count", {one}},
      {"histogram", {age, one}},
      {"histogram", {age, one, {"fewer_than", "7"}}},
      {"histogram", {{"column", "dept=?"}, one, delta}},
      {"sum", {{"column", "pay"}, {"bounds", "-3:10.5"}, one}},
      {"sum", {{"column", "pay"}, {"bounds", "0:9"}, {"by", "k=?"}, one, delta}},
      {"mean", {{"column", "pay"}, {"bounds", "0:9"}, {"step", "0.25"}, one}},
      {"variance", {{"column", "pay"}, {"bounds", "0:9"}, {"by", "k=a,b"}, one}},
      {"variance",
       {{"column", "pay"}, {"bounds", "0:9"}, {"noise", "gaussian"}, one, delta}},
      // Each way to add up what one person has.
      {"histogram",
       {age,
        one,
        delta,
        {"noise", "laplace"},
        {"person", "id"},
        {"rows_per_person", "9"},
        {"cells_per_person", "9"},
        {"per_person", "first"}}},
      {"histogram",
       {age,
        one,
        delta,
        {"noise", "gaussian"},
        {"person", "id"},
        {"rows_per_person", "9"},
        {"cells_per_person", "9"},
        {"per_person", "first"}}},
      {"histogram",
       {age,
        one,
        delta,
        {"noise", "gaussian"},
        {"person", "id"},
        {"rows_per_person", "3"},
        {"cells_per_person", "2"}}},
      // Profiles.
      {"histogram", {age, {"profile", "20:0.1,1"}}},
      {"histogram",
       {age, {"column", "k=a,b"}, {"profile", "20:0.5,1"}, {"display", "likely"}}},
      {"histogram", {age, {"profile", "20:0.1,inf"}, {"display", "unbiased"}}},
      {"histogram", {age, {"profile", "20:0.1,1"}, {"sampled", "0.1"}}},
      {"histogram",
       {age,
        {"profile", "20:0.1,1"},
        {"claim", "sum"},
        {"person", "id"},
        {"rows_per_person", "3"},
        {"cells_per_person", "2"},
        {"per_person", "first"}}},
      {"histogram", {{"column", "k=?"}, {"profile", "20:0.1,1"}, delta}},
      {"histogram", {age, {"profile", "20:0.1,1"}, {"mechanism", "staircase"}, delta}},
      {"histogram", {age, {"profile", "20:0.1,1"}, {"mechanism", "group"}}},
      {"histogram",
       {age, {"profile", "20:0,inf"}, {"mechanism", "suppression"}, delta}},
      {"histogram",
       {age, {"profile", "20:0.1,1"}, {"mechanism", "lower-bound"}, delta}},
  };
}

TEST(CellsRecord, EveryPlanComesBackFromWhatACertificateTells) {
  for (const auto& [verb, asked] : cases()) {
    const Planned plan = planned(verb, asked);
    const auto again = read_cells(record_of(plan));
    ASSERT_TRUE(again) << again.error().message << plan.plan->law();
    EXPECT_EQ(told_of(**again, plan.confidence), told_of(*plan.plan, plan.confidence));
    EXPECT_EQ((*again)->fewer_than(), plan.plan->fewer_than());
  }
}

TEST(CellsRecord, WhatNobodyPlansIsRefused) {
  const auto refused = [](const char* verb, const Asked& asked, const auto& change) {
    MechanismRecord record = record_of(planned(verb, asked));
    EXPECT_TRUE(read_cells(record));
    change(record);
    return !read_cells(record);
  };
  const Asked histogram = {{"column", "age=0:100:10"}, {"epsilon", "1"}};
  const Asked profile = {{"column", "age=0:100:10"}, {"profile", "20:0.1,1"}};
  const Asked keys = {{"column", "k=?"}, {"epsilon", "1"}, {"delta", "1e-6"}};
  using Record = MechanismRecord;
  EXPECT_TRUE(
      refused("histogram", histogram, [](Record& r) { r.shown["totals"] = false; }));
  EXPECT_TRUE(
      refused("histogram", histogram, [](Record& r) { r.shown["margins"] = {true}; }));
  EXPECT_TRUE(refused("histogram", histogram,
                      [](Record& r) { r.shown["display"] = "unbiased"; }));
  EXPECT_TRUE(refused("histogram", histogram,
                      [](Record& r) { r.shown["promised"]["delta"] = "0.5"; }));
  EXPECT_TRUE(refused("histogram", histogram, [](Record& r) {
    r.shown["promised"] = {{"composition", "zcdp"}, {"delta", "0.5"}};
  }));
  EXPECT_TRUE(
      refused("histogram", histogram, [](Record& r) { r.law["threshold"] = 3; }));
  EXPECT_TRUE(refused("histogram", histogram, [](Record& r) { r.fewer_than = 0; }));
  EXPECT_TRUE(refused("histogram", histogram,
                      [](Record& r) { r.law["numbers"][0]["divisor"] = 10; }));
  EXPECT_TRUE(refused("histogram", histogram,
                      [](Record& r) { r.law["numbers"][0]["scale"] = "0"; }));
  EXPECT_TRUE(
      refused("histogram", histogram, [](Record& r) { r.question.person.rows = 0; }));
  EXPECT_TRUE(refused("histogram", profile, [](Record& r) {
    r.shown["promised"]["sampled"] = {
        {"crowd", 20}, {"rate", "2"}, {"known", 0}, {"epsilon", "1"}};
  }));
  EXPECT_TRUE(refused("histogram", keys, [](Record& r) { r.fewer_than = 2; }));
  EXPECT_TRUE(refused("histogram", keys, [](Record& r) { r.fewer_than.reset(); }));
  EXPECT_TRUE(refused("histogram", keys, [](Record& r) { r.law["threshold"] = 1; }));
  EXPECT_TRUE(refused("sum", {{"column", "p"}, {"bounds", "0:9"}, {"epsilon", "1"}},
                      [](Record& r) { r.question.own[1].second = "0.250"; }));
}

}  // namespace
}  // namespace selvage
