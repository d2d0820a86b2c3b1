#include <fstream>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/guarantee/outlier_composition.hpp"
#include "selvage/guarantee/zcdp.hpp"
#include "selvage/ledger/ledger_rows.hpp"
#include "selvage/ledger/ledger_testing.hpp"

namespace selvage {
namespace {

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A ledger with some of everything.
void fill(const std::string& path) {
  auto ledger =
      Ledger::create(path, {.table = "t", .caps = LedgerCaps{20, number("1e-6")}});
  ASSERT_TRUE(ledger);
  const Derivation average{"given", {}, {}, {RandomDpPromise{1, 0, Rational(1, 20)}}};
  for (int i = 0; i < 30; ++i) {
    Charge charge = laplace_charge(5 + i % 3, fmt::format("{{\"q\":{}}}", i), "2026");
    if (i % 10 == 4) charge.guarantees = {discrete_gaussian_cells(90, 2), average};
    const auto place = ledger->charge(charge);
    ASSERT_TRUE(place) << place.error().message;
    if (i % 4 != 0) {
      ASSERT_TRUE(ledger->store_answer(place->id, fmt::format("{{\"value\":{}}}", i)));
    }
  }
}

struct Said {
  LedgerPlace head;
  std::vector<LedgerEntry> history;
  DpPromise spent;
  std::string exported;
  bool operator==(const Said&) const = default;
};

// None if open or check finds something, or a question fails.
std::optional<Said> said_by(const std::string& path) {
  auto ledger = Ledger::open(path);
  if (!ledger || !ledger->check()) return std::nullopt;
  const auto head = ledger->head();
  const auto history = ledger->history();
  const auto spent = ledger->spent();
  const auto exported = ledger->export_json_lines();
  if (!head || !history || !spent || !spent->overall() || !exported)
    return std::nullopt;
  return Said{*head, *history, *spent->overall(), *exported};
}

TEST(LedgerDamage, AChangedByteIsFoundOrChangesNothing) {
  const TemporaryFolder folder;
  const std::string whole = folder.file("whole.ledger");
  fill(whole);
  const auto truth = said_by(whole);
  ASSERT_TRUE(truth);
  const std::string bytes = read_bytes(whole);
  std::mt19937 random(4711);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    std::string changed = bytes;
    std::size_t at = random() % bytes.size();
    if (i % 3 == 1) at = random() % 100;  // the header
    if (i % 3 == 2)                       // where something stands
      while (bytes[at] == 0) at = random() % bytes.size();
    changed[at] = static_cast<char>(changed[at] ^ (1 + random() % 255));
    const std::string path = folder.file(fmt::format("{}.ledger", i));
    write_bytes(path, changed);
    const auto said = said_by(path);
    found += !said;
    if (said) {
      EXPECT_EQ(*said, *truth) << "byte " << at;
    }
    std::filesystem::remove(path);
  }
  EXPECT_GT(found, 100);  // else the test looks at nothing
}

TEST(LedgerDamage, ACutFileIsFound) {
  const TemporaryFolder folder;
  const std::string whole = folder.file("whole.ledger"),
                    cut = folder.file("cut.ledger");
  fill(whole);
  const std::string bytes = read_bytes(whole);
  for (std::size_t size = 0; size < bytes.size(); size += 1111) {
    write_bytes(cut, bytes.substr(0, size));
    EXPECT_FALSE(said_by(cut)) << size;
  }
}

// What somebody with a SQLite tool might do, and what the check says to it.
TEST(LedgerDamage, ChangedRowsAreFound) {
  const std::pair<const char*, const char*> changes[] = {
      {"UPDATE entry SET question = 'other' WHERE id = 7",
       "entry 7 is not what was sealed"},
      {"UPDATE entry SET counted = 1 WHERE id = 5", "entry 5 is not what was sealed"},
      {"DELETE FROM entry WHERE id = 9", "entry 9 is missing"},
      {"UPDATE entry SET time = '2020-01-01T00:00:00Z' WHERE id = 1",
       "entry 1 is not what was sealed"},
      {"UPDATE answer SET json = '{\"value\":0}' WHERE entry = 2",
       "the answer of entry 2 was changed"},
      {"UPDATE answer SET entry = 1 WHERE entry = 2",
       "the answer of entry 1 was changed"},
      {"INSERT INTO derivation VALUES (99, '{}')", "derivation 99 cannot be read"},
  };
  const TemporaryFolder folder;
  const std::string whole = folder.file("whole.ledger"), path = folder.file("p.ledger");
  fill(whole);
  for (const auto& [change, sentence] : changes) {
    write_bytes(path, read_bytes(whole));
    ASSERT_TRUE(SqliteDatabase::open(path)->run(change)) << change;
    auto ledger = Ledger::open(path);
    ASSERT_TRUE(ledger);
    const auto checked = ledger->check();
    ASSERT_FALSE(checked) << change;
    EXPECT_EQ(checked.error().kind, ErrorKind::unverified);
    EXPECT_EQ(checked.error().message,
              fmt::format("the ledger '{}' is wrong: {}", path, sentence));
  }
}

// An edited promise would lift the caps until somebody runs `check`.
TEST(LedgerDamage, WhatWasNotSealedIsNotAddedUp) {
  const std::string small = derivation_text(discrete_laplace_cells(1000, 1));
  const std::pair<std::string, std::string> changes[] = {
      {"UPDATE derivation SET json = '" + small + "' WHERE id = 1",
       "entry 1 is not what was sealed"},
      {"DELETE FROM entry WHERE id = 1", "entry 1 is missing"},
      {"UPDATE entry SET counted = NULL WHERE id = 2",
       "entry 2 is not what was sealed"},
      {"UPDATE entry SET seal = (SELECT seal FROM entry WHERE id = 1) WHERE id = 2",
       "entry 2 is not what was sealed"},
  };
  const TemporaryFolder folder;
  const std::string whole = folder.file("whole.ledger"), path = folder.file("p.ledger");
  {
    auto ledger = Ledger::create(whole, {.table = "t", .caps = LedgerCaps{2, 0}});
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(ledger->charge(laplace_charge(1)));
    ASSERT_FALSE(ledger->charge(laplace_charge(1)));
  }
  for (const auto& [change, sentence] : changes) {
    write_bytes(path, read_bytes(whole));
    ASSERT_TRUE(SqliteDatabase::open(path)->run(change)) << change;
    auto ledger = Ledger::open(path);
    ASSERT_TRUE(ledger);
    const auto before = ledger->history();
    const auto charged = ledger->charge(laplace_charge(1));
    ASSERT_FALSE(charged) << change;
    EXPECT_EQ(charged.error().kind, ErrorKind::unverified);
    EXPECT_EQ(charged.error().message,
              fmt::format("the ledger '{}' is wrong: {}; nothing was charged", path,
                          sentence));
    EXPECT_EQ(*ledger->history(), *before);
    EXPECT_FALSE(ledger->spent()) << change;
    EXPECT_FALSE(ledger->record(2)) << change;
  }
}

// A ledger that is open adds up what it has verified: whatever is done to the entries
// meanwhile, the caps stay.
TEST(LedgerDamage, AnEditWhileItIsOpenLiftsNoCap) {
  const std::string small = derivation_text(discrete_laplace_cells(1000, 1));
  const std::string changes[] = {
      "UPDATE derivation SET json = '" + small + "' WHERE id = 1",
      "UPDATE entry SET counted = NULL",
      "UPDATE entry SET counted = NULL, other = '[]' WHERE id = 1",
      "DELETE FROM entry WHERE id = 1",
      "DELETE FROM entry WHERE id = 2",
      "DELETE FROM entry",
      "UPDATE entry SET seal = (SELECT seal FROM entry WHERE id = 1) WHERE id = 2",
      "UPDATE entry SET id = 3 WHERE id = 2",
  };
  for (const std::string& change : changes)
    for (const bool seen : {false, true}) {
      SCOPED_TRACE(fmt::format("{} {}", change, seen));
      const TemporaryFolder folder;
      const std::string path = folder.file("p.ledger");
      auto ledger = Ledger::create(path, {.table = "t", .caps = LedgerCaps{2, 0}});
      for (int i = 0; i < 2; ++i) ASSERT_TRUE(ledger->charge(laplace_charge(1)));
      // Charged by the object itself, or read by it.
      if (seen) {
        ledger = Ledger::open(path);
        ASSERT_FALSE(ledger->charge(laplace_charge(1)));
      }
      ASSERT_TRUE(SqliteDatabase::open(path)->run(change));
      EXPECT_FALSE(ledger->charge(laplace_charge(1)));
      EXPECT_FALSE(ledger->charge(laplace_charge(1000)));
    }
}

// Nor is a file taken that went back to an earlier state, or from there on in another
// way, though its own seals fit.
TEST(LedgerDamage, AnotherPastWhileItIsOpenIsFound) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.ledger");
  auto ledger = Ledger::create(path, {.table = "t", .caps = LedgerCaps{3, 0}});
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(ledger->charge(laplace_charge(1)));
  const auto expect_refused = [&](const char* sentence) {
    const auto charged = ledger->charge(laplace_charge(1));
    ASSERT_FALSE(charged);
    EXPECT_EQ(charged.error().kind, ErrorKind::unverified);
    EXPECT_EQ(charged.error().message,
              fmt::format("the ledger '{}' is wrong: {}; nothing was charged", path,
                          sentence));
  };
  ASSERT_TRUE(SqliteDatabase::open(path)->run("DELETE FROM entry WHERE id = 2"));
  expect_refused("entry 2 is missing");
  // Another process takes the file as it is.
  ASSERT_TRUE(Ledger::open(path)->charge(laplace_charge(2)));
  expect_refused("entry 2 is not what was sealed");
}

