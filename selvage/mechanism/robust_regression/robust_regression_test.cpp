#include <cmath>
#include <random>

#include <nlohmann/json.hpp>

#include "selvage/mechanism/robust_regression/robust_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

const RobustRequest kUsual{{{"x"}}, 1, *Rational::parse("1e-6"), Rational(1, 1000)};

enum class MissesCase { normal, cauchy, none };

// y = 5 + 2 x + noise, in thousandths; x around 40.
NumberRows line_rows(std::int64_t rows, MissesCase noise, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<> normal;
  std::cauchy_distribution<> cauchy;
  NumberRows table;
  for (std::int64_t i = 0; i < rows; ++i) {
    const double x = 40 + 10 * normal(random);
    const double missed = noise == MissesCase::normal   ? normal(random)
                          : noise == MissesCase::cauchy ? cauchy(random)
                                                        : 0;
    const auto code = [](double value) {
      return static_cast<std::int64_t>(
          std::llround(std::clamp(value, -1e12, 1e12) * 1000));
    };
    table.numbers.push_back(code(5 + 2 * x + missed));
    table.numbers.push_back(code(x));
  }
  return table;
}

const Series& series(const Answer& answer, const std::string& name) {
  for (const Series& series : answer.numbers)
    if (series.name == name) return series;
  ADD_FAILURE() << name;
  return answer.numbers[0];
}

const Estimate& row(const Answer& answer, const std::string& name) {
  return series(answer, name).rows[0];
}

bool contains(const Series& series, double value) {
  return series.real(series.rows[0].lower) <= value &&
         value <= series.real(series.rows[0].upper);
}

