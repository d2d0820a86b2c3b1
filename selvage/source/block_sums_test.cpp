// Rows by block: the same sums from every format, against a plain model.
#include <random>

#include "selvage/source/table_testing.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

using Dice = std::mt19937;
using Numbers = std::vector<std::string>;  // exact: rows, sums and products of a block

class BlockSumsOfTables : public TableFiles {};

Numbers numbers_of(const BlockSums& sums) {
  Numbers numbers = {std::to_string(sums.rows)};
  for (const Int128 sum : sums.sums)
    numbers.push_back(std::to_string(static_cast<std::int64_t>(sum)));
  for (const WideSum& product : sums.products)
    numbers.push_back(product.value().text());
  return numbers;
}

std::vector<Numbers> numbers_of(Reader& reader, const BlockRequest& request) {
  const auto sums = reader.block_sums(request);
  EXPECT_TRUE(sums);
  std::vector<Numbers> all;
  for (const BlockSums& of_block : *sums) all.push_back(numbers_of(of_block));
  return all;
}

// The rows themselves, in any order.
std::vector<std::string> rows_of(Reader& reader, const BlockKey& key,
                                 std::size_t width = 3) {
  const auto rows = number_rows(reader, key);
  EXPECT_TRUE(rows);
  std::vector<std::string> all(rows->numbers.size() / width);
  EXPECT_TRUE(rows->people.empty() || rows->people.size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < width; ++j)
      all[i] += std::to_string(rows->numbers[i * width + j]) + ' ';
    if (!rows->people.empty())
      all[i] +=
          fmt::format("{:x} {:x}", static_cast<std::uint64_t>(rows->people[i] >> 64),
                      static_cast<std::uint64_t>(rows->people[i]));
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Columns p, n, y, a, b: a person or none, a filter, three numbers, which may be
// missing or no number at all.
SampleTable random_blocks(Dice& random, std::size_t rows) {
  SampleTable table{{{"p"}, {"n", "INTEGER"}, {"y"}, {"a", "DOUBLE"}, {"b", "BIGINT"}},
                    {}};
  const auto maybe = [&](const std::string& text) {
    return random() % 9 == 0 ? SampleField() : text;
  };
  for (std::size_t i = 0; i < rows; ++i)
    table.rows.push_back(
        {maybe("p" + std::to_string(random() % 40)),
         maybe(std::to_string(random() % 30)),
         random() % 9 == 0 ? "n/a" : maybe(fmt::format("{}.25", random() % 900)),
         maybe(random() % 20 == 0 ? "1e300" : fmt::format("{}.5", random() % 50)),
         maybe(std::to_string(static_cast<int>(random() % 90) - 40))});
  return table;
}

Reading question(bool named) {
  const Grid grid = *Grid::codes(*Rational::parse("0.01"));
  Reading result = reading({}, Measure{"y", grid});
  result.beside = {{"a", grid}, {"b", grid}};
  if (named) result.person = Person::with_all_rows("p");
  return result;
}

verify::SmallTable small_table(const SampleTable& table, bool filtered) {
  verify::SmallTable rows;
  for (const auto& row : table.rows)
    if (!filtered || (row[1] && std::stoi(*row[1]) < 20))
      rows.push_back({row[0].value_or(""), {row[2], row[3], row[4]}});
  return rows;
}

BlockRequest request_of(std::uint32_t blocks, std::uint8_t seed) {
  BlockRequest request{.blocks = blocks};
  request.key[5] = seed;
  request.draw = [blocks](std::span<std::uint64_t> out) {
    for (std::uint64_t& block : out) block = blocks - 1;
  };
  return request;
}

TEST_F(BlockSumsOfTables, AreTheSameInEveryFormat) {
  Dice random(5);
  for (const std::size_t rows : {0, 1, 50, 700}) {
    const SampleTable sample = random_blocks(random, rows);
    const auto files = every_format(sample);
    for (const bool named : {false, true})
      for (const bool filtered : {false, true}) {
        const BlockRequest request =
            request_of(named ? 5 : 2, static_cast<std::uint8_t>(rows));
        verify::SmallWorldReader world(question(named), small_table(sample, filtered));
        const auto expected = numbers_of(world, request);
        for (const std::string& table : files) {
          SCOPED_TRACE(table);
          const auto reader =
              bind_table(table, question(named),
                         filtered ? where("n < 20") : TableOptions{.threads = 1});
          ASSERT_TRUE(reader) << reader.error().message;
          EXPECT_EQ(numbers_of(**reader, request), expected);
          EXPECT_EQ(numbers_of(**reader, request), expected);  // and once more
          EXPECT_EQ(rows_of(**reader, request.key), rows_of(world, request.key));
        }
      }
  }
}

// Each key is a number of its own, with numbers beside it or without; other keys are 0
// in all of them, and rows without one are left out. [T270]
TEST_F(BlockSumsOfTables, KeysAreNumbersInEveryFormat) {
  Dice random(7);
  SampleTable sample{{{"p"}, {"k"}, {"w", "BIGINT"}, {"y"}, {"a", "DOUBLE"}}, {}};
  const char* keys[] = {"red", "blue", "gr\u00fcn", "Red", "none"};
  for (int i = 0; i < 400; ++i) {
    const auto maybe = [&](const std::string& text) {
      return random() % 9 == 0 ? SampleField() : text;
    };
    sample.rows.push_back(
        {maybe("p" + std::to_string(random() % 40)), maybe(keys[random() % 5]),
         maybe(std::to_string(random() % 4)), maybe(std::to_string(random() % 900)),
         maybe(fmt::format("{}.5", random() % 50))});
  }
  const Grid grid = *Grid::codes(*Rational::parse("0.01"));
  for (const bool named : {false, true})
    for (const bool beside : {false, true}) {
      Reading question{*Domain::make({{"k", *KeyList::parse("red,gr\u00fcn"), true},
                                      {"w", *KeyList::parse("2,0,7"), true}}),
                       Measure{"y", grid}};
      if (named) question.person = Person::with_all_rows("p");
      question.person.per_person = PerPerson::all;
      if (beside) question.beside = {{"a", grid}};
      verify::SmallTable rows;
      for (const auto& row : sample.rows)
        rows.push_back({row[0].value_or(""), {row[1], row[2], row[3], row[4]}});
      const BlockRequest request = request_of(named ? 5 : 2, 11);
      verify::SmallWorldReader world(question, rows);
      const auto expected = numbers_of(world, request);
      EXPECT_EQ(expected[0].size(), beside ? 1u + 7 + 27 : 1u + 6 + 20);
      for (const std::string& table : every_format(sample)) {
        SCOPED_TRACE(table);
        const auto reader = bind_table(table, question, {.threads = 1});
        ASSERT_TRUE(reader) << reader.error().message;
        EXPECT_EQ(numbers_of(**reader, request), expected);
        const std::size_t width = beside ? 7 : 6;
        EXPECT_EQ(rows_of(**reader, request.key, width),
                  rows_of(world, request.key, width));
      }
    }
}

// By hand: two keys of one column, then one of another.
TEST_F(BlockSumsOfTables, KeysAreThoseOfTheirRow) {
  const Grid grid = *Grid::codes(1);
  Reading question{*Domain::make({{"k", *KeyList::parse("a,b"), true},
                                  {"w", *KeyList::parse("z"), true}}),
                   Measure{"y", grid}};
  question.person.per_person = PerPerson::all;
  verify::SmallWorldReader world(question, {{"", {"b", "z", "5"}},
                                            {"", {"c", "z", "7"}},
                                            {"", {"a", "x", "9"}},
                                            {"", {std::nullopt, "z", "11"}}});
  const auto rows = number_rows(world, {});
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->numbers,
            std::vector<std::int64_t>({5, 0, 1, 1, 7, 0, 0, 1, 9, 1, 0, 0}));
}

