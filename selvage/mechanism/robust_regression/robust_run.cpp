// The draws of one release: how many people, the sizes that blocks tell, then the tests
// of all grids.
#include <algorithm>
#include <bit>

#include "selvage/mechanism/certain/acceptance_law.hpp"
#include "selvage/mechanism/regression/block_draws.hpp"
#include "selvage/mechanism/robust_regression/block_sizes.hpp"
#include "selvage/mechanism/robust_regression/cell_depth.hpp"
#include "selvage/mechanism/robust_regression/half_octaves.hpp"
#include "selvage/mechanism/robust_regression/least_misses.hpp"
#include "selvage/mechanism/robust_regression/robust_regression.hpp"

namespace selvage {
namespace {

constexpr int kWidthBits = 10;  // a cell is so many bits of steps wide, and one more
// By coefficients: no cell is narrower than a spread of y over 2 to these. So y counts
// as it is at 2^12 spreads from its middle (two coefficients) and at 2^6 (more). [T149]
constexpr int kCellBits[] = {0, 0, 16, 11, 11, 11};
constexpr int kMostStepBits = 110;  // all beyond is far outside what y can be
// By coefficients: into how many bits of tiles a side is cut along each direction.
// Tiles must be small beside how far the least misses lie from a wall in the best grid,
// or too many rows miss by nothing somewhere on each.
constexpr int kTileLevels[] = {0, 0, 0, 7, 6, 6};
constexpr std::int64_t kMostMiddle = std::int64_t{1} << 61;

std::int64_t half_octave_drawn(std::int64_t drawn) {
  return std::clamp<std::int64_t>(drawn, 0, kMostHalfOctave);
}

std::int64_t spread_drawn(std::int64_t drawn) {
  return static_cast<std::int64_t>(
      std::min(least_size(half_octave_drawn(drawn)), Uint128{1} << 60));
}

std::int64_t middle_drawn(std::int64_t drawn, std::int64_t spread) {
  return static_cast<std::int64_t>(
      std::clamp<Int128>(Int128{drawn} * spread, -kMostMiddle, kMostMiddle));
}

Rational rational_of(Uint128 x) {
  return Rational::from_uint64(static_cast<std::uint64_t>(x >> 64)) *
             Rational::power_of_two(64) +
         Rational::from_uint64(static_cast<std::uint64_t>(x));
}

}  // namespace

std::int64_t RobustRegressionMechanism::draw_people(std::int64_t people,
                                                    RandomSource& random) const {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1), count_scale());
  return people + noise;
}

RobustRegressionMechanism::Sizes RobustRegressionMechanism::draw_sizes(
    const NumberRows& rows, std::int64_t people, RandomSource& random) const {
  const std::size_t width = columns() + 1;
  const auto count = static_cast<std::uint32_t>(blocks());
  std::vector<std::uint64_t> of_rows(rows.numbers.size() / width);
  if (question_.person.column.empty())
    draw_blocks(of_rows, count, random);
  else
    for (std::size_t i = 0; i < of_rows.size(); ++i)
      of_rows[i] = block_of(rows.people[i], count);
  const BlockSizes told(rows, width, of_rows, count);
  Sizes sizes{people};
  const std::size_t numbers = request_.x.numbers.size();
  for (std::size_t i = 1; i <= numbers + 1; ++i) {
    const std::size_t column = i <= numbers ? i : 0;  // y is the last
    sizes.spreads.push_back(
        draw_block_median(size_terms_, told.spreads(column), random));
    sizes.middles.push_back(draw_block_median(
        middle_terms_,
        told.middles(column, spread_drawn(sizes.spreads.back()), most_middle()),
        random));
  }
  sizes.misses = draw_block_median(size_terms_, told.misses(), random);
  return sizes;
}

// Where rows lie as in a normal law, the depth of a cell as wide as this is about what
// is aimed at, also where the least misses lie as badly as they can in the best grid.
// [T149]
RowShape RobustRegressionMechanism::shape_of(const Sizes& sizes) const {
  RowShape shape;
  for (std::size_t i = 0; i < request_.x.numbers.size(); ++i) {
    shape.spreads.push_back(spread_drawn(sizes.spreads[i]));
    shape.middles.push_back(middle_drawn(sizes.middles[i], shape.spreads[i]));
  }
  const std::int64_t y_spread = spread_drawn(sizes.spreads.back());
  shape.y_middle = middle_drawn(sizes.middles.back(), y_spread);
  shape.spreads.resize(columns(), 1);  // of keys, which are 0 or 1
  shape.middles.resize(columns(), 0);
  const Rational misses = rational_of(least_size(half_octave_drawn(sizes.misses) + 1));
  const std::int64_t p = coefficients();
  const Rational wide = misses * (6 * p * (p + 1) * aimed_depth()) /
                        std::max<std::int64_t>(sizes.people, 1);
  const Rational least = Rational::power_of_two(kWidthBits);
  const Rational of_spread =
      Rational(y_spread) *
      Rational::power_of_two(BlockSizes::kMissBits - kCellBits[coefficients()]);
  Rational width = std::max({wide, least, of_spread}).ceil();
  while (width >= least * 2 && shape.step_bits < kMostStepBits) {
    width = width / 2;
    ++shape.step_bits;
  }
  shape.width = std::min(width.ceil(), least * 2).to_int64().value();
  return shape;
}

