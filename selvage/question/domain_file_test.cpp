#include "selvage/question/domain_file.hpp"

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"

namespace selvage {
namespace {

class DomainFileTest : public testing::Test {
 protected:
  DomainFile made(std::string_view text) {
    auto file = read_domain_file(folder_.write("public.toml", text));
    EXPECT_TRUE(file) << file.error().message;
    return file ? *std::move(file) : DomainFile{};
  }

  // The sentence, with 'F' for the file's name.
  std::string sentence(std::string_view text) {
    const auto file = read_domain_file(folder_.write("public.toml", text));
    if (file) return "";
    EXPECT_EQ(file.error().kind, ErrorKind::invalid_request);
    std::string message = file.error().message;
    const std::string path = folder_.file("public.toml");
    if (const auto at = message.find(path); at != std::string::npos)
      message.replace(at, path.size(), "F");
    return message;
  }

  // The text of a column's values.
  static std::string text(const DomainFile& file, const std::string& name) {
    const auto* column = file.find(name);
    return column && column->values ? DomainColumn{name, *column->values}.text()
                                    : "none";
  }

  TemporaryFolder folder_;
};

TEST_F(DomainFileTest, SaysHowTextsAreWritten) {
  const DomainFile file =
      made("decimal = \",\"\ndate_format = \"%d.%m.%Y\"\ntrim_blanks = true\n");
  EXPECT_EQ(file.decimal, ",");
  EXPECT_EQ(file.date_format, "%d.%m.%Y");
  EXPECT_TRUE(file.trim);
  EXPECT_FALSE(made("trim_blanks = false").trim);
  EXPECT_EQ(sentence("decimal = \";\""),
            "'F' line 1: decimal is ';'; write \".\" or \",\"");
  EXPECT_EQ(sentence("date_format = \"dd\""),
            "'F' line 1: `date_format` 'dd' must have one of %Y and %y; write for "
            "example %d/%m/%Y");
  EXPECT_EQ(sentence("trim_blanks = \"yes\""),
            "'F' line 1: trim_blanks is a text; write true or false");
}

TEST_F(DomainFileTest, ReadsEverySetting) {
  folder_.write("depts.txt", "north\nsouth\n");
  const DomainFile file = made(R"(# what is public
person = "employee_id"
rows_per_person = 3
cells_per_person = 2
rows_per_cell = 1
per_person = "first"
[columns]
start = { values = "2020-01-01:2026-01-01:1year", missing = "drop" }
age = "0:100:10"
dept = "@depts.txt"
role = ["engineer", "nurse"]
claim = { bounds = "0:10000" }
pay = { values = "0:9000:3000", bounds = "0:9000", missing = "cell" }
name = "?"
)");
  EXPECT_EQ(file.person, "employee_id");
  EXPECT_EQ(file.rows_per_person, 3);
  EXPECT_EQ(file.cells_per_person, 2);
  EXPECT_EQ(file.rows_per_cell, 1);
  EXPECT_EQ(file.per_person, "first");
  std::vector<std::string> names;
  for (const auto& column : file.columns) names.push_back(column.name);
  EXPECT_EQ(names, (std::vector<std::string>{"start", "age", "dept", "role", "claim",
                                             "pay", "name"}));
  EXPECT_EQ(text(file, "start"), "2020-01-01:2026-01-01:1year");
  EXPECT_TRUE(file.find("start")->drop_missing);
  EXPECT_EQ(text(file, "age"), "0:100:10");
  EXPECT_FALSE(file.find("age")->drop_missing);
  EXPECT_EQ(file.find("age")->bounds, std::nullopt);
  EXPECT_EQ(text(file, "dept"), "@" + folder_.file("depts.txt"));
  EXPECT_EQ(text(file, "role"), "engineer,nurse");
  EXPECT_EQ(text(file, "claim"), "none");
  EXPECT_EQ(file.find("claim")->bounds, "0:10000");
  EXPECT_EQ(text(file, "pay"), "0:9000:3000");
  EXPECT_EQ(file.find("pay")->bounds, "0:9000");
  EXPECT_FALSE(file.find("pay")->drop_missing);
  EXPECT_EQ(text(file, "name"), "?");
  EXPECT_EQ(file.find("Age"), nullptr);
}

TEST_F(DomainFileTest, EverySettingMayBeLeftOut) {
  for (const char* text : {"", "# nothing\n", "[columns]\n", "\xef\xbb\xbf[columns]"}) {
    const DomainFile file = made(text);
    EXPECT_EQ(file.person, std::nullopt);
    EXPECT_EQ(file.rows_per_person, std::nullopt);
    EXPECT_EQ(file.cells_per_person, std::nullopt);
    EXPECT_EQ(file.per_person, std::nullopt);
    EXPECT_TRUE(file.columns.empty());
  }
}

TEST_F(DomainFileTest, TablesMayBeWrittenInEveryWayOfToml) {
  const DomainFile file = made(R"(
columns."a.b" = "x,y"
[columns.age]
values = """0:100:10"""
missing = 'drop'
[columns."größe in cm"]
values = [
  "small",
  "tall",
]
)");
  ASSERT_EQ(file.columns.size(), 3u);
  EXPECT_EQ(text(file, "a.b"), "x,y");
  EXPECT_EQ(text(file, "age"), "0:100:10");
  EXPECT_TRUE(file.find("age")->drop_missing);
  EXPECT_EQ(text(file, "größe in cm"), "small,tall");
}

TEST_F(DomainFileTest, AnArrayHoldsKeysThatAListCannot) {
  const DomainFile file = made("[columns]\nx = [\"a,b\", \"9:00\", \"?\", \"@f\"]\n");
  const auto& keys = std::get<KeyList>(*file.find("x")->values);
  ASSERT_EQ(keys.size(), 4u);
  EXPECT_EQ(keys.find("a,b"), 0u);
  EXPECT_EQ(keys.find("9:00"), 1u);
  EXPECT_EQ(keys.find("?"), 2u);
  EXPECT_EQ(keys.find("@f"), 3u);
}

TEST_F(DomainFileTest, TheLedgerIsNamedFromWhereTheDomainFileLies) {
  EXPECT_EQ(*made("ledger = \"safe/pay.ledger\"").ledger,
            folder_.file("safe/pay.ledger"));
  EXPECT_EQ(*made("ledger = \"/a/pay.ledger\"").ledger, "/a/pay.ledger");
  EXPECT_FALSE(made("person = \"id\"").ledger);
}

TEST_F(DomainFileTest, KeyFilesAreBesideTheDomainFileOrAbsolute) {
  const TemporaryFolder other;
  const std::string keys = other.write("keys.txt", "a\n");
  EXPECT_EQ(text(made("[columns]\nx = \"@" + keys + "\"\n"), "x"), "@" + keys);
  EXPECT_EQ(sentence("[columns]\n\nx = \"@keys.txt\"\n"),
            "column 'x' in 'F' line 3: cannot read the key file '" +
                folder_.file("keys.txt") +
                "': No such file or directory; name a file with one key a line");
}

TEST_F(DomainFileTest, ASettingBelowColumnsIsNoColumn) {
  EXPECT_EQ(
      sentence("[columns]\nage = \"0:9:1\"\nperson = \"id\"\n"),
      "column 'person' in 'F' line 3: this line is below [columns]; write it above "
      "if it is a setting, person = { values = ... } if it is a column");
  EXPECT_TRUE(sentence("[columns]\nrows_per_person = 3\n")
                  .starts_with("column 'rows_per_person' in 'F' line 2: this line is"));
  EXPECT_EQ(text(made("[columns]\nperson = { values = \"a,b\" }\n"), "person"), "a,b");
}

TEST_F(DomainFileTest, RefusesInOneSentenceWithTheLine) {
  const std::pair<const char*, const char*> cases[] = {
      {"persn = \"id\"",
       "'F' line 1: there is no setting 'persn'; did you mean 'person'?"},
      {"\n[column]\na = \"0:9:1\"",
       "'F' line 2: there is no setting 'column'; did you mean 'columns'?"},
      {"columns.a = \"0:9:1\"\npersn = \"id\"",
       "'F' line 2: there is no setting 'persn'; did you mean 'person'?"},
      {"age = \"0:9:1\"",
       "'F' line 1: there is no setting 'age'; there are person, rows_per_person, "
       "cells_per_person, rows_per_cell, per_person, ledger, decimal, date_format, "
       "trim_blanks, "
       "columns, and columns stand below a line [columns]"},
      {"person = 7",
       "'F' line 1: person is a whole number; write a text: person = \"...\""},
      {"person = \"\"", "'F' line 1: person is empty; write it or leave the line out"},
      {"\nrows_per_person = 0",
       "'F' line 2: rows_per_person is 0; write a whole number of at least 1"},
      {"cells_per_person = -4",
       "'F' line 1: cells_per_person is -4; write a whole number of at least 1"},
      {"rows_per_person = \"3\"",
       "'F' line 1: rows_per_person is a text; write a whole number: rows_per_person = "
       "3"},
      {"rows_per_person = 3.0",
       "'F' line 1: rows_per_person is a number with a point; write a whole number: "
       "rows_per_person = 3"},
      {"per_person = \"last\"",
       "'F' line 1: per_person is 'last'; write \"sum\" or \"first\""},
      {"per_person = true",
       "'F' line 1: per_person is true or false; write a text: per_person = \"...\""},
      {"columns = \"age\"",
       "'F' line 1: columns is a text; write a line [columns] and below it NAME = "
       "\"LO:HI:STEP\""},
      {"[[columns]]\nage = \"0:9:1\"",
       "'F' line 1: columns is an array; write a line [columns] and below it NAME = "
       "\"LO:HI:STEP\""},
      {"[columns]\n\"\" = \"a\"", "'F' line 2: a column has no name; write one"},
      {"[columns]\nage = \"0:100\"",
       "column 'age' in 'F' line 2: bins '0:100': 2 numbers instead of three; write "
       "LO:HI:STEP, for example 0:100:10"},
      {"[columns.age]\nmissing = \"drop\"\nvalues = \"a,a\"",
       "column 'age' in 'F' line 3: keys 'a,a': keys 1 and 2 are both 'a'; write keys "
       "with "
       "commas between them, for example red,green, or @FILE with one key a line"},
      {"[columns]\nage = 7",
       "column 'age' in 'F' line 2: age is a whole number; write a text like "
       "\"0:100:10\" "
       "or [\"a\", \"b\"]"},
      {"[columns]\nday = 2025-01-01",
       "column 'day' in 'F' line 2: day is a date or time; write a text like "
       "\"0:100:10\" "
       "or [\"a\", \"b\"]"},
      {"[columns]\nage = {}",
       "column 'age' in 'F' line 2: it says nothing; write values, missing, bounds or "
       "step"},
      {"[columns]\nage = { value = \"0:9:1\" }",
       "column 'age' in 'F' line 2: a column has no 'value'; did you mean 'values'?"},
      {"[columns]\na.b = \"0:9:1\"",
       "column 'a' in 'F' line 2: a column has no 'b'; there are values, missing, "
       "bounds, step, "
       "and a name with a dot in it stands in quotes"},
      {"[columns]\nage = { values = \"0:9:1\", missing = \"dorp\" }",
       "column 'age' in 'F' line 2: missing is 'dorp'; write \"cell\" or \"drop\""},
      {"[columns]\nage = { values = \"0:9:1\", missing = true }",
       "column 'age' in 'F' line 2: missing is true or false; write a text: missing = "
       "\"...\""},
      {"[columns]\nage = { bounds = [0, 9] }",
       "column 'age' in 'F' line 2: bounds is an array; write a text: bounds = "
       "\"...\""},
      {"[columns]\nx = []",
       "column 'x' in 'F' line 2: there is no key; write for example [\"a\", \"b\"]"},
      {"[columns]\nx = [\n\"a\",\n7]",
       "column 'x' in 'F' line 4: key 2 is a whole number; write a text in quotes"},
      {"[columns]\nx = [\"a\", \"\"]",
       "column 'x' in 'F' line 2: key 2 is empty; leave it out"},
      {"[columns]\nx = [\n\"a\",\n\"b\",\n\"a\"]",
       "column 'x' in 'F' line 5: the key 'a' stands there twice; write it once"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(sentence(text), expected);
}

TEST_F(DomainFileTest, SaysWhereItIsNotToml) {
  const std::pair<const char*, const char*> cases[] = {
      {"person = \"id\"\nrows_per_person = x\n",
       "'F' line 2: from character 19 it is not TOML: "},
      {"[columns]\nage = \"a\"\nage = \"b\"\n", "'F' line 3: from character "},
      {"[columns\n", "'F' line 1: from character "},
      {"person = \"\xff\"\n", "'F' line 1: from character "},
  };
  for (const auto& [text, start] : cases) {
    const std::string message = sentence(text);
    EXPECT_TRUE(message.starts_with(start)) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
}

std::string unreadable(const std::string& path, const std::string& why) {
  return "cannot read the domain file '" + path + "': " + why + "; name a TOML file";
}

TEST_F(DomainFileTest, SaysWhyTheFileCannotBeRead) {
  const std::pair<std::string, std::string> cases[] = {
      {folder_.file("nowhere.toml"), "No such file or directory"},
      {folder_.file(""), "Is a directory"},
  };
  for (const auto& [path, why] : cases) {
    const auto file = read_domain_file(path);
    ASSERT_FALSE(file) << path;
    EXPECT_EQ(file.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(file.error().message, unreadable(path, why));
  }
}

}  // namespace
}  // namespace selvage
