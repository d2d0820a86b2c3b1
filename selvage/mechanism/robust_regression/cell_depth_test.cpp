// The sweep and the solver against every vertex of the arrangement, in exact fractions,
// and the vectors of [DL09] as audited.
#include "selvage/mechanism/robust_regression/cell_depth.hpp"

#include <random>

#include <gtest/gtest.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/rational.hpp"
#include "selvage/mechanism/robust_regression/least_misses.hpp"

namespace selvage {
namespace {

using Lines = std::vector<PlaneLine>;

struct ExactPoint {
  Rational v, w;
};
Rational fraction_of(Int128 x) {
  return Rational(static_cast<std::int64_t>(x >> 64)) * Rational::power_of_two(64) +
         Rational::from_uint64(static_cast<std::uint64_t>(x));
}
Rational missed(const PlaneLine& line, const ExactPoint& p) {
  return fraction_of(line.c) - p.v * line.u.a - p.w * line.u.b;
}
Rational sum_of_misses(const Lines& lines, const ExactPoint& p) {
  Rational sum = 0;
  for (const PlaneLine& line : lines) {
    const Rational miss = missed(line, p);
    sum = sum + (miss.sign() < 0 ? -miss : miss);
  }
  return sum;
}

// The square of the distance from 0 to G + sum of [-1, 1] g, by trying every side: all
// others pulled as far as they go to one side of a line, those along the line free.
Rational least_square(const PlaneVector& middle, const std::vector<PlaneVector>& gens) {
  const auto square = [](const Rational& a, const Rational& b) {
    return a * a + b * b;
  };
  if (std::all_of(gens.begin(), gens.end(),
                  [](const PlaneVector& g) { return g.is_zero(); }))
    return square(middle.a, middle.b);
  bool inside = true, flat = true;
  for (const PlaneVector& g : gens) {
    const PlaneVector normal{-g.b, g.a};
    Int128 held = 0;
    for (const PlaneVector& other : gens) {
      const Int128 part = dot(other, normal);
      held += part < 0 ? -part : part;
      flat = flat && part == 0;
    }
    const Int128 pull = dot(middle, normal);
    inside = inside && (pull < 0 ? -pull : pull) <= held;
  }
  if (inside && !flat) return 0;
  std::optional<Rational> best;
  for (const PlaneVector& g : gens)
    for (const int side : {-1, 1}) {
      if (g.is_zero()) continue;
      PlaneVector from = middle, along;
      for (const PlaneVector& other : gens) {
        const int turn = sign_of(cross(g, other)) * side;
        if (turn == 0)
          along += dot(g, other) < 0 ? -other : other;
        else
          from += turn < 0 ? -other : other;
      }
      Rational t = -fraction_of(dot(from, along)) / fraction_of(dot(along, along));
      t = std::clamp(t, Rational(-1), Rational(1));
      const Rational here = square(t * along.a + from.a, t * along.b + from.b);
      if (!best || here < *best) best = here;
    }
  return *best;
}

Rational least_square_at(const Lines& lines, const ExactPoint& p) {
  PlaneVector middle;
  std::vector<PlaneVector> gens;
  for (const PlaneLine& line : lines) {
    const int sign = missed(line, p).sign();
    if (sign == 0)
      gens.push_back(line.u);
    else
      middle += sign > 0 ? -line.u : line.u;
  }
  return least_square(middle, gens);
}

std::vector<ExactPoint> vertices(const Lines& lines) {
  std::vector<ExactPoint> all;
  for (std::size_t i = 0; i < lines.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const Rational det = fraction_of(cross(lines[i].u, lines[k].u));
      if (det.sign() == 0) continue;
      const Rational ci = fraction_of(lines[i].c), ck = fraction_of(lines[k].c);
      const ExactPoint p{(ci * lines[k].u.b - ck * lines[i].u.b) / det,
                         (ck * lines[i].u.a - ci * lines[k].u.a) / det};
      const auto is_same = [&](const ExactPoint& q) {
        return q.v == p.v && q.w == p.w;
      };
      if (std::none_of(all.begin(), all.end(), is_same)) all.push_back(p);
    }
  return all;
}

// Over everything outside the interior of the cell: every face there has a vertex of
// the lines and the sides in its closure.
Rational least_square_outside(const Lines& lines, const PlaneCell& cell) {
  Lines with_sides = lines;
  for (const std::int64_t at : {cell.low[0], cell.high[0]})
    with_sides.push_back({{1, 0}, at});
  for (const std::int64_t at : {cell.low[1], cell.high[1]})
    with_sides.push_back({{0, 1}, at});
  std::optional<Rational> best;
  for (const ExactPoint& p : vertices(with_sides)) {
    if (p.v > cell.low[0] && p.v < cell.high[0] && p.w > cell.low[1] &&
        p.w < cell.high[1])
      continue;
    const Rational here = least_square_at(lines, p);
    if (!best || here < *best) best = here;
  }
  return *best;
}

std::int64_t ceil_root(const Rational& square) {
  return least_above(-1, std::int64_t{1} << 61, [&](std::int64_t root) {
    return Rational(root) * root >= square;
  });
}

Lines random_lines(std::mt19937& random, std::size_t rows, int size, int away) {
  const auto drawn = [&](int most) {
    return static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most;
  };
  Lines lines;
  for (std::size_t i = 0; i < rows; ++i)
    lines.push_back({{drawn(size), drawn(size)}, drawn(away)});
  return lines;
}

// Rows as tables with many equal y or x have them: most meet at one point, some lie
// along an axis near it, some are copies, turned round or beside another.
struct Ties {
  std::int64_t weights, unit;  // sizes of u, in units
  std::int64_t place, far;     // of the point, and of other rows' c in units
};
// Depths in these units are fine fractions of a row.
constexpr Ties kFine{3, kWholeWeight / 3, 6, 9};
// As large as they may be.
constexpr Ties kLarge{kWholeWeight, 1, kMostCoordinate - 16, kMostCoordinate};
constexpr Int128 kMostC = Int128{kWholeWeight} * kMostCoordinate;

Lines tied_lines(std::mt19937_64& random, std::size_t rows, const Ties& ties) {
  const auto drawn = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() %
                                     static_cast<std::uint64_t>(2 * most + 1)) -
           most;
  };
  const PlaneVector point{drawn(ties.place), drawn(ties.place)};
  const auto through = [&](const PlaneVector& u, std::int64_t v_off,
                           std::int64_t w_off) {
    return PlaneLine{u, dot(u, {point.a + v_off, point.b + w_off})};
  };
  Lines lines;
  while (lines.size() < rows) {
    PlaneVector u{drawn(ties.weights) * ties.unit, drawn(ties.weights) * ties.unit};
    PlaneLine line = through(u, 0, 0);
    const auto kind = random() % 12;
    if (kind == 6) line = through({u.a, 0}, drawn(3), 0);
    if (kind == 7) line = through({0, u.b}, 0, drawn(3));
    if (kind == 8) line.c = Int128{drawn(ties.far)} * drawn(ties.weights) * ties.unit;
    if (kind > 8 && !lines.empty()) {
      line = lines[random() % lines.size()];
      if (kind == 10) line = {-line.u, -line.c};
      if (kind == 11) line.c += Int128{drawn(3)} * ties.unit;
    }
    if (line.c <= kMostC && -line.c <= kMostC) lines.push_back(line);
  }
  return lines;
}

