// Rows as lines and planes against their definition in fractions, for numbers of every
// size, and for people whose rows stand anywhere. [T145]
#include "selvage/mechanism/robust_regression/row_map.hpp"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostOfARow = (std::int64_t{1} << 60) - 1;
constexpr std::int64_t kMostOfAMiddle = std::int64_t{1} << 61;

Rational whole(Int128 x) {
  return Rational(static_cast<std::int64_t>(x >> 64)) * Rational::power_of_two(64) +
         Rational::from_uint64(static_cast<std::uint64_t>(x));
}

Rational towards_zero(const Rational& x) {
  return x.sign() < 0 ? -(-x).floor() : x.floor();
}

// A row of a person with so many, by the letter of the theory.
struct ExactRow {
  std::vector<Rational> u;
  Rational c;
};
ExactRow exact_row(const std::vector<std::int64_t>& numbers, const RowShape& shape,
                   std::int64_t rows, std::int64_t whole_weight, std::int64_t most) {
  const Rational one = Rational::power_of_two(20), far = Rational::power_of_two(50);
  std::vector<Rational> z = {one};
  Rational square = one * one;
  for (std::size_t j = 1; j < numbers.size(); ++j) {
    const Rational units = (Rational(numbers[j]) - shape.middles[j - 1]) * one /
                           Rational(shape.spreads[j - 1]);
    z.push_back(std::clamp(units.floor(), -far, far));
    square = square + z.back() * z.back();
  }
  // The least whole number above |z|.
  const Rational length =
      Rational(least_above(0, std::int64_t{1} << 53, [&](std::int64_t root) {
        return Rational(root) * root > square;
      }));
  const Rational weight = (Rational(whole_weight) / rows).floor();
  ExactRow row;
  for (const Rational& part : z) row.u.push_back(towards_zero(weight * part / length));
  const Rational steps = (Rational(numbers[0]) - shape.y_middle) * one /
                         Rational::power_of_two(shape.step_bits);
  row.c = row.u[0] *
          std::clamp((steps + Rational(1, 2)).floor(), Rational(-most), Rational(most));
  return row;
}

// People with one to five rows each, in any order, with numbers as large as they may be
// beside small ones.
NumberRows rows_of_every_size(std::mt19937_64& random, std::size_t width) {
  const auto number = [&]() -> std::int64_t {
    const auto size = static_cast<std::int64_t>(random() >> (4 + random() % 60));
    const std::int64_t least = std::min(size, kMostOfARow);
    return random() % 2 == 0 ? least : -least;
  };
  std::vector<std::vector<std::int64_t>> all;  // the person, then numbers
  for (std::int64_t person = 0; person < 25; ++person)
    for (std::size_t i = 1 + random() % 5; i > 0; --i) {
      auto& row = all.emplace_back(1, person);
      for (std::size_t j = 0; j < width; ++j) row.push_back(number());
    }
  std::shuffle(all.begin(), all.end(), random);
  NumberRows rows;
  for (const auto& row : all) {
    rows.people.push_back(static_cast<Uint128>(row[0] * 7 % 25) << (row[0] % 2 * 64));
    rows.numbers.insert(rows.numbers.end(), row.begin() + 1, row.end());
  }
  return rows;
}

RowShape any_shape(std::mt19937_64& random, std::size_t columns) {
  const auto middle = [&] {
    const auto size = static_cast<std::int64_t>(random() >> (3 + random() % 61));
    return random() % 2 == 0 ? std::min(size, kMostOfAMiddle)
                             : std::max(-size, -kMostOfAMiddle);
  };
  RowShape shape;
  shape.step_bits = static_cast<int>(random() % 111);
  shape.width = 1024;
  shape.y_middle = middle();
  for (std::size_t j = 0; j < columns; ++j) {
    shape.middles.push_back(middle());
    shape.spreads.push_back(std::int64_t{1} << random() % 61);
  }
  return shape;
}

TEST(RowMap, IsThatOfTheTheoryForNumbersOfEverySize) {
  std::mt19937_64 random(2);
  int cut = 0, far = 0;
  for (int round = 0; round < 120; ++round) {
    const std::size_t width = 2 + static_cast<std::size_t>(round % 4);
    const NumberRows rows = rows_of_every_size(random, width);
    const RowShape shape = any_shape(random, width - 1);
    std::map<Uint128, std::int64_t> rows_of;
    for (const Uint128 person : rows.people) ++rows_of[person];
    EXPECT_EQ(people_in(rows, width), std::ssize(rows_of));
    const bool plane = width == 2;
    const auto lines = plane ? plane_lines(rows, shape) : std::vector<PlaneLine>();
    const auto planes = plane ? std::vector<SpaceRow>() : space_rows(rows, shape);
    const std::int64_t most = plane ? kMostCoordinate : kMostSpaceCoordinate,
                       weight = plane ? kWholeWeight : kSpaceWeight;
    for (std::size_t i = 0; i < rows.people.size(); ++i) {
      const std::vector<std::int64_t> numbers(
          rows.numbers.begin() + static_cast<std::ptrdiff_t>(i * width),
          rows.numbers.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
      const std::int64_t of_person = rows_of.at(rows.people[i]);
      const ExactRow exact = exact_row(numbers, shape, of_person, weight, most);
      Rational square = 0;
      for (std::size_t j = 0; j < width; ++j) {
        const std::int64_t u =
            plane ? (j == 0 ? lines[i].u.a : lines[i].u.b) : planes[i].u[j];
        ASSERT_EQ(Rational(u), exact.u[j]) << round << ' ' << i << ' ' << j;
        square = square + Rational(u) * u;
      }
      // All rows of a person weigh one whole weight together.
      EXPECT_LE(square * of_person * of_person, Rational(weight) * weight);
      EXPECT_EQ(plane ? whole(lines[i].c) : Rational(planes[i].c), exact.c);
      cut += exact.u[0].sign() != 0 && absolute(exact.c) == exact.u[0] * most;
      far += exact.u[0].sign() == 0;
    }
  }
  EXPECT_GT(cut, 100);
  EXPECT_GT(far, 100);
}

// A row far outside all others pulls at the tilt alone, with what its person weighs.
TEST(RowMap, RowsFarOffAreCut) {
  NumberRows rows;
  rows.numbers = {kMostOfARow, kMostOfARow, -kMostOfARow, -kMostOfARow};
  const auto lines =
      plane_lines(rows, {{-kMostOfAMiddle}, {1}, 0, 1024, kMostOfAMiddle});
  for (const PlaneLine& line : lines) {
    EXPECT_EQ(line.u.a, 0);
    EXPECT_EQ(line.u.b, kWholeWeight - 1);
    EXPECT_TRUE(line.c == 0);
  }
  const auto at_middle = plane_lines(rows, {{0}, {kMostOfARow}, 0, 1024});
  for (const PlaneLine& line : at_middle)
    EXPECT_TRUE(line.c == Int128{line.u.a} * kMostCoordinate * (line.u.b > 0 ? 1 : -1));
}

}  // namespace
}  // namespace selvage
