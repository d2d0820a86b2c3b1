// The rows of people are bounded in memory or sorted by the engine. Which of the two it
// is decides nothing: under the same key the same rows are kept.
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "selvage/source/person_buckets.hpp"
#include "selvage/source/sorted_persons.hpp"
#include "selvage/source/table_testing.hpp"
#include "selvage/source/visit_in_turn.hpp"

namespace selvage {
namespace {

using Kept = std::multiset<std::tuple<std::uint64_t, std::uint32_t, std::int64_t>>;

// People below and above 0, one of them with a tenth of all rows; equal rows; rows
// without a person, and rows that are not counted.
std::string person_rows(bool whole_numbers, bool choice) {
  const std::string number =
      "CASE WHEN hash(i) % 10 = 0 THEN -7 ELSE (hash(i) % 301)::BIGINT - 150 END";
  return fmt::format(
      "SELECT *{} FROM (SELECT {} AS person, CASE WHEN hash(i * 5) % 50 = 0 THEN NULL "
      "ELSE (hash(i * 7 + 1) % 6)::UBIGINT * 4294967296::UBIGINT END AS code, "
      "((hash(i * 3 + 2) % 5)::BIGINT - 2) AS steps FROM range(6000) t(i))",
      choice ? ", hash(person) AS choice" : "",
      whole_numbers ? fmt::format("nullif({}, 3)", number)
                    : fmt::format("nullif(({})::HUGEINT + 200, 203) * "
                                  "18446744073709551629::HUGEINT",
                                  number));
}

TEST(PersonPaths, InMemoryAndSortedByTheEngineTheSameRowsAreKept) {
  auto session = *DuckdbSession::open({});
  const KeyDictionary dictionary;
  const Error broken{ErrorKind::unreadable, "broken"};
  std::vector<Person> rules = {{"p", 1, 1},
                               {"p", 3, 2},
                               {"p", 1000, 1000},
                               {"p", 4, 3, PerPerson::first},
                               {"p", 7, 3, PerPerson::sum, 2}};
  rules.push_back(rules[1]);
  rules.back().sum_in_cell = StepRange{-1, 1};
  // Steps that share a word with the cell, and steps that need one of their own.
  const std::optional<Measure> measures[] = {std::nullopt, measure("m", "-10:10"),
                                             Measure{"m", *Grid::codes(Rational(1))}};
  for (const bool whole_numbers : {false, true})
    for (const auto& measured : measures)
      for (const bool classes : {false, true})
        for (const Person& rule : rules) {
          if (rule.sum_in_cell && !measured) continue;
          Reading question = reading({column("n", "0:3:1")}, measured);
          question.person = rule;
          TableOptions options{.threads = 2, .bounding_key = fixed_key(3)};
          if (classes) options.class_key = fixed_key(9);
          const auto kept = [&](bool never_fit) {
            Kept result;
            const VisitRow keep = [&](const CodedRow& row) {
              result.insert({row.cell, row.key, row.steps});
            };
            VisitInTurn in_turn(keep);
            const auto done = each_bounded_row(
                *session,
                {person_rows(whole_numbers, classes && !whole_numbers), whole_numbers,
                 never_fit},
                question, dictionary, options, broken, std::ref(in_turn));
            EXPECT_TRUE(done) << done.error().message;
            return result;
          };
          const Kept held = kept(false);
          EXPECT_EQ(held, kept(true))
              << whole_numbers << measured.has_value() << classes << ' ' << rule.rows;
          EXPECT_GE(held.size(), 290u);
        }
}

// Whatever part a row was added to and whoever shares a bucket with its person.
TEST(PersonPaths, BucketsGiveBackEveryRowWithThoseOfItsPerson) {
  std::mt19937_64 random(4);
  using Buckets = PersonBuckets<2>;
  Buckets buckets;
  Buckets::Part* const parts[] = {&buckets.add_part(), &buckets.add_part(),
                                  &buckets.add_part()};
  std::map<std::uint64_t, std::multiset<std::uint64_t>> added;
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t person = random() % 4 == 0 ? 5 : random() % 20'000 - 10'000;
    const std::uint64_t word = random() % 1000;
    parts[random() % 3]->add({person, word});
    added[person].insert(word);
  }
  std::vector<Buckets::Row> rows;
  std::set<std::uint64_t> met;
  for (std::size_t bucket = 0; bucket < Buckets::kBuckets; ++bucket) {
    buckets.take(bucket, rows);
    for (std::size_t i = 0; i < rows.size();) {
      const std::uint64_t person = rows[i][0];
      EXPECT_TRUE(met.insert(person).second) << "in two places: " << person;
      std::multiset<std::uint64_t> words;
      for (std::uint64_t last = 0; i < rows.size() && rows[i][0] == person; ++i) {
        EXPECT_LE(last, rows[i][1]);
        last = rows[i][1];
        words.insert(last);
      }
      EXPECT_TRUE(words == added[person]) << person;
    }
  }
  EXPECT_EQ(met.size(), added.size());
}

}  // namespace
}  // namespace selvage
