#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class NumberKeys : public TableFiles {};

// Where all keys are numbers, numbers are found by their value, in every format.
TEST_F(NumberKeys, AreFoundByTheirValueInEveryFormat) {
  const SampleTable table = {{{"x"}},
                             {{"2020"},
                              {"2020.0"},
                              {"02021"},
                              {"2.021e3"},
                              {" 2021"},
                              {"0.50"},
                              {"2022"},
                              {"abc"},
                              {std::nullopt}}};
  for (const std::string& file : every_format(table)) {
    EXPECT_EQ(cells_of(file, asked("x", "2020,2021,0.5")),
              rows_alone(
                  {{"2020", 2}, {"2021", 3}, {"0.5", 1}, {"other", 2}, {"missing", 1}}))
        << file;
    // Keys in other forms are texts, and so are all of their list.
    EXPECT_EQ(cells_of(file, asked("x", "2020,02021,2.0")),
              rows_alone({{"2020", 1}, {"02021", 1}, {"other", 6}, {"missing", 1}}))
        << file;
  }
  for (const char* type : {"DOUBLE", "FLOAT", "DECIMAL(9, 3)", "INTEGER", "HUGEINT"})
    for (const std::string& file : engine_formats(fmt::format(
             "SELECT CAST(x AS {}) AS x FROM (VALUES (2020), (2020), (7), (NULL)) v(x)",
             type)))
      EXPECT_EQ(cells_of(file, asked("x", "2020,2021")),
                rows_alone({{"2020", 2}, {"other", 1}, {"missing", 1}}))
          << type;
  for (const std::string& file :
       engine_formats("SELECT x::DOUBLE AS x FROM (VALUES ('nan'), ('inf'), ('0.1'), "
                      "('1e20')) v(x)"))
    EXPECT_EQ(
        cells_of(file, asked("x", "0.1,100000000000000000000")),
        rows_alone(
            {{"0.1", 1}, {"100000000000000000000", 1}, {"other", 1}, {"missing", 1}}));
  const Error error =
      refusal(engine_formats("SELECT 2.0::DOUBLE AS x")[0], asked("x", "2.0,3.0"));
  EXPECT_TRUE(error.message.find("numbers in their shortest form") !=
              std::string::npos);
}

}  // namespace
}  // namespace selvage
