// People are bounded in memory by several threads, each reading pieces of the file and
// walking some of the people. What is kept is what PersonRows keeps of each person by
// itself, whatever the threads and the pieces.
#include "selvage/source/held_persons.hpp"

#include <atomic>
#include <cstring>
#include <random>
#include <set>
#include <tuple>

#include "selvage/source/byte_stream.hpp"
#include "selvage/source/person_hash.hpp"
#include "selvage/source/table_testing.hpp"
#include "selvage/source/visit_in_turn.hpp"
#include "selvage/summary/person_class.hpp"

namespace selvage {
namespace {

constexpr std::uint64_t kPlenty = 1'000'000'000;

// Columns p, k, n and m; people who are alike, who have many rows, line ends in names.
std::string people(int rows) {
  std::mt19937 random(6);
  std::string text = "p,k,n,m\n";
  for (int i = 0; i < rows; ++i) {
    const auto who = random() % 300;
    text += who < 3    ? "often"
            : who == 4 ? "\"a\nb\""
            : who == 5 ? ""
                       : "P" + std::to_string(who);
    text += ",k" + std::to_string(random() % 7) + "," + std::to_string(random() % 50) +
            "," + std::to_string(static_cast<int>(random() % 9) - 4) + "\n";
  }
  return text;
}

class HeldPersons : public ::testing::Test {
 protected:
  using Kept = std::multiset<std::tuple<std::uint64_t, std::string, std::int64_t>>;

  HeldPersons() : file_(*OpenFile::open(folder_.write("t.csv", people(4000)))) {}

  // A question with its own dictionary, as every reader has.
  struct Asked {
    Reading reading;
    TableOptions options;
    KeyDictionary dictionary = {};
    std::uint64_t piece = 1 << 22;
  };
  TextPersons::Parts parts(Asked& asked) {
    std::vector<std::size_t> wanted;
    for (const DomainColumn& column : asked.reading.domain.columns())
      wanted.push_back(column.name == "k" ? 1 : 2);
    if (asked.reading.measure) wanted.push_back(3);
    const std::size_t coded = wanted.size();
    wanted.push_back(0);
    return {.scan =
                [&asked, this, wanted, coded] {
                  return std::make_unique<CodedScan>(CodedScan::Parts{
                      .scan = scan_delimited(file_.descriptor(), ',', 4, wanted),
                      .coder = *RowCoder::make(asked.reading, asked.dictionary),
                      .coded_fields = coded,
                      .has_person = true,
                      .where = std::nullopt});
                },
            .reading = asked.reading,
            .dictionary = asked.dictionary,
            .options = asked.options,
            .size = file_.size(),
            .piece = asked.piece,
            .broken = Error{},
            .share = nullptr};
  }
  static void note(Kept& kept, const CodedRow& row, const Asked& asked) {
    const bool unknown = asked.reading.domain.has_unknown_keys();
    kept.emplace(row.cell, unknown ? asked.dictionary.key(row.key) : "", row.steps);
  }
  Kept held(Asked& asked) {
    Kept kept;
    const VisitRow keep = [&](const CodedRow& row) { note(kept, row, asked); };
    VisitInTurn in_turn(keep);
    const auto done = each_held_row(parts(asked), kPlenty, std::ref(in_turn));
    EXPECT_TRUE(done && *done);
    return kept;
  }
  // Each person by themselves.
  Kept one_by_one(Asked& asked) {
    const auto& key = asked.options.class_key;
    std::map<std::string, std::vector<CodedRow>> of;
    const auto scan = parts(asked).scan();
    ScannedRow row;
    while (scan->next(row) == ScanStep::row)
      if (row.person) of[std::string(*row.person)].push_back(row.coded);
    Kept kept;
    for (auto& [name, rows] : of) {
      PersonRows walk(key ? in_one_class(asked.reading.person) : asked.reading.person,
                      key.value_or(asked.options.bounding_key),
                      [&](const CodedRow& one) { note(kept, one, asked); });
      std::sort(rows.begin(), rows.end(), [](const CodedRow& a, const CodedRow& b) {
        return std::tie(a.cell, a.key, a.steps) < std::tie(b.cell, b.key, b.steps);
      });
      const auto hash = person_hash(name, asked.options.bounding_key);
      std::string bytes(16, ' ');
      std::memcpy(bytes.data(), &hash.lower, 8);
      std::memcpy(bytes.data() + 8, &hash.upper, 8);
      const std::uint64_t choice = key ? person_choice(name, *key) : 0;
      walk.begin(key ? choice_bytes(choice) : bytes);
      for (const CodedRow& one : rows)
        walk.add(one, asked.reading.domain.has_unknown_keys()
                          ? asked.dictionary.key(one.key)
                          : std::string_view());
      walk.end();
    }
    return kept;
  }

