#include <map>

#include <gtest/gtest.h>

#include "selvage/mechanism/outlier/warped_law.hpp"
#include "selvage/mechanism/outlier/warped_table.hpp"
#include "selvage/mechanism/outlier/warped_walk.hpp"
#include "selvage/outcome/chi_square.hpp"
#include "selvage/outcome/outcome_tree.hpp"
#include "selvage/random/inversion/word_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {

// Sees into the rows of a table.
class WarpedTableProbe {
 public:
  explicit WarpedTableProbe(const WarpedTable& table) : table_(table) {}
  // The bounds of the row of a count, or of the noise above the knee.
  std::vector<std::uint64_t> bounds(std::int64_t count) const {
    const auto& row = row_of(count);
    return {table_.bounds_.begin() + static_cast<std::ptrdiff_t>(row.begin),
            table_.bounds_.begin() + static_cast<std::ptrdiff_t>(row.end)};
  }
  std::int64_t first(std::int64_t count) const { return row_of(count).first; }
  std::optional<std::int64_t> find(std::int64_t count, std::uint64_t word) const {
    return table_.find(row_of(count), word);
  }
  // The exact path, whether it is needed or not.
  std::int64_t exact(std::int64_t count, std::uint64_t word,
                     std::vector<std::uint64_t> more) const {
    std::size_t used = 0;
    return table_.exact(row_of(count), word, [&] { return more.at(used++); });
  }
  Rational at_most(std::int64_t count, std::int64_t j) const {
    return table_.at_most(row_of(count), j);
  }

 private:
  const WarpedTable::Row& row_of(std::int64_t count) const { return table_.row(count); }
  const WarpedTable& table_;
};

