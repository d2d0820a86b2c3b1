#include "selvage/mechanism/robust_regression/row_map.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "selvage/mechanism/robust_regression/block_sizes.hpp"

namespace selvage {
namespace {

constexpr int kUnitBits = 20;  // of x in spreads
constexpr std::int64_t kMostUnits = std::int64_t{1} << 50;

// The least whole number whose square is above x: exact, whatever sqrt says. Requires
// x < 2^104.
std::int64_t root_above(Uint128 x) {
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(x)));
  const auto square = [](std::int64_t of) {
    return static_cast<Uint128>(of) * static_cast<Uint128>(of);
  };
  while (square(root) <= x) ++root;
  while (root > 0 && square(root - 1) > x) --root;
  return root;
}

// y in steps from its middle, to the nearest one; what lies farther off than `most`
// counts as that.
std::int64_t level_of(std::int64_t y, const RowShape& shape, std::int64_t most) {
  Int128 level = (Int128{y} - shape.y_middle) << BlockSizes::kMissBits;
  if (shape.step_bits > 0)
    level = (level + (Int128{1} << (shape.step_bits - 1))) >> shape.step_bits;
  return static_cast<std::int64_t>(std::clamp<Int128>(level, -most, most));
}

// x in spreads from the middle, in 2^-20.
Int128 units_of(std::int64_t x, std::int64_t middle, std::int64_t spread) {
  return std::clamp<Int128>(floor_quotient((Int128{x} - middle) << kUnitBits, spread),
                            -kMostUnits, kMostUnits);
}

// Places of rows, those of one person one after the other.
std::vector<std::uint32_t> by_person(const NumberRows& rows) {
  std::vector<std::uint32_t> places(rows.people.size());
  std::iota(places.begin(), places.end(), std::uint32_t{0});
  std::sort(places.begin(), places.end(), [&](std::uint32_t i, std::uint32_t k) {
    return rows.people[i] < rows.people[k];
  });
  return places;
}

// Calls visit(places) for each person.
template <class Visit>
void for_each_person(const NumberRows& rows, Visit visit) {
  const auto places = by_person(rows);
  for (std::size_t from = 0; from < places.size();) {
    std::size_t to = from;
    while (to < places.size() && rows.people[places[to]] == rows.people[places[from]])
      ++to;
    visit(std::span(places).subspan(from, to - from));
    from = to;
  }
}

}  // namespace

std::vector<std::int64_t> rows_of_person(const NumberRows& rows, std::size_t width) {
  std::vector<std::int64_t> counts(rows.numbers.size() / width, 1);
  if (rows.people.empty()) return counts;
  for_each_person(rows, [&](std::span<const std::uint32_t> places) {
    for (const std::uint32_t place : places) counts[place] = std::ssize(places);
  });
  return counts;
}

std::int64_t people_in(const NumberRows& rows, std::size_t width) {
  if (rows.people.empty())
    return static_cast<std::int64_t>(rows.numbers.size() / width);
  std::int64_t people = 0;
  for_each_person(rows, [&](std::span<const std::uint32_t>) { ++people; });
  return people;
}

std::vector<PlaneLine> plane_lines(const NumberRows& rows, const RowShape& shape) {
  constexpr Int128 kUnit = Int128{1} << kUnitBits;
  const std::int64_t middle = shape.middles[0], spread = shape.spreads[0];
  const auto of_person = rows_of_person(rows, 2);
  std::vector<PlaneLine> lines(of_person.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::int64_t y = rows.numbers[2 * i], x = rows.numbers[2 * i + 1];
    const Int128 units = units_of(x, middle, spread);
    // (1, units) over its length, a little shorter than the row's part of a weight.
    const Int128 weight = kWholeWeight / of_person[i];
    const Int128 length =
        root_above(static_cast<Uint128>(kUnit * kUnit + units * units));
    const auto a = static_cast<std::int64_t>(weight * kUnit / length);
    const auto b = static_cast<std::int64_t>(weight * units / length);
    const std::int64_t level = level_of(y, shape, kMostCoordinate);
    lines[i] = {{a, b}, Int128{a} * level};
  }
  return lines;
}

std::vector<SpaceRow> space_rows(const NumberRows& rows, const RowShape& shape) {
  constexpr Int128 kUnit = Int128{1} << kUnitBits;
  const std::size_t columns = shape.middles.size(), width = columns + 1;
  const auto of_person = rows_of_person(rows, width);
  std::vector<SpaceRow> all(of_person.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::int64_t* numbers = rows.numbers.data() + i * width;
    std::array<Int128, kMostDimensions> units = {kUnit};
    Uint128 square = static_cast<Uint128>(kUnit * kUnit);
    for (std::size_t j = 1; j <= columns; ++j) {
      units[j] = units_of(numbers[j], shape.middles[j - 1], shape.spreads[j - 1]);
      square += static_cast<Uint128>(units[j] * units[j]);
    }
    const Int128 weight = kSpaceWeight / of_person[i], length = root_above(square);
    assert(length > 0);  // at least kUnit
    SpaceRow& row = all[i];
    Uint128 of_row = 0;
    for (std::size_t j = 0; j < width; ++j) {
      row.u[j] = static_cast<std::int64_t>(weight * units[j] / length);
      of_row += static_cast<Uint128>(row.u[j] * row.u[j]);
    }
    row.length = of_row == 0 ? 0 : root_above(of_row - 1);  // |u|, rounded up
    row.c = row.u[0] * level_of(numbers[0], shape, kMostSpaceCoordinate);
  }
  return all;
}

}  // namespace selvage
