#include "selvage/engine/account.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"

namespace selvage {
namespace {

class Account : public testing::Test {
 protected:
  TableName table(const std::string& name) const {
    return *parse_table_name(folder_.file(name));
  }
  TemporaryFolder folder_;
};

TEST_F(Account, TheDefaultLedgerLiesBesideTheTable) {
  EXPECT_EQ(ledger_beside(*parse_table_name("payroll.csv")), "payroll.csv.ledger");
  EXPECT_EQ(ledger_beside(*parse_table_name("a/firm.duckdb:people")),
            "a/firm.duckdb.people.ledger");
  EXPECT_EQ(ledger_beside(*parse_table_name("firm.duckdb:../x%y")),
            "firm.duckdb...%2Fx%25y.ledger");
  for (const char* folder : {"a/parts/", "a/parts//"})
    EXPECT_EQ(ledger_beside(*parse_table_name(folder)), "a/parts.ledger");
  EXPECT_EQ(name_in_terms(*parse_table_name("a/parts/")), "parts");
}

TEST_F(Account, TheStandardInputHasNone) {
  for (const char* name : {"-", "-.jsonl.gz"}) {
    const auto file = ledger_file({}, *parse_table_name(name));
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(*ledger_file({LedgerChoice::Kind::named, "x"}, *parse_table_name(name)),
              "x");
  }
}

TEST_F(Account, ATableHasOneLedgerWhicheverNameOrLinkLeadsToIt) {
  std::filesystem::create_directory(folder_.file("far"));
  std::filesystem::create_symlink("../payroll.csv", folder_.file("far/p.csv"));
  std::filesystem::create_symlink("../payroll.csv", folder_.file("far/payroll.csv"));
  std::ofstream(folder_.file("payroll.csv")) << "a";
  EXPECT_EQ(*ledger_file({}, table("far/p.csv")),
            *ledger_file({}, table("payroll.csv")));
  EXPECT_EQ(name_in_terms(table("far/p.csv")), "payroll.csv");
  ASSERT_TRUE(open_ledger({}, table("far/payroll.csv"), {}));  // made through a link
  EXPECT_TRUE(open_ledger({}, table("payroll.csv"), {}));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("far/payroll.csv.ledger")));
}

// Who checks a certificate sees the name of the table and that in the terms.
TEST_F(Account, ATableByAnotherNameThanItsLedgersIsRefusedAndToldWhatToWrite) {
  std::ofstream(folder_.file("payroll.csv")) << "a";
  std::filesystem::create_symlink("payroll.csv", folder_.file("p.csv"));
  for (const bool there : {false, true}) {
    const auto link = open_ledger({}, table("p.csv"), {});
    ASSERT_FALSE(link);
    EXPECT_EQ(link.error().kind, ErrorKind::invalid_request);
    EXPECT_TRUE(
        link.error().message.ends_with("; write " + folder_.file("payroll.csv")))
        << link.error().message;
    EXPECT_EQ(std::filesystem::exists(folder_.file("payroll.csv.ledger")), there);
    if (!there) {
      ASSERT_TRUE(open_ledger({}, table("payroll.csv"), {}));
    }
  }
  // DuckDB takes names in either case.
  ASSERT_TRUE(open_ledger({}, table("f.duckdb:People"), {}));
  const auto other = open_ledger({}, table("f.duckdb:PEOPLE"), {});
  ASSERT_FALSE(other);
  EXPECT_TRUE(other.error().message.ends_with("f.duckdb:People"))
      << other.error().message;
}

