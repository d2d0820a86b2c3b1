#include "selvage/mechanism/outlier/outlier_record.hpp"

#include "selvage/mechanism/cells/cells_record_testing.hpp"
#include "selvage/mechanism/outlier/outlier_verbs.hpp"

namespace selvage {
namespace {

std::vector<std::pair<const char*, Asked>> cases() {
  const std::pair<std::string, std::string> delta = {"delta", "1e-6"},
                                            age = {"column", "age=0:100:10"};
  return {
      {"histogram", {age, {"profile", "20:0.1,1"}}},
      {"histogram",
       {age, {"column", "k=a,b"}, {"profile", "20:0.5,1"}, {"display", "likely"}}},
      {"histogram", {age, {"profile", "20:0.1,inf"}, {"display", "unbiased"}}},
      {"histogram", {age, {"profile", "20:0.1,2"}, {"sampled", "0.1"}}},
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
      // By an epsilon, through the same verbs.
      {"count", {{"epsilon", "1"}}},
      {"histogram", {age, {"epsilon", "1"}, delta, {"noise", "gaussian"}}},
  };
}

Result<Plan> read(const MechanismRecord& record) {
  for (const Verb& verb : outlier_verbs())
    if (verb.name == record.question.verb) return verb.read(record);
  return Error{};
}

Planned plan_of(const std::string& verb, const Asked& asked) {
  return planned(outlier_verbs(), verb, asked);
}

TEST(OutlierRecord, EveryPlanComesBackFromWhatACertificateTells) {
  for (const auto& [verb, asked] : cases())
    expect_the_same_again(plan_of(verb, asked), read);
}

TEST(OutlierRecord, WhatNobodyPlansIsRefused) {
  const Asked profile = {{"column", "age=0:100:10"}, {"profile", "20:0.1,1"}};
  using Record = MechanismRecord;
  const auto refused = [&](const auto& change) {
    return is_refused(record_of(plan_of("histogram", profile)), read, change);
  };
  EXPECT_TRUE(refused([](Record& r) {
    r.shown["promised"]["sampled"] = {
        {"crowd", 20}, {"rate", "2"}, {"known", 0}, {"epsilon", "1"}};
  }));
  EXPECT_TRUE(refused([](Record& r) { r.shown["promised"]["delta"] = "0.5"; }));
  EXPECT_TRUE(refused([](Record& r) {
    r.shown["promised"] = {{"composition", "zcdp"}, {"delta", "0.5"}};
  }));
  EXPECT_TRUE(refused([](Record& r) { r.shown["promised"]["profile"] = "20:0.1,1"; }));
  EXPECT_TRUE(refused([](Record& r) { r.shown["display"] = "likely"; }));
  EXPECT_TRUE(refused([](Record& r) { r.shown["margins"] = {true}; }));
  EXPECT_TRUE(refused([](Record& r) { r.law["numbers"][0]["profile"] = "0"; }));
  EXPECT_TRUE(refused([](Record& r) { r.law["numbers"][0]["noise"] = "staircase"; }));
  EXPECT_TRUE(
      refused([](Record& r) { r.law["numbers"][0]["noise"] = "discrete_laplace"; }));
  EXPECT_TRUE(refused([](Record& r) { r.fewer_than = 0; }));
}

}  // namespace
}  // namespace selvage
