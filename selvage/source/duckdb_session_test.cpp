#include "selvage/source/duckdb_session.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"

namespace selvage {
namespace {

const Error kOurs{ErrorKind::unreadable, "our own sentence"};

std::unique_ptr<DuckdbSession> open(const DuckdbSession::Options& options) {
  auto session = DuckdbSession::open(options);
  EXPECT_TRUE(session) << session.error().message;
  return *std::move(session);
}

void expect_refused(DuckdbSession& session, const std::string& sql) {
  const auto result = session.query(sql, kOurs);
  ASSERT_FALSE(result) << sql;
  EXPECT_EQ(result.error().kind, kOurs.kind) << sql;
  EXPECT_EQ(result.error().message, kOurs.message) << sql;
}

std::string first_value(DuckdbSession& session, const std::string& sql) {
  auto result = session.query(sql, kOurs);
  if (!result || duckdb_row_count(result->raw()) == 0) return "none";
  char* text = duckdb_value_varchar(result->raw(), 0, 0);
  std::string value = text == nullptr ? "NULL" : text;
  duckdb_free(text);
  return value;
}

TEST(DuckdbSession, TouchesNoFileThatWasNotNamed) {
  const TemporaryFolder folder;
  const std::string secret = folder.write("secret.csv", "x\n1\n");
  const std::string target = folder.file("out.csv");
  const auto session = open({});
  for (const std::string& sql :
       {"SELECT * FROM read_csv(" + quoted_text(secret) + ")",
        "SELECT * FROM " + quoted_name(secret),
        "SELECT * FROM read_text(" + quoted_text(secret) + ")",
        "SELECT * FROM read_blob(" + quoted_text(secret) + ")",
        "SELECT * FROM read_json(" + quoted_text(secret) + ")",
        "SELECT * FROM read_parquet(" + quoted_text(secret) + ")",
        "SELECT * FROM glob(" + quoted_text(folder.file("*")) + ")",
        std::string("SELECT * FROM read_csv('/etc/passwd')"),
        std::string("SELECT * FROM read_csv('/proc/self/environ')"),
        "COPY (SELECT 1) TO " + quoted_text(target),
        "CREATE TABLE t AS SELECT * FROM " + quoted_name(secret),
        "EXPORT DATABASE " + quoted_text(target),
        "ATTACH " + quoted_text(folder.file("new.duckdb")),
        std::string("INSTALL httpfs"), std::string("LOAD httpfs")})
    expect_refused(*session, sql);
  EXPECT_FALSE(std::filesystem::exists(target));
  EXPECT_FALSE(std::filesystem::exists(folder.file("new.duckdb")));
}

TEST(DuckdbSession, ItsSettingsAreLocked) {
  const auto session = open({});
  for (const char* sql :
       {"SET enable_external_access = true", "SET lock_configuration = false",
        "RESET enable_external_access", "SET allowed_paths = ['/etc/passwd']",
        "SET allowed_directories = ['/etc']", "SET temp_directory = '/tmp'",
        "SET autoinstall_known_extensions = true", "PRAGMA memory_limit='10GB'"})
    expect_refused(*session, sql);
}

// A time lies on the same day for everybody who asks, wherever their machine stands.
TEST(DuckdbSession, TheZoneAndTheLocaleOfTheProcessDecideNothing) {
  setenv("TZ", "America/New_York", 1);
  setenv("LC_ALL", "th_TH.UTF-8", 1);
  const auto session = open({});
  EXPECT_EQ(first_value(*session,
                        "SELECT (TIMESTAMPTZ '2020-06-16 01:00:00+00')::DATE::VARCHAR"),
            "2020-06-16");
  EXPECT_EQ(first_value(*session, "SELECT year(TIMESTAMPTZ '2020-06-16 01:00:00+00')"),
            "2020");
  unsetenv("TZ");
  unsetenv("LC_ALL");
}

TEST(DuckdbSession, ReadsTheOneFileThatIsNamed) {
  const TemporaryFolder folder;
  const std::string one = folder.write("[1]*.csv", "x\n7\n");
  const std::string other = folder.write("1.csv", "x\n8\n");
  const int descriptor = ::open(one.c_str(), O_RDONLY | O_CLOEXEC);
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  const auto session = open({.allow = {path}});
  EXPECT_EQ(first_value(*session, "SELECT x FROM read_csv(" + quoted_text(path) + ")"),
            "7");
  expect_refused(*session, "SELECT x FROM read_csv(" + quoted_text(other) + ")");
  expect_refused(*session,
                 "SELECT x FROM read_csv(" + quoted_text(folder.file("*.csv")) + ")");
  expect_refused(*session, "COPY (SELECT 1) TO " + quoted_text(folder.file("2.csv")));
  close(descriptor);
}

TEST(DuckdbSession, AnAttachedDatabaseCannotBeWritten) {
  const TemporaryFolder folder;
  const std::string path = folder.file("it's.duckdb");
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;
  ASSERT_EQ(duckdb_open(path.c_str(), &database), DuckDBSuccess);
  ASSERT_EQ(duckdb_connect(database, &connection), DuckDBSuccess);
  ASSERT_EQ(duckdb_query(connection, "CREATE TABLE t AS SELECT 3 AS x", nullptr),
            DuckDBSuccess);
  duckdb_disconnect(&connection);
  duckdb_close(&database);
  const auto session = open({.attach = path});
  EXPECT_EQ(first_value(*session, "SELECT x FROM source.main.t"), "3");
  expect_refused(*session, "INSERT INTO source.main.t VALUES (4)");
  expect_refused(*session, "DROP TABLE source.main.t");
}

TEST(DuckdbSession, WhatCannotBeAttachedIsUnreadable) {
  const TemporaryFolder folder;
  for (const std::string& path :
       {folder.write("zero.duckdb", std::string(20'000, '\0')),
        folder.write("text.duckdb", "x\n1\n"), folder.file("absent.duckdb"),
        folder.write("lite.db", "SQLite format 3" + std::string(4081, '\0'))}) {
    const auto session = DuckdbSession::open({.attach = path});
    ASSERT_FALSE(session) << path;
    EXPECT_EQ(session.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(session.error().message,
              "cannot read '" + path +
                  "': it is not a DuckDB database that this version reads, or another "
                  "program has it open");
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("absent.duckdb")));
}

TEST(DuckdbSession, AnImpossibleMemoryLimitIsRefused) {
  const auto session = DuckdbSession::open({.memory = "plenty"});
  ASSERT_FALSE(session);
  EXPECT_EQ(session.error().message, "the embedded engine does not start");
}

TEST(DuckdbSession, AnErrorIsOurSentenceAndHoldsNoValue) {
  const auto session = open({});
  expect_refused(*session, "SELECT CAST('a secret' AS INTEGER)");
  expect_refused(*session, "SELECT error('a secret')");
  expect_refused(*session, "no SQL at all");
}

// Far more rows than any machine adds in the time a test may take.
constexpr const char* kEndless =
    "SELECT sum(a.range * b.range % 7) FROM range(10000000) a, range(10000000) b";

TEST(DuckdbSession, AWatchStopsARunningQuery) {
  const auto session = open({});
  int calls = 0;
  const auto result = session->query(kEndless, kOurs, [&](double) {
    ++calls;
    return calls < 3;
  });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::interrupted);
  EXPECT_EQ(result.error().message, "stopped before the scan ended");
  EXPECT_EQ(calls, 3);                                  // and is not asked again
  EXPECT_EQ(first_value(*session, "SELECT 42"), "42");  // the session lives on
}

TEST(DuckdbSession, AWatchSeesASharePartlyDoneOrUnknown) {
  const auto session = open({.threads = 1});
  std::vector<double> shares;
  const auto result = session->query(
      kEndless, kOurs,
      [&](double share) {
        shares.push_back(share);
        return shares.size() < 4;
      },
      [] { return 0.25; });
  ASSERT_FALSE(result);
  EXPECT_EQ(shares, std::vector<double>(4, 0.25));
  int calls = 0;
  const auto own = session->query(kEndless, kOurs, [&](double share) {
    EXPECT_TRUE(share == -1 || (share >= 0 && share <= 1)) << share;
    return ++calls < 4;
  });
  EXPECT_FALSE(own);
}

TEST(DuckdbSession, NamesAndTextsAreQuotedWhole) {
  EXPECT_EQ(quoted_name("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(quoted_text("it's"), "'it''s'");
  EXPECT_EQ(quoted_name(""), "\"\"");
  const auto session = open({});
  for (const std::string& hostile :
       {std::string("x\"; DROP TABLE people; --"), std::string("'; SELECT 1; --"),
        std::string("\\'"), std::string("größe\n\t$1 ?")}) {
    EXPECT_EQ(first_value(*session, "SELECT " + quoted_text(hostile)), hostile);
    EXPECT_EQ(
        first_value(*session, "SELECT " + quoted_name(hostile) + " FROM (SELECT 5 AS " +
                                  quoted_name(hostile) + ")"),
        "5");
  }
}

TEST(DuckdbSession, ALocalPathNamesNoServer) {
  EXPECT_EQ(local_path("/a/b"), "/a/b");
  EXPECT_EQ(local_path("a.duckdb"), "./a.duckdb");
  EXPECT_EQ(local_path("s3://a/b.parquet"), "./s3://a/b.parquet");
  EXPECT_EQ(local_path("md:people"), "./md:people");
}

}  // namespace
}  // namespace selvage