std::int64_t RobustRegressionMechanism::most_coordinate() const {
  return columns() == 1 ? kMostCoordinate : kMostSpaceCoordinate;
}

std::int64_t RobustRegressionMechanism::offset(const RowShape& shape,
                                               std::int64_t grid) const {
  return shape.width * grid / tests();
}

// By `place(coordinate, origin)`, which says in which cell of a grid the least misses
// lie, and `depth(low, high)` of that cell.
template <class Place, class Depth>
RobustRegressionMechanism::Tested RobustRegressionMechanism::tested_cell(
    const RowShape& shape, std::int64_t grid, const Place& place,
    const Depth& depth) const {
  const auto size = static_cast<std::size_t>(coefficients());
  Tested test{1, {}};
  SpaceCell cell;
  const std::int64_t from = offset(shape, grid), last = last_cell(shape);
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t at = place(i, from);
    // A fixed and finite list of cells: outside of it there is none.
    if (at < -last || at >= last) return {1, {}};
    test.cell.push_back(at);
    cell.low[i] = from + shape.width * at;
    cell.high[i] = cell.low[i] + shape.width;
  }
  test.depth = std::max<std::int64_t>(1, depth(cell));
  return test;
}

std::vector<RobustRegressionMechanism::Tested> RobustRegressionMechanism::tested(
    const NumberRows& rows, const RowShape& shape) const {
  std::vector<Tested> all(static_cast<std::size_t>(tests()), Tested{1, {}});
  const auto test_all = [&](const auto& least, const auto& depth) {
    if (!least) return;
    const auto place = [&](std::size_t i, std::int64_t from) {
      return least->cell(i, from, shape.width);
    };
    for (std::size_t grid = 0; grid < all.size(); ++grid)
      all[grid] = tested_cell(shape, static_cast<std::int64_t>(grid), place, depth);
  };
  if (columns() == 1) {
    const std::vector<PlaneLine> lines = plane_lines(rows, shape);
    test_all(least_misses(lines), [&](const SpaceCell& cell) {
      const PlaneCell in_plane{{cell.low[0], cell.low[1]},
                               {cell.high[0], cell.high[1]}};
      return cell_depth(lines, in_plane, table_->depth());
    });
    return all;
  }
  const auto size = static_cast<std::size_t>(coefficients());
  const std::vector<SpaceRow> in_space = space_rows(rows, shape);
  test_all(least_misses(in_space, size), [&](const SpaceCell& cell) {
    return tile_depth(in_space, size, cell, {kTileLevels[size], table_->depth()});
  });
  return all;
}

std::vector<std::int64_t> RobustRegressionMechanism::draw_cell(
    const std::vector<Tested>& tested, RandomSource& random) const {
  std::vector<std::int64_t> accepted;
  for (const Tested& test : tested) accepted.push_back(test.depth);
  random.draw(accepted, std::make_shared<const AcceptanceLaw>(table_));
  for (std::size_t grid = 0; grid < tested.size(); ++grid) {
    if (accepted[grid] != 1 || tested[grid].cell.empty()) continue;
    std::vector<std::int64_t> told = {static_cast<std::int64_t>(grid)};
    told.insert(told.end(), tested[grid].cell.begin(), tested[grid].cell.end());
    return told;
  }
  return std::vector<std::int64_t>(static_cast<std::size_t>(coefficients() + 1), kNone);
}

// What is read does not depend on what was drawn of it, and nothing is read twice.
Result<Drawn> RobustRegressionMechanism::run(Reader& reader,
                                             RandomSource& random) const {
  BlockKey key = {};
  if (!question_.person.column.empty()) key = draw_block_key(size_.keys, random);
  const auto rows = number_rows(reader, key);
  if (!rows) return rows.error();
  const std::int64_t people = draw_people(people_in(*rows, columns() + 1), random);
  Drawn drawn{{0}, {}, {{people}}};
  const auto told = [&](std::int64_t number) { drawn.numbers.push_back({number}); };
  if (people < least_people()) {
    for (std::int64_t i = 0; i < medians_of(request_) + coefficients() + 1; ++i)
      told(kNone);
    return drawn;
  }
  const Sizes sizes = draw_sizes(*rows, people, random);
  for (std::size_t i = 0; i < sizes.spreads.size(); ++i) {
    told(sizes.spreads[i]);
    told(sizes.middles[i]);
  }
  told(sizes.misses);
  for (const std::int64_t number : draw_cell(tested(*rows, shape_of(sizes)), random))
    told(number);
  return drawn;
}

}  // namespace selvage