TEST(LedgerDamage, TermsThatChangeWhileItIsOpenAreFound) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.ledger");
  auto ledger = Ledger::create(path, {.table = "t", .caps = LedgerCaps{1, 0}});
  ASSERT_TRUE(ledger);
  ASSERT_TRUE(SqliteDatabase::open(path)->run("UPDATE terms SET epsilon = '100'"));
  const auto charged = ledger->charge(laplace_charge(1));
  ASSERT_FALSE(charged);
  EXPECT_NE(charged.error().message.find("its terms are not those that were sealed"),
            std::string::npos);
}

// Somebody who can write the file writes other terms and a new chain.
void seal_again(const std::string& path, const SealedTerms& terms) {
  auto database = SqliteDatabase::open(path);
  ASSERT_TRUE(database);
  std::string before = seal_of(terms);
  ASSERT_TRUE(database->rows(
      "UPDATE terms SET created = ?, table_name = ?, epsilon = ?, delta = ?, rho = ?, "
      "profile = ?, neighbours = ?, accounting = ?, privacy_unit = ?, seal = ?",
      {terms.created, terms.table, terms.epsilon, terms.delta, terms.rho, terms.profile,
       terms.neighbours, terms.accounting, terms.privacy_unit, before}));
  const auto entries = database->rows(kSelectEntries);
  ASSERT_TRUE(entries);
  for (const SqliteRow& row : *entries) {
    before = seal_of(sealed(entry_of(row)), before);
    ASSERT_TRUE(database->rows("UPDATE entry SET seal = ? WHERE id = ?",
                               {before, row.integer(0)}));
  }
}

