#include "selvage/mechanism/found_keys/found_keys.hpp"

#include <nlohmann/json.hpp>

#include "selvage/mechanism/found_keys/found_keys_testing.hpp"
#include "selvage/random/sampling/system_source.hpp"
#include "selvage/verify/audit.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

using verify::SmallTable;

// Noise of 50 / 20 for a count of 40 moves it below half of that with a probability
// below 1e-20; the same holds for the answers.
const Asked kLarge = {{"column", "x"},
                      {"epsilon", "50"},
                      {"delta", "1e-9"},
                      {"unit", "1"},
                      {"confidence", "0.999999999999"}};

Answer answered(const Planned& planned, const SmallTable& rows) {
  verify::SmallWorldReader reader(planned.plan->needs().reading, rows);
  const auto random = make_system_source();
  const auto drawn = planned.plan->run(reader, **random);
  EXPECT_TRUE(drawn);
  EXPECT_TRUE(planned.plan->can_draw(*drawn));
  return planned.plan->answer(*drawn, Rational(19, 20));
}

// 40 rows of each key; those of the i-th are 100 i.
SmallTable hundreds(std::size_t keys) {
  SmallTable rows;
  for (std::size_t key = 0; key < keys; ++key)
    for (int row = 0; row < 40; ++row)
      rows.push_back({"", {std::to_string(1000 + key), std::to_string(100 * key)}});
  return rows;
}

TEST(FoundKeys, EachKeyHasTheAnswerOfItsRows) {
  SmallTable rows = hundreds(3);
  rows.push_back({"", {"rare", "7"}});
  rows.push_back({"", {"rare", "n/a"}});
  for (const char* verb : {"median", "max", "sum", "mean"}) {
    const Answer answer = answered(planned_by_keys(verb, kLarge), rows);
    ASSERT_EQ(answer.cells.size(), 3u) << verb;
    EXPECT_EQ(answer.numbers.back().name, "key count");
    EXPECT_EQ(answer.domain.label(answer.cells[1], 0), "1001");
    for (std::size_t key = 0; key < 3; ++key) {
      const auto value = static_cast<double>(answer.numbers[0].rows[key].value);
      const double right =
          100.0 * static_cast<double>(key) * (std::string_view(verb) == "sum" ? 40 : 1);
      EXPECT_NEAR(value, right, right / 4 + 20) << verb << ' ' << key;
    }
  }
}

// The place of a key among known groups: each combination is a cell of its own.
TEST(FoundKeys, KnownColumnsMayStandBeside) {
  Asked asked = kLarge;
  asked.give("by", "half=a,b");
  const Planned planned = planned_by_keys("median", asked);
  SmallTable rows;
  for (int i = 0; i < 40; ++i) {
    rows.push_back({"", {"a", "x", "10"}});
    rows.push_back({"", {"b", "x", "20"}});
    rows.push_back({"", {"b", "y", "30"}});
  }
  const Answer answer = answered(planned, rows);
  ASSERT_EQ(answer.cells.size(), 3u);
  const std::string expected[][2] = {{"a", "x"}, {"b", "x"}, {"b", "y"}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(answer.domain.label(answer.cells[i], 0), expected[i][0]);
    EXPECT_EQ(answer.domain.label(answer.cells[i], 1), expected[i][1]);
    EXPECT_EQ(answer.numbers[0].rows[i].value, 10 * static_cast<int>(i) + 10);
  }
}

// So many bins that only a hundred groups are asked together.
TEST(FoundKeys, ManyKeysAreAskedInParts) {
  const Planned planned = planned_by_keys("max", {{"column", "x=0:11000:1"},
                                                  {"epsilon", "50"},
                                                  {"delta", "1e-9"},
                                                  {"confidence", "0.999999999999"}});
  const Answer answer = answered(planned, hundreds(103));
  ASSERT_EQ(answer.cells.size(), 103u);
  for (std::size_t key = 0; key < 103; ++key)
    EXPECT_NEAR(static_cast<double>(answer.numbers[0].rows[key].value),
                100.0 * static_cast<double>(key) + 1, 1.0);
}

TEST(FoundKeys, WithoutKeysThereIsNoAnswer) {
  for (const char* verb : {"iqr", "range", "mean"}) {
    const Answer answer = answered(planned_by_keys(verb, kLarge), {});
    EXPECT_TRUE(answer.cells.empty());
    ASSERT_EQ(answer.numbers.size(), 1u);
    EXPECT_EQ(answer.numbers[0].name, "key count");
  }
}

// As many rows as the answer needs, so that nothing is spent on another guard; and no
// fewer than keys need.
TEST(FoundKeys, TheThresholdServesBoth) {
  const auto least = [](const char* verb, const char* at, const char* delta) {
    Asked asked = {{"column", "x"}, {"epsilon", "1"}, {"delta", delta}};
    if (*at != 0) asked.give("at", at);
    const Planned planned = planned_by_keys(verb, asked);
    const auto& found = found_keys(planned);
    const auto promise =
        std::get<DpPromise>(found.guarantees().front().conclusion.promise);
    EXPECT_EQ(promise.epsilon, Rational(1));
    EXPECT_LE(promise.delta, *Rational::parse(delta));
    return *found.fewer_than();
  };
  EXPECT_EQ(least("median", "", "1e-6"), 88);
  EXPECT_EQ(least("quantile", "0.9", "1e-6"), 492);
  EXPECT_EQ(least("iqr", "", "1e-6"), 295);
  EXPECT_EQ(least("max", "", "1e-6"), 68);
  EXPECT_GT(least("median", "", "1e-12"), 130);
}

