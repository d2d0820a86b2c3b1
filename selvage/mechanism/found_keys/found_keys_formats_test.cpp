// The same rows give the same keys and answers, draw for draw, whatever holds them: the
// second scan finds the rows of the keys that the first one has numbered.
#include <set>

#include "selvage/mechanism/found_keys/found_keys_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/source/table_testing.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

class FoundKeysFormats : public TableFiles {};

std::vector<Drawn> ten_from(const Mechanism& mechanism, Reader& reader) {
  SeededSource source(9);
  std::vector<Drawn> all;
  for (int i = 0; i < 10; ++i) {
    const auto drawn = mechanism.run(reader, source);
    EXPECT_TRUE(drawn);
    all.push_back(*drawn);
  }
  return all;
}

// Few and many rows of a key, missing keys and missing values.
TEST_F(FoundKeysFormats, HaveTheSameAnswers) {
  SampleTable sample{{{"k", "VARCHAR"}, {"x", "INTEGER"}}, {}};
  verify::SmallTable world;
  for (int i = 0; i < 400; ++i) {
    SampleField key = fmt::format("key {}", i * i % 7);
    SampleField value = std::to_string(i * 37 % 401);
    if (i % 13 == 0) key = std::nullopt;
    if (i % 11 == 0) value = std::nullopt;
    sample.rows.push_back({key, value});
    world.push_back({"", {key, value}});
  }
  for (const char* verb : {"median", "max", "sum"}) {
    const Planned planned = planned_by_keys(
        verb, {{"column", "x"}, {"epsilon", "4"}, {"delta", "1e-3"}, {"unit", "1"}});
    const Reading reading = planned.plan->needs().reading;
    verify::SmallWorldReader small(reading, world);
    const auto expected = ten_from(*planned.plan, small);
    EXPECT_GT(std::set<Drawn>(expected.begin(), expected.end()).size(), 1u);
    EXPECT_GT(expected.front().cells.size(), 1u);
    for (const std::string& table : every_format(sample)) {
      const auto reader = bind_table(table, reading, {});
      ASSERT_TRUE(reader) << reader.error().message;
      EXPECT_EQ(ten_from(*planned.plan, **reader), expected) << verb << ' ' << table;
    }
  }
}

}  // namespace
}  // namespace selvage
