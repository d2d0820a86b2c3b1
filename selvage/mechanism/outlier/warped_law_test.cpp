#include "selvage/mechanism/outlier/warped_law.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/mechanism/outlier/warped_table.hpp"
#include "selvage/mechanism/outlier/warped_walk.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

std::shared_ptr<const WarpedGeometric> shared_warped(const char* profile) {
  return std::make_shared<const WarpedGeometric>(
      *WarpedGeometric::make(*parse_profile(profile)));
}

const char* const kLawProfiles[] = {"10:0.1,1", "1",         "3:0.5,7:2/3,1.5",
                                    "8:0,1",    "5:0.3,inf", "4:0,9:0.25,inf",
                                    "5:0,inf"};

// As fractions: each output once, with its probability, and the rest is what is left.
TEST(WarpedLaw, OutputsAndWeightsAreThoseOfW) {
  for (const char* text : kLawProfiles) {
    const auto w = shared_warped(text);
    const WarpedLaw law(w);
    for (const std::int64_t count : {0, 1, 4, 5, 6, 8, 9, 10, 11, 15}) {
      std::set<std::int64_t> seen;
      Rational left = 1;
      const std::uint64_t size = law.size(count).value_or(40);
      for (std::uint64_t i = 0; i < size; ++i) {
        const Interval rest = law.rest(count, i);
        EXPECT_LE(rest.lower(), left) << text << ' ' << count << ' ' << i;
        EXPECT_GE(rest.upper(), left) << text << ' ' << count << ' ' << i;
        EXPECT_LT(rest.upper() - rest.lower(), *Rational::parse("1e-20"));
        const std::int64_t j = law.value(count, i);
        EXPECT_TRUE(seen.insert(j).second) << text << ' ' << count << ' ' << j;
        const Weight weight = law.weight(count, i);
        Rational mass = weight.factor;
        EXPECT_EQ(weight.exponent, Rational(0));
        for (const auto& [constant, power] : weight.constants) {
          ASSERT_EQ(constant.kind, Constant::Kind::fraction);
          for (int p = 0; p < power; ++p) mass = mass * constant.parameter;
        }
        EXPECT_EQ(mass, w->mass(count, j)) << text << ' ' << count << ' ' << j;
        left = left - mass;
      }
      if (law.size(count)) {
        EXPECT_EQ(left, Rational(0)) << text << ' ' << count;
      }
    }
  }
}

TEST(WarpedLaw, OnlyProtectedCountsHaveOutputsWithoutEnd) {
  EXPECT_EQ(WarpedLaw(shared_warped("10:0.1,1")).size(3), std::nullopt);
  EXPECT_EQ(WarpedLaw(shared_warped("5:0.3,inf")).size(3), 6u);  // 0 to 5
  EXPECT_EQ(WarpedLaw(shared_warped("5:0.3,inf")).size(9), 1u);  // itself
}

TEST(WarpedLaw, IsKnownByItsProfile) {
  EXPECT_EQ(WarpedLaw(shared_warped("20:0.1,1")).text(), "warped_geometric 20:0.1,1");
  EXPECT_TRUE(WarpedLaw(shared_warped("20:0.1,1")) ==
              WarpedLaw(shared_warped("20:1/10,1")));
  EXPECT_FALSE(WarpedLaw(shared_warped("20:0.1,1")) ==
               WarpedLaw(shared_warped("20:0.1,1.000000000000000000001")));
}

// The same words as by hand: few counts by the walk, many by the table, and few by the
// table once it is there.
TEST(WarpedLaw, DrawsFewByTheWalkAndManyByTheTable) {
  const auto w = shared_warped("3:0.5,7:2/3,1.5");
  const auto law = std::make_shared<const WarpedLaw>(w);
  const auto table = WarpedTable::make(*w);
  ASSERT_TRUE(table);
  SeededSource source(9);
  SeededWords words(9);
  WordDraws<SeededWords> draws(words);
  const auto counts = [](std::size_t size) {
    std::vector<std::int64_t> result(size);
    for (std::size_t i = 0; i < size; ++i)
      result[i] = static_cast<std::int64_t>(i % 20);
    return result;
  };
  auto few = counts(255);
  source.draw(few, law);
  auto walked = counts(255);
  for (auto& count : walked) count = warped_walk(draws, *w, count);
  EXPECT_EQ(few, walked);
  for (const std::size_t size : {std::size_t{3000}, std::size_t{5}}) {
    auto drawn = counts(size), looked_up = counts(size);
    source.draw(drawn, law);
    table->draw(looked_up, words);
    EXPECT_EQ(drawn, looked_up) << size;
  }
}

}  // namespace
}  // namespace selvage