ExactPoint exact(const PlanePoint& p) {
  return {fraction_of(p.v) / fraction_of(p.det), fraction_of(p.w) / fraction_of(p.det)};
}

void expect_the_least_of_all_vertices(const Lines& lines) {
  const auto all = vertices(lines);
  const auto found = least_misses(lines);
  ASSERT_EQ(found.has_value(), !all.empty());
  if (!found) return;
  const ExactPoint at = exact(*found);
  const Rational least = sum_of_misses(lines, at);
  for (const ExactPoint& p : all) ASSERT_GE(sum_of_misses(lines, p), least);
  EXPECT_EQ(least_square_at(lines, at), Rational(0));
}

TEST(LeastMisses, IsTheLeastOfAllVertices) {
  std::mt19937 random(11);
  for (int round = 0; round < 600; ++round)
    expect_the_least_of_all_vertices(random_lines(random, 1 + random() % 12, 3, 6));
}

TEST(LeastMisses, IsTheLeastOfAllVerticesOfTiedRows) {
  std::mt19937_64 random(17);
  for (const Ties& ties : {kFine, kLarge})
    for (int round = 0; round < 400; ++round)
      expect_the_least_of_all_vertices(tied_lines(random, 1 + random() % 12, ties));
}

// Thousands of rows, most of them through few points.
TEST(LeastMisses, EndsWhereManyRowsMeet) {
  std::mt19937 random(5);
  const Lines lines = random_lines(random, 20'000, 2, 3);
  const auto found = least_misses(lines);
  ASSERT_TRUE(found);
  EXPECT_GT(std::count_if(lines.begin(), lines.end(),
                          [&](const PlaneLine& line) {
                            return !line.u.is_zero() &&
                                   missed(line, exact(*found)).sign() == 0;
                          }),
            1000);
  EXPECT_TRUE(comes_within(subgradients(lines, *found), 0));
}

// All rows through one point, no two of one direction: what each holds is not added up
// for each. [T146]
TEST(LeastMisses, EndsWhereAllRowsMeet) {
  constexpr std::int64_t kRows = 300'000;
  Lines lines;
  for (std::int64_t i = 0; i < kRows; ++i) {
    const PlaneVector u{kRows, i * 2 - kRows + 1};
    lines.push_back({u, dot(u, {1000, -70})});
  }
  const auto found = least_misses(lines);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->v, found->det * 1000);
  EXPECT_EQ(found->w, found->det * -70);
  EXPECT_EQ(subgradients(lines, *found).sides.size(), lines.size());
}

