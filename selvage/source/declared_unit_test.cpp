#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class DeclaredUnit : public TableFiles {};

TEST_F(DeclaredUnit, FollowsFromTheTypeAlone) {
  for (const auto& [type, unit] : std::vector<std::pair<std::string, std::string>>{
           {"TINYINT", "1"},
           {"BIGINT", "1"},
           {"UBIGINT", "1"},
           {"DECIMAL(9, 2)", "0.01"},
           {"DECIMAL(18, 18)", "0.000000000000000001"},
           {"DECIMAL(18, 0)", "1"},
           {"DECIMAL(38, 2)", ""},
           {"HUGEINT", ""},
           {"DOUBLE", ""},
           {"FLOAT", ""},
           {"BOOLEAN", ""},
           {"VARCHAR", ""},
           {"DATE", "day"},
           {"TIMESTAMP", "microsecond"}})
    // Neither many rows nor none decide anything.
    for (const char* rows : {"0", "3"})
      for (const std::string& table : engine_formats(
               fmt::format("SELECT CAST(NULL AS {}) AS x FROM range({})", type, rows)))
        EXPECT_EQ(declared_unit(table, "x"), unit) << type << ' ' << table;
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
