// What a build without the engine still does, and what it says of the rest.
#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/source/table.hpp"
#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

Reading by_key(const Person& person = {}) {
  return {*Domain::make({{"k", *parse_values("a,b")}}), Measure{"m", *Grid::codes(1)},
          person};
}

TEST(WithoutDuckdb, TextFilesAreReadRowByRow) {
  const TemporaryFolder folder;
  const TableOptions options{.where = *parse_predicate("m < 9")};
  for (const std::string& path :
       {folder.write("t.csv", "k,m\na,3\nb,9\nb,-4\na,1\n"),
        folder.write("t.jsonl",
                     "{\"k\":\"a\",\"m\":3}\n{\"k\":\"b\",\"m\":-4}\n"
                     "{\"k\":\"a\",\"m\":1}\n")}) {
    const TableOpener opener = bind_table;
    const auto reader = opener(path, by_key(), options);
    ASSERT_TRUE(reader) << reader.error().message;
    const auto windows = (*reader)->ranks({Rational(1, 2), 1, 1});
    ASSERT_TRUE(windows);
    EXPECT_EQ((*windows)[0], (RankWindow{2, 0, {1, 3}}));
    EXPECT_EQ((*windows)[1], (RankWindow{1, 0, {-4}}));
    EXPECT_EQ((*reader)->cells()->sums.size(), 2U);
  }
}

TEST(WithoutDuckdb, WhatNeedsItIsRefusedInOneSentence) {
  const TemporaryFolder folder;
  const std::string csv = folder.write("t.csv", "k,m,p\na,3,1\n");
  EXPECT_EQ(
      bind_table(csv, by_key({.column = "p"}), {}).error().message,
      "this selvage was built without DuckDB, which sorts rows by person; use one "
      "that was built with SELVAGE_DUCKDB=ON");
  EXPECT_EQ(bind_table("t.parquet", by_key(), {}).error().message,
            "this selvage was built without DuckDB, which reads 't.parquet'; use one "
            "that was built with SELVAGE_DUCKDB=ON");
  EXPECT_EQ(bind_table("t.duckdb:t", by_key(), {}).error().kind,
            ErrorKind::invalid_request);
}

}  // namespace
}  // namespace selvage
