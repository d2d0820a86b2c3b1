// The shipped run behind a reader, on all small tables, through the outcome tree; and
// how far one person moves the law of a draw, by the room of distances.
#include "selvage/distance/lossy_sensitivity.hpp"
#include "selvage/mechanism/sample/sample_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {
namespace {

using verify::SmallTable;
using verify::SmallWorld;

SmallTable sampled_rows(const std::vector<std::string>& people) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const char* value : {"0", "1", "2"}) rows.push_back({person, {value}});
  return rows;
}

void expect_sample_kept(const SampleMechanism& mechanism, const SmallWorld& world,
                        const Rational& not_kept) {
  verify::WorldLaws laws({&mechanism}, 1e-7, verify::test_key(3));
  const auto excess = verify::excess_of(laws, world, mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational(1, 1000));
  // What the worlds can see: a part of epsilon is not kept.
  EXPECT_GT(verify::excess_of(laws, world, mechanism, 0, not_kept).certain,
            Rational(0));
}

TEST(SampleWorlds, KeepsItsEpsilonAndNotMuchLess) {
  expect_sample_kept(*made_sample("0:3:1", 2, Rational(2)), {sampled_rows({""}), 3},
                     {8, 10});
}

TEST(SampleWorlds, WeightsAreHiddenToo) {
  expect_sample_kept(*made_sample("0:3:1", 2, Rational(2), {2, 0, 1}),
                     {sampled_rows({""}), 3}, {6, 10});
}

TEST(SampleWorlds, SeveralDrawsShareEpsilon) {
  const auto mechanism = made_sample("0:2:1", 1, Rational(6), {}, 2);
  SmallTable rows;
  for (const char* value : {"0", "1"}) rows.push_back({"", {value}});
  expect_sample_kept(*mechanism, {rows, 2}, {8, 10});
}

TEST(SampleWorlds, PeopleHaveSeveralRows) {
  const auto mechanism =
      made_sample("0:3:1", 3, Rational(3), {}, 1,
                  {.column = "who", .rows = 2, .cells = 2, .rows_in_cell = 1});
  expect_sample_kept(*mechanism, {sampled_rows({"p", "q"}), 3}, {3, 10});
}

// T312: S_theta of the query that the shipped code draws from, over all tables of up to
// six rows on a line of five places and one row more.
TEST(SampleWorlds, OnePersonMovesTheLawAsFarAsItSays) {
  for (const std::int64_t at_least : {1, 2, 4}) {
    const auto mechanism = made_sample("0:5:1", at_least, Rational(1));
    std::vector<std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>> pairs;
    std::vector<std::int64_t> rows(5);
    for (std::size_t a = 0; a < 5; ++a)
      for (std::size_t b = a; b < 5; ++b)
        for (std::int64_t first = 0; first <= 3; ++first)
          for (std::int64_t second = 0; second <= 3; ++second)
            for (std::size_t added = 0; added < 5; ++added) {
              std::fill(rows.begin(), rows.end(), 0);
              rows[a] += first;
              rows[b] += second;
              auto more = rows;
              ++more[added];
              pairs.emplace_back(mechanism->masses(rows), mechanism->masses(more));
            }
    const auto sensitivity =
        lossy_sensitivity(pairs, [](const std::vector<std::int64_t>& masses) {
          LineHistogram law;
          for (std::size_t i = 0; i < masses.size(); ++i)
            law.push_back({static_cast<std::int64_t>(i), masses[i]});
          return law;
        });
    ASSERT_TRUE(sensitivity) << sensitivity.error().message;
    // The whole line, half of it where rows are missing, then nothing.
    EXPECT_EQ(sensitivity->steps(),
              (std::vector<LossStep>{
                  {0, Rational(1, at_least)}, {2, Rational(1, at_least + 1)}, {4, 0}}))
        << at_least;
  }
}

}  // namespace
}  // namespace selvage
