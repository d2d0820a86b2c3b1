// Tables whose texts are written in another way than ours have the cells of the plain
// one, in every format that can hold such texts.
#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class DialectFormats : public TableFiles {
 protected:
  const SampleTable plain_ = {{{"who"}, {"amount"}, {"day"}, {"city"}},
                              {{"ann", "3.5", "2020-01-05", "Ulm"},
                               {"bob", "-12", "2020-05-01 10:30:00", "Ulm"},
                               {"ann", "1000.25", "2020-12-31", "Bonn"},
                               {"cid", "x", "x", std::nullopt},
                               {"dan", "no", "no", "Rom"},
                               {std::nullopt, "7", "2019-07-01", "Ulm"}}};
  const SampleTable written_ = {{{"who"}, {"amount"}, {"day"}, {"city"}},
                                {{"ann", "3,5", "5/1/2020", " Ulm"},
                                 {"bob ", " -12", "2020-05-01 10:30:00", "Ulm\t"},
                                 {" ann", "1000,25", "31/12/2020 ", "Bonn"},
                                 {"cid", "1.000", "1/31/2020", std::nullopt},
                                 {"dan", "no", "no", "  Rom "},
                                 {" ", "7,0", "01/07/2019", "Ulm"}}};
  const Dialect dialect_ = {.decimal_comma = true,
                            .date_format = *DateFormat::parse("%d/%m/%Y"),
                            .trim = true};

  std::vector<std::string> formats(const SampleTable& table, bool json) {
    std::vector<std::string> result = {csv(table), tsv(table), parquet(table.sql()),
                                       database(table.sql())};
    if (json) result.push_back(json_lines(table));
    return result;
  }
  TableOptions options(const char* predicate = nullptr, bool plain = false) {
    TableOptions options = predicate == nullptr ? TableOptions{} : where(predicate);
    options.bounding_key = fixed_key(3);
    if (!plain) options.dialect = dialect_;
    return options;
  }
};

TEST_F(DialectFormats, HaveTheCellsOfThePlainTable) {
  const Person person{.column = "who", .rows = 2, .cells = 2};
  const std::vector<Reading> questions = {
      asked("amount", "-20:20:10"),
      asked("amount", "0:1001:0.25"),
      asked("day", "2020-01-01:2021-01-01:1month"),
      asked("city", "Ulm,Bonn"),
      asked("city", "?"),
      reading({column("city", "Ulm,Rom"), column("day", "2020-01-01:2021-01-01:1year")},
              measure("amount")),
      reading({column("city", "?", true)}, measure("amount"), person),
      reading({column("day", "2020-01-01:2021-01-01:1quarter")}, std::nullopt, person)};
  const char* const predicates[] = {nullptr,
                                    "amount > 3",
                                    "amount is null",
                                    "number(amount) is null",
                                    "day >= '2020-01-05'",
                                    "city = 'Ulm' or city is null",
                                    "city like 'Ul_' and who != 'bob'",
                                    "who is null"};
  for (const Reading& question : questions)
    for (const char* predicate : predicates) {
      const auto expected = cells_of(csv(plain_), question, options(predicate, true));
      for (const std::string& table : formats(written_, false))
        EXPECT_EQ(cells_of(table, question, options(predicate)), expected)
            << table << " " << (predicate == nullptr ? "" : predicate);
    }
}

// Numbers in JSON have a point.
TEST_F(DialectFormats, JsonLinesTakeDatesAndBlanks) {
  TableOptions dates = options();
  dates.dialect.decimal_comma = false;
  for (const Reading& question :
       {asked("day", "2020-01-01:2021-01-01:1month"), asked("city", "Ulm,Bonn")})
    EXPECT_EQ(cells_of(json_lines(written_), question, dates),
              cells_of(csv(plain_), question, options(nullptr, true)));
  const Error error = refusal(json_lines(written_), asked("amount"), options());
  EXPECT_EQ(error.kind, ErrorKind::invalid_request);
  EXPECT_EQ(error.message,
            "`decimal` is not for JSON lines: numbers in JSON have a point");
}

// What is no text is what it is.
TEST_F(DialectFormats, LeaveTypedColumnsAlone) {
  const std::string select =
      "SELECT 3.5::DOUBLE AS amount, DATE '2020-01-05' AS day, 7 AS who, "
      "' a'::ENUM(' a', 'b') AS city";
  const std::string file = database(select);
  EXPECT_EQ(cells_of(file, asked("amount"), options("amount = 3.5")),
            rows_alone({{"[0,10)", 1}}));
  EXPECT_EQ(cells_of(file, asked("day", "2020-01-01:2021-01-01:1year"),
                     options("day = '2020-01-05'")),
            rows_alone({{"2020", 1}}));
  EXPECT_EQ(cells_of(file, asked("city", "a,b"), options("city = 'a'")),
            rows_alone({{"a", 1}}));
}

}  // namespace
}  // namespace selvage
