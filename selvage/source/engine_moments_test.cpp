// Dates and times of Parquet files and DuckDB tables.
#include "selvage/source/table.hpp"

#include <cmath>
#include <random>

#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class EngineMoments : public TableFiles {};

// Cells: before 2025, January, February, March, from April on, missing.
constexpr const char* kMonths = "2025-01-01:2025-04-01:1month";

TEST_F(EngineMoments, MomentsOfEveryTypeFallIntoTheCalendar) {
  const SampleField null = std::nullopt;
  std::vector<TypedValues> columns;
  for (const char* type :
       {"DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "VARCHAR"})
    columns.push_back(
        {type,
         {"2024-12-31 00:00:00", "2025-01-01 00:00:00", "2025-01-31 23:59:59",
          "2025-02-01 00:00:00", "2025-03-31 12:34:56", "2025-04-01 00:00:00", null}});
  const Labelled expected =
      rows_alone({{"before 2025-01-01|before 2025-01-01", 1},
                  {"2025-01|2025-01", 2},
                  {"2025-02|2025-02", 1},
                  {"2025-03|2025-03", 1},
                  {"2025-04-01 and after|2025-04-01 and after", 1},
                  {"missing|missing", 1}});
  Labelled present = expected;
  present.erase("missing|missing");
  for (const std::string& table : engine_formats(typed_columns(columns)))
    for (std::size_t i = 0; i < columns.size(); i += 2) {
      const std::string &one = columns[i].type, &two = columns[i + 1].type;
      EXPECT_EQ(cells_of(table, reading({column(one, kMonths), column(two, kMonths)})),
                expected)
          << one;
      EXPECT_EQ(cells_of(table, reading({column(one, kMonths, true),
                                         column(two, kMonths, true)})),
                present)
          << one;
    }
}

TEST_F(EngineMoments, TextIsReadAsAMomentByOurOwnRule) {
  const SampleField null = std::nullopt;
  const SampleTable texts{{{"x"}, {"y"}},
                          {{"2025-01-31", "0"},
                           {" 2025-01-31 ", "0"},
                           {"2025-01-31T23:59", "0"},
                           {"2025-02-28 23:59:59.999999", "0"},
                           {"2025-02-29", "0"},
                           {"2025-1-31", "0"},
                           {"31.01.2025", "0"},
                           {"infinity", "0"},
                           {"epoch", "0"},
                           {"now", "0"},
                           {"2025-01-31 00:00:00+01", "0"},
                           {"", "0"},
                           {null, "0"},
                           {"9999-12-31", "0"}}};
  for (const std::string& table : every_format(texts))
    EXPECT_EQ(counts(table, asked("x", kMonths)), (Counts{0, 4, 1, 0, 1, 8})) << table;
}

TEST_F(EngineMoments, EndlessMomentsDoNotEndTheScan) {
  std::vector<TypedValues> columns;
  for (const char* type :
       {"DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"})
    columns.push_back({type, {"infinity", "-infinity", "2025-02-01", "1970-01-01"}});
  const auto check = [&](const std::string& table) {
    for (const TypedValues& column : columns)
      EXPECT_EQ(counts(table, asked(column.type, kMonths)), (Counts{2, 0, 1, 0, 1, 0}))
          << column.type;
  };
  check(database(typed_columns(columns)));
  std::erase_if(columns, [](const auto& c) { return c.type == "TIMESTAMP_S"; });
  check(parquet(typed_columns(columns)));  // which has no such type
}

// DATE and TIMESTAMP_S, _MS, _NS, _US at the ends of what their integers hold, in a
// database and, where Parquet has the type, in a file.
class FarMoments : public TableFiles {
 protected:
  void SetUp() override {
    FullEngine engine(path_);
    engine.run(
        "CREATE TABLE t (d DATE, s TIMESTAMP_S, ms TIMESTAMP_MS, ns TIMESTAMP_NS, "
        "us TIMESTAMP)");
    duckdb_appender appender = nullptr;
    ASSERT_EQ(duckdb_appender_create(engine.connection(), nullptr, "t", &appender),
              DuckDBSuccess);
    const auto append = [&](duckdb_value value) {
      EXPECT_EQ(duckdb_append_value(appender, value), DuckDBSuccess);
      duckdb_destroy_value(&value);
    };
    constexpr std::int64_t kMost = INT64_MAX;
    for (const std::int64_t far :
         {kMost - 1, -kMost + 1, kMost / 3, -kMost / 3, INT64_MIN}) {
      append(duckdb_create_date({static_cast<std::int32_t>(far >> 32)}));
      append(duckdb_create_timestamp_s({far}));
      append(duckdb_create_timestamp_ms({far}));
      append(duckdb_create_timestamp_ns({far}));
      append(duckdb_create_timestamp({far}));
      duckdb_appender_end_row(appender);
    }
    ASSERT_EQ(duckdb_appender_destroy(&appender), DuckDBSuccess);
    engine.write_parquet("SELECT d, ms, ns, us FROM t", file_);
  }

  std::string path_ = folder_.file("far.duckdb"), file_ = folder_.file("far.parquet");
};

// TIMESTAMP ends in the year 294247, and a cast to it fails beyond that.
TEST_F(FarMoments, DoNotEndTheScanAndLieOnTheirSide) {
  for (const char* name : {"d", "s", "ms", "ns", "us"})
    EXPECT_EQ(counts(path_ + ":t", asked(name, kMonths)), (Counts{3, 0, 0, 0, 2, 0}))
        << name;
  for (const char* name : {"d", "ns", "us"})
    EXPECT_EQ(counts(file_, asked(name, kMonths)), (Counts{3, 0, 0, 0, 2, 0})) << name;
}

// The engine turns milliseconds of a Parquet file into microseconds while it reads
// them, and a moment after the year 294247 ends that: a limitation, see
// docs/limitations.md. The sentence says nothing of the value.
TEST_F(FarMoments, OfMillisecondsInAParquetFileEndTheScanInOneSentence) {
  const auto reader = bind_table(file_, asked("ms", kMonths), {});
  ASSERT_TRUE(reader);
  const auto cells = (*reader)->cells();
  ASSERT_FALSE(cells);
  EXPECT_EQ(cells.error().message,
            fmt::format("cannot read '{}': it broke off while it was read", file_));
}

// The last nanosecond of 1969 is not in 1970.
TEST_F(EngineMoments, NanosecondsAreRoundedDownOnBothSidesOf1970) {
  const std::string rows =
      "SELECT unnest(['1969-12-31 23:59:59.999999999', '1970-01-01 00:00:00', "
      "'1970-01-01 00:00:00.000000001', '1970-12-31 23:59:59.999999999', "
      "'1971-01-01 00:00:00'])::TIMESTAMP_NS AS x";
  for (const std::string& table : engine_formats(rows))
    EXPECT_EQ(counts(table, asked("x", "1970-01-01:1971-01-01:1year")),
              (Counts{1, 3, 1, 0}))
        << table;
}

// What a zone adds is how it is shown: the column holds UTC.
TEST_F(EngineMoments, MomentsWithAZoneCountInUtc) {
  const std::string rows =
      "SELECT unnest(['2024-12-31 23:30:00-01', '2025-01-01 00:30:00+01', "
      "'2025-12-31 23:59:59.999999+00', 'infinity', '-infinity', "
      "NULL])::TIMESTAMPTZ AS x";
  for (const std::string& table : engine_formats(rows))
    EXPECT_EQ(counts(table, asked("x", "2025-01-01:2026-01-01:1year")),
              (Counts{2, 2, 1, 1}))
        << table;
}

TEST_F(EngineMoments, AColumnThatHoldsNoDatesIsRefused) {
  const char* values[] = {
      "1::INTEGER",   "1.5::DOUBLE", "1::HUGEINT", "1.5::DECIMAL(4,1)",  "true",
      "TIME '10:00'", "uuid()",      "'x'::BLOB",  "[DATE '2025-01-01']"};
  std::string select = "SELECT 1 AS y";
  for (const char* value : values)
    select += fmt::format(", {} AS {}", value, quoted_name(value));
  for (const std::string& table : engine_formats(select))
    for (const char* value : values) {
      const Error error = refusal(table, asked(value, kMonths));
      EXPECT_EQ(error.kind, ErrorKind::invalid_request);
      EXPECT_EQ(error.message,
                fmt::format("column '{}' of '{}' holds no dates; steps of the calendar "
                            "need a column of dates, of dates with times, or of text "
                            "that reads as such",
                            value, table.substr(0, table.rfind(":t"))));
    }
}

}  // namespace
}  // namespace selvage
