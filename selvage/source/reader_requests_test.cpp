// What a Reader is asked beside cells: the same answers from every format and from
// small worlds, all of them about the same kept rows.
#include <algorithm>
#include <random>

#include "selvage/source/small_table_testing.hpp"
#include "selvage/summary/rank_windows_testing.hpp"

namespace selvage {
namespace {

using Dice = std::mt19937;
using Codes = std::vector<std::vector<std::int64_t>>;  // of each cell, rising

class ReaderRequests : public TableFiles {};

constexpr std::int64_t kAll = 1'000'000'000;

std::vector<CodedRow> rows_of(const Codes& codes) {
  std::vector<CodedRow> rows;
  for (std::size_t cell = 0; cell < codes.size(); ++cell)
    for (const std::int64_t code : codes[cell]) rows.push_back({cell, 0, code});
  return rows;
}

// All codes there are: a window that is as wide as the table.
Codes all_codes(Reader& reader) {
  const auto windows = reader.ranks({Rational(1, 3), kAll, kAll});
  EXPECT_TRUE(windows);
  Codes codes;
  for (const RankWindow& window : *windows) {
    EXPECT_EQ(window.below, 0);
    EXPECT_EQ(window.rows, std::ssize(window.codes));
    codes.push_back(window.codes);
  }
  return codes;
}

// Every request, in an order of its own, against a plain model of what they mean.
void expect_answers(Reader& reader, const Codes& codes, Dice& random) {
  const std::vector<CodedRow> rows = rows_of(codes);
  const auto some_code = [&] {
    const auto near = static_cast<std::int64_t>(random() % 5) - 2;
    return near + (rows.empty() ? 0 : rows[random() % rows.size()].steps);
  };
  for (int i = 0; i < 7; ++i) switch (random() % 7) {
      case 0: {
        std::vector<RankRequest> asked(random() % 4);
        for (RankRequest& each : asked) {
          each = {Rational(static_cast<std::int64_t>(random() % 19 + 1), 20),
                  static_cast<std::int64_t>(random() % 6),
                  static_cast<std::int64_t>(random() % 6)};
          if (random() % 2 == 0) each.from = some_code();
          if (random() % 2 == 0) each.to = some_code();
        }
        EXPECT_EQ(*reader.ranks(asked), windows_by_sorting(rows, asked, codes.size()));
        break;
      }
      case 1: {
        SumRequest asked{some_code(), some_code()};
        if (asked.from > asked.to) std::swap(asked.from, asked.to);
        const auto sums = *reader.bounded_sum(asked);
        ASSERT_EQ(sums.size(), codes.size());
        for (std::size_t cell = 0; cell < codes.size(); ++cell) {
          Int128 sum = 0;
          for (const std::int64_t code : codes[cell])
            sum += std::min(std::max(code, asked.from), asked.to);
          EXPECT_EQ(sums[cell].cell, cell);
          EXPECT_EQ(sums[cell].rows, std::ssize(codes[cell]));
          EXPECT_TRUE(sums[cell].sum == sum);
        }
        break;
      }
      case 2: {
        std::vector<RoundedSumRequest> asked(codes.size());
        for (RoundedSumRequest& each : asked)
          each = {some_code(), static_cast<int>(random() % 8),
                  static_cast<int>(random() % 4)};
        const auto sums = *reader.rounded_sums(asked);
        ASSERT_EQ(sums.size(), codes.size());
        for (std::size_t cell = 0; cell < codes.size(); ++cell) {
          Rational sum = 0;
          for (const std::int64_t code : codes[cell])
            sum = sum + (Rational(std::clamp<std::int64_t>(code - asked[cell].centre,
                                                           -(1 << asked[cell].octave),
                                                           1 << asked[cell].octave)) /
                             Rational::power_of_two(asked[cell].shift) +
                         Rational(1, 2))
                            .floor();
          EXPECT_EQ(sums[cell].rows, std::ssize(codes[cell]));
          EXPECT_EQ(Rational(static_cast<std::int64_t>(sums[cell].sum)), sum);
        }
        break;
      }
      case 3: {
        std::vector<std::int64_t> centres;
        for (std::size_t cell = 0; cell < codes.size(); ++cell)
          centres.push_back(some_code());
        const int octaves = static_cast<int>(random() % 12) + 1;
        const auto counts = *reader.counts_beyond(centres, octaves);
        ASSERT_EQ(counts.size(), codes.size());
        for (std::size_t cell = 0; cell < codes.size(); ++cell) {
          ASSERT_EQ(std::ssize(counts[cell]), octaves + 1);
          EXPECT_EQ(counts[cell][0], std::ssize(codes[cell]));
          for (int j = 0; j < octaves; ++j)
            EXPECT_EQ(counts[cell][static_cast<std::size_t>(j) + 1],
                      std::count_if(codes[cell].begin(), codes[cell].end(),
                                    [&](std::int64_t code) {
                                      return std::abs(code - centres[cell]) > (1 << j);
                                    }));
        }
        break;
      }
      case 4: {
        std::vector<std::int64_t> edges(random() % 5);
        for (auto& edge : edges) edge = some_code();
        std::sort(edges.begin(), edges.end());
        const auto counts = *reader.counts_above(edges);
        ASSERT_EQ(counts.size(), codes.size());
        for (std::size_t cell = 0; cell < codes.size(); ++cell) {
          ASSERT_EQ(counts[cell].size(), edges.size());
          for (std::size_t e = 0; e < edges.size(); ++e)
            EXPECT_EQ(
                counts[cell][e],
                std::count_if(codes[cell].begin(), codes[cell].end(),
                              [&](std::int64_t code) { return code >= edges[e]; }));
        }
        break;
      }
      case 5: {
        const TrimRequest asked{
            Rational(static_cast<std::int64_t>(random() % 9 + 1), 20),
            static_cast<std::int64_t>(random() % 4)};
        const auto trimmed = *reader.trimmed(asked);
        ASSERT_EQ(trimmed.size(), codes.size());
        for (std::size_t cell = 0; cell < codes.size(); ++cell) {
          const std::int64_t n = std::ssize(codes[cell]);
          const std::int64_t out = *(asked.part * n).ceil().to_int64();
          Int128 sum = 0;
          for (std::int64_t rank = out + 1; rank <= n - out; ++rank)
            sum += codes[cell][static_cast<std::size_t>(rank - 1)];
          EXPECT_TRUE(trimmed[cell].sum == sum);
          // All ranks that are asked for are there.
          for (const auto& [window, rank] :
               {std::pair(trimmed[cell].low, out),
                std::pair(trimmed[cell].high, n - out + 1)})
            for (std::int64_t at = std::max<std::int64_t>(1, rank - asked.ranks);
                 at <= std::min(n, rank + asked.ranks); ++at)
              EXPECT_EQ(
                  window.codes.at(static_cast<std::size_t>(at - 1 - window.below)),
                  codes[cell][static_cast<std::size_t>(at - 1)]);
        }
        break;
      }
      default: {
        const auto cells = *reader.cells();
        std::size_t place = 0;
        for (std::size_t cell = 0; cell < codes.size(); ++cell) {
          if (codes[cell].empty()) continue;
          ASSERT_LT(place, cells.sums.size());
          const CellSums& sums = cells.sums[place++];
          Int128 sum = 0, squares = 0;
          for (const std::int64_t code : codes[cell]) {
            sum += code;
            squares += Int128{code} * code;
          }
          EXPECT_EQ(sums.cell, cell);
          EXPECT_EQ(sums.rows, std::ssize(codes[cell]));
          EXPECT_TRUE(sums.sum == sum && sums.squares == squares);
        }
        EXPECT_EQ(place, cells.sums.size());
      }
    }
}

// Columns p, k, n, m: a person or none, a key, a whole number, an amount with atoms.
SampleTable random_table(Dice& random, std::size_t rows) {
  SampleTable table{{{"p"}, {"k"}, {"n", "INTEGER"}, {"m", "DECIMAL(9,1)"}}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    const auto maybe = [&](const std::string& text) {
      return random() % 8 == 0 ? SampleField() : text;
    };
    const char* people[] = {"ann", "bo", "größe", "x,\"y\"", "7"};
    const char* keys[] = {"a", "b", "c"};
    table.rows.push_back(
        {maybe(people[random() % 5]), maybe(keys[random() % 3]),
         maybe(std::to_string(random() % 30)),
         maybe(fmt::format("{}.5", random() % 2 == 0 ? 7 : random() % 50))});
  }
  return table;
}

// By hand: the codes of the rows with n < 20 in the cells of k, each row a person.
Codes plain_codes(const SampleTable& table, bool filtered) {
  Codes codes(5);  // a, b, c, other, missing
  for (const auto& row : table.rows) {
    if (!row[3]) continue;
    if (filtered && (!row[2] || std::stoi(*row[2]) >= 20)) continue;
    const std::size_t cell = !row[1] ? 4 : *row[1] == "a" ? 0 : *row[1] == "b" ? 1 : 2;
    codes[cell].push_back(std::llround(std::stod(*row[3]) * 10));
  }
  for (auto& of_cell : codes) std::sort(of_cell.begin(), of_cell.end());
  return codes;
}

const char* const kFilter = "n < 20";

TableOptions options(std::uint8_t seed, bool filtered) {
  TableOptions result = filtered ? where(kFilter) : TableOptions{};
  result.threads = 1;  // an engine with two takes longer to open than a file to read
  result.bounding_key = fixed_key(seed);
  return result;
}

Measure amount() {
  return {"m", *Grid::stepped("-1000:1000", *Rational::parse("0.1"))};
}

TEST_F(ReaderRequests, AgreeWithAPlainModelInEveryFormat) {
  Dice random(11);
  for (const std::size_t size : {0, 1, 2, 40, 300}) {
    const SampleTable sample = random_table(random, size);
    const Reading question = reading({column("k", "a,b,c")}, amount());
    for (const bool filtered : {false, true}) {
      const Codes codes = plain_codes(sample, filtered);
      for (const std::string& table : every_format(sample)) {
        SCOPED_TRACE(table);
        const auto reader = bind_table(table, question, options(1, filtered));
        ASSERT_TRUE(reader) << reader.error().message;
        EXPECT_EQ((*reader)->reading().domain.cells(), codes.size());
        expect_answers(**reader, codes, random);
        EXPECT_EQ(all_codes(**reader), codes);
      }
      if (filtered) continue;  // small worlds have no filter
      verify::SmallWorldReader world(question, small_table(sample, question, 1, false));
      expect_answers(world, codes, random);
      EXPECT_EQ(all_codes(world), codes);
    }
  }
}

// Bounding left the same rows in every format, and leaves them again in every request.
TEST_F(ReaderRequests, AllRequestsOfARunSeeTheSameKeptRows) {
  Dice random(12);
  const Person rules[] = {
      {"p", 1, 1}, {"p", 3, 2}, {"p", 2, 4, PerPerson::first}, {"p", 1000, 1000}};
  for (const bool by_class : {false, true}) {
    const SampleTable sample = random_table(random, 120);
    SampleTable kept = sample;  // those that the filter keeps
    std::erase_if(kept.rows,
                  [](const auto& row) { return !row[2] || std::stoi(*row[2]) >= 20; });
    const auto files = every_format(sample);
    std::uint8_t seed = 0;
    for (const Person& rule : rules)
      for (const bool filtered : {false, true}) {
        const Reading question = reading({column("k", "a,b,c")}, amount(), rule);
        TableOptions how = options(++seed, filtered);
        if (by_class) how.class_key = fixed_key(77);
        std::optional<Codes> first;
        if (!by_class) {  // a class follows from a person's text, a world has hashes
          verify::SmallWorldReader world(
              question, small_table(filtered ? kept : sample, question, seed, false),
              how.bounding_key);
          first = all_codes(world);
          expect_answers(world, *first, random);
        }
        for (const std::string& table : files) {
          SCOPED_TRACE(table);
          const auto reader = bind_table(table, question, how);
          ASSERT_TRUE(reader) << reader.error().message;
          const Codes codes = all_codes(**reader);
          EXPECT_EQ(codes, first.value_or(codes));
          first = codes;
          expect_answers(**reader, codes, random);
        }
      }
  }
}

// On a grid of codes, whatever the type: to the last digit where the type has it, and
// clamped where it is too large, without an error for any value.
TEST_F(ReaderRequests, CodesAreExactForEveryTypeOfNumber) {
  struct Case {
    const char* type;
    const char* step;
    std::vector<SampleField> values;
    std::vector<std::int64_t> codes;
  };
  const std::int64_t most = Grid::kMostCode;
  const Case cases[] = {
      {"BIGINT",
       "1",
       {"-9223372036854775808", "1152921504606846974", "-1152921504606846975", "7"},
       {-most, -most, 7, most - 1}},
      {"UBIGINT",
       "1",
       {"18446744073709551615", "1152921504606846973"},
       {most - 2, most}},
      {"HUGEINT",
       "1",
       {"-170141183460469231731687303715884105727", "1152921504606846971", "-1"},
       {-most, -1, most - 4}},
      {"UHUGEINT",
       "1",
       {"340282366920938463463374607431768211455", "1152921504606846971"},
       {most - 4, most}},
      {"DECIMAL(18,18)",
       "1e-18",
       {"0.123456789012345678", "-0.999999999999999999"},
       {-999'999'999'999'999'999, 123'456'789'012'345'678}},
      {"DECIMAL(38,18)",
       "1e-18",
       {"12345678901234567890.123456789012345678", "1.100000000000000003", "-99"},
       {-most, 1'100'000'000'000'000'003, most}},
      {"DECIMAL(4,1)", "1", {"0.5", "-0.5", "1.4", "-999.9"}, {-1000, 0, 1, 1}},
      {"DOUBLE",
       "1e-18",
       {"0.1", "inf", "-1e308", "nan"},
       {-most, 100'000'000'000'000'006, most}},
      {"FLOAT", "1", {"0.5", "16777216", "-inf"}, {-most, 1, 16'777'216}},
      {"VARCHAR",
       "1e-18",
       {"0.100000000000000001", " 1e-18", "x", "", "-7e400"},
       {-most, 1, 100'000'000'000'000'001}},
  };
  for (const Case& c : cases) {
    SampleTable sample{{{"m", c.type}}, {}};
    for (const SampleField& value : c.values) sample.rows.push_back({value});
    const Reading question =
        reading({}, Measure{"m", *Grid::codes(*Rational::parse(c.step))});
    const std::string type = c.type;
    std::vector<std::string> files = {database(sample.sql())};
    if (!type.ends_with("HUGEINT"))  // which Parquet stores as doubles
      files.push_back(parquet(sample.sql()));
    if (type == "VARCHAR")
      for (const std::string& text : text_formats(sample)) files.push_back(text);
    for (const std::string& table : files) {
      const auto reader = bind_table(table, question, options(1, false));
      ASSERT_TRUE(reader) << reader.error().message;
      EXPECT_EQ(all_codes(**reader), Codes{c.codes}) << c.type << " in " << table;
      // Their sums fit, and what is made of squares may not trap.
      EXPECT_TRUE((*reader)->cells());
    }
  }
}

// Numbers of a million rows, each once, mixed by a prime.
TEST_F(ReaderRequests, AMillionRows) {
  const std::string select =
      "SELECT (i * 7919) % 1000003 AS m, i % 250000 AS p FROM range(1000003) r(i)";
  const Reading by_row = reading({}, Measure{"m", *Grid::codes(1)});
  const Reading by_person = reading({}, Measure{"m", *Grid::codes(1)}, {"p", 1000, 1});
  const std::string csv_path = folder_.file("million.csv");
  maker().run(fmt::format("COPY ({}) TO {} (HEADER)", select, quoted_text(csv_path)));
  for (const std::string& table : {csv_path, parquet(select)})
    for (const Reading& question : {by_row, by_person}) {
      const auto reader = bind_table(table, question, options(1, false));
      ASSERT_TRUE(reader) << reader.error().message;
      const auto windows = *(*reader)->ranks({Rational(1, 2), 1, 2});
      EXPECT_EQ(windows[0],
                (RankWindow{1'000'003, 500'000, {500'000, 500'001, 500'002, 500'003}}));
    }
}

}  // namespace
}  // namespace selvage