TEST(CellDepth, IsThatOfTheWholeArrangementOutside) {
  std::mt19937 random(7);
  int deep = 0, compared = 0;
  while (compared < 700) {
    const Lines lines = random_lines(random, 1 + random() % 9, 3, 6);
    const auto found = least_misses(lines);
    if (!found) continue;
    const std::int64_t width = 1 + static_cast<std::int64_t>(random() % 6);
    PlaneCell cell{};
    for (const std::size_t i : {0U, 1U}) {
      cell.low[i] = width * found->cell(i, 0, width);
      cell.high[i] = cell.low[i] + width;
    }
    const std::int64_t right = ceil_root(least_square_outside(lines, cell));
    ASSERT_EQ(cell_depth(lines, cell, 1000, 1), right);
    EXPECT_EQ(cell_depth(lines, cell, 2, 1), std::min<std::int64_t>(right, 2));
    ++compared;
    if (right > 1) ++deep;
  }
  EXPECT_GT(deep, 150);
}

// A cell around the point, sides at whole numbers near it.
PlaneCell cell_around(std::mt19937_64& random, const PlanePoint& at) {
  PlaneCell cell{};
  for (const std::size_t i : {0U, 1U}) {
    const std::int64_t below = at.cell(i, 0, 1);
    cell.low[i] = below - static_cast<std::int64_t>(random() % 4);
    cell.high[i] = below + 1 + static_cast<std::int64_t>(random() % 4);
  }
  return cell;
}

