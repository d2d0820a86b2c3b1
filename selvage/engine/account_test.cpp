#include "selvage/engine/account.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

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
    EXPECT_NE(none.error().message.find("--no-ledger"), std::string::npos);
    return;
  }
  ASSERT_EQ(chmod(folder_.path().c_str(), 0500), 0);
  const auto refused = open_ledger({}, table("payroll.csv"), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unreadable);
  EXPECT_NE(refused.error().message.find("--no-ledger"), std::string::npos);
  chmod(folder_.path().c_str(), 0700);
}

}  // namespace
}  // namespace selvage
