// For tests: every verb in every way, and tables that each of them takes.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "selvage/verbs/verbs.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {

struct Way {
  std::string verb;
  std::vector<std::pair<std::string, std::string>> fields;
  // What a draw is, or how many there are, follows from what was drawn or read before,
  // and the theorem is of such a mechanism; empty where noise never depends on data.
  std::string adaptive = {};

  Asked asked() const {
    Asked all;
    for (const auto& [field, text] : fields) all.give(field, text);
    return all;
  }
  Way with(const std::string& field, const std::string& text) const {
    Way more = *this;
    for (auto& [name, old] : more.fields)
      if (name == field) {
        old = text;
        return more;
      }
    more.fields.emplace_back(field, text);
    return more;
  }
  std::string text() const {
    std::string all = verb;
    for (const auto& [field, value] : fields)
      all.append(" ").append(field).append("=").append(value);
    return all;
  }
};

inline constexpr const char* kRankLaw =
    "a rank is drawn by a law of the table's own rows [T91]";
inline constexpr const char* kFirstStep =
    "what is drawn first decides what is read or drawn next";

// Every verb and mechanism of the list at least once.
inline std::vector<Way> all_ways() {
  using Fields = std::vector<std::pair<std::string, std::string>>;
  const Fields bounded = {{"column", "x"}, {"bounds", "0:100"}, {"epsilon", "1"}};
  const Fields free = {{"column", "x"}, {"epsilon", "1"}};
  const Fields bins = {{"column", "a=0:100:20"}, {"epsilon", "1"}};
  const Fields drops = {{"column", "a=0:100:20"}, {"epsilon", "1"}, {"delta", "1e-3"}};
  const auto more = [](Fields fields, const Fields& others) {
    fields.insert(fields.end(), others.begin(), others.end());
    return fields;
  };
  return {
      {"histogram", bins},
      {"histogram", more(bins, {{"delta", "1e-6"}, {"noise", "gaussian"}})},
      {"histogram",
       {{"column", "k=?"}, {"epsilon", "1"}, {"delta", "1e-3"}},
       "keys that nobody knows: cells are those of the table [T31]"},
      {"histogram", {{"column", "a=0:100:20"}, {"profile", "20:0.1,1"}}},
      {"histogram", more(drops, {{"drop_only", ""}})},
      {"histogram", more(drops, {{"full_cells", "3"}, {"people", "9"}})},
      {"histogram",
       {{"column", "a=0:100:20"},
        {"profile", "20:0.5,1"},
        {"delta", "1e-6"},
        {"mechanism", "noise-then-suppression"}}},
      {"histogram",
       {{"column", "a=0:100:20"},
        {"profile", "20:0.5,1"},
        {"delta", "1e-3"},
        {"mechanism", "lower-bound"}},
       kFirstStep},
      {"count", {{"epsilon", "1"}}},
      {"count", {{"epsilon", "1"}, {"robust", "5:0.01:0.5"}}},
      {"count", {{"half_space", "a >= 40"}, {"x", "a=0:100:20"}, {"epsilon", "1"}}},
      {"sum", bounded},
      {"mean", bounded},
      {"variance", bounded},
      {"describe", bounded},
      {"mean", more(bounded, {{"delta", "1e-6"}, {"noise", "gaussian"}})},
      {"mean", free, kFirstStep},
      {"sum", free, kFirstStep},
      {"median", free, kRankLaw},
      {"quantile", more(free, {{"at", "0.2,0.5,0.9"}}), kRankLaw},
      {"iqr", more(free, {{"interval", ""}, {"check", ""}}), kRankLaw},
      {"median", more(free, {{"certain", ""}, {"delta", "1e-3"}, {"unit", "1"}}),
       "whether a value is shown follows from how many people change it [T125]"},
      {"median",
       more(free, {{"unit", "1"},
                   {"mechanism", "propose-test-release"},
                   {"people", "12"},
                   {"delta", "1e-3"}}),
       kFirstStep},
      {"iqr",
       more(free, {{"unit", "1"},
                   {"mechanism", "propose-test-release"},
                   {"people", "12"},
                   {"delta", "1e-3"}}),
       kFirstStep},
      {"trimmed-mean", more(free, {{"delta", "1e-3"}}), kFirstStep},
      {"quantile", more(free, {{"at", "0.9"}, {"mechanism", "ladder"}}), kRankLaw},
      {"max", {{"column", "x=0:100:5"}, {"epsilon", "1"}}, kRankLaw},
      {"min", {{"column", "x=0:100:5"}, {"epsilon", "1"}}, kRankLaw},
      {"range",
       {{"column", "x=0:100:5"}, {"mechanism", "exponential"}, {"epsilon", "1"}},
       kRankLaw},
      {"max",
       {{"column", "x=0:100:5"},
        {"mechanism", "drop-only"},
        {"epsilon", "1"},
        {"delta", "1e-3"}}},
      {"support", drops},
      {"mode", drops},
      {"max-k", more(drops, {{"at_least", "2"}})},
      {"separator",
       {{"label", "k=a,b"}, {"x", "x=0:100:20"}, {"epsilon", "1"}, {"delta", "1e-3"}}},
      {"sample",
       {{"column", "x=0:100:20"}, {"at_least", "2"}, {"epsilon", "1"}},
       "a bin is drawn with the weights of the counts"},
      {"regression", {{"y", "y"}, {"x", "x"}, {"epsilon", "1"}}, kRankLaw},
      {"regression",
       {{"y", "y"},
        {"x", "x"},
        {"mechanism", "robust"},
        {"epsilon", "4"},
        {"delta", "1e-3"}},
       kFirstStep},
      {"mean", more(bounded, {{"by", "k=a,b"}})},
      {"median", more(free, {{"by", "k=?"}, {"unit", "1"}, {"delta", "1e-3"}}),
       "keys that nobody knows: cells are those of the table [T31]"},
  };
}

inline Planned planned_way(const Way& way) {
  const Verb* verb = find_verb(way.verb);
  EXPECT_NE(verb, nullptr) << way.verb;
  auto made = verb->plan(way.asked());
  EXPECT_TRUE(made) << way.text() << ": " << made.error().message;
  return *std::move(made);
}

// Rows of whoever has a number i: every column that a way reads has a value of it.
inline verify::SmallRow row_of(const Reading& reading, const std::string& person,
                               std::int64_t i) {
  verify::SmallRow row{reading.person.column.empty() ? "" : person, {}};
  for (const DomainColumn& column : reading.domain.columns())
    row.fields.push_back(column.name == "k" ? std::string(1, "abc"[i % 3])
                                            : std::to_string(i * 7 % 100));
  if (reading.measure) row.fields.push_back(std::to_string(i * 13 % 90 + 3));
  for (std::size_t b = 0; b < reading.beside.size(); ++b)
    row.fields.push_back(std::to_string(i * 17 % 80 + static_cast<std::int64_t>(b)));
  return row;
}

inline verify::SmallTable table_of(const Reading& reading, std::int64_t people,
                                   std::int64_t rows_each = 1) {
  verify::SmallTable table;
  for (std::int64_t i = 0; i < people; ++i)
    for (std::int64_t j = 0; j < rows_each; ++j)
      table.push_back(row_of(reading, "p" + std::to_string(i), i + j * people));
  return table;
}

}  // namespace selvage
