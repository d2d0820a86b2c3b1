#include "selvage/summary/domain.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

DomainColumn column(const std::string& name, const std::string& text,
                    bool drop_missing = false) {
  auto values = parse_values(text);
  EXPECT_TRUE(values) << values.error().message;
  return {name, *std::move(values), drop_missing};
}

Domain made(std::vector<DomainColumn> columns) {
  auto domain = Domain::make(std::move(columns));
  EXPECT_TRUE(domain) << domain.error().message;
  return *std::move(domain);
}

TEST(ParseValues, TheTextDecidesTheKind) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"0:100:10", 0},
      {"-5:1000:1/3", 0},
      {"1000:2025:5", 0},
      {"2025-01-01:2026-01-01:1month", 1},
      {"2025-01-01T00:00:2025-01-02T00:00:1hour", 1},
      {"nurse,clerk", 2},
      {"nurse", 2},
      {"2025-01-01", 2},
      {"2025-01-01,2025-01-02", 2},
      {"a,?,@b", 2},
      {"?", 3},
  };
  for (const auto& [text, kind] : cases) {
    const auto values = parse_values(text);
    ASSERT_TRUE(values) << values.error().message;
    EXPECT_EQ(values->index(), kind) << text;
    EXPECT_EQ((DomainColumn{"name", *values}.text()), text);
  }
}

TEST(ParseValues, EachKindRefusesInItsOwnSentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"0:100", "bins '0:100': 2 numbers"},
      {"a:b", "bins 'a:b': 'a' is not a number"},
      {"2025-01-01:2026-01-01:10", "dates '2025-01-01:2026-01-01:10': the step '10'"},
      {"2025-02-30:2026-01-01:1day",
       "dates '2025-02-30:2026-01-01:1day': '2025-02-30' is not a date"},
      {"2025-1-1:2026-01-01:1day",
       "dates '2025-1-1:2026-01-01:1day': '2025-1-1' is not a date"},
      {"", "keys '': there is no key"},
      {"a,a", "keys 'a,a': keys 1 and 2"},
      {"@/nowhere/keys", "cannot read the key file '/nowhere/keys': No such file"},
      {"@", "cannot read the key file '': No such file"},
  };
  for (const auto& [text, start] : cases) {
    const auto values = parse_values(text);
    ASSERT_FALSE(values) << text;
    EXPECT_EQ(values.error().kind, ErrorKind::invalid_request);
    EXPECT_TRUE(values.error().message.starts_with(start)) << values.error().message;
  }
}

TEST(ParseValues, KeysWithColonsBelongInAFile) {
  const auto values = parse_values("09:00,10:00");
  ASSERT_FALSE(values);
  EXPECT_EQ(
      values.error().message,
      "bins '09:00,10:00': '00,10' is not a number; write LO:HI:STEP, for example "
      "0:100:10; keys that hold a colon stand in a file, @FILE");
}

TEST(DomainColumn, MissingIsTheLastPlaceUnlessDropped) {
  for (const char* text :
       {"0:100:10", "2025-01-01:2025-11-01:1month", "a,b,c,d,e,f,g,h,i,j,k"}) {
    const DomainColumn kept = column("x", text), dropped = column("x", text, true);
    EXPECT_EQ(kept.places(), 13u) << text;
    EXPECT_EQ(dropped.places(), 12u) << text;
    EXPECT_EQ(kept.label(12), "missing");
    for (std::size_t i = 0; i < dropped.places(); ++i)
      EXPECT_EQ(dropped.label(i), kept.label(i));
    EXPECT_NE(dropped.label(11), "missing");
  }
}

TEST(DomainColumn, UnknownKeysAreOnePlace) {
  EXPECT_EQ(column("x", "?").places(), 1u);
  EXPECT_EQ(column("x", "?", true).places(), 1u);
  EXPECT_EQ(column("x", "?").label(0), "?");
}

TEST(Domain, NoColumnIsOneCell) {
  const Domain domain = made({});
  EXPECT_EQ(domain.cells(), 1u);
  EXPECT_FALSE(domain.has_unknown_keys());
  EXPECT_TRUE(domain.places(0).empty());
}

TEST(Domain, TheLastColumnChangesFastest) {
  const Domain domain = made({column("sex", "f,m", true), column("age", "0:40:20"),
                              column("year", "2024-01-01:2026-01-01:1year", true)});
  ASSERT_EQ(domain.cells(), 3u * 5u * 4u);
  std::uint64_t cell = 0;
  for (std::size_t sex = 0; sex < 3; ++sex)
    for (std::size_t age = 0; age < 5; ++age)
      for (std::size_t year = 0; year < 4; ++year, ++cell)
        EXPECT_EQ(domain.places(cell), (std::vector<std::size_t>{sex, age, year}));
  const std::uint64_t last = domain.cells() - 1;
  EXPECT_EQ(domain.label(last, 0), "other");
  EXPECT_EQ(domain.label(last, 1), "missing");
  EXPECT_EQ(domain.label(last, 2), "2026-01-01 and after");
  EXPECT_EQ(domain.label(6, 0), "f");
  EXPECT_EQ(domain.label(6, 1), "[0,20)");
  EXPECT_EQ(domain.label(6, 2), "2025");
}

TEST(Domain, UnknownKeysDoNotMultiplyTheCells) {
  const Domain domain =
      made({column("city", "?"), column("sex", "f,m"), column("job", "?")});
  EXPECT_TRUE(domain.has_unknown_keys());
  EXPECT_EQ(domain.cells(), 4u);
  EXPECT_EQ(domain.places(3), (std::vector<std::size_t>{0, 3, 0}));
}

TEST(Domain, RefusesAColumnTwice) {
  const auto domain =
      Domain::make({column("age", "0:9:1"), column("b", "x"), column("age", "?")});
  ASSERT_FALSE(domain);
  EXPECT_EQ(domain.error().kind, ErrorKind::invalid_request);
  EXPECT_EQ(domain.error().message, "the column 'age' is given twice; give it once");
}

TEST(Domain, RefusesTooManyCells) {
  const DomainColumn ten_thousand = column("a", "0:9997:1");
  EXPECT_EQ(made({ten_thousand, column("b", "0:9997:1")}).cells(), Domain::kMaxCells);
  const auto domain = Domain::make({ten_thousand, column("b", "0:9998:1")});
  ASSERT_FALSE(domain);
  EXPECT_EQ(domain.error().kind, ErrorKind::invalid_request);
  EXPECT_EQ(
      domain.error().message,
      "the columns make 10000 x 10001 = 100010000 cells and the most is 100000000; "
      "use wider bins, fewer keys or fewer columns");
}

// 65536^4 = 2^64 is 0 in 64 bits.
TEST(Domain, AProductBeyond64BitsIsStillTooMany) {
  std::vector<DomainColumn> columns;
  for (const char* name : {"a", "b", "c", "d"})
    columns.push_back(column(name, "0:65533:1"));
  const auto domain = Domain::make(columns);
  ASSERT_FALSE(domain);
  EXPECT_NE(domain.error().message.find("= 1.84e+19 cells"), std::string::npos)
      << domain.error().message;
}

}  // namespace
}  // namespace selvage