TEST_F(Account, ALedgerOfTheTableBesideItIsFoundUnderAnyName) {
  const auto make = [&](const std::string& file, const std::string& table) {
    ASSERT_TRUE(
        Ledger::create(folder_.file(file), {.table = table, .caps = LedgerCaps{3, 0}}));
  };
  make("other.ledger", "claims.csv");
  EXPECT_EQ(*ledger_file({}, table("payroll.csv")), folder_.file("payroll.csv.ledger"));
  make("money.ledger", "payroll");
  EXPECT_EQ(*ledger_file({}, table("payroll.csv")), folder_.file("money.ledger"));
  EXPECT_EQ(*ledger_file({}, table("f.duckdb:payroll")), folder_.file("money.ledger"));
  std::filesystem::create_symlink("money.ledger", folder_.file("link.ledger"));
  EXPECT_TRUE(ledger_file({}, table("payroll.csv")));  // one file by two names
  EXPECT_TRUE(ledger_file({}, table("payroll.csv")));
  make("payroll.csv.ledger", "payroll.csv");
  const auto two = ledger_file({}, table("payroll.csv"));
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().kind, ErrorKind::invalid_request);
  EXPECT_EQ(two.error().message, "the table 'payroll.csv' has 2 ledgers, '" +
                                     folder_.file("payroll.csv.ledger") + "' and '" +
                                     folder_.file("link.ledger") +
                                     "'; name the one to charge with `ledger` FILE");
  const LedgerChoice named{LedgerChoice::Kind::named, folder_.file("money.ledger")};
  EXPECT_TRUE(open_ledger(named, table("payroll.csv"), {}));
}

TEST_F(Account, IsMadeOnceWithoutCapsAndOpenedAgain) {
  const TableName name = table("payroll.csv");
  {
    const auto made = open_ledger({}, name, {});
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->terms().table, "payroll.csv");
    EXPECT_FALSE(made->terms().caps);
  }
  auto again = open_ledger({}, name, {});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->head()->id, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_.file("payroll.csv.ledger")));
}

TEST_F(Account, ANamedLedgerMustBeThereAndBeThatOfTheTable) {
  const std::string path = folder_.file("l");
  const LedgerChoice named{LedgerChoice::Kind::named, path};
  const auto none = open_ledger(named, table("payroll.csv"), {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "there is no ledger '" + path + "'");
  ASSERT_TRUE(Ledger::create(path, {.table = "payroll", .caps = LedgerCaps{3, 0}}));
  EXPECT_TRUE(open_ledger(named, table("payroll.csv"), {}));
  EXPECT_TRUE(open_ledger(named, table("payroll.parquet"), {}));
  EXPECT_TRUE(open_ledger(named, table("firm.duckdb:payroll"), {}));
  for (const char* other : {"claims.csv", "payroll.duckdb:claims", "payroll2.csv"}) {
    const auto refused = open_ledger(named, table(other), {});
    ASSERT_FALSE(refused) << other;
    EXPECT_EQ(refused.error().kind, ErrorKind::invalid_request);
  }
}

TEST_F(Account, SaysWhatToDoWhereNoneCanBeMade) {
  if (geteuid() == 0) {
    // Root writes everywhere, but not in a folder that is not there.
    const auto none =
        open_ledger({}, *parse_table_name(folder_.file("no/payroll.csv")), {});
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("`no_ledger`"), std::string::npos);
    return;
  }
  ASSERT_EQ(chmod(folder_.path().c_str(), 0500), 0);
  const auto refused = open_ledger({}, table("payroll.csv"), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unreadable);
  EXPECT_NE(refused.error().message.find("`no_ledger`"), std::string::npos);
  chmod(folder_.path().c_str(), 0700);
}

// Whoever has rows in a file has them in the folder and in every pattern too.
TEST_F(Account, AFolderItsPatternsAndItsFilesAreOneTable) {
  namespace fs = std::filesystem;
  fs::create_directory(folder_.file("data"));
  fs::create_directory(folder_.file("far"));
  for (const char* name : {"data/a.parquet", "data/b.parquet"})
    std::ofstream(folder_.file(name)) << "rows";
  fs::create_symlink("data", folder_.file("way"));
  fs::create_symlink("../data/a.parquet", folder_.file("far/x.parquet"));
  ASSERT_TRUE(open_ledger({}, table("data/"), {}));
  for (const char* name :
       {"data/*.parquet", "data/?.parquet", "data/a.parquet", "way/b.parquet",
        "way/[ab].parquet", "far/x.parquet", "far/*.parquet"}) {
    const auto refused = ledger_file({}, table(name));
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().kind, ErrorKind::invalid_request);
    EXPECT_NE(refused.error().message.find("/data.ledger'"), std::string::npos)
        << refused.error().message;
  }
  EXPECT_EQ(*ledger_file({}, table("data/")), folder_.file("data.ledger"));
  EXPECT_EQ(*ledger_file({}, table("way/")), folder_.file("data.ledger"));
  // Whoever names a ledger says what is counted there.
  EXPECT_TRUE(ledger_file({LedgerChoice::Kind::named, "x"}, table("data/*.parquet")));
}

