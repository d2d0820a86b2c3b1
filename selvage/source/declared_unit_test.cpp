#include "selvage/source/table_testing.hpp"
#include "selvage/summary/code_unit.hpp"

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
           {"UBIGINT", "1:64"},
           {"DECIMAL(9, 2)", "0.01"},
           {"DECIMAL(18, 18)", "0.000000000000000001"},
           {"DECIMAL(18, 0)", "1"},
           {"DECIMAL(38, 2)", "0.01:126"},
           {"DECIMAL(38, 0)", "1:126"},
           {"DECIMAL(19, 7)", "0.0000001:126"},
           {"DECIMAL(38, 38)", "0.000000000000000001:126"},
           {"HUGEINT", "1:126"},
           {"UHUGEINT", "1:126"},
           {"DOUBLE", "2^-32"},
           {"FLOAT", "2^-32"},
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
                  is_double_in(table, type) ? std::string("2^-32") : unit)
            << type << ' ' << table;
}

// All of them, in order, as codes: what is missing has none, and nothing fails.
std::vector<Rational> codes_in(const std::string& table, const CodeUnit& unit) {
  const Reading reading{*Domain::make({}),
                        Measure{"x", *Grid::places(unit.number, unit.scale())}};
  const auto reader = bind_table(table, reading, {});
  EXPECT_TRUE(reader) << table;
  const auto windows = (*reader)->ranks({Rational(1, 2), 100, 100});
  EXPECT_TRUE(windows) << table;
  std::vector<Rational> codes;
  for (const std::int64_t place : (*windows)[0].codes)
    codes.push_back(unit.scale().value(place));
  return codes;
}

// At its declared unit every value of a type has a code: to the last digit where that
// is within the range and within its bits, and else the nearest. [T175, T250]
TEST_F(DeclaredUnit, EveryValueOfATypeHasACode) {
  const struct {
    std::string type;
    std::vector<std::string> values;
    std::vector<std::string> codes;
  } cases[] = {
      {"BIGINT",
       {"-9223372036854775808", "9223372036854775807", "4611686018427387902",
        "4611686018427387904", "-4611686018427387902", "NULL"},
       {"-4611686018427387903", "-4611686018427387902", "4611686018427387902",
        "4611686018427387903", "4611686018427387903"}},
      {"UBIGINT",
       {"0", "18446744073709551615", "9007199254740993", "18446744073709551000"},
       {"0", "9007199254740993", "18446744073709550976", "18446744073709551488"}},
      {"HUGEINT",
       {"-170141183460469231731687303715884105728", "36028797018963969", "-7",
        "85070591730234615847396907784232501249"},
       {"-85070591730234614685252031140530749440", "-7", "36028797018963969",
        "85070591730234614685252031140530749440"}},
      {"UHUGEINT",
       {"340282366920938463463374607431768211455", "3"},
       {"3", "85070591730234614685252031140530749440"}},
      {"DECIMAL(38, 18)",
       {"4.610000000000000001", "-0.000000500000000001", "1234.567890123456789012"},
       {"-500000000001", "4610000000000000000", "1234567890123456774144"}},
      {"DECIMAL(18, 18)",
       {"0.999999999999999999", "-0.000000000000000001"},
       {"-1", "999999999999999999"}},
      {"DOUBLE",
       {"inf", "-inf", "nan", "1e308", "5e-324", "-0.0", "0.5", "1e15", "NULL"},
       {"-79228162514264328797450928128", "0", "0", "2147483648",
        "4294967296000000000000000", "79228162514264328797450928128",
        "79228162514264328797450928128"}},
      {"FLOAT",
       {"inf", "-0.0", "0.25"},
       {"0", "1073741824", "79228162514264328797450928128"}},
  };
  for (const auto& [type, values, codes] : cases) {
    std::string rows;
    for (const std::string& value : values)
      rows +=
          fmt::format("{}SELECT CAST({} AS {}) AS x", rows.empty() ? "" : " UNION ALL ",
                      value == "NULL" ? value : "'" + value + "'", type);
    std::vector<Rational> wanted;
    for (const std::string& code : codes) wanted.push_back(*Rational::parse(code));
    for (const std::string& table : engine_formats(rows)) {
      if (is_double_in(table, type)) continue;
      EXPECT_EQ(codes_in(table, *CodeUnit::parse(declared_unit(table, "x"))), wanted)
          << type << ' ' << table;
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