namespace {

WarpedGeometric warped(const std::string& profile) {
  return *WarpedGeometric::make(*parse_profile(profile));
}

const char* const kProfiles[] = {"10:0.1,1", "1",         "3:0.5,7:2/3,1.5",
                                 "8:0,1",    "5:0.3,inf", "4:0,9:0.25,inf",
                                 "5:0,inf"};

// Every branch of the walk, as fractions: not one output has another probability.
TEST(WarpedWalk, LawIsExactByItsCoins) {
  for (const char* text : kProfiles) {
    const WarpedGeometric law = warped(text);
    for (std::int64_t count : {0, 1, 3, 5, 8, 11, 13}) {
      const auto walked = law_of<TreeDraws>({.cut = 1e-6}, [&](TreeDraws& draws) {
        return warped_walk(draws, law, count);
      });
      EXPECT_LT(walked.unresolved.upper(), Rational(1, 10'000)) << text;
      Rational sum = 0;
      for (const auto& [j, mass] : walked.mass) {
        ASSERT_TRUE(mass.single());  // one path leads to each output
        EXPECT_EQ(mass.single()->factor, law.mass(count, j)) << text << ' ' << j;
        sum = sum + mass.single()->factor;
      }
      EXPECT_GE(walked.unresolved.upper(), Rational(1) - sum);
    }
  }
}

TEST(WarpedTable, BoundsAreTheFirstPlacesOfTheDistributionFunction) {
  for (const char* text : kProfiles) {
    const WarpedGeometric law = warped(text);
    const auto table = WarpedTable::make(law);
    ASSERT_TRUE(table);
    const WarpedTableProbe probe(*table);
    for (std::int64_t count = 0; count <= law.knee(); ++count) {
      Rational sum = 0;
      std::int64_t j = law.least();
      const auto bounds = probe.bounds(count);
      for (std::size_t i = 0; i < bounds.size(); ++i) {
        for (; j <= probe.first(count) + static_cast<std::int64_t>(i); ++j)
          sum = sum + law.mass(count, j);
        EXPECT_EQ(sum, probe.at_most(count, j - 1));
        EXPECT_LE(absolute(sum * Rational::power_of_two(64) -
                           Rational::from_uint64(bounds[i])),
                  1)
            << text << ' ' << count << ' ' << j;
      }
    }
    // Above the knee: P(Z <= z) of two-sided geometric noise.
    const std::int64_t above = law.knee() + 1;
    const Rational q = law.q(above);
    const auto bounds = probe.bounds(above);
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      const std::int64_t z = probe.first(above) + static_cast<std::int64_t>(i);
      Rational tail = Rational(1) / (q + 1);
      for (std::int64_t s = 0; s < (z < 0 ? -z : z + 1); ++s) tail = tail * q;
      const Rational at_most = z < 0 ? tail : Rational(1) - tail;
      EXPECT_EQ(at_most, probe.at_most(above, z));
      EXPECT_LE(absolute(at_most * Rational::power_of_two(64) -
                         Rational::from_uint64(bounds[i])),
                1)
          << text << ' ' << z;
    }
  }
}

// The table answers only where the exact path would answer the same, whatever follows.
TEST(WarpedTable, AgreesWithTheExactPathWhereItAnswers) {
  const std::uint64_t most = ~std::uint64_t{0};
  for (const char* text : kProfiles) {
    const auto table = WarpedTable::make(warped(text));
    const WarpedTableProbe probe(*table);
    SeededWords words(7);
    for (std::int64_t count : {0, 2, 5, 9, 12}) {
      std::vector<std::uint64_t> tried = {0, 1, most, most - 1};
      for (int i = 0; i < 200; ++i) tried.push_back(words());
      const auto bounds = probe.bounds(count);
      for (std::size_t i = 0; i < bounds.size(); i += 7)
        for (const std::uint64_t off : {0, 1, 2, 3}) {
          tried.push_back(bounds[i] - off);
          tried.push_back(bounds[i] + off);
        }
      for (const std::uint64_t word : tried) {
        const auto found = probe.find(count, word);
        if (!found) continue;
        EXPECT_EQ(*found, probe.exact(count, word, {0, 0, 0, 0}))
            << text << ' ' << count << ' ' << word;
        EXPECT_EQ(*found, probe.exact(count, word, {most, most, most, most}));
      }
      for (const std::uint64_t bound : bounds)
        EXPECT_EQ(probe.find(count, bound), std::nullopt);
    }
  }
}

// A word that holds a boundary: what follows decides, exactly at the boundary.
TEST(WarpedTable, TheExactPathDecidesAtTheBoundary) {
  const WarpedGeometric law = warped("3:0.5,7:2/3,1.5");
  const auto table = WarpedTable::make(law);
  const WarpedTableProbe probe(*table);
  for (std::int64_t count : {0, 3, 6})
    for (std::int64_t j = 0; j < 9; ++j) {
      const Rational bound = probe.at_most(count, j);
      const Rational places = bound * Rational::power_of_two(128);
      const Rational floor = places.floor();
      const Rational high = (floor / Rational::power_of_two(64)).floor();
      const auto word_of = [](const Rational& x) {
        const Rational upper = (x / Rational::power_of_two(32)).floor();
        return static_cast<std::uint64_t>(*upper.to_int64()) << 32 |
               static_cast<std::uint64_t>(
                   *(x - upper * Rational::power_of_two(32)).to_int64());
      };
      const std::uint64_t first = word_of(high);
      const std::uint64_t second = word_of(floor - high * Rational::power_of_two(64));
      if (second > 0) {
        EXPECT_EQ(probe.exact(count, first, {second - 1, 0, 0}), j);
      }
      EXPECT_EQ(probe.exact(count, first, {second + 1, 0, 0}), j + 1);
    }
}

// A draw whose word is open goes on with the word that follows, not with another
// number.
TEST(WarpedTable, DrawProlongsTheSameNumber) {
  const auto table = WarpedTable::make(warped("3:0.5,7:2/3,1.5"));
  const WarpedTableProbe probe(*table);
  for (const std::int64_t count : {0, 3, 6})
    for (const std::uint64_t bound : probe.bounds(count))
      for (const std::uint64_t more : {std::uint64_t{5}, std::uint64_t{1} << 63}) {
        GivenWords words{{bound, more, more, more}};
        std::int64_t drawn = count;
        table->draw(std::span(&drawn, 1), words);
        EXPECT_EQ(drawn, probe.exact(count, bound, {more, more, more}));
      }
}

// From a count above the knee: a first word that falls, a second that would rise and is
// refused, a third that decides.
TEST(WarpedTable, BelowTheKneeTheLawOfTheKneeDecides) {
  const WarpedGeometric law = warped("10:0.1,1");
  const auto table = WarpedTable::make(law);
  const WarpedTableProbe probe(*table);
  const std::uint64_t rises = ~std::uint64_t{0} - 1000, third = std::uint64_t{1} << 61;
  ASSERT_GT(*probe.find(law.knee(), rises), law.knee());
  for (const std::int64_t count : {law.knee() + 1, law.knee() + 3}) {
    GivenWords words{{std::uint64_t{1} << 50, rises, third}};
    std::int64_t drawn = count;
    table->draw(std::span(&drawn, 1), words);
    EXPECT_EQ(drawn, *probe.find(law.knee(), third));
    EXPECT_TRUE(words.left.empty());
  }
}

TEST(WarpedTable, IsNotMadeWhereItWouldBeLarge) {
  EXPECT_FALSE(WarpedTable::make(warped("1e-6")));
  EXPECT_FALSE(WarpedTable::make(warped("10000:0.5,1")));
  EXPECT_TRUE(WarpedTable::make(warped("1000:0.2,1")));
}

// The table and the walk, each on its own words: at a false-alarm rate of 1e-9.
TEST(WarpedGeometricDraw, FrequenciesFit) {
  for (const char* text : kProfiles) {
    const WarpedGeometric law = warped(text);
    const auto drawn =
        std::make_shared<const WarpedLaw>(std::make_shared<const WarpedGeometric>(law));
    for (std::int64_t count : {0, 4, 10, 15})
      for (const bool by_table : {true, false}) {
        SeededSource random(3);
        std::map<std::int64_t, std::int64_t> seen;
        constexpr int kDraws = 100'000;
        std::vector<std::int64_t> batch(by_table ? kDraws : 100);
        for (int i = 0; i < kDraws / static_cast<int>(batch.size()); ++i) {
          std::fill(batch.begin(), batch.end(), count);
          random.draw(batch, drawn);
          for (const std::int64_t j : batch) ++seen[j];
        }
        std::vector<std::int64_t> observed;
        std::vector<double> expected;
        double rest = 1;
        std::int64_t left = kDraws;
        for (std::int64_t j = law.least(); j < 80; ++j) {
          const double p = law.mass(count, j).to_double();
          if (p * kDraws < 50) continue;
          observed.push_back(seen[j]);
          expected.push_back(p * kDraws);
          rest -= p;
          left -= seen[j];
        }
        if (rest * kDraws >= 5) {
          observed.push_back(left);
          expected.push_back(rest * kDraws);
        } else {
          EXPECT_LT(left, 60);
        }
        if (observed.size() < 2) continue;
        double statistic = 0;
        for (std::size_t i = 0; i < observed.size(); ++i) {
          const double off = static_cast<double>(observed[i]) - expected[i];
          statistic += off * off / expected[i];
        }
        EXPECT_GT(chi_square_tail(statistic, observed.size() - 1), 1e-9)
            << text << ' ' << count << ' ' << by_table;
      }
  }
}

}  // namespace
}  // namespace selvage