// In units far below the weight of a row.
TEST(CellDepth, IsThatOfTiedRowsFinely) {
  std::mt19937_64 random(23);
  for (const Ties& ties : {kFine, kLarge}) {
    int deep = 0, along_a_side = 0;
    for (int compared = 0; compared < 200;) {
      const Lines lines = tied_lines(random, 4 + random() % 9, ties);
      const auto found = least_misses(lines);
      if (!found) continue;
      const PlaneCell cell = cell_around(random, *found);
      // Beyond these sizes a cell is not tested.
      if (std::min(cell.low[0], cell.low[1]) <= -kMostCoordinate ||
          std::max(cell.high[0], cell.high[1]) >= kMostCoordinate)
        continue;
      const std::int64_t right = ceil_root(least_square_outside(lines, cell));
      ASSERT_EQ(cell_depth(lines, cell, std::int64_t{1} << 40, 1), right);
      ++compared;
      if (right == 0) continue;
      ++deep;
      along_a_side +=
          std::any_of(lines.begin(), lines.end(), [&](const PlaneLine& line) {
            return line.u.b == 0 && line.u.a != 0 &&
                   (line.c == Int128{line.u.a} * cell.low[0] ||
                    line.c == Int128{line.u.a} * cell.high[0]);
          });
    }
    EXPECT_GT(deep, 50);
    EXPECT_GT(along_a_side, 10);
  }
}

// A row many times over is one row of as many weights, also along a side, where each
// crossing meets all of them.
TEST(CellDepth, OfManyCopiesIsThatOfTheirSums) {
  std::mt19937_64 random(29);
  const Ties small{3, 1, 6, 9};
  int deep = 0;
  for (int round = 0; round < 60; ++round) {
    Lines sums, copies;
    for (const PlaneLine& line : tied_lines(random, 10, small)) {
      const auto times = static_cast<std::int64_t>(1 + random() % 400);
      for (std::int64_t i = 0; i < times; ++i)
        copies.push_back(i % 3 == 0 ? PlaneLine{-line.u, -line.c} : line);
      sums.push_back({{line.u.a * times, line.u.b * times}, line.c * times});
    }
    std::shuffle(copies.begin(), copies.end(), random);
    const auto of_sums = least_misses(sums), of_copies = least_misses(copies);
    ASSERT_EQ(of_sums.has_value(), of_copies.has_value());
    if (!of_sums) continue;
    EXPECT_EQ(sum_of_misses(sums, exact(*of_sums)),
              sum_of_misses(sums, exact(*of_copies)));
    const PlaneCell cell = cell_around(random, *of_sums);
    const std::int64_t right = cell_depth(sums, cell, 1'000'000, 1);
    EXPECT_EQ(cell_depth(copies, cell, 1'000'000, 1), right);
    if (right > 0) ++deep;
  }
  EXPECT_GT(deep, 15);
}

// Most rows lie along a side, v = 0, and others cross it, each at another place; no
// crossing may cost as much as all rows along the side. [T147]
TEST(CellDepth, OfManyRowsAlongASide) {
  constexpr std::int64_t kRows = 20'000;
  Lines lines;
  for (int i = 0; i < 5 * kRows; ++i) lines.push_back({{i % 2 == 0 ? 1 : -1, 0}, 0});
  for (int i = 0; i < kRows; ++i) lines.push_back({{3, 1}, i});
  // These hold the least misses at (10, kRows + 2).
  lines.push_back({{9 * kRows, 0}, 90 * kRows});
  lines.push_back({{0, 2 * kRows}, 2 * kRows * (kRows + 2)});
  const auto found = least_misses(lines);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->v, found->det * 10);
  EXPECT_EQ(found->w, found->det * (kRows + 2));
  // Least where the last row crosses: (-9 + 3, 1), of which the rows along the side
  // take 5 away and the last row all of 1, in kRows.
  EXPECT_EQ(cell_depth(lines, {{0, -1}, {20, kRows + 5}}, 10 * kRows, 1), kRows);
}

// Weights here are at most 3 sqrt 2 < 5.
TEST(CellDepth, MovesByOnePersonAtMost) {
  std::mt19937 random(3);
  int deep = 0;
  for (int round = 0; round < 600; ++round) {
    Lines lines = random_lines(random, 6 + random() % 8, 3, 3);
    const PlaneCell cell{{-2, -2}, {2, 2}};
    const auto depth = [&]() -> std::int64_t {
      const auto found = least_misses(lines);
      if (!found || found->cell(0, -2, 4) != 0 || found->cell(1, -2, 4) != 0) return 0;
      return cell_depth(lines, cell, 1000, 5);
    };
    const std::int64_t with = depth();
    lines.pop_back();
    const std::int64_t without = depth();
    EXPECT_LE(std::abs(with - without), 1);
    if (with > 1) {
      ++deep;
      EXPECT_TRUE(least_misses(lines));
    }
  }
  EXPECT_GT(deep, 20);
}