TEST(FoundKeys, ACertificateMakesTheSameMechanism) {
  for (const char* verb :
       {"median", "quantile", "iqr", "max", "range", "sum", "mean"}) {
    Asked asked = {{"column", "x"}, {"epsilon", "1/3"}, {"delta", "1e-6"}};
    if (std::string_view(verb) == "quantile") asked.give("at", "0.1,0.9");
    const Planned planned = planned_by_keys(verb, asked);
    const MechanismRecord record = {planned.question, planned.plan->law(),
                                    planned.plan->shown(), planned.plan->fewer_than()};
    const auto read = [&](const auto& change) {
      MechanismRecord changed = record;
      change(changed);
      return verb_by_keys(verb).read(changed);
    };
    const auto again = read([](MechanismRecord&) {});
    ASSERT_TRUE(again) << verb << ' ' << again.error().message;
    EXPECT_EQ((*again)->law(), record.law);
    EXPECT_EQ((*again)->guarantees().front().conclusion,
              planned.plan->guarantees().front().conclusion);
    EXPECT_FALSE(read([](MechanismRecord& r) { r.law["keys"]["threshold"] = 3; }));
    EXPECT_FALSE(read([](MechanismRecord& r) { r.law["answer"]["name"] = "x"; }));
    EXPECT_FALSE(read([](MechanismRecord& r) { r.law["answer"]["law"]["more"] = 1; }));
    EXPECT_FALSE(read([](MechanismRecord& r) { r.law.erase("answer"); }));
    EXPECT_FALSE(read([](MechanismRecord& r) { r.fewer_than.reset(); }));
    EXPECT_FALSE(read([](MechanismRecord& r) { *r.fewer_than += 1; }));
    EXPECT_FALSE(read([](MechanismRecord& r) { r.shown["x"] = 1; }));
    EXPECT_FALSE(read([](MechanismRecord& r) { r.question.person.rows = 2; }));
  }
}

TEST(FoundKeys, WhatNoRunDrawsIsRefused) {
  const Planned planned = planned_by_keys(
      "max", {{"column", "x=0:9:1"}, {"epsilon", "1"}, {"delta", "1e-6"}});
  const Drawn good{{0, 1}, {{"a", "b"}}, {{3, 4}, {100, 200}}};
  const auto can = [&](const auto& change) {
    Drawn drawn = good;
    change(drawn);
    return planned.plan->can_draw(drawn);
  };
  EXPECT_TRUE(can([](Drawn&) {}));
  EXPECT_FALSE(can([](Drawn& d) { d.numbers[1][0] = 3; }));  // below the threshold
  EXPECT_FALSE(can([](Drawn& d) { d.numbers[0][0] = 99; }));
  EXPECT_FALSE(can([](Drawn& d) { d.keys = {{"b", "a"}}; }));
  EXPECT_FALSE(can([](Drawn& d) { d.numbers.pop_back(); }));
  EXPECT_FALSE(can([](Drawn& d) { d.numbers.clear(); }));
  EXPECT_FALSE(can([](Drawn& d) { d.numbers[0].pop_back(); }));
  EXPECT_TRUE(planned.plan->can_draw({{}, {{}}, {{}}}));
  EXPECT_FALSE(planned.plan->can_draw({{}, {{}}, {{}, {}}}));
}

TEST(FoundKeys, WhatIsWrongIsSaidOfItsField) {
  const auto fault = [](const char* verb, Asked asked) {
    asked.give("column", "x");
    asked.give("epsilon", "1");
    const auto planned = verb_by_keys(verb).plan(asked);
    return planned ? std::string("none") : planned.error().field;
  };
  EXPECT_EQ(fault("median", {{"by", "k=?"}, {"delta", "1e-6"}}), "none");
  EXPECT_EQ(fault("median", {{"by", "k=?"}}), "delta");
  EXPECT_EQ(fault("median", {{"by", "k=?"}, {"delta", "2"}}), "delta");
  EXPECT_EQ(fault("median", {{"by", "k=a"}, {"delta", "1e-6"}}), "delta");
  EXPECT_EQ(fault("sum", {{"delta", "1e-6"}}), "delta");
  EXPECT_EQ(fault("median", {{"by", "k=?"}, {"delta", "1e-6"}, {"no_guard", ""}}),
            "no_guard");
  EXPECT_EQ(fault("quantile", {{"by", "k=?"}, {"delta", "1e-6"}, {"at", "1"}}), "at");
  EXPECT_EQ(fault("max", {{"by", "k=?"}, {"delta", "1e-6"}, {"unit", "3"}}), "unit");
}

TEST(FoundKeys, TheAuditHolds) {
  for (const char* verb : {"median", "max", "sum"}) {
    const Planned planned =
        planned_by_keys(verb, {{"column", "x"}, {"epsilon", "1"}, {"delta", "1e-6"}});
    const auto verified = verify::verify_for_release(*planned.plan);
    EXPECT_TRUE(verified) << verb << ' ' << verified.error().message;
  }
}

}  // namespace
}  // namespace selvage