TEST_F(Account, AFolderWhoseFileHasALedgerIsRefusedByItsName) {
  namespace fs = std::filesystem;
  fs::create_directory(folder_.file("data"));
  for (const char* name : {"data/a.parquet", "data/b.parquet", "data/c.parquet"})
    std::ofstream(folder_.file(name)) << "rows";
  const auto whole = ledger_file({}, table("data/*.parquet"));
  ASSERT_FALSE(whole);  // it is the folder
  EXPECT_EQ(whole.error().suggestion, folder_.file("data/"));
  ASSERT_TRUE(open_ledger({}, table("data/a.parquet"), {}));
  for (const char* name : {"data/", "data/*.parquet", "data/[ab].parquet"}) {
    const auto refused = ledger_file({}, table(name));
    ASSERT_FALSE(refused) << name;
    EXPECT_NE(refused.error().message.find("/data/a.parquet.ledger'"),
              std::string::npos)
        << refused.error().message;
  }
  EXPECT_TRUE(ledger_file({}, table("data/a.parquet")));
  ASSERT_TRUE(open_ledger({}, table("data/[bc].parquet"), {}));
  EXPECT_TRUE(ledger_file({}, table("data/[bc].parquet")));
  EXPECT_FALSE(ledger_file({}, table("data/b.parquet")));
  EXPECT_FALSE(ledger_file({}, table("data/?.parquet")));
}

TEST_F(Account, AFileWithTheNameOfAPatternIsNone) {
  for (const char* name : {"*.parquet", "a.parquet"})
    std::ofstream(folder_.file(name)) << "rows";
  for (const char* name : {"*.parquet", "a.parquet"})
    EXPECT_TRUE(open_ledger({}, table(name), {})) << name;
}

TEST_F(Account, TheCurrentFolderIsATableByItsOwnName) {
  std::filesystem::create_directory(folder_.file("data"));
  EXPECT_EQ(ledger_beside(table("data/./")), folder_.file("data.ledger"));
  EXPECT_EQ(name_in_terms(table("data/.//")), "data");
}

// It may be the account of this table: nobody can say what was spent.
TEST_F(Account, NothingThatEndsInLedgerIsPassedOver) {
  namespace fs = std::filesystem;
  std::ofstream(folder_.file("t.csv")) << "a";
  const std::string path = folder_.file("my.ledger");
  const auto refused_by_name = [&](const char* what) {
    const auto file = ledger_file({}, table("t.csv"));
    ASSERT_FALSE(file) << what;
    EXPECT_EQ(file.error().kind, ErrorKind::unreadable) << what;
    EXPECT_NE(file.error().message.find("'" + path + "' lies beside the table 't.csv'"),
              std::string::npos)
        << file.error().message;
    fs::remove(path);
  };
  const auto make = [&] {
    ASSERT_TRUE(Ledger::create(path, {.table = "t.csv", .caps = LedgerCaps{1, 0}}));
  };
  make();
  EXPECT_EQ(*ledger_file({}, table("t.csv")), path);
  fs::resize_file(path, 4000);
  refused_by_name("cut");
  make();
  {
    std::fstream file(path);
    file.seekp(60);  // user_version
    file.write("\0\0\0\x09", 4);
  }
  refused_by_name("of a later version");
  make();
  {
    std::fstream file(path);
    file.write("SQLITE", 6);
  }
  refused_by_name("damaged");
  std::ofstream(path) << "";
  refused_by_name("empty");
  fs::create_symlink("/dev/zero", path);
  refused_by_name("a device");
  fs::create_symlink("gone", path);
  refused_by_name("a link to nothing");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  refused_by_name("a pipe");
  // Of an earlier version, it is that of this table, and opening it says what to do.
  make();
  {
    std::fstream file(path);
    file.seekp(60);
    file.write("\0\0\0\x02", 4);
  }
  EXPECT_EQ(*ledger_file({}, table("t.csv")), path);
  const auto earlier = open_ledger({}, table("t.csv"), {});
  ASSERT_FALSE(earlier);
  EXPECT_NE(earlier.error().message.find("selvage ledger upgrade"), std::string::npos);
}

}  // namespace
}  // namespace selvage
