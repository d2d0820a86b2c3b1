#include "selvage/ledger/ledger_table.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(LedgerTable, ALedgerIsOfTheTablesThatItsNameMeans) {
  for (const char* name : {"payroll", "payroll.csv", "data/payroll.csv"})
    EXPECT_TRUE(is_ledger_of(name, "data/payroll.csv")) << name;
  for (const char* name : {"people", "firm.duckdb:people", "data/firm.duckdb:people"})
    EXPECT_TRUE(is_ledger_of(name, "data/firm.duckdb:people")) << name;
  EXPECT_TRUE(is_ledger_of("a:b", "a:b.csv"));
  EXPECT_TRUE(is_ledger_of("x/y", "firm.DB:x/y"));
  for (const char* name : {"parts", "parts.v2", "data/parts.v2", "data/parts.v2//"})
    EXPECT_TRUE(is_ledger_of(name, "data/parts.v2//")) << name;
  EXPECT_TRUE(is_ledger_of("*.parquet", "data/*.parquet"));
  EXPECT_TRUE(is_ledger_of("-", "-"));
  EXPECT_TRUE(is_ledger_of("firm.duckdb:a/", "data/firm.duckdb:a/"));
  EXPECT_FALSE(is_ledger_of("firm.duckdb:a", "data/firm.duckdb:a/"));
}

TEST(LedgerTable, AndOfNoOthers) {
  for (const char* name : {"", "Payroll", "pay", "data", "csv", "payroll.parquet"})
    EXPECT_FALSE(is_ledger_of(name, "data/payroll.csv")) << name;
  for (const char* name : {"firm", "firm.duckdb", "payroll", "duckdb:people"})
    EXPECT_FALSE(is_ledger_of(name, "data/firm.duckdb:people")) << name;
  EXPECT_FALSE(is_ledger_of("", ""));
  EXPECT_FALSE(is_ledger_of("", "data/"));
  EXPECT_FALSE(is_ledger_of("", "/"));
}

}  // namespace
}  // namespace selvage