TEST(LedgerDamage, ANewChainCannotHideThatTheCapsWerePassed) {
  const TemporaryFolder folder;
  const std::string whole = folder.file("whole.ledger"), path = folder.file("p.ledger");
  {
    auto ledger = Ledger::create(whole, {.table = "t", .accounting = Accounting::sum});
    ASSERT_TRUE(ledger);
    const auto half = discrete_laplace_cells(2, 1);
    for (int i = 0; i < 3; ++i)
      ASSERT_TRUE(ledger->charge({"", "", {half, *outlier_from_dp(half, "age")}}));
  }
  const auto said = [&](const char* epsilon, const char* profile,
                        const char* accounting) -> std::string {
    write_bytes(path, read_bytes(whole));
    seal_again(path, {"2026-03-01T12:00:00Z", "t", epsilon, "0.000001", "none", profile,
                      "add_remove_person", accounting, "one row"});
    auto ledger = Ledger::open(path);
    if (!ledger) return ledger.error().message;
    const auto checked = ledger->check();
    return checked ? "fine" : checked.error().message;
  };
  const std::string wrong = "the ledger '" + path + "' is wrong: ";
  for (const char* accounting : {"adaptive", "planned", "sum"}) {
    EXPECT_EQ(said("1.5", "none", accounting), "fine");
    EXPECT_EQ(said("1.4", "none", accounting),
              wrong + "its entries together are above its caps");
    EXPECT_EQ(said("9", "20:1.5,2", accounting), "fine");
    EXPECT_EQ(said("9", "20:1.4,2", accounting),
              wrong + "its entries together are above its profile");
  }
  // Terms that no ledger can have.
  for (const char* accounting : {"tightest", ""})
    EXPECT_NE(said("9", "none", accounting).find("damaged"), std::string::npos);
  for (const char* profile : {"", "20:1", "2,20:1", "20:01,2", "NONE"})
    EXPECT_NE(said("9", profile, "sum").find("damaged"), std::string::npos) << profile;
  EXPECT_NE(said("none", "none", "adaptive").find("damaged"), std::string::npos);
  EXPECT_NE(said("none", "2", "sum").find("damaged"), std::string::npos);
}

// Whoever takes the last entry away leaves its answer: the next entry would find it.
TEST(LedgerDamage, AnAnswerWithoutItsEntryIsFoundBeforeTheCharge) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.ledger");
  {
    auto ledger = Ledger::create(path, {.table = "t", .caps = LedgerCaps{9, 0}});
    for (const std::int64_t entry : {1, 2}) {
      ASSERT_TRUE(ledger->charge(laplace_charge(4)));
      ASSERT_TRUE(ledger->store_answer(entry, "{}"));
    }
  }
  ASSERT_TRUE(SqliteDatabase::open(path)->run("DELETE FROM entry WHERE id = 2"));
  auto ledger = Ledger::open(path);
  ASSERT_TRUE(ledger) << ledger.error().message;
  const auto refused = ledger->charge(laplace_charge(4));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unverified);
  EXPECT_NE(refused.error().message.find(
                "an answer of entry 2, which is not there; nothing was charged"),
            std::string::npos)
      << refused.error().message;
  EXPECT_EQ(ledger->head()->id, 1);
}