// [DL09] leaves out rows without a direction, and tables that do not decide the line,
// as events of probability 0. They are tables too: such rows move nothing, wherever
// they lie, and where all rows point one way there is no depth and no error.
TEST(CellDepth, RowsWithoutADirectionMoveNothing) {
  std::mt19937 random(13);
  for (int round = 0; round < 100; ++round) {
    Lines lines = random_lines(random, 6 + random() % 8, 3, 3);
    const auto before = least_misses(lines);
    if (!before) continue;
    const PlaneCell cell{{-2, -2}, {2, 2}};
    const bool inside = before->cell(0, -2, 4) == 0 && before->cell(1, -2, 4) == 0;
    const std::int64_t depth = inside ? cell_depth(lines, cell, 1000, 5) : 0;
    for (const int c : {0, 7, -1'000'000}) lines.push_back({{0, 0}, c});
    const auto after = least_misses(lines);
    ASSERT_TRUE(after);
    EXPECT_EQ(fraction_of(after->v) * fraction_of(before->det),
              fraction_of(before->v) * fraction_of(after->det));
    if (inside) {
      EXPECT_EQ(cell_depth(lines, cell, 1000, 5), depth);
    }
  }
  EXPECT_FALSE(least_misses(Lines(9, {{2, 0}, 3})));
  EXPECT_FALSE(least_misses(Lines(9, {{0, 0}, 3})));
  EXPECT_FALSE(least_misses(Lines{}));
}

// [DL09] counts rows that come or leave, and both of these: 5, 4, 4, 3.
TEST(CellDepth, OfTheAuditedExample) {
  Lines lines;
  for (int i = 0; i < 5; ++i) lines.push_back({{kWholeWeight, 0}, 0});
  for (int i = 0; i < 5; ++i) lines.push_back({{0, kWholeWeight}, 0});
  const PlaneCell cell{{-1, -1}, {1, 1}};
  const auto depth = [&](const Lines& of) { return cell_depth(of, cell, 100); };
  const PlaneLine far{{kWholeWeight, 0}, Int128{10} * kWholeWeight};
  EXPECT_EQ(depth(lines), 5);
  Lines more = lines;
  more.push_back(far);
  EXPECT_EQ(depth(more), 4);
  lines.erase(lines.begin());
  EXPECT_EQ(depth(lines), 4);
  lines.push_back(far);
  EXPECT_EQ(depth(lines), 3);
}

TEST(CellDepth, NearestPointsOfZonotopes) {
  const auto is_root = [](const PlaneVector& middle, const std::vector<PlaneVector>& of,
                          const Rational& square) {
    const Zonotope zonotope{middle, directions_of(of)};
    const std::int64_t root = ceil_root(square);
    EXPECT_TRUE(comes_within(zonotope, static_cast<Uint128>(root)));
    EXPECT_TRUE(root == 0 || !comes_within(zonotope, static_cast<Uint128>(root - 1)));
  };
  // In units of 1/1000 and 1/5000.
  is_root({5000, 1000}, {{1000, 0}}, Rational(17'000'000));
  is_root({5000, 1000}, {{1000, 0}, {0, 1000}}, Rational(16'000'000));
  is_root({15000, 15000}, {{5000, 0}, {3000, 4000}, {0, 5000}}, Rational(85'000'000));
  is_root({1000, 1000}, {{1000, 0}, {0, 1000}}, 0);
  is_root({10000, 0}, {{3000, 4000}}, Rational(65'000'000));
  is_root({20000, 10000}, {{3000, 4000}, {-3000, 4000}}, Rational(296'000'000));
}

