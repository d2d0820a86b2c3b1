// What a file says about its rows never decides which rows are looked at, nor who they
// are about; and what its types say decides which columns are read at all.
#include <fstream>
#include <random>

#include "selvage/source/parquet_counts.hpp"
#include "selvage/source/parquet_testing.hpp"
#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class Metadata : public TableFiles {
 protected:
  std::string raw_file(const std::vector<RawColumn>& columns,
                       const RawClaims& claims = {}) {
    return folder_.write(fmt::format("{}.parquet", ++made_),
                         RawParquet::file(columns, claims));
  }
};

constexpr int kRows = 3'000;

// A column "x" that tests can ask about, with values that are told apart by `bins`.
struct Sample {
  RawColumn column;
  const char* values;  // of a histogram
  std::vector<const char*> tests;
  std::string wrong;  // a value below all
};

template <class Make>
RawColumn filled(Physical physical, std::optional<int> converted, const Make& make) {
  RawColumn column{"x", physical, converted};
  for (int i = 0; i < kRows; ++i)
    column.values.push_back(i % 10 == 0 ? std::nullopt : std::optional(make(i)));
  return column;
}

std::vector<Sample> samples() {
  const std::vector<const char*> numbers = {
      "x >= 1000", "x < 1000",      "x = 1501",      "x in (7, 2999)",
      "x is null", "x is not null", "number(x) != 5"};
  std::vector<Sample> result = {
      {filled(Physical::int32, {}, [](int i) { return raw(std::int32_t{i}); }),
       "0:3000:500", numbers, raw(std::int32_t{-5})},
      {filled(Physical::int64, {}, [](int i) { return raw(std::int64_t{i}); }),
       "0:3000:500", numbers, raw(std::int64_t{-5})},
      {filled(Physical::real32, {}, [](int i) { return raw(static_cast<float>(i)); }),
       "0:3000:500", numbers, raw(-5.0F)},
      {filled(Physical::real64, {}, [](int i) { return raw(double(i)); }), "0:3000:500",
       numbers, raw(-5.0)},
      {filled(Physical::int64, kDecimal, [](int i) { return raw(std::int64_t{i}); }),
       "0:3000:500", numbers, raw(std::int64_t{-5})},
      {filled(Physical::bytes, kUtf8, [](int i) { return std::to_string(i); }),
       "0:3000:500", numbers, "!"},
      {filled(Physical::bytes, kUtf8,
              [](int i) { return std::string(i % 3 == 0 ? "Ulm" : "Århus"); }),
       "Ulm,Århus",
       {"x = 'Ulm'", "x > 'Z'", "x like 'U%'", "x in ('Ulm', 'Bonn')", "x is null"},
       "A"},
      {filled(Physical::int32, kDay, [](int i) { return raw(std::int32_t{i}); }),
       "1970-01-01:1978-01-01:1year",
       {"x >= date '1975-01-01'", "x < '1971-01-01'", "x is not null"},
       raw(std::int32_t{-5})},
      {filled(Physical::int64, kMicros,
              [](int i) { return raw(std::int64_t{i} * 86'400'000'000); }),
       "1970-01-01:1978-01-01:1year",
       {"x >= date '1975-01-01'", "x < '1971-01-01 12:00'", "x is not null"},
       raw(std::int64_t{-5})}};
  result[4].column.precision = 18;
  return result;
}

// Every lie that a footer can tell of a column's values.
std::vector<RawColumn> lies(const Sample& sample) {
  std::vector<RawColumn> result(6, sample.column);
  result[0].least = result[0].greatest = sample.wrong;
  result[1].least = result[1].greatest = sample.wrong;
  result[1].nulls = 0;
  result[1].distinct = 1;
  result[2].nulls = kRows;
  result[3].nulls = 0;
  const auto& first = *sample.column.values[1];
  result[4].least = result[4].greatest = first;  // one value in all rows
  result[4].nulls = 0;
  result[5].least = result[5].greatest = "\xff\xfe";  // a value of no type
  result[5].nulls = -1;
  return result;
}

TEST_F(Metadata, StatisticsDecideNothing) {
  RawColumn id{"id", Physical::int32};
  for (int i = 0; i < kRows; ++i) id.values.push_back(raw(std::int32_t{i % 700}));
  RawColumn lying_id = id;
  lying_id.least = raw(std::int32_t{0});
  lying_id.greatest = raw(std::int32_t{3});
  lying_id.nulls = 0;
  TableOptions options{.bounding_key = fixed_key(3)};
  for (const Sample& sample : samples()) {
    const std::string honest = raw_file({sample.column, id});
    std::vector<std::string> lying;
    for (const RawColumn& lie : lies(sample))
      lying.push_back(raw_file({lie, lying_id}));
    const Reading by_value = reading({column("x", sample.values)});
    const Reading by_person =
        reading({column("x", sample.values)}, measure("id", "0:1000"),
                {.column = "id", .rows = 2, .cells = 2});
    const auto expect_truth = [&](const Reading& question) {
      const auto truth = cells_of(honest, question, options);
      EXPECT_FALSE(truth.empty());  // else it proves little
      for (const std::string& table : lying)
        EXPECT_EQ(cells_of(table, question, options), truth);
    };
    options.where.reset();
    expect_truth(by_value);
    for (const char* test : sample.tests) {
      SCOPED_TRACE(test);
      options.where = *parse_predicate(test);
      expect_truth(by_value);
      expect_truth(by_person);
    }
  }
}

// The engine packs what it sorts into as many bits as the statistics allow.
TEST_F(Metadata, PeopleAreToldApartWhateverTheStatisticsSay) {
  RawColumn id{"id", Physical::int32};
  for (int i = 0; i < kRows; ++i) id.values.push_back(raw(std::int32_t{i}));
  id.least = raw(std::int32_t{0});
  id.greatest = raw(std::int32_t{3});
  const Reading everybody = reading({}, {}, {.column = "id", .rows = 1, .cells = 1});
  EXPECT_EQ(cells_of(raw_file({id}), everybody), rows_alone({{"", kRows}}));
}

TEST_F(Metadata, BloomFiltersDecideNothing) {
  const std::string honest =
      parquet("SELECT (i % 100)::INTEGER AS x FROM range(50000) r(i)");
  const auto told = [&](const char* what) {
    return std::stoll(maker().run(
        fmt::format("SELECT {} FROM parquet_metadata({})", what, quoted_text(honest))));
  };
  const auto start = told("bloom_filter_offset");
  const auto length = told("bloom_filter_length");
  ASSERT_GT(length, 64);  // the engine writes one for such a column
  std::ifstream file(honest, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), {});
  bytes.replace(static_cast<std::size_t>(start + length - 32), 32, 32, '\0');
  const std::string lying = folder_.write("bloom.parquet", bytes);
  for (const char* test : {"x = 5", "x = 50", "x in (1, 2, 3)", "x = 77"})
    EXPECT_EQ(cells_of(lying, reading({}), where(test)),
              cells_of(honest, reading({}), where(test)))
        << test;
}

// No statistics, zone map or other filter of the engine sees the test of --where.
TEST_F(Metadata, NoFilterReachesTheScanOfAnyFormat) {
  const std::string rows = "SELECT i AS x FROM range(300000) r(i)";
  const std::string file = parquet(rows), path = database(rows);
  const auto plan = [](const DuckdbSession::Options& options, const std::string& from) {
    const auto session = *DuckdbSession::open(options);
    auto result = session->query(
        "EXPLAIN SELECT count(*) FROM " + from + " WHERE x > 250000 AND x IS NOT NULL",
        Error{});
    EXPECT_TRUE(result);
    char* text = duckdb_value_varchar(result->raw(), 1, 0);
    std::string shown = text;
    duckdb_free(text);
    return shown;
  };
  for (const std::string& shown :
       {plan({.allow = {file}}, "read_parquet(" + quoted_text(file) + ")"),
        plan({.attach = path.substr(0, path.size() - 2)}, "source.main.t")}) {
    EXPECT_NE(shown.find("FILTER"), std::string::npos) << shown;
    EXPECT_EQ(shown.find("Filters"), std::string::npos) << shown;
    EXPECT_EQ(shown.find("EMPTY_RESULT"), std::string::npos) << shown;
  }
}

TEST_F(Metadata, AllOptimizersButTwoAreLeftOut) {
  const auto session = *DuckdbSession::open({});
  auto left = session->query(
      "SELECT string_agg(name, ',' ORDER BY name) FROM duckdb_optimizers() WHERE name "
      "NOT "
      "IN (SELECT unnest(string_split(current_setting('disabled_optimizers'), ',')))",
      Error{});
  ASSERT_TRUE(left);
  char* names = duckdb_value_varchar(left->raw(), 0, 0);
  EXPECT_STREQ(names, "in_clause,unused_columns");
  duckdb_free(names);
}

TEST_F(Metadata, CountsOfRowsThatDisagreeAreAnErrorOfTheFile) {
  RawColumn x{"x", Physical::int32};
  for (int i = 0; i < 100; ++i) x.values.push_back(raw(std::int32_t{i}));
  EXPECT_EQ(total(counts(raw_file({x}), asked("x"))), 100);
  for (const RawClaims& claims :
       {RawClaims{50, 100}, RawClaims{50, 50}, RawClaims{100, 50}, RawClaims{100, 150},
        RawClaims{150, 150}, RawClaims{0, 0}, RawClaims{0, 100}}) {
    const Error error = refusal(raw_file({x}, claims), asked("x"));
    EXPECT_EQ(error.kind, ErrorKind::unreadable);
    EXPECT_NE(error.message.find("not a readable Parquet file"), std::string::npos);
  }
  for (const std::int64_t count : {0, 50, 150}) {
    x.count = count;
    EXPECT_EQ(refusal(raw_file({x}), asked("x")).kind, ErrorKind::unreadable);
  }
  // Lists have as many values as they have.
  EXPECT_EQ(total(counts(parquet("SELECT 5 AS x, [1, 2, 3] AS l, {'a': [1, 2]} AS s"),
                         asked("x"))),
            1);
}

// What happens before the charge cannot depend on a value, here one that ends a scan.
TEST_F(Metadata, ATableIsBoundWithoutALookAtItsRows) {
  const std::string table =
      raw_file({{"x", Physical::bytes, kUtf8, {"5", "\xff"}},
                {"y", Physical::int64, kMillis, {raw(1LL << 60), {}}}});
  for (const Reading& question :
       {asked("x"), asked("y", "2000-01-01:2010-01-01:1year"),
        reading({}, {}, {.column = "x", .rows = 1, .cells = 1})})
    for (const TableOptions& options :
         {TableOptions{}, where("x = 'a' and y is null")}) {
      const auto reader = bind_table(table, question, options);
      ASSERT_TRUE(reader);
      const auto cells = (*reader)->cells();
      ASSERT_FALSE(cells);
      EXPECT_EQ(cells.error().kind, ErrorKind::unreadable);
    }
}

TEST(ParquetCounts, DamagedFootersNeverCrash) {
  RawColumn x{"x", Physical::int32, {}, {raw(std::int32_t{1}), raw(std::int32_t{2})}};
  const std::string file = RawParquet::file({x, x});
  std::uint32_t length = 0;
  std::memcpy(&length, file.data() + file.size() - 8, sizeof length);
  const std::string footer = file.substr(file.size() - 8 - length, length);
  ASSERT_TRUE(parse_footer(footer));
  EXPECT_TRUE(parse_footer(footer)->agree({0, 1}));
  EXPECT_FALSE(parse_footer(footer)->agree({0, 1, 2}));
  for (std::size_t cut = 0; cut < footer.size(); ++cut)
    EXPECT_FALSE(parse_footer(footer.substr(0, cut))) << cut;
  std::mt19937 random(5);
  for (int round = 0; round < 20'000; ++round) {
    std::string text = footer;
    for (auto n = random() % 4 + 1; n > 0; --n)
      text[random() % text.size()] = static_cast<char>(random());
    if (const auto counts = parse_footer(text)) counts->agree({0, 1});
  }
  EXPECT_FALSE(parse_footer(std::string(100'000, '\x1c')));  // structs in structs
  EXPECT_FALSE(parse_footer(std::string(100'000, '\x19')));  // lists in lists
}

// By its type, whatever its values are: otherwise one of them decides whether there is
// a release.
TEST_F(Metadata, ColumnsWhoseValuesCouldEndAScanAreRefusedByTheirType) {
  const std::vector<std::optional<std::string>> fixed9 = {std::string(9, '\0')};
  const std::vector<std::optional<std::string>> fixed16 = {std::string(16, '\0')};
  const std::vector<std::optional<std::string>> fixed17 = {std::string(17, '\0')};
  const std::vector<RawColumn> columns = {
      {"good", Physical::int32, {}, {raw(std::int32_t{5})}},
      {"json", Physical::bytes, kJson, {"{}"}},
      {"bytes", Physical::bytes, kDecimal, {std::string("\1")}, 0, 2, 9},
      {"long", Physical::fixed, kDecimal, fixed17, 17, 2, 38},
      {"wide", Physical::fixed, kDecimal, fixed16, 16, 2, 18},
      {"fits", Physical::fixed, kDecimal, fixed9, 9, 2, 20},
      {"most", Physical::fixed, kDecimal, fixed16, 16, 2, 38},
      {"double", Physical::bytes, kDecimal, {std::string(40, '\1')}, 0, 2, 60}};
  const std::string table = raw_file(columns);
  const std::pair<const char*, const char*> refused[] = {
      {"json", "is marked as JSON"},
      {"bytes", "is a DECIMAL of 9 digits in BYTE_ARRAY"},
      {"long", "is a DECIMAL of 38 digits in FIXED_LEN_BYTE_ARRAY of 17"},
      {"wide", "is a DECIMAL of 18 digits in FIXED_LEN_BYTE_ARRAY of 16"}};
  for (const auto& [name, why] : refused) {
    const std::string test = fmt::format("{} is null", name);
    for (const Error& error :
         {refusal(table, asked(name, name == std::string("json") ? "a,b" : "0:30:10")),
          refusal(table, reading({column(name, "?")})),
          refusal(table, reading({}, {}, {.column = name, .rows = 1, .cells = 1})),
          refusal(table, asked("good"), where(test.c_str())),
          refusal(table, reading({}, measure(name)))}) {
      EXPECT_EQ(error.kind, ErrorKind::invalid_request);
      EXPECT_NE(error.message.find(why), std::string::npos) << error.message;
    }
  }
  for (const char* name : {"good", "fits", "most", "double"})
    EXPECT_EQ(total(counts(table, asked(name))), 1) << name;
}

}  // namespace
}  // namespace selvage
