// The same rows give the same answer, draw for draw, whatever holds them.
#include <set>

#include "selvage/mechanism/quantile/quantile_mechanism_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/source/table_testing.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

class QuantileFormats : public TableFiles {};

std::vector<Drawn> drawn_from(const QuantileMechanism& mechanism, Reader& reader) {
  SeededSource source(9);
  std::vector<Drawn> all;
  for (int i = 0; i < 20; ++i) {
    const auto drawn = mechanism.run(reader, source);
    EXPECT_TRUE(drawn);
    all.push_back(*drawn);
  }
  return all;
}

// Ties, missing values, and more rows than a window shows.
TEST_F(QuantileFormats, HaveTheSameAnswers) {
  SampleTable sample{{{"m", "DECIMAL(9,2)"}}, {}};
  verify::SmallTable world;
  for (int i = 0; i < 400; ++i) {
    SampleField value = fmt::format("{}.{}", (i * 37 % 401) / 3, i % 10);
    if (i % 11 == 0) value = std::nullopt;
    sample.rows.push_back({value});
    world.push_back({"", {value}});
  }
  Question question = question_of(1);
  question.column = "m";
  for (const std::vector<Rational>& at :
       {std::vector<Rational>{{1, 2}}, {{1, 10}, {1, 2}, {9, 10}}}) {
    const auto mechanism = QuantileMechanism::make(
        question, {.at = at, .epsilon = 5, .unit = Rational(1, 100), .check = true});
    ASSERT_TRUE(mechanism);
    verify::SmallWorldReader small((*mechanism)->needs().reading, world);
    const auto expected = drawn_from(**mechanism, small);
    EXPECT_NE(expected.front(), expected.back());
    for (const std::string& table : every_format(sample)) {
      const auto reader = bind_table(table, (*mechanism)->needs().reading, {});
      ASSERT_TRUE(reader) << reader.error().message;
      EXPECT_EQ(drawn_from(**mechanism, **reader), expected) << table;
    }
  }
}

// Days, seconds and what is no moment; one row lies before all that is in range.
TEST_F(QuantileFormats, HaveTheSameMoments) {
  for (const char* word : {"day", "second"}) {
    SampleTable sample{{{"m", word == std::string("day") ? "DATE" : "TIMESTAMP"}}, {}};
    verify::SmallTable world;
    for (int i = 0; i < 300; ++i) {
      const std::int64_t day = i * 37 % 401 - 200;
      SampleField value = date_text({static_cast<std::int32_t>(day)});
      if (word != std::string("day")) *value += fmt::format(" 12:{:02}:07.5", i % 60);
      if (i % 11 == 0) value = std::nullopt;
      sample.rows.push_back({value});
      world.push_back({"", {value}});
    }
    Question question = question_of(1);
    question.column = "m";
    const auto mechanism =
        QuantileMechanism::make(question, {.at = {{1, 4}, {1, 2}, {3, 4}},
                                           .epsilon = 5,
                                           .unit = *MomentUnit::parse(word),
                                           .bounds = "1969-08-01:9999-12-31"});
    ASSERT_TRUE(mechanism) << mechanism.error().message;
    verify::SmallWorldReader small((*mechanism)->needs().reading, world);
    const auto expected = drawn_from(**mechanism, small);
    for (const std::string& table : every_format(sample)) {
      const auto reader = bind_table(table, (*mechanism)->needs().reading, {});
      ASSERT_TRUE(reader) << reader.error().message;
      EXPECT_EQ(drawn_from(**mechanism, **reader), expected) << table;
    }
  }
}

// A TIME or a text; a TIMESTAMP WITH TIME ZONE or a text with a zone, both in UTC.
TEST_F(QuantileFormats, HaveTheSameTimesOfDayAndZones) {
  for (const char* word : {"minute-of-day", "minute"}) {
    const bool of_day = word != std::string("minute");
    SampleTable sample{{{"m", of_day ? "TIME" : "TIMESTAMPTZ"}}, {}};
    verify::SmallTable world;
    for (int i = 0; i < 300; ++i) {
      SampleField value = fmt::format("{:02}:{:02}:07.5", i * 37 % 24, i % 60);
      if (!of_day)
        value = fmt::format("2024-03-{:02} {}+{:02}", i % 31 + 1, *value, i % 14);
      if (i % 11 == 0) value = std::nullopt;
      sample.rows.push_back({value});
      world.push_back({"", {value}});
    }
    Question question = question_of(1);
    question.column = "m";
    const auto mechanism = QuantileMechanism::make(
        question, {.epsilon = 5, .unit = *MomentUnit::parse(word)});
    ASSERT_TRUE(mechanism) << mechanism.error().message;
    verify::SmallWorldReader small((*mechanism)->needs().reading, world);
    const auto expected = drawn_from(**mechanism, small);
    for (const std::string& table : every_format(sample)) {
      const auto reader = bind_table(table, (*mechanism)->needs().reading, {});
      ASSERT_TRUE(reader) << reader.error().message;
      EXPECT_EQ(drawn_from(**mechanism, **reader), expected) << table;
    }
  }
}

// The type in the schema decides, before any row.
TEST_F(QuantileFormats, SayWhichUnitFitsTheType) {
  const auto said = [&](const std::string& sql, const QuantileRequest& request) {
    Question question = question_of(1);
    const auto mechanism = QuantileMechanism::make(question, request);
    EXPECT_TRUE(mechanism);
    std::set<std::string> all;
    for (const std::string& table : engine_formats(sql)) {
      const auto reader = bind_table(table, (*mechanism)->needs().reading, {});
      all.insert(
          reader ? ""
                 : reader.error().message.substr(reader.error().message.find("holds")));
    }
    EXPECT_EQ(all.size(), 1u);
    return *all.begin();
  };
  const QuantileRequest numbers{.epsilon = 1};
  const QuantileRequest days{.epsilon = 1, .unit = *MomentUnit::parse("day")};
  EXPECT_EQ(said("SELECT DATE '2020-01-01' AS x", numbers),
            "holds no numbers; it holds dates; write `unit` day for whole days, or "
            "`unit` second");
  EXPECT_EQ(said("SELECT 7 AS x", days),
            "holds no dates; `unit` day needs a column of dates, of dates with "
            "times, or of text that reads as such");
  for (const char* type :
       {"DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_NS", "VARCHAR"})
    EXPECT_EQ(said(fmt::format("SELECT '2020-01-01'::{} AS x", type), days), "");
  EXPECT_EQ(said("SELECT '2020-01-01 00:00:00+01'::TIMESTAMPTZ AS x", days), "");

  const QuantileRequest hours{.epsilon = 1, .unit = *MomentUnit::parse("hour-of-day")};
  EXPECT_EQ(said("SELECT '12:34'::TIME AS x", hours), "");
  EXPECT_EQ(said("SELECT '12:34' AS x", hours), "");
  EXPECT_EQ(said("SELECT DATE '2020-01-01' AS x", hours),
            "holds no times of day; `unit` hour-of-day needs a column of times without "
            "a date, or of text that reads as such");
  EXPECT_EQ(said("SELECT TIME '12:34' AS x", days),
            "holds no dates; `unit` day needs a column of dates, of dates with "
            "times, or of text that reads as such");
  EXPECT_EQ(said("SELECT TIME '12:34' AS x", numbers),
            "holds no numbers; it holds times of day; write `unit` minute-of-day, or "
            "`unit` second-of-day");
}

}  // namespace
}  // namespace selvage