// With sides as long as they may be: all sizes add up to a little less than 2^60.
TEST(CellDepth, NearestPointsOfLongZonotopes) {
  std::mt19937_64 random(31);
  int outside = 0;
  for (int round = 0; round < 400; ++round) {
    const auto drawn = [&](std::int64_t most) {
      return static_cast<std::int64_t>(random() %
                                       static_cast<std::uint64_t>(2 * most + 1)) -
             most;
    };
    const std::int64_t most = std::int64_t{1} << (round % 2 == 0 ? 55 : 2);
    std::vector<PlaneVector> sides;
    for (std::size_t i = random() % 13; i > 0; --i)
      sides.push_back({drawn(most), drawn(most)});
    const Zonotope zonotope{{drawn(4 * most), drawn(4 * most)}, directions_of(sides)};
    const Rational square = least_square(zonotope.middle, sides);
    const std::int64_t root = ceil_root(square);
    EXPECT_TRUE(comes_within(zonotope, static_cast<Uint128>(root)));
    if (root == 0) continue;
    EXPECT_FALSE(comes_within(zonotope, static_cast<Uint128>(root - 1)));
    ++outside;
  }
  EXPECT_GT(outside, 80);
}

// Rows (1, X) and y as whole numbers over the length of (1, X), times 1105.
Lines ten_rows(std::int64_t eighth) {
  struct Row {
    int a, b, length;  // X = b / a, of a right triangle
    Rational y;
  };
  const Row rows[] = {{1, 0, 1, 1},         {4, 3, 5, 2},
                      {4, -3, 5, {1, 4}},   {3, 4, 5, 2},
                      {3, -4, 5, {-1, 2}},  {12, 5, 13, {3, 2}},
                      {12, -5, 13, {1, 2}}, {5, 12, 13, Rational(eighth) / 4},
                      {5, -12, 13, -1},     {15, 8, 17, {9, 5}}};
  Lines lines;
  for (const Row& row : rows) {
    const std::int64_t scale = 1105 / row.length;
    const Rational c = row.y * row.a * scale * 4;  // a step is 1/4 of a coefficient
    lines.push_back({{row.a * scale, row.b * scale}, *c.to_int64()});
  }
  return lines;
}

void expect_depth(const Lines& lines, const PlaneCell& cell, const Rational& square,
                  std::int64_t scale) {
  EXPECT_EQ(cell_depth(lines, cell, 100'000'000, 1), ceil_root(square * scale * scale));
}

void expect_at(const PlanePoint& found, const Rational& v, const Rational& w) {
  EXPECT_EQ(fraction_of(found.v) / fraction_of(found.det), v);
  EXPECT_EQ(fraction_of(found.w) / fraction_of(found.det), w);
}

Rational misses_at(const Lines& lines, const PlanePoint& found) {
  return sum_of_misses(lines, {fraction_of(found.v) / fraction_of(found.det),
                               fraction_of(found.w) / fraction_of(found.det)});
}

TEST(CellDepth, OfTenRows) {
  const Lines lines = ten_rows(13);
  const auto found = least_misses(lines);
  ASSERT_TRUE(found);
  expect_at(*found, 4, 4);
  EXPECT_EQ(misses_at(lines, *found) / (4 * 1105), Rational(973, 884));
  const Rational small(5771137024, 206353225), large(1444804, 48841);
  expect_depth(lines, {{0, 0}, {8, 8}}, small, 1105);
  expect_depth(lines, {{4, 0}, {12, 8}}, 0, 1105);
  expect_depth(lines, {{0, 4}, {8, 12}}, 0, 1105);
  expect_depth(lines, {{4, 4}, {12, 12}}, 0, 1105);
  // 5.288 rows that come or leave; of replaced ones half as many.
  EXPECT_EQ(cell_depth(lines, {{0, 0}, {8, 8}}, 100, 1105), 6);
  EXPECT_EQ(cell_depth(lines, {{0, 0}, {8, 8}}, 100, 2 * 1105), 3);
  expect_depth(lines, {{0, 0}, {16, 16}}, large, 1105);
  expect_depth(lines, {{-8, 0}, {8, 16}}, large, 1105);
  expect_depth(lines, {{0, -8}, {16, 8}}, small, 1105);
  expect_depth(lines, {{-8, -8}, {8, 8}}, small, 1105);
}