// A whole number and its digits are the same person.
TEST_F(BlockSumsOfTables, PeopleMayBeWholeNumbers) {
  SampleTable sample{
      {{"p", "BIGINT"}, {"n", "INTEGER"}, {"y"}, {"a", "DOUBLE"}, {"b", "BIGINT"}}, {}};
  for (int i = 0; i < 60; ++i)
    sample.rows.push_back({i % 9 == 0 ? SampleField() : std::to_string(i % 7 * 13 - 40),
                           "1", std::to_string(i * i % 50), std::to_string(i % 11),
                           std::to_string(i % 5)});
  const BlockRequest request = request_of(5, 9);
  verify::SmallWorldReader world(question(true), small_table(sample, false));
  for (const std::string& table : every_format(sample)) {
    SCOPED_TRACE(table);
    const auto reader = bind_table(table, question(true), {.threads = 1});
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(numbers_of(**reader, request), numbers_of(world, request));
    EXPECT_EQ(rows_of(**reader, request.key), rows_of(world, request.key));
  }
}

// An empty text names nobody, as NULL does.
TEST_F(BlockSumsOfTables, AnEmptyNameIsNone) {
  SampleTable sample{{{"p"}, {"y"}, {"a", "DOUBLE"}, {"b", "BIGINT"}}, {}};
  verify::SmallTable rows;
  for (int i = 0; i < 40; ++i) {
    const std::string person = i % 3 == 0 ? "" : "p" + std::to_string(i % 7);
    const std::string y = std::to_string(i), a = std::to_string(i * i % 11), b = "2";
    sample.rows.push_back({person, y, a, b});
    rows.push_back({person, {y, a, b}});
  }
  const BlockRequest request = request_of(5, 4);
  verify::SmallWorldReader world(question(true), rows);
  for (const std::string& table : every_format(sample)) {
    SCOPED_TRACE(table);
    const auto reader = bind_table(table, question(true), {.threads = 1});
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(numbers_of(**reader, request), numbers_of(world, request));
    EXPECT_EQ(rows_of(**reader, request.key), rows_of(world, request.key));
  }
}

