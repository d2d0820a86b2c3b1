#include "selvage/mechanism/cells/cells_request.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "selvage/question/asked_testing.hpp"

namespace selvage {
namespace {

RequestText histogram(const std::vector<std::string>& columns) {
  return {.verb = "histogram", .columns = columns, .epsilon = "1"};
}
RequestText mean(const char* bounds) {
  return {.verb = "mean", .columns = {"pay"}, .bounds = bounds, .epsilon = "1"};
}

Result<CellsRequest> parse_request(const RequestText& text) {
  return parse_cells_request(text.verb, asked_of(text));
}

std::string sentence(const RequestText& text) {
  const auto request = parse_request(text);
  return request ? std::string("accepted") : request.error().message;
}

TEST(CellsRequest, ReadsColumnsAndEpsilonExactly) {
  RequestText text = histogram({"a=b \"x\"=0:1:1/3", "dept=x,y", "key=?"});
  text.epsilon = "0.1";
  text.delta = "1e-6";
  const auto request = parse_request(text);
  ASSERT_TRUE(request) << request.error().message;
  const auto& columns = request->plan.reading.domain.columns();
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns[0].name, "a=b \"x\"");
  EXPECT_EQ(columns[0].places(), 6u);
  EXPECT_EQ(columns[1].text(), "x,y");
  EXPECT_TRUE(request->plan.reading.domain.has_unknown_keys());
  EXPECT_EQ(request->plan.epsilon, Rational(1, 10));
  EXPECT_EQ(request->plan.delta, Rational(1, 1000000));
}

TEST(CellsRequest, OneCapAloneIsMeantForBoth) {
  RequestText text = histogram({"a=x"});
  text.person = "id";
  const auto caps = [&] {
    const auto request = parse_request(text);
    const Person& person = request->plan.reading.person;
    return std::pair(person.rows, person.cells);
  };
  EXPECT_EQ(caps(), std::pair(std::int64_t{1}, std::int64_t{1}));
  text.rows_per_person = "3";
  EXPECT_EQ(caps(), std::pair(std::int64_t{3}, std::int64_t{3}));
  text.cells_per_person = "2";
  EXPECT_EQ(caps(), std::pair(std::int64_t{3}, std::int64_t{2}));
  text.rows_per_person.reset();
  EXPECT_EQ(caps(), std::pair(std::int64_t{2}, std::int64_t{2}));
}

TEST(CellsRequest, ACapWithinACellCountsForAllCells) {
  RequestText text = histogram({"a=x"});
  text.person = "id";
  text.rows_per_cell = "3";
  const auto caps = [&] {
    const auto request = parse_request(text);
    const Person& person = request->plan.reading.person;
    return std::vector<std::int64_t>{person.rows, person.cells, *person.rows_in_cell};
  };
  using V = std::vector<std::int64_t>;
  EXPECT_EQ(caps(), (V{3, 1, 3}));
  text.cells_per_person = "100";
  EXPECT_EQ(caps(), (V{300, 100, 3}));
  text.rows_per_person = "250";
  EXPECT_EQ(caps(), (V{250, 100, 3}));
  text.cells_per_person.reset();
  EXPECT_EQ(caps(), (V{250, 250, 3}));
  text.per_person = "first";
  EXPECT_EQ(sentence(text),
            "`per_person` first keeps one row of a person in each cell, and "
            "`rows_per_cell` 3 keeps more; leave one of them out");
  text.rows_per_cell = "1";
  EXPECT_EQ(sentence(text), "accepted");
  text = histogram({"a=x"});
  text.person = "id";
  text.rows_per_cell = "2000";
  text.cells_per_person = "1000";
  EXPECT_EQ(
      sentence(text),
      "`rows_per_cell` 2000 in `cells_per_person` 1000 are more than 1000000 rows "
      "of a person; write smaller caps, or `rows_per_person` too");
  text.rows_per_person = "1000000";
  EXPECT_EQ(sentence(text), "accepted");
}

TEST(CellsRequest, NamesTheFieldThatIsWrong) {
  EXPECT_EQ(sentence(histogram({"age"})),
            "`column` 'age' names no bins or keys; write NAME=LO:HI:STEP, NAME=a,b,c, "
            "NAME=@FILE or NAME=?, for example age=0:100:10");
  EXPECT_NE(sentence(histogram({"=0:1:1"})).find("names no column"), std::string::npos);
  EXPECT_NE(sentence(histogram({"age="})).find("names no bins or keys"),
            std::string::npos);
  EXPECT_EQ(sentence(histogram({"age=0:1:0"})),
            "`column` bins '0:1:0': the step 0 is not above 0; write LO:HI:STEP, for "
            "example 0:100:10");
  EXPECT_EQ(sentence(histogram({"a=x", "a=y"})),
            "the column 'a' is given twice; give it once");
  EXPECT_EQ(
      sentence(histogram({"d=0-10"})),
      "`column` 'd=0-10' names one key, '0-10', that looks like a range; for bins "
      "write d=0:10:STEP; a key of this text stands in a file, d=@FILE");
  EXPECT_NE(sentence(histogram({"d=-5..5"})).find("write d=-5:5:STEP"),
            std::string::npos);
  for (const char* key : {"d=0-10,10-20", "d=2013-01", "d=2013-01-05", "d=a-b", "d=7"})
    EXPECT_TRUE(parse_request(histogram({key}))) << key;
  EXPECT_NE(sentence(histogram({"a=x,y,x"})).find("keys 1 and 3 are both 'x'"),
            std::string::npos);
  EXPECT_NE(sentence(histogram({"a=@/no/such/keys"})).find("cannot read the key file"),
            std::string::npos);
  EXPECT_NE(sentence(histogram({"d=2025-01-01:2025-12-31:1month"})).find("2026-01-01"),
            std::string::npos);
  EXPECT_NE(sentence(histogram({})).find("`column` NAME=DOMAIN is missing"),
            std::string::npos);
  RequestText text = histogram({"a=x"});
  text.epsilon = "much";
  EXPECT_EQ(sentence(text),
            "`epsilon` 'much' is not a number; write for example 1, 0.5, 1/3 or 1e-3");
  text.epsilon.reset();
  EXPECT_NE(sentence(text).find("`epsilon` NUMBER is missing"), std::string::npos);
  text.accuracy = "50@95";
  EXPECT_EQ(sentence(text),
            "`accuracy` '50@95' is not BOUND@CONFIDENCE; write for example 50@0.95");
  text.epsilon = "1";
  EXPECT_EQ(sentence(text), "give one of `epsilon`, `accuracy` and `profile`");
  EXPECT_EQ(sentence(mean("10:0")),
            "`bounds` '10:0': the lower bound 10 is not below the upper 0; write "
            "LO:HI, for example 0:10000");
  RequestText unbounded = mean("0:1");
  unbounded.bounds.reset();
  EXPECT_EQ(sentence(unbounded),
            "'mean' of 'pay' needs bounds that are public knowledge; write for example "
            "`bounds` 0:10000");
}

TEST(CellsRequest, ErrorsCarryTheFieldAndWhatCouldStandThere) {
  using Change = void (*)(RequestText&);
  struct Wrong {
    Change change;
    const char *field, *suggestion;
  };
  const std::vector<Wrong> all = {
      {[](RequestText& t) { t.columns = {"age"}; }, "column", "age=0:100:10"},
      {[](RequestText& t) { t.columns = {"age=0:1:0"}; }, "column", "age=0:100:10"},
      {[](RequestText& t) { t.columns.clear(); }, "column", "age=0:100:10"},
      {[](RequestText& t) { t.verb = "count", t.by = {"x"}; }, "by", "age=0:100:10"},
      {[](RequestText& t) { t.verb = "mean", t.columns = {"x"}; }, "bounds", "0:10000"},
      {[](RequestText& t) { t.epsilon.reset(); }, "epsilon", "1"},
      {[](RequestText& t) { t.epsilon = "much"; }, "epsilon", "1"},
      {[](RequestText& t) { t.delta = "few"; }, "delta", "1e-6"},
      {[](RequestText& t) { t.confidence = "2"; }, "confidence", "0.95"},
      {[](RequestText& t) { t.noise = "loud"; }, "noise", "laplace"},
      {[](RequestText& t) { t.person = ""; }, "person", ""},
      {[](RequestText& t) { t.cells_per_person = "2"; }, "person", ""},
      {[](RequestText& t) { t.person = "id", t.rows_per_person = "0"; },
       "rows_per_person", "1"},
      {[](RequestText& t) { t.person = "id", t.per_person = "last"; }, "per_person",
       "first"},
      {[](RequestText& t) { t.fewer_than = "-1"; }, "fewer_than", "1"},
      {[](RequestText& t) { t.people = "some"; }, "people", "1"},
      {[](RequestText& t) { t.where = "a ="; }, "where", ""},
      {[](RequestText& t) { t.domain_file = "/no/such/file"; }, "domain", ""},
      // No single one is wrong.
      {[](RequestText& t) { t.accuracy = "50@0.95"; }, "", ""}};
  for (const Wrong& wrong : all) {
    RequestText text = histogram({"a=x"});
    ASSERT_EQ(sentence(text), "accepted");
    wrong.change(text);
    const auto request = parse_request(text);
    ASSERT_FALSE(request) << wrong.field;
    EXPECT_EQ(request.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(request.error().field, wrong.field) << request.error().message;
    EXPECT_EQ(request.error().suggestion, wrong.suggestion) << request.error().message;
  }
}

TEST(CellsRequest, CapsNeedAPerson) {
  RequestText text = histogram({"a=x"});
  text.rows_per_person = "3";
  EXPECT_EQ(sentence(text),
            "`rows_per_person` needs to know who a person is; add `person` COLUMN");
  RequestText in_cell = histogram({"a=x"});
  in_cell.rows_per_cell = "3";
  EXPECT_EQ(sentence(in_cell),
            "`rows_per_cell` needs to know who a person is; add `person` COLUMN");
  text.person = "id";
  EXPECT_EQ(sentence(text), "accepted");
  text.rows_per_person = "0";
  EXPECT_EQ(sentence(text),
            "`rows_per_person` '0' is not a whole number from 1 to 1000000");
  text.rows_per_person = "2";
  text.per_person = "last";
  EXPECT_NE(sentence(text).find("`per_person` 'last' is not one of sum"),
            std::string::npos);
}

TEST(CellsRequest, TheDomainFileSaysWhatIsPublic) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("selvage_request_test_" + std::to_string(getpid()) + ".toml");
  std::ofstream(path)
      << "person = \"id\"\nrows_per_person = 4\ncells_per_person = 2\n"
         "[columns]\nage = { values = \"0:90:10\", missing = \"drop\" }\n"
         "pay = { bounds = \"0:5000\" }\n";
  RequestText text{.verb = "mean",
                   .columns = {"pay"},
                   .by = {"age"},
                   .epsilon = "1",
                   .domain_file = path.string()};
  const auto request = parse_request(text);
  ASSERT_TRUE(request) << request.error().message;
  const Reading& reading = request->plan.reading;
  EXPECT_EQ(reading.person.column, "id");
  EXPECT_EQ(reading.person.rows, 4);
  EXPECT_EQ(reading.domain.cells(), 11u);
  EXPECT_EQ(reading.measure->grid.text(), "0:5000");
  text.by = {"role"};
  EXPECT_NE(sentence(text).find("and the domain file has none for it"),
            std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace selvage
