// Rows are sorted in columns as narrow as the question allows. Whatever these are, all
// rows of a person meet, and no row meets another person's.
#include "selvage/source/sorted_persons.hpp"

#include <algorithm>
#include <random>
#include <set>

#include "selvage/source/person_hash.hpp"
#include "selvage/source/table_testing.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

using verify::Field;

// They differ in one half, one byte or one blank; "7" and "07" are in one class always.
const std::map<std::string, std::vector<std::string>> kNearPeople = {
    {"BIGINT",
     {"0", "1", "-1", "256", "65536", "4294967295", "4294967296", "4294967297",
      "-4294967296", "72057594037927936", "-9223372036854775808",
      "9223372036854775807"}},
    {"UBIGINT",
     {"0", "1", "4294967296", "9223372036854775808", "18446744073709551615"}},
    {"VARCHAR",
     {"7", "07", "7.0", "+7", " 7", "7 ", "ann", "Ann", "ANN", "an", "annn", "größe",
      "4294967303"}},
    {"UUID",
     {"00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
      "00000000-0000-0001-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"}},
    {"BOOLEAN", {"true", "false"}}};

constexpr const char* kColumns[] = {"p", "k", "n", "q", "m"};

// Cells of n and q, and steps of m, that need more than 16 bits.
SampleTable rows_of(const std::string& type, const std::vector<std::string>& people) {
  std::mt19937 random(7);
  const auto any = [&](std::initializer_list<const char*> values) {
    const char* value = values.begin()[random() % values.size()];
    return value == nullptr ? Field() : Field(value);
  };
  SampleTable table{
      {{"p", type}, {"k"}, {"n", "INTEGER"}, {"q", "INTEGER"}, {"m", "DECIMAL(9,1)"}},
      {}};
  for (int i = 0; i < 12; ++i)
    for (const std::string& person : people)
      table.rows.push_back(
          {person, any({"a", "b", nullptr}), any({"0", "1", "216", "217", nullptr}),
           any({"0", "299", nullptr}), any({"0.5", "-99999.5", "99999.5", nullptr})});
  table.rows.push_back({std::nullopt, "a", "0", "0", "0.5"});
  std::shuffle(table.rows.begin(), table.rows.end(), random);
  return table;
}

// A row of the table as the question sees it; none if it is not counted.
std::optional<verify::SmallRow> seen(const std::vector<Field>& row,
                                     const Reading& question) {
  if (!row[0] || (question.measure && !row[4])) return std::nullopt;
  verify::SmallRow small{*row[0], {}};
  for (const DomainColumn& column : question.domain.columns())
    for (std::size_t i = 0; i < row.size(); ++i)
      if (column.name == kColumns[i]) small.fields.push_back(row[i]);
  return small;
}

class SortedPersons : public TableFiles {
 protected:
  void check(const std::string& table, const SampleTable& sample, Reading question) {
    const TableOptions how{.threads = 1, .bounding_key = fixed_key(3)};
    std::set<std::string> people;
    std::set<verify::SmallRow> met;
    std::set<std::vector<Field>> cells;
    verify::SmallTable small;
    for (const auto& row : sample.rows)
      if (auto one = seen(row, question)) {
        people.insert(one->person);
        met.insert(*one);
        cells.insert(one->fields);
        if (question.measure) one->fields.push_back(row[4]);
        small.push_back(*std::move(one));
      }
    const auto rows = [](const Labelled& sums) {
      std::size_t result = 0;
      for (const auto& [label, numbers] : sums)
        result += static_cast<std::size_t>(numbers[0]);
      return result;
    };
    // Once each; then once in each cell; then in one class.
    question.person = {"p", 1, 1};
    EXPECT_EQ(rows(cells_of(table, question, how)), people.size()) << table;
    question.person = {"p", 1000, 1000, PerPerson::first};
    const Labelled once = cells_of(table, question, how);
    EXPECT_EQ(rows(once), met.size()) << table;
    EXPECT_EQ(once.size(), cells.size()) << table;
    TableOptions classes = how;
    classes.class_key = fixed_key(9);
    const Labelled chosen = cells_of(table, question, classes);
    EXPECT_EQ(rows(chosen), people.size()) << table;
    EXPECT_EQ(chosen, labelled(*verify::SmallWorldReader(question, small,
                                                         how.bounding_key, fixed_key(9))
                                    .cells(),
                               question))
        << table;
  }
};

// Each half of the key makes one half of the hash, and each half of the hash tells
// 10^5 names apart: a collision by chance has probability 2 * 10^10 / 2^64 < 1e-8.
TEST(PersonHash, BothHalvesAreKeyedAndTellNamesApart) {
  BoundingKey first = fixed_key(3), second = fixed_key(3);
  first[0] ^= 1;
  second[31] ^= 1;
  std::set<std::uint64_t> lower;
  std::set<std::int64_t> upper;
  constexpr int kNames = 100'000;
  for (int i = 0; i < kNames; ++i) {
    const std::string name = "P" + std::to_string(i);
    const auto hash = person_hash(name, fixed_key(3));
    lower.insert(hash.lower);
    upper.insert(hash.upper);
    if (i >= 100) continue;
    const auto other = person_hash(name, first), another = person_hash(name, second);
    EXPECT_NE(other.lower, hash.lower);
    EXPECT_EQ(other.upper, hash.upper);
    EXPECT_EQ(another.lower, hash.lower);
    EXPECT_NE(another.upper, hash.upper);
  }
  EXPECT_EQ(lower.size(), kNames);
  EXPECT_EQ(upper.size(), kNames);
}

TEST_F(SortedPersons, PeopleThatDifferStayApartAndEqualOnesMeetInEveryShapeOfRow) {
  const DomainColumn known = column("k", "a,b"), unknown = column("k", "?"),
                     n = column("n", "0:300:1"), q = column("q", "0:300:1");
  const std::vector<std::vector<DomainColumn>> shapes = {
      {}, {known}, {unknown}, {n, q}, {unknown, n, q}};
  std::size_t turn = 0;
  for (const auto& [type, people] : kNearPeople) {
    const SampleTable sample = rows_of(type, people);
    std::vector<std::string> tables = engine_formats(sample.sql());
    tables.push_back(csv(sample));
    for (const auto& columns : shapes)
      for (const bool measured : {false, true}) {
        SCOPED_TRACE(
            fmt::format("{} columns {} measure {}", type, columns.size(), measured));
        check(tables[turn++ % tables.size()], sample,
              reading(columns, measured ? std::optional(measure("m", "-100000:100000"))
                                        : std::nullopt));
      }
  }
}

}  // namespace
}  // namespace selvage