TEST(RobustRegression, SpendsItsEpsilonAndDelta) {
  const auto guarantees = made_robust(kUsual)->guarantees();
  ASSERT_EQ(guarantees.size(), 1u);
  const auto& promise = std::get<DpPromise>(guarantees[0].conclusion.promise);
  EXPECT_EQ(promise.epsilon, Rational(1));
  EXPECT_LE(promise.delta, kUsual.delta * Rational(1'000'000'001, 1'000'000'000));
  EXPECT_GE(promise.delta, kUsual.delta * Rational(999'999'999, 1'000'000'000));
  EXPECT_TRUE(holds(guarantees[0]));
}

// The least misses of exact lines are the line itself: the intervals hold it whatever
// was drawn.
TEST(RobustRegression, IntervalsContainTheLine) {
  const auto mechanism = made_robust(kUsual);
  SeededSource random(3);
  const Answer answer =
      robust_answer(*mechanism, line_rows(20'000, MissesCase::none, 1), random);
  ASSERT_TRUE(row(answer, "slope of x").known);
  EXPECT_TRUE(contains(series(answer, "slope of x"), 2));
  EXPECT_TRUE(contains(series(answer, "intercept"), 5));
  EXPECT_NEAR(static_cast<double>(row(answer, "middle of x").value) / 1000, 40, 15);
  EXPECT_NEAR(static_cast<double>(row(answer, "people").value), 20'000, 1000);
}

// The least sum of weighted misses, by the middle and the spread that are told, on the
// rows as they are: intercept and slope.
struct LeastLine {
  double intercept, slope;
};

LeastLine least_line(const NumberRows& rows, double middle, double spread,
                     double near) {
  struct Row {
    double z, y, weight;
  };
  std::vector<Row> all;
  for (std::size_t i = 0; i < rows.numbers.size(); i += 2) {
    const double z =
        (static_cast<double>(rows.numbers[i + 1]) / 1000 - middle) / spread;
    all.push_back(
        {z, static_cast<double>(rows.numbers[i]) / 1000, 1 / std::hypot(1.0, z)});
  }
  // The level at a slope is a weighted median of what is left.
  const auto at = [&](double slope) {
    std::vector<std::pair<double, double>> left;
    double half = 0;
    for (const Row& row : all) {
      left.emplace_back(row.y - slope * spread * row.z, row.weight);
      half += row.weight / 2;
    }
    std::sort(left.begin(), left.end());
    double passed = 0, level = 0, sum = 0;
    for (const auto& [y, weight] : left) {
      level = y;
      passed += weight;
      if (passed >= half) break;
    }
    for (const auto& [y, weight] : left) sum += weight * std::abs(y - level);
    return std::pair(sum, level);
  };
  double low = near - 1, high = near + 1;
  while (high - low > 1e-9) {
    const double third = (high - low) / 3;
    if (at(low + third).first < at(high - third).first)
      high -= third;
    else
      low += third;
  }
  return {at(low).second - low * middle, low};
}

// Whatever rows miss a line by. Rows are rounded to millionths of a spread.
TEST(RobustRegression, IntervalsHoldTheLeastMisses) {
  const auto mechanism = made_robust(kUsual);
  SeededSource random(13);
  int known = 0;
  for (const MissesCase noise : {MissesCase::normal, MissesCase::cauchy})
    for (unsigned seed = 50; seed < 55; ++seed) {
      const NumberRows rows = line_rows(6'000, noise, seed);
      const Answer answer = robust_answer(*mechanism, rows, random);
      const Series &slope = series(answer, "slope of x"),
                   &intercept = series(answer, "intercept");
      if (!slope.rows[0].known) continue;
      ++known;
      const auto shown = [&](const char* name) {
        return series(answer, name).real(row(answer, name).value);
      };
      const LeastLine line =
          least_line(rows, shown("middle of x"), shown("spread of x"),
                     slope.real(slope.rows[0].value));
      const auto expect_held = [](const Series& told, double value, double rounding) {
        EXPECT_LE(told.real(told.rows[0].lower), value + rounding) << told.name;
        EXPECT_GE(told.real(told.rows[0].upper), value - rounding) << told.name;
      };
      expect_held(slope, line.slope, 1e-4);
      expect_held(intercept, line.intercept, 4e-3);
    }
  EXPECT_GE(known, 8);
}

TEST(RobustRegression, AnswersWithEnoughPeopleWhateverTheTails) {
  const auto mechanism = made_robust(kUsual);
  for (const MissesCase noise : {MissesCase::normal, MissesCase::cauchy}) {
    SeededSource random(8);
    int known = 0;
    double width = 0, width_there = 0;
    for (unsigned i = 0; i < 8; ++i) {
      const Answer answer =
          robust_answer(*mechanism, line_rows(20'000, noise, i), random);
      const Series& slope = series(answer, "slope of x");
      const Estimate& told = slope.rows[0];
      if (!told.known) continue;
      ++known;
      width += slope.real(told.upper) - slope.real(told.lower);
      const Series& there = series(answer, "y there");
      width_there += there.real(there.rows[0].upper) - there.real(there.rows[0].lower);
      // The least misses vary by some thousandths themselves.
      EXPECT_NEAR(slope.real(told.value), 2, 0.1);
    }
    EXPECT_GE(known, 7);
    EXPECT_LT(width / known, 0.2);
    // What a plan says: so many times the middle half of what rows miss by, on average.
    const double half = noise == MissesCase::normal ? 1.349 : 2,
                 depth =
                     mechanism->plan_numbers({}, {19, 20})["aimed_depth"].get<double>(),
                 planned = half * 18 * 2 * 3 * depth / 5 / 20'000;
    EXPECT_GT(width_there / known, planned / 2);
    EXPECT_LT(width_there / known, planned * 2);
  }
}

// From as many people as the plan says on an answer is likely, well below it there is
// none.
TEST(RobustRegression, ThePlanSaysFromHowManyPeopleOn) {
  const auto mechanism = made_robust(kUsual);
  const Json plan = mechanism->plan_numbers({}, {19, 20});
  const std::int64_t needed = plan["people_needed"].get<std::int64_t>(),
                     least = plan["least_people"].get<std::int64_t>();
  EXPECT_EQ(needed - least, 46);  // P(noise >= 47) <= 1/20 for noise of scale 20
  SeededSource random(12);
  for (const MissesCase noise : {MissesCase::normal, MissesCase::cauchy}) {
    int known = 0, below = 0;
    for (unsigned i = 0; i < 20; ++i) {
      known += row(robust_answer(*mechanism, line_rows(needed, noise, i), random),
                   "slope of x")
                   .known;
      below += row(robust_answer(*mechanism, line_rows(least - 120, noise, i), random),
                   "slope of x")
                   .known;
    }
    EXPECT_GE(known, 15);
    EXPECT_LE(below, 1);
  }
}

// Tiles are fine enough for four columns too, from as many people as the plan says.
TEST(RobustRegression, FourColumnsHaveAnAnswer) {
  RobustRequest request{
      {{"x1", "x2", "x3", "x4"}}, 6, *Rational::parse("1e-6"), Rational(1, 1000)};
  const auto mechanism = made_robust(request);
  const auto people = mechanism->plan_numbers({}, {19, 20})["people_needed"];
  std::mt19937_64 words(5);
  std::normal_distribution<> normal;
  NumberRows rows;
  for (std::int64_t i = 0; i < people.get<std::int64_t>() + 200; ++i) {
    const std::size_t at = rows.numbers.size();
    rows.numbers.push_back(std::llround(5000 + 1000 * normal(words)));
    for (int k = 0; k < 4; ++k) {
      rows.numbers.push_back(std::llround(1000 * normal(words)));
      rows.numbers[at] += rows.numbers.back();
    }
  }
  SeededSource random(9);
  const Answer answer = robust_answer(*mechanism, rows, random);
  ASSERT_TRUE(row(answer, "slope of x4").known);
  EXPECT_TRUE(contains(series(answer, "slope of x4"), 1));
}

// Each column is rounded to its own unit. [T149]
TEST(RobustRegression, ColumnsMayHaveUnitsOfTheirOwn) {
  RobustRequest request = kUsual;
  request.unit = *ValueUnits(Rational(1, 1000)).with("x=0.000000001");
  SeededSource random(3);
  // The same codes: x is a millionth of what it was.
  const Answer answer = robust_answer(*made_robust(request),
                                      line_rows(20'000, MissesCase::none, 1), random);
  ASSERT_TRUE(row(answer, "slope of x").known);
  EXPECT_TRUE(contains(series(answer, "slope of x"), 2e6));
  EXPECT_TRUE(contains(series(answer, "intercept"), 5));
  EXPECT_NEAR(series(answer, "middle of x").real(row(answer, "middle of x").value),
              40e-6, 15e-6);
}

// A person with a hundred rows weighs as much as anybody.
TEST(RobustRegression, PeopleCountOnceWithAllTheirRows) {
  NumberRows rows = line_rows(20'000, MissesCase::none, 2);
  rows.people.resize(20'000);
  for (std::size_t i = 0; i < rows.people.size(); ++i)
    rows.people[i] = (Uint128{i * 0x9E3779B97F4A7C15} << 64) + i;
  for (int i = 0; i < 30'000; ++i) {
    rows.numbers.push_back(1'000'000);
    rows.numbers.push_back(i);
    rows.people.push_back(7);
  }
  SeededSource random(4);
  const Answer answer = robust_answer(*made_robust(kUsual, "who"), rows, random);
  ASSERT_TRUE(row(answer, "slope of x").known);
  EXPECT_TRUE(contains(series(answer, "slope of x"), 2));
  EXPECT_NEAR(static_cast<double>(row(answer, "people").value), 20'001, 1000);
}

TEST(RobustRegression, SaysNothingWhereTheRowsDecideNothing) {
  const auto mechanism = made_robust(kUsual);
  SeededSource random(5);
  NumberRows constant = line_rows(8'000, MissesCase::normal, 3);
  for (std::size_t i = 1; i < constant.numbers.size(); i += 2) constant.numbers[i] = 7;
  for (const NumberRows& rows :
       {NumberRows{}, line_rows(50, MissesCase::normal, 4), constant}) {
    const Answer answer = robust_answer(*mechanism, rows, random);
    EXPECT_FALSE(row(answer, "intercept").known);
    EXPECT_FALSE(row(answer, "slope of x").known);
    EXPECT_FALSE(row(answer, "y there").known);
  }
}

TEST(RobustRegression, NothingElseCanBeDrawn) {
  const auto mechanism = made_robust(kUsual);
  SeededSource random(6);
  HeldReader reader(mechanism->needs().reading, line_rows(20'000, MissesCase::none, 1));
  const Drawn drawn = *mechanism->run(reader, random);
  EXPECT_TRUE(mechanism->can_draw(drawn));
  const auto changed = [&](std::size_t place, std::int64_t to) {
    Drawn other = drawn;
    other.numbers[place] = {to};
    return mechanism->can_draw(other);
  };
  EXPECT_FALSE(changed(0, 5));
  EXPECT_FALSE(changed(1, 256));
  EXPECT_FALSE(changed(2, std::int64_t{1} << 40));
  EXPECT_FALSE(changed(3, 256));
  EXPECT_FALSE(changed(6, 3));
  EXPECT_FALSE(changed(6, -1));
  EXPECT_FALSE(changed(7, RobustRegressionMechanism::kNone));
  EXPECT_FALSE(changed(8, std::int64_t{1} << 30));
  EXPECT_TRUE(changed(8, 17));
}

// A spread and a middle of x, the same of y, the misses, and a cell of the first grid.
Drawn drawn_sizes(std::int64_t spread, std::int64_t middle, std::int64_t cell) {
  return {
      {0}, {}, {{10'000}, {spread}, {middle}, {30}, {5}, {20}, {0}, {cell}, {cell}}};
}

// What noise makes of sizes beyond all columns is cut. [T149]
TEST(RobustRegression, SizesAreCut) {
  const auto mechanism = made_robust(kUsual);
  const auto told = [&](std::int64_t spread, std::int64_t middle) {
    const Drawn drawn = drawn_sizes(spread, middle, 3);
    EXPECT_TRUE(mechanism->can_draw(drawn));
    const Answer answer = mechanism->answer(drawn, {19, 20});
    return std::pair(row(answer, "spread of x").value,
                     row(answer, "middle of x").value);
  };
  constexpr std::int64_t kMost = (std::int64_t{1} << 40) - 1;
  const std::int64_t spread = std::int64_t{1} << 60, middle = 2 * spread;
  for (const std::int64_t code : {121, 200, 255}) {
    EXPECT_EQ(told(code, kMost), std::pair(spread, middle));
    EXPECT_EQ(told(code, -kMost), std::pair(spread, -middle));
    EXPECT_EQ(told(code, 1), std::pair(spread, spread));
  }
  for (const std::int64_t code : {0, -1, -255})
    EXPECT_EQ(told(code, -7), std::pair(std::int64_t{1}, std::int64_t{-7}));
  EXPECT_EQ(told(6, -7).second, -7 * told(6, -7).first);
}

// Ends are rounded outward: those of a coarse precision hold those of a fine one.
TEST(RobustRegression, EndsAreRoundedOutward) {
  RobustRequest coarse = kUsual;
  coarse.precision = {1};
  const auto in_coarse = made_robust(coarse), in_fine = made_robust(kUsual);
  int wider = 0;
  for (std::int64_t cell = -40; cell < 40; ++cell) {
    const Drawn drawn = drawn_sizes(9, -3, cell);
    const Answer outer = in_coarse->answer(drawn, {19, 20}),
                 inner = in_fine->answer(drawn, {19, 20});
    for (const char* name : {"intercept", "slope of x", "y there"}) {
      const auto& [told, held] = std::pair(row(outer, name), row(inner, name));
      ASSERT_TRUE(told.known && held.known);
      const Rational unit = series(inner, name).unit;
      EXPECT_LE(Rational(told.lower), unit * held.lower) << name << ' ' << cell;
      EXPECT_GE(Rational(told.upper), unit * held.upper) << name << ' ' << cell;
      wider += Rational(told.upper - told.lower) > unit * (held.upper - held.lower);
    }
    // Where x is 0 lies off the middle, and the slope is not known exactly: so less is
    // known there, also where the middle is below 0.
    const Estimate at_zero = row(inner, "intercept"), there = row(inner, "y there");
    EXPECT_GT(at_zero.upper - at_zero.lower, there.upper - there.lower);
  }
  EXPECT_GT(wider, 100);
}

}  // namespace
}  // namespace selvage
