#include "selvage/source/parquet_rows.hpp"

#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class ParquetRows : public TableFiles {};

TEST_F(ParquetRows, EveryKindReadsBackInItsOrder) {
  const std::vector<CodedColumn> columns = {
      {"it's \"x\"", CodedKind::text, 0, {"größe", "a'b\""}},
      {"whole", CodedKind::number},
      {"price", CodedKind::number, 2},
      {"day", CodedKind::date},
      {"moment", CodedKind::moment}};
  // More rows than one chunk of the engine has.
  const std::int64_t rows = 5000;
  std::int64_t made = 0;
  const NextCodes next = [&](CodedBlock& block, std::size_t most) {
    block.assign(columns.size(), {});
    for (std::size_t i = 0; i < most && made < rows; ++i, ++made) {
      const bool none = made == 7;
      block[0].push_back(none ? kNoCode : made % 2);
      block[1].push_back(none ? kNoCode : made);
      block[2].push_back(none ? kNoCode : -made);
      block[3].push_back(none ? kNoCode : 20'119 + made % 3);
      block[4].push_back(none ? kNoCode : 1'738'326'896'250'000);
    }
  };
  const std::string path = folder_.file("it's.parquet");
  const auto written = write_parquet(columns, next, path);
  ASSERT_TRUE(written) << written.error().message;
  FullEngine engine;
  const std::string from = " FROM read_parquet(" + quoted_text(path) + ")";
  EXPECT_EQ(engine.run("SELECT count(*)" + from), "5000");
  EXPECT_EQ(engine.run("SELECT count(*)" + from +
                       " WHERE whole IS NULL AND price IS "
                       "NULL AND day IS NULL AND moment IS NULL"),
            "1");
  EXPECT_EQ(
      engine.run("SELECT list(whole ORDER BY file_row_number)[4990:4992]::VARCHAR "
                 "FROM read_parquet(" +
                 quoted_text(path) + ", file_row_number = true)"),
      "[4989, 4990, 4991]");
  EXPECT_EQ(engine.run("SELECT any_value(typeof(price))" + from), "DECIMAL(18,2)");
  EXPECT_EQ(engine.run("SELECT min(price)::VARCHAR" + from), "-49.99");
  EXPECT_EQ(engine.run("SELECT min(day)::VARCHAR" + from), "2025-01-31");
  EXPECT_EQ(engine.run("SELECT max(moment)::VARCHAR" + from), "2025-01-31 12:34:56.25");
  EXPECT_EQ(
      engine.run("SELECT count(*)" + from + " WHERE \"it's \"\"x\"\"\" = 'größe'"),
      "2500");
}

}  // namespace
}  // namespace selvage