// A world by hand: rows without one of the numbers or without a name are not there.
TEST_F(BlockSumsOfTables, AreSumsOfTheRowsThatHaveEveryNumber) {
  verify::SmallWorldReader world(question(true), {{"x", {"1", "2", "3"}},
                                                  {"x", {"0.5", "-1", "10"}},
                                                  {"x", {"nan", "2", "3"}},
                                                  {"x", {"1", std::nullopt, "3"}},
                                                  {"", {"1", "2", "3"}}});
  EXPECT_EQ(numbers_of(world, request_of(1, 0)),
            std::vector<Numbers>({{"2", "150", "100", "1300", "15000", "50000", "80000",
                                   "-40000", "1090000"}}));
}

// All rows of a person lie in one block, and who is alone there changes no other.
TEST_F(BlockSumsOfTables, APersonChangesOneBlock) {
  Dice random(6);
  const SampleTable sample = random_blocks(random, 300);
  verify::SmallTable rows = small_table(sample, false);
  const BlockRequest request = request_of(8, 3);
  verify::SmallWorldReader with(question(true), rows);
  const auto before = numbers_of(with, request);
  for (const char* person : {"p0", "p7", "p39"}) {
    verify::SmallTable others = rows;
    std::erase_if(others, [&](const auto& row) { return row.person == person; });
    verify::SmallWorldReader without(question(true), others);
    const auto after = numbers_of(without, request);
    for (std::uint32_t block = 0; block < 8; ++block)
      EXPECT_EQ(before[block] != after[block], block == BlockOf(request)(person));
  }
}

// Thousands of rows whose people are met again and again, far apart: several chunks,
// row groups and pieces, taken by several threads. Names are long, so that a text table
// has pieces.
SampleTable people_far_apart(Dice& random, int rows) {
  SampleTable table = random_blocks(random, 0);
  const std::string padding(250, 'x');
  for (int i = 0; i < rows; ++i) {
    const auto maybe = [&](const std::string& text) {
      return random() % 50 == 0 ? SampleField() : text;
    };
    table.rows.push_back({maybe(padding + std::to_string(i % 1009)),
                          maybe(std::to_string(random() % 30)),
                          maybe(fmt::format("{}.25", random() % 900)),
                          maybe(fmt::format("{}.5", random() % 50)),
                          maybe(std::to_string(static_cast<int>(random() % 90) - 40))});
  }
  return table;
}