  TemporaryFolder folder_;
  OpenFile file_;
};

TEST_F(HeldPersons, WhateverTheThreadsAndPiecesTheSameRowsAreKept) {
  for (const bool unknown : {false, true})
    for (const bool measured : {false, true})
      for (const bool classes : {false, true}) {
        std::vector<DomainColumn> columns = {column("n", "0:50:10")};
        if (unknown) columns.push_back(column("k", "?"));
        const Reading question =
            reading(columns, measured ? std::optional(measure("m")) : std::nullopt,
                    {"p", 3, 2});
        TableOptions options{.bounding_key = fixed_key(5)};
        if (classes) options.class_key = fixed_key(11);
        Asked alone{question, options};
        const Kept expected = one_by_one(alone);
        ASSERT_GT(expected.size(), 200U);
        for (const int threads : {1, 2, 3, 8})
          for (const std::uint64_t piece : {7, 100, 5000, 1 << 22}) {
            options.threads = threads;
            Asked asked{question, options};
            asked.piece = piece;
            EXPECT_EQ(held(asked), expected)
                << threads << ' ' << piece << unknown << measured << classes;
          }
      }
}

TEST_F(HeldPersons, RowsThatDoNotFitAreToldAndNoneIsShown) {
  Asked asked{reading({column("n", "0:50:10")}, std::nullopt, {"p", 3, 2}),
              {.threads = 2, .bounding_key = fixed_key(5)}};
  asked.piece = 1000;
  int shown = 0;
  const auto done =
      each_held_row(parts(asked), 50'000, [&](std::span<const CodedRow>) { ++shown; });
  ASSERT_TRUE(done);
  EXPECT_FALSE(*done);
  EXPECT_EQ(shown, 0);
}

// The shortest rows that there can be, then more people than are handed on at once.
TEST_F(HeldPersons, NoFileNeedsMoreThanItsSizeSays) {
  std::string text = "p\n";
  for (int i = 0; i < 20'000; ++i) text += "P" + std::to_string(i) + "\n";
  for (int i = 0; i < 100'000; ++i)
    text += std::string(1, "abcdefghijklmnopqrstuvwxyz"[i % 26]) + "\n";
  OpenFile file = *OpenFile::open(folder_.write("short.csv", text));
  Asked asked{reading({}, std::nullopt, {"p", 3, 2}),
              {.threads = 2, .bounding_key = fixed_key(5)}};
  asked.piece = 1000;
  auto all = parts(asked);
  all.size = file.size();
  all.scan = [&] {
    return std::make_unique<CodedScan>(
        CodedScan::Parts{.scan = scan_delimited(file.descriptor(), ',', 1, {0}),
                         .coder = *RowCoder::make(asked.reading, asked.dictionary),
                         .coded_fields = 0,
                         .has_person = true,
                         .where = std::nullopt});
  };
  std::atomic<std::size_t> shown = 0;
  const auto done =
      each_held_row(all, most_held_bytes(all),
                    [&](std::span<const CodedRow> rows) { shown += rows.size(); });
  EXPECT_TRUE(done && *done);
  EXPECT_EQ(shown, 26u * 3 + 20'000);
}

}  // namespace
}  // namespace selvage