// One wild y moves nothing, and the depth by a little.
TEST(CellDepth, OfTenRowsWithOneFarOff) {
  const Lines lines = ten_rows(-4000);
  const auto found = least_misses(lines);
  ASSERT_TRUE(found);
  expect_at(*found, 4, 4);
  EXPECT_EQ(misses_at(lines, *found) / (4 * 1105), Rational(171039, 442));
  for (const PlaneCell& cell :
       {PlaneCell{{0, 0}, {16, 16}}, PlaneCell{{-8, 0}, {8, 16}},
        PlaneCell{{0, -8}, {16, 8}}, PlaneCell{{-8, -8}, {8, 8}}}) {
    expect_depth(lines, cell, Rational(19927296, 1221025), 1105);
    EXPECT_EQ(cell_depth(lines, cell, 100, 2 * 1105), 3);
  }
}

TEST(CellDepth, IsNoneWhereTheLeastMissesFillAStrip) {
  const Lines lines = {{{1, 0}, 0}, {{1, 0}, 1}};
  EXPECT_FALSE(least_misses(lines));
  EXPECT_EQ(cell_depth(lines, {{-1, -1}, {2, 2}}, 10, 1), 0);
  // Its sum is 1, from 0 to 1, and more outside: 2 more for each step.
  for (const std::int64_t fourths : {-3, -1, 0, 2, 4, 5, 9}) {
    const PlanePoint at{fourths, 28, 4};
    const bool least = 0 <= fourths && fourths <= 4;
    EXPECT_EQ(comes_within(subgradients(lines, at), 0), least) << fourths;
    EXPECT_EQ(comes_within(subgradients(lines, at), 1), least) << fourths;
    EXPECT_TRUE(comes_within(subgradients(lines, at), 2)) << fourths;
    EXPECT_EQ(misses_at(lines, at) == Rational(1), least) << fourths;
  }
}

TEST(CellDepth, OfFortyRows) {
  constexpr int kTriangles[][3] = {{3, 4, 5},    {4, 3, 5},   {5, 12, 13}, {12, 5, 13},
                                   {8, 15, 17},  {15, 8, 17}, {7, 24, 25}, {24, 7, 25},
                                   {20, 21, 29}, {21, 20, 29}};
  constexpr std::int64_t kScale = 160225, kSteps = 20;
  Lines lines;
  for (int i = 0; i < 40; ++i) {
    const auto& [a, b, c] = kTriangles[i % 10];
    const int s = i / 10 % 2 == 0 ? 1 : -1;
    const Rational y = Rational(2 * a - s * b) + Rational(c) * (7 * i % 11 - 5) / 10;
    lines.push_back(
        {{a * kScale / c, s * b * kScale / c}, *(y * kSteps * kScale / c).to_int64()});
  }
  const auto found = least_misses(lines);
  ASSERT_TRUE(found);
  expect_at(*found, Rational(6369, 3230) * kSteps, Rational(-1459, 1615) * kSteps);
  EXPECT_EQ(misses_at(lines, *found) / kScale / kSteps, Rational(7656629, 686375));
  // Of replaced rows.
  const auto replaced = [&](const PlaneCell& cell) {
    return cell_depth(lines, cell, 100, 2 * kScale);
  };
  EXPECT_EQ(replaced({{20, -20}, {40, 0}}), 1);
  EXPECT_EQ(replaced({{30, -30}, {50, -10}}), 7);
  EXPECT_EQ(replaced({{35, -25}, {45, -15}}), 3);
  expect_depth(lines, {{20, -20}, {40, 0}}, Rational(22410756, 112890625), kScale);
  expect_depth(lines, {{30, -30}, {50, -10}}, Rational(12416788, 71825), kScale);
  expect_depth(lines, {{30, -20}, {40, -10}}, Rational(22410756, 112890625), kScale);
  expect_depth(lines, {{35, -25}, {45, -15}}, Rational(13443812, 416585), kScale);
}

}  // namespace
}  // namespace selvage
