#include "selvage/ledger/sqlite_database.hpp"

#include <gtest/gtest.h>

#include "selvage/ledger/ledger_testing.hpp"

namespace selvage {
namespace {

TEST(SqliteDatabase, GivesBackWhatItWasGiven) {
  auto database = SqliteDatabase::in_memory();
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->run("CREATE TABLE t (a INTEGER, b TEXT, c TEXT) STRICT"));
  const std::string with_zero("x\0y", 3);
  ASSERT_TRUE(database->rows("INSERT INTO t VALUES (?, ?, ?)",
                             {std::int64_t{-7}, with_zero, SqliteValue()}));
  const auto rows = database->rows("SELECT * FROM t");
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 1u);
  EXPECT_EQ(rows->front().integer(0), -7);
  EXPECT_EQ(rows->front().text(1), with_zero);
  EXPECT_TRUE(rows->front().is_null(2));
  EXPECT_EQ(rows->front().integer(1), 0);
  EXPECT_EQ(rows->front().text(0), "");
}

TEST(SqliteDatabase, ATransactionThatIsNotCommittedDidNotHappen) {
  auto database = SqliteDatabase::in_memory();
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->run("CREATE TABLE t (a INTEGER) STRICT"));
  for (const bool commit : {false, true}) {
    auto transaction =
        SqliteTransaction::begin(*database, SqliteTransaction::Kind::writing);
    ASSERT_TRUE(transaction);
    ASSERT_TRUE(database->run("INSERT INTO t VALUES (1)"));
    if (commit) {
      ASSERT_TRUE(transaction->commit());
    }
  }
  EXPECT_EQ(*database->value("SELECT count(*) FROM t"), SqliteValue(std::int64_t{1}));
}

TEST(SqliteDatabase, NamesThatSqliteReadsOtherwiseAreFiles) {
  const TemporaryFolder folder;
  EXPECT_EQ(told_by_child([&]() -> std::string {
              if (chdir(folder.path().c_str()) != 0) return "no folder";
              for (const char* name : {":memory:", "file:x?mode=memory", ""})
                if (SqliteDatabase::open(name)) return name;
              return "none opened";
            }),
            "none opened");
}

TEST(SqliteDatabase, AnErrorIsOneSentence) {
  auto database = SqliteDatabase::in_memory();
  ASSERT_TRUE(database);
  const auto wrong = database->rows("SELECT * FROM nothing");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::unreadable);
  EXPECT_EQ(wrong.error().message.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace selvage
