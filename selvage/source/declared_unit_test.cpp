#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class DeclaredUnit : public TableFiles {};

// A Parquet file has no integers of 128 bits: the engine writes them as DOUBLE.
bool is_double_in(const std::string& table, const std::string& type) {
  return table.ends_with(".parquet") && type.ends_with("HUGEINT");
}

TEST_F(DeclaredUnit, FollowsFromTheTypeAlone) {
  for (const auto& [type, unit] : std::vector<std::pair<std::string, std::string>>{
           {"TINYINT", "1"},
           {"BIGINT", "1"},
           {"UBIGINT", "1"},
           {"DECIMAL(9, 2)", "0.01"},
           {"DECIMAL(18, 18)", "0.000000000000000001"},
           {"DECIMAL(18, 0)", "1"},
           {"DECIMAL(38, 2)", "0.01"},
           {"DECIMAL(38, 0)", "1"},
           {"DECIMAL(19, 7)", "0.000001"},
           {"DECIMAL(38, 38)", "0.000001"},
           {"HUGEINT", "1"},
           {"UHUGEINT", "1"},
           {"DOUBLE", ""},
           {"FLOAT", ""},
           {"BOOLEAN", ""},
           {"VARCHAR", ""},
           {"DATE", "day"},
           {"TIMESTAMP", "microsecond"},
           {"TIMESTAMPTZ", "microsecond"},
           {"TIME", "microsecond-of-day"},
           {"INTERVAL", ""}})
    // Neither many rows nor none decide anything.
    for (const char* rows : {"0", "3"})
      for (const std::string& table : engine_formats(
               fmt::format("SELECT CAST(NULL AS {}) AS x FROM range({})", type, rows)))
        EXPECT_EQ(declared_unit(table, "x"),
                  is_double_in(table, type) ? std::string() : unit)
            << type << ' ' << table;
}

// All of them, in order: what is missing has no code, and nothing fails.
std::vector<std::int64_t> codes_in(const std::string& table, const Rational& unit) {
  const Reading reading{*Domain::make({}), Measure{"x", *Grid::codes(unit)}};
  const auto reader = bind_table(table, reading, {});
  EXPECT_TRUE(reader) << table;
  const auto windows = (*reader)->ranks({Rational(1, 2), 100, 100});
  EXPECT_TRUE(windows) << table;
  return (*windows)[0].codes;
}

// At its declared unit every value of a type has a code: to the last digit where that
// is within the range, and else that of the end. [T175]
TEST_F(DeclaredUnit, EveryValueOfATypeHasACode) {
  constexpr std::int64_t kMost = Grid::kMostCode;
  const struct {
    std::string type;
    std::vector<std::string> values;
    std::vector<std::int64_t> codes;
  } cases[] = {
      {"BIGINT",
       {"-9223372036854775808", "9223372036854775807", "1152921504606846974",
        "1152921504606846975", "1152921504606846976", "-1152921504606846974", "NULL"},
       {-kMost, -kMost + 1, kMost - 1, kMost, kMost, kMost}},
      {"UBIGINT",
       {"0", "18446744073709551615", "9007199254740993"},
       {0, 9007199254740993, kMost}},
      {"HUGEINT",
       {"-170141183460469231731687303715884105728",
        "170141183460469231731687303715884105727", "1000000000000000001", "-7"},
       {-kMost, -7, 1000000000000000001, kMost}},
      {"UHUGEINT", {"340282366920938463463374607431768211455", "3"}, {3, kMost}},
      {"DECIMAL(38, 1)",
       {"9999999999999999999999999999999999999.9",
        "-9999999999999999999999999999999999999.9", "115292150460684697.3", "0.1"},
       {-kMost, 1, 1152921504606846973, kMost}},
      {"DECIMAL(38, 18)",
       {"99999999999999999999.999999999999999999", "0.000000500000000000",
        "0.000000499999999999", "-0.000000500000000000", "-0.000000500000000001",
        "1234.567890123456789012"},
       {-1, 0, 0, 1, 1234567890, kMost}},
      {"DECIMAL(18, 18)",
       {"0.999999999999999999", "-0.000000000000000001"},
       {-1, 999999999999999999}},
      {"DOUBLE",
       {"inf", "-inf", "nan", "1e308", "-1e308", "5e-324", "-0.0", "0.5", "NULL"},
       {-kMost, -kMost, 0, 0, 500000, kMost, kMost}},
      {"FLOAT", {"inf", "3e38", "-0.0", "0.25"}, {0, 250000, kMost, kMost}},
  };
  for (const auto& [type, values, codes] : cases) {
    std::string rows;
    for (const std::string& value : values)
      rows +=
          fmt::format("{}SELECT CAST({} AS {}) AS x", rows.empty() ? "" : " UNION ALL ",
                      value == "NULL" ? value : "'" + value + "'", type);
    for (const std::string& table : engine_formats(rows)) {
      if (is_double_in(table, type)) continue;
      const std::string declared = declared_unit(table, "x");
      const Rational unit =
          declared.empty() ? Rational(1, 1'000'000) : *Rational::parse(declared);
      EXPECT_EQ(codes_in(table, unit), codes) << type << ' ' << table;
    }
  }
}

TEST_F(DeclaredUnit, IsNothingWhereNoneIsDeclared) {
  const SampleTable table{{{"x"}}, {{"1"}, {"2"}}};
  for (const std::string& file : every_format(table)) {
    EXPECT_EQ(declared_unit(file, "x"), "") << file;  // text everywhere
    EXPECT_EQ(declared_unit(file, "y"), "");
  }
  EXPECT_EQ(declared_unit("no_such.parquet", "x"), "");
  EXPECT_EQ(declared_unit("neither", "x"), "");
}

}  // namespace
}  // namespace selvage
