// The same rows give the same answer, draw for draw, whatever holds them.
#include <set>

#include "selvage/mechanism/extremes/extremes_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/source/table_testing.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

class ExtremesFormats : public TableFiles {};

std::vector<Drawn> twenty_from(const ExtremesMechanism& mechanism, Reader& reader) {
  SeededSource source(9);
  std::vector<Drawn> all;
  for (int i = 0; i < 20; ++i) {
    const auto drawn = mechanism.run(reader, source);
    EXPECT_TRUE(drawn);
    all.push_back(*drawn);
  }
  return all;
}

// Ties, edges of bins, missing values and values outside.
TEST_F(ExtremesFormats, HaveTheSameAnswers) {
  SampleTable sample{{{"m", "DECIMAL(9,2)"}}, {}};
  verify::SmallTable world;
  for (int i = 0; i < 400; ++i) {
    SampleField value = fmt::format("{}.{}", (i * 37 % 401) / 3, i % 10);
    if (i % 11 == 0) value = std::nullopt;
    sample.rows.push_back({value});
    world.push_back({"", {value}});
  }
  Question question = extreme_question("range");
  question.column = "m";
  for (const ExtremesRange& range : {bins_of("10:120:1"), ExtremesRange{}}) {
    const auto mechanism = ExtremesMechanism::make(question, {1, {19, 20}, range});
    ASSERT_TRUE(mechanism);
    verify::SmallWorldReader small((*mechanism)->needs().reading, world);
    const auto expected = twenty_from(**mechanism, small);
    EXPECT_GT(std::set<Drawn>(expected.begin(), expected.end()).size(), 1u);
    for (const std::string& table : every_format(sample)) {
      const auto reader = bind_table(table, (*mechanism)->needs().reading, {});
      ASSERT_TRUE(reader) << reader.error().message;
      EXPECT_EQ(twenty_from(**mechanism, **reader), expected) << table;
    }
  }
}

}  // namespace
}  // namespace selvage
