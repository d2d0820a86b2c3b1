// The thousands are in where_formats_slow_test.cpp.
#include "selvage/source/where_formats_testing.hpp"

namespace selvage::where_formats {
namespace {

TEST_F(WhereFormats, OneRuleOfComparisonInAllFormats) { expect_one_rule(1, 4, 60, 40); }

// 900 and 1000 as numbers and as texts.
TEST_F(WhereFormats, NumbersInTwoColumnsAreComparedAsNumbers) {
  const SampleTable texts{.columns = {{"id"}, {"net"}, {"gross"}},
                          .rows = {{"0", "900", "1000"},
                                   {"1", "1000", "900"},
                                   {"2", "9", "10"},
                                   {"3", "x", "10"},
                                   {"4", "5.0", "5"},
                                   {"5", std::nullopt, "5"}}};
  SampleTable typed = texts;
  typed.columns[1].type = typed.columns[2].type = "DOUBLE";
  typed.rows.erase(typed.rows.begin() + 3);
  const Reading each = asked("id", "0:6:1");
  for (const std::string& table : every_format(texts)) {
    EXPECT_EQ(counts(table, each, where("number(net) <= gross")),
              (Counts{0, 1, 0, 1, 0, 1, 0, 0, 0}))
        << table;
    EXPECT_EQ(counts(table, each, where("text(net) <= gross")),
              (Counts{0, 0, 1, 0, 0, 0, 0, 0, 0}))
        << table;
    EXPECT_EQ(refusal(table, each, where("net <= gross")).message,
              "`where`: columns 'net' and 'gross' are text, and nothing says how they "
              "are compared; write number(net) <= gross for numbers, timestamp(net) <= "
              "gross for dates and times, or text(net) <= gross for texts")
        << table;
  }
  for (const std::string& table : engine_formats(typed.sql()))
    for (const char* test : {"net <= gross", "number(net) <= gross"})
      EXPECT_EQ(counts(table, each, where(test)), (Counts{0, 1, 0, 1, 0, 1, 0, 0, 0}));
}

TEST_F(WhereFormats, AnEmptyTextIsMissingInAllFormats) {
  const SampleTable table{.columns = {{"id"}, {"city"}},
                          .rows = {{"0", ""}, {"1", std::nullopt}, {"2", "Ulm"}}};
  const Reading each = asked("id", "0:3:1");
  for (const std::string& file : every_format(table)) {
    EXPECT_EQ(counts(file, each, where("city is null")), (Counts{0, 1, 1, 0, 0, 0}));
    EXPECT_EQ(counts(file, each, where("city != 'x'")), (Counts{0, 0, 0, 1, 0, 0}));
    EXPECT_EQ(counts(file, each, where("city like '%'")), (Counts{0, 0, 0, 1, 0, 0}));
    EXPECT_EQ(refusal(file, each, where("city = ''")).kind, ErrorKind::invalid_request);
  }
}

// Long lists are looked up by the engine in another way than short ones.
TEST_F(WhereFormats, LongListsMeanWhatShortOnesMean) {
  const SampleTable texts{.columns = {{"id"}, {"x"}},
                          .rows = {{"0", "-0.0"},
                                   {"1", "5"},
                                   {"2", "nan"},
                                   {"3", std::nullopt},
                                   {"4", "0.5"},
                                   {"5", "2000"}}};
  SampleTable typed = texts;
  typed.columns[1].type = "DOUBLE";
  std::vector<std::string> files = every_format(texts);
  for (std::string& file : engine_formats(typed.sql())) files.push_back(file);
  std::string list;
  for (int i = 0; i < 1'000; ++i) list += fmt::format("{}{}", i > 0 ? ", " : "", i);
  for (const std::string& file : files) {
    EXPECT_EQ(
        counts(file, asked("id", "0:6:1"), where(("x in (" + list + ")").c_str())),
        (Counts{0, 1, 1, 0, 0, 0, 0, 0, 0}))
        << file;
    EXPECT_EQ(
        counts(file, asked("id", "0:6:1"), where(("not x in (" + list + ")").c_str())),
        (Counts{0, 0, 0, 0, 0, 1, 1, 0, 0}))
        << file;
  }
}

}  // namespace
}  // namespace selvage::where_formats
