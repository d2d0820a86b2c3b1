#include "selvage/mechanism/cells/cells_record.hpp"

#include "selvage/mechanism/cells/cells_record_testing.hpp"
#include "selvage/mechanism/cells/cells_verbs.hpp"

namespace selvage {
namespace {

std::vector<Verb> all_verbs() {
  std::vector<Verb> verbs = counting_verbs();
  for (Verb& verb : cells_verbs()) verbs.push_back(std::move(verb));
  return verbs;
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
      // And under a cap within a cell.
      {"histogram",
       {age, one, {"person", "id"}, {"cells_per_person", "4"}, {"rows_per_cell", "3"}}},
      {"histogram",
       {age,
        one,
        delta,
        {"noise", "laplace"},
        {"person", "id"},
        {"cells_per_person", "4"},
        {"rows_per_cell", "3"}}},
      {"histogram",
       {age,
        one,
        delta,
        {"noise", "gaussian"},
        {"person", "id"},
        {"cells_per_person", "4"},
        {"rows_per_cell", "3"}}},
      {"histogram",
       {age,
        one,
        delta,
        {"noise", "gaussian"},
        {"person", "id"},
        {"rows_per_person", "7"},
        {"cells_per_person", "4"},
        {"rows_per_cell", "3"}}},
      {"sum",
       {{"column", "pay"},
        {"bounds", "0:9"},
        {"by", "k=?"},
        one,
        delta,
        {"person", "id"},
        {"cells_per_person", "4"},
        {"rows_per_cell", "3"}}},
      {"sum",
       {{"column", "pay"},
        {"bounds", "0:9"},
        {"sum_per_cell", "0:30"},
        {"by", "k=a,b"},
        one,
        {"person", "id"}}},
      {"sum",
       {{"column", "pay"},
        {"bounds", "0:9"},
        {"sum_per_cell", "-1.5:30"},
        {"by", "k=?"},
        one,
        delta,
        {"person", "id"},
        {"cells_per_person", "4"},
        {"rows_per_cell", "3"}}},
  };
}

TEST(CellsRecord, EveryPlanComesBackFromWhatACertificateTells) {
  for (const auto& [verb, asked] : cases())
    expect_the_same_again(planned(all_verbs(), verb, asked), read_cells);
}

TEST(CellsRecord, WhatNobodyPlansIsRefused) {
  const auto refused = [](const char* verb, const Asked& asked, const auto& change) {
    return is_refused(record_of(planned(all_verbs(), verb, asked)), read_cells, change);
  };
  const Asked histogram = {{"column", "age=0:100:10"}, {"epsilon", "1"}};
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
  EXPECT_TRUE(refused("histogram", histogram,
                      [](Record& r) { r.shown["promised"]["profile"] = "20:0.1,1"; }));
  EXPECT_TRUE(refused("histogram", histogram, [](Record& r) {
    r.law["numbers"][0] = {{"name", "count"},
                           {"noise", "warped_geometric"},
                           {"profile", "20:0.1,1"},
                           {"per_row", 1},
                           {"divisor", 1}};
  }));
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
  EXPECT_TRUE(refused("histogram", histogram,
                      [](Record& r) { r.question.person.rows_in_cell = 0; }));
  EXPECT_TRUE(refused("histogram", keys, [](Record& r) { r.fewer_than = 2; }));
  EXPECT_TRUE(refused("histogram", keys, [](Record& r) { r.fewer_than.reset(); }));
  EXPECT_TRUE(refused("histogram", keys, [](Record& r) { r.law["threshold"] = 1; }));
  EXPECT_TRUE(refused("sum", {{"column", "p"}, {"bounds", "0:9"}, {"epsilon", "1"}},
                      [](Record& r) { r.question.own[1].second = "0.250"; }));
  EXPECT_TRUE(
      refused("sum", {{"column", "p"}, {"bounds", "0:9"}, {"epsilon", "1"}},
              [](Record& r) { r.question.own.emplace_back("sum_per_cell", "0:9"); }));
}

}  // namespace
}  // namespace selvage
