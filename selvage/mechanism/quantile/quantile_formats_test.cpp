// The same rows give the same answer, draw for draw, whatever holds them.
#include "selvage/mechanism/quantile/quantile_mechanism_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/source/table_testing.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

class QuantileFormats : public TableFiles {};

std::vector<Drawn> drawn_from(const QuantileMechanism& mechanism, Reader& reader) {
  SeededSource source(9);
  std::vector<Drawn> all;
  for (int i = 0; i < 20; ++i) {
    const auto drawn = mechanism.run(reader, source);
    EXPECT_TRUE(drawn);
    all.push_back(*drawn);
  }
  return all;
}

// Ties, missing values, and more rows than a window shows.
TEST_F(QuantileFormats, HaveTheSameAnswers) {
  SampleTable sample{{{"m", "DECIMAL(9,2)"}}, {}};
  verify::SmallTable world;
  for (int i = 0; i < 400; ++i) {
    SampleField value = fmt::format("{}.{}", (i * 37 % 401) / 3, i % 10);
    if (i % 11 == 0) value = std::nullopt;
    sample.rows.push_back({value});
    world.push_back({"", {value}});
  }
  Question question = question_of(1);
  question.column = "m";
  for (const std::vector<Rational>& at :
       {std::vector<Rational>{{1, 2}}, {{1, 10}, {1, 2}, {9, 10}}}) {
    const auto mechanism = QuantileMechanism::make(
        question, {.at = at, .epsilon = 5, .unit = {1, 100}, .check = true});
    ASSERT_TRUE(mechanism);
    verify::SmallWorldReader small((*mechanism)->needs().reading, world);
    const auto expected = drawn_from(**mechanism, small);
    EXPECT_NE(expected.front(), expected.back());
    for (const std::string& table : every_format(sample)) {
      const auto reader = bind_table(table, (*mechanism)->needs().reading, {});
      ASSERT_TRUE(reader) << reader.error().message;
      EXPECT_EQ(drawn_from(**mechanism, **reader), expected) << table;
    }
  }
}

}  // namespace
}  // namespace selvage
