#include "selvage/summary/row_coder.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Fields = std::vector<std::optional<std::string_view>>;

DomainColumn column(const char* name, const char* values, bool drop = false) {
  return {name, *parse_values(values), drop};
}

TEST(RowCoder, PlacesEveryKindOfColumn) {
  KeyDictionary keys;
  const Reading reading{*Domain::make({column("age", "0:20:10"), column("dept", "a,b"),
                                       column("day", "2025-01-01:2025-03-01:1month")})};
  auto coder = RowCoder::make(reading, keys);
  ASSERT_TRUE(coder);
  const auto label = [&](const Fields& fields) {
    const auto row = coder->code(fields);
    std::string text;
    for (std::size_t c = 0; c < 3; ++c)
      text += reading.domain.label(row->cell, c) + "|";
    return text;
  };
  EXPECT_EQ(label({"12", "b", "2025-02-03"}), "[10,20)|b|2025-02|");
  EXPECT_EQ(label({" 3 ", "c", "2025-01-31 23:59:59"}), "[0,10)|other|2025-01|");
  EXPECT_EQ(label({"x", std::nullopt, "2025-13-01"}), "missing|missing|missing|");
  EXPECT_EQ(label({"-inf", "B", "2024-12-31"}), "below 0|other|before 2025-01-01|");
  EXPECT_EQ(label({"20", "a", " 2025-03-01 "}), "20 and above|a|2025-03-01 and after|");
}

TEST(RowCoder, DropsRowsWithoutAValueWhereAsked) {
  KeyDictionary keys;
  const Reading reading{
      *Domain::make({column("age", "0:20:10", true), column("dept", "?", true)}),
      Measure{"pay", *Grid::stepped("0:100", Rational(1, 10))}};
  auto coder = RowCoder::make(reading, keys);
  ASSERT_TRUE(coder);
  EXPECT_TRUE(coder->code(Fields{"1", "x", "5"}));
  EXPECT_FALSE(coder->code(Fields{"old", "x", "5"}));
  EXPECT_FALSE(coder->code(Fields{"1", std::nullopt, "5"}));
  EXPECT_FALSE(coder->code(Fields{"1", "x", std::nullopt}));
  EXPECT_FALSE(coder->code(Fields{"1", "x", "five"}));
  EXPECT_EQ(coder->code(Fields{"1", "x", "1e9"})->steps, 1000);
}

TEST(RowCoder, KeysOfSeveralUnknownColumnsNeverMeet) {
  KeyDictionary keys;
  const Reading reading{*Domain::make({column("a", "?"), column("b", "?")})};
  auto coder = RowCoder::make(reading, keys);
  ASSERT_TRUE(coder);
  const auto number = [&](const Fields& fields) { return coder->code(fields)->key; };
  const auto first = number({"ab", "c"});
  EXPECT_NE(number({"a", "bc"}), first);
  const auto missing = number({std::nullopt, "c"});
  EXPECT_NE(number({"", "c"}), missing);
  EXPECT_EQ(number({"ab", "c"}), first);
  const auto texts = keys.keys();
  ASSERT_EQ(texts.size(), 4u);
  EXPECT_EQ(texts[first], (std::vector<std::optional<std::string>>{"ab", "c"}));
  EXPECT_EQ(texts[missing],
            (std::vector<std::optional<std::string>>{std::nullopt, "c"}));
}

}  // namespace
}  // namespace selvage