TEST(LedgerDamage, OpenRefusesInOneSentence) {
  const TemporaryFolder folder;
  const std::string whole = folder.file("whole.ledger"), path = folder.file("p.ledger");
  fill(whole);
  const auto error_after = [&](const char* change) {
    write_bytes(path, read_bytes(whole));
    EXPECT_TRUE(SqliteDatabase::open(path)->run(change));
    const auto ledger = Ledger::open(path);
    return ledger ? std::string() : ledger.error().message;
  };
  const auto about = [&](const char* what) {
    return fmt::format("the ledger '{}' {}", path, what);
  };
  EXPECT_EQ(
      error_after("PRAGMA user_version = 4"),
      about("is of version 4, and this selvage knows versions up to 3; use a newer "
            "one"));
  EXPECT_EQ(error_after("PRAGMA user_version = 1"),
            about(("is of the earlier version 1; 'selvage ledger upgrade " + path +
                   "' takes it over with all it has spent")
                      .c_str()));
  EXPECT_EQ(error_after("PRAGMA user_version = 0"),
            about("is damaged: its version is none that was ever written"));
  EXPECT_EQ(error_after("PRAGMA application_id = 7"),
            about("is not a ledger of selvage"));
  EXPECT_EQ(
      error_after("CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM answer; "
                  "END"),
      about("is damaged: its tables are not those of a ledger"));
  EXPECT_EQ(error_after("DROP INDEX entry_counted"),
            about("is damaged: its tables are not those of a ledger"));
  const char* terms = "is damaged: its terms are not those that were sealed";
  EXPECT_EQ(error_after("UPDATE terms SET epsilon = '21'"), about(terms));
  EXPECT_EQ(error_after("UPDATE terms SET neighbours = 'replace_person'"),
            about(terms));
  EXPECT_EQ(error_after("UPDATE terms SET accounting = 'guess'"), about(terms));
  EXPECT_EQ(error_after("UPDATE terms SET accounting = 'planned'"), about(terms));
  EXPECT_EQ(error_after("UPDATE terms SET profile = '5'"), about(terms));
  EXPECT_EQ(error_after("UPDATE terms SET privacy_unit = 'people of who'"),
            about(terms));
  EXPECT_EQ(error_after("DELETE FROM terms"), about(terms));

  for (const char* text : {"", "age,dept\n30,sales\n"}) {
    write_bytes(path, text);
    const auto ledger = Ledger::open(path);
    ASSERT_FALSE(ledger);
    EXPECT_EQ(ledger.error().message, about("is not a ledger of selvage"));
    EXPECT_EQ(read_bytes(path), text);  // and is left alone
  }
  EXPECT_EQ(Ledger::open(folder.path()).error().message,
            "the ledger '" + folder.path() + "' is not a ledger of selvage");
  EXPECT_EQ(Ledger::open(folder.file("none")).error().message,
            "there is no ledger '" + folder.file("none") + "'");
}

// Each name would have a log of its own.
TEST(LedgerDamage, ASecondNameIsRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.ledger");
  ASSERT_TRUE(Ledger::create(path, {.table = "t", .caps = LedgerCaps{1, 0}}));
  std::filesystem::create_hard_link(path, folder.file("b.ledger"));
  for (const char* name : {"a.ledger", "b.ledger"}) {
    const auto opened = Ledger::open(folder.file(name));
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("hard link"), std::string::npos);
  }
}

TEST(LedgerDamage, TheLogOfAnotherLedgerIsNotTakenOver) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.ledger");
  for (const char* log : {"-wal", "-shm", "-journal"}) {
    std::ofstream(path + log) << "left";
    const auto made = Ledger::create(path, {.table = "t", .caps = LedgerCaps{1, 0}});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, ErrorKind::invalid_request);
    std::filesystem::remove(path + log);
  }
  EXPECT_EQ(folder.files(), 0U);
}

TEST(LedgerDamage, AFileThatWasReplacedIsNotCharged) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.ledger");
  ASSERT_TRUE(Ledger::create(path, {.table = "t", .caps = LedgerCaps{1, 0}}));
  auto ledger = Ledger::open(path);
  ASSERT_TRUE(ledger);
  std::filesystem::copy_file(path, folder.file("copy"));
  std::filesystem::rename(folder.file("copy"), path);
  const auto charged = ledger->charge(laplace_charge(10));
  ASSERT_FALSE(charged);
  EXPECT_NE(charged.error().message.find("replaced or taken away"), std::string::npos);
}

}  // namespace
}  // namespace selvage