TEST_F(BlockSumsOfTables, ManyRowsAreTheSameByAnyNumberOfThreads) {
  Dice random(9);
  constexpr int kRows = 9'000;
  const SampleTable sample = people_far_apart(random, kRows);
  auto files = every_format(sample);
  files.push_back(parquet(sample.sql(), ", ROW_GROUP_SIZE 2048"));
  for (const bool named : {false, true})
    for (const bool filtered : {false, true}) {
      // Rows that are people all fall into the last block, so that any order will do.
      const BlockRequest request = request_of(named ? 16 : 3, 77);
      verify::SmallWorldReader world(question(named), small_table(sample, filtered));
      const auto expected = numbers_of(world, request);
      const auto rows = rows_of(world, request.key);
      EXPECT_GT(rows.size(), filtered ? 5'000u : 8'000u);
      for (const std::string& table : files)
        for (const int threads : {1, 3}) {
          SCOPED_TRACE(fmt::format("{} {} {} {}", table, named, filtered, threads));
          TableOptions options = filtered ? where("n < 20") : TableOptions{};
          options.threads = threads;
          const auto reader = bind_table(table, question(named), options);
          ASSERT_TRUE(reader) << reader.error().message;
          EXPECT_EQ(numbers_of(**reader, request), expected);
          EXPECT_EQ(rows_of(**reader, request.key), rows);
        }
    }
}

// Every row has a block of its own drawn, in whatever chunks it comes.
TEST_F(BlockSumsOfTables, EveryRowHasADrawOfItsOwn) {
  Dice random(10);
  constexpr std::uint32_t kBlocks = 7;
  const SampleTable sample = people_far_apart(random, 7'000);
  const auto rows = small_table(sample, false);
  for (const std::string& table : every_format(sample))
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(table);
      const auto reader = bind_table(table, question(false), {.threads = threads});
      ASSERT_TRUE(reader) << reader.error().message;
      std::size_t drawn = 0;
      BlockRequest request{.blocks = kBlocks};
      request.draw = [&](std::span<std::uint64_t> out) {
        for (std::uint64_t& block : out) block = drawn++ % kBlocks;
      };
      const auto sums = (*reader)->block_sums(request);
      ASSERT_TRUE(sums);
      ASSERT_EQ(sums->size(), kBlocks);
      std::int64_t all = 0;
      for (const BlockSums& block : *sums) {
        all += block.rows;
        EXPECT_GT(block.rows, 800);
      }
      verify::SmallWorldReader world(question(false), rows);
      const auto expected = world.block_sums(request_of(1, 0));
      EXPECT_EQ(all, expected->front().rows);
      EXPECT_GE(drawn, static_cast<std::size_t>(all));
      EXPECT_LE(drawn, rows.size());
    }
}

// Whose rows stand at the start, in the middle and at the end: without them one block
// changes, the one that the name says.
TEST_F(BlockSumsOfTables, APersonWithRowsFarApartChangesOneBlock) {
  Dice random(11);
  const SampleTable sample = people_far_apart(random, 6'000);
  const BlockRequest request = request_of(8, 5);
  for (const std::size_t of : {3u, 500u}) {
    const SampleField person = sample.rows[of][0];
    ASSERT_TRUE(person);
    SampleTable others = sample;
    std::erase_if(others.rows, [&](const auto& row) { return row[0] == person; });
    ASSERT_LE(others.rows.size() + 3, sample.rows.size());
    const auto with = every_format(sample), without = every_format(others);
    for (std::size_t i = 0; i < with.size(); ++i) {
      SCOPED_TRACE(with[i]);
      const auto sums = [&](const std::string& table) {
        const auto reader = bind_table(table, question(true), {.threads = 3});
        EXPECT_TRUE(reader) << reader.error().message;
        return numbers_of(**reader, request);
      };
      const auto before = sums(with[i]), after = sums(without[i]);
      for (std::uint32_t block = 0; block < 8; ++block)
        EXPECT_EQ(before[block] != after[block], block == BlockOf(request)(*person));
    }
  }
}

TEST_F(BlockSumsOfTables, ColumnsThatHoldNoNumbersAreRefusedBeforeReading) {
  const Error error = refusal(parquet("SELECT 1 AS y, 2 AS a, DATE '2020-01-01' AS b"),
                              question(false));
  EXPECT_NE(error.message.find("column 'b'"), std::string::npos) << error.message;
}

}  // namespace
}  // namespace selvage
