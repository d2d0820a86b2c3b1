#include "selvage/mechanism/cells/consistency.hpp"

#include <algorithm>

#include "selvage/guarantee/optimal_composition.hpp"
#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/guarantee/zcdp.hpp"
#include "selvage/outcome/answering_source.hpp"

namespace selvage {
namespace {

constexpr std::uint64_t kMostProbed = 1'000'000;

Int128 at(const Formula& formula, Int128 r) {
  return formula.of_rows + formula.of_sum * r + formula.of_squares * r * r;
}

// m rows that change a number by at most m times a change it by at most
// ceil(m a / divisor) units, and that is at most m ceil(a / divisor). [T35]
Int128 units(const Formula& formula, Int128 change) {
  const Int128 size = change < 0 ? -change : change;
  return (size + formula.divisor - 1) / formula.divisor;
}

// A quadratic is largest in size at an end, or next to its vertex.
bool rows_change_no_more(const CellsPlan& plan, const PlannedNumber& number) {
  const Formula& f = number.formula;
  if (!plan.reading.measure)
    return f.of_sum == 0 && f.of_squares == 0 && units(f, f.of_rows) <= number.per_row;
  const Grid& grid = plan.reading.measure->grid;
  std::vector<Int128> places = {grid.lowest(), grid.highest()};
  // Of a person's rows together, which are one row then.
  if (const auto& range = plan.reading.person.sum_in_cell)
    places = {range->lowest, range->highest};
  if (f.of_squares != 0)
    for (const int near : {-1, 0, 1}) {
      const Int128 vertex = -f.of_sum / (2 * f.of_squares) + near;
      if (vertex > grid.lowest() && vertex < grid.highest()) places.push_back(vertex);
    }
  return std::all_of(places.begin(), places.end(),
                     [&](Int128 r) { return units(f, at(f, r)) <= number.per_row; });
}

// The values at which the sizes of several quadratics can add up to the most: the ends,
// next to where one changes its sign, and next to the vertex of every sum of them with
// signs.
std::vector<Int128> extreme_values(const CellsPlan& plan) {
  const Grid& grid = plan.reading.measure->grid;
  const Int128 low = grid.lowest(), high = grid.highest();
  std::vector<Int128> values = {low, high};
  const auto add_near = [&](Int128 value) {
    for (const int near : {-1, 0, 1})
      if (value + near > low && value + near < high) values.push_back(value + near);
  };
  // Between an end and the vertex a quadratic changes its sign once at most.
  const auto add_roots = [&](const Formula& f, Int128 from, Int128 to) {
    if ((at(f, from) < 0) == (at(f, to) < 0)) return;
    while (to - from > 1) {
      const Int128 middle = from + (to - from) / 2;
      ((at(f, middle) < 0) == (at(f, from) < 0) ? from : to) = middle;
    }
    add_near(from);
  };
  const auto vertex = [](const Formula& f) { return -f.of_sum / (2 * f.of_squares); };
  for (const PlannedNumber& number : plan.numbers) {
    const Formula& f = number.formula;
    const Int128 turn =
        f.of_squares == 0 ? low : std::clamp<Int128>(vertex(f), low, high);
    add_roots(f, low, turn);
    add_roots(f, turn, high);
  }
  const std::size_t signs = std::size_t{1} << plan.numbers.size();
  for (std::size_t sign = 0; sign < signs; ++sign) {
    Formula sum;
    for (std::size_t n = 0; n < plan.numbers.size(); ++n) {
      const Formula& f = plan.numbers[n].formula;
      const Int128 side = (sign >> n & 1) != 0 ? -1 : 1;
      sum.of_sum += side * f.of_sum;
      sum.of_squares += side * f.of_squares;
    }
    if (sum.of_squares != 0) add_near(vertex(sum));
  }
  // Squares of quadratics have more turns: many values stand for them.
  constexpr int kMany = 1000;
  for (int i = 1; i < kMany; ++i) values.push_back(low + (high - low) * i / kMany);
  return values;
}

// What one row changes all numbers by together, in the norm of their noise, is no more
// than the plan says; and to their sum it adds what the plan says. [T95]
bool rows_change_no_more_together(const CellsPlan& plan) {
  const Together& together = *plan.together;
  const bool laplace = std::holds_alternative<LaplaceNoise>(plan.numbers[0].added());
  const std::int64_t divisor = plan.numbers[0].formula.divisor;
  // Each rounded change may be one more than its part of the whole one.
  const Int128 rounding =
      divisor == 1 ? 0 : static_cast<Int128>(plan.numbers.size()) - 1;
  const Int128 most = (Int128{together.per_row} - rounding) * divisor;
  for (const Int128 r : extreme_values(plan)) {
    Int128 sum = 0, sizes = 0;
    Rational squares = 0;
    for (const PlannedNumber& number : plan.numbers) {
      if (number.formula.divisor != divisor) return false;
      const Int128 value = at(number.formula, r), size = value < 0 ? -value : value;
      sum += value;
      sizes += size;
      const Rational part(static_cast<std::int64_t>(units(number.formula, value)));
      squares = squares + part * part;
    }
    if (laplace ? sizes > most
                : squares > Rational(together.per_row) * together.per_row)
      return false;
    const Rational whole = Rational(static_cast<std::int64_t>(sum / divisor)) +
                           Rational(static_cast<std::int64_t>(sum % divisor)) / divisor;
    if (whole != together.of_row ||
        whole + Rational(static_cast<std::int64_t>(rounding)) >
            Rational(together.count_per_row))
      return false;
  }
  return true;
}

// Whether nobody has more rows in any of their cells than a person who has so many in
// all of them.
bool has_full_cells(const PersonShare& share) {
  return Rational(share.cells) * share.rows_in_cell == share.rows;
}

// Laplace noise: the epsilons of the numbers add up; or, for one number and a person
// with as many rows in each of several cells, optimal composition of the cells.
bool laplace_keeps(const CellsPlan& plan) {
  const DpPromise& promised = promised_dp(plan);
  Rational sum = 0;
  const NoisyNumbers numbers = noisy_numbers(plan);
  for (std::size_t i = 0; i < numbers.noise.size(); ++i) {
    const auto* noise = std::get_if<LaplaceNoise>(&numbers.noise[i]);
    if (noise == nullptr) return false;
    sum = sum + Rational(plan.share.rows) * numbers.per_row[i] / noise->scale;
  }
  if (sum <= promised.epsilon) return true;
  if (numbers.noise.size() != 1 || plan.key_threshold || !has_full_cells(plan.share) ||
      promised.delta.sign() == 0)
    return false;
  const auto& noise = std::get<LaplaceNoise>(plan.numbers[0].added());
  const auto together =
      optimal_composition({discrete_laplace_cells(noise.scale, plan.share.rows_in_cell *
                                                                   numbers.per_row[0])},
                          {plan.share.cells}, promised.delta);
  return together &&
         std::get<DpPromise>(together->conclusion.promise).epsilon <= promised.epsilon;
}

// Cell after cell as full as it can be: what is left for the others is least, and the
// squares are most. [T30]
Rational squares_of_rows(const PersonShare& share) {
  std::int64_t squares = 0, left = share.rows;
  for (std::int64_t cell = 0; cell < share.cells && left > 0; ++cell) {
    const std::int64_t here = std::min(left, share.rows_in_cell);
    squares += here * here;
    left -= here;
  }
  return squares;
}

// Gaussian noise: the rhos add up; or the exact loss of one count.
bool gaussian_keeps(const CellsPlan& plan) {
  const DpPromise& promised = promised_dp(plan);
  const PersonShare& share = plan.share;
  Rational rho = 0;
  const NoisyNumbers numbers = noisy_numbers(plan);
  for (std::size_t i = 0; i < numbers.noise.size(); ++i) {
    const auto* noise = std::get_if<GaussianNoise>(&numbers.noise[i]);
    if (noise == nullptr) return false;
    const std::int64_t per_row = numbers.per_row[i];
    rho = rho + squares_of_rows(share) * per_row * per_row / (noise->variance * 2);
  }
  if (delta_from_zcdp(rho, promised.epsilon,
                      order_for_epsilon(rho, promised.epsilon)) <= promised.delta)
    return true;
  // The same order as the promise was computed with may be a little better.
  if (epsilon_from_zcdp(rho, promised.delta, order_for_delta(rho, promised.delta)) <=
      promised.epsilon)
    return true;
  if (plan.numbers.size() != 1 || !has_full_cells(share)) return false;
  const auto loss = PrivacyLoss::discrete_gaussian(
      std::get<GaussianNoise>(plan.numbers[0].added()).variance,
      share.rows_in_cell * plan.numbers[0].per_row);
  return loss && loss->power(share.cells).delta(promised.epsilon) <= promised.delta;
}

// Numbers that are released together share one promise, so also one law.
bool same_noise(const CellsPlan& plan, const PlannedNumber& number) {
  return !plan.together ||
         (number.noise->name() == plan.numbers[0].noise->name() &&
          number.noise->parameter() == plan.numbers[0].noise->parameter());
}

bool threshold_keeps(const CellsPlan& plan) {
  const auto* noise = std::get_if<LaplaceNoise>(&plan.numbers[0].added());
  const std::int64_t threshold = in_count_units(plan, *plan.key_threshold);
  const KeyCount count = key_count(plan);
  return noise != nullptr &&
         is_key_threshold(noise->scale, threshold, plan.share, count) &&
         key_threshold_delta(noise->scale, threshold, plan.share, count) <=
             promised_dp(plan).delta;
}

// Draws that tell their place among all.
class PlaceSource : public AnsweringSource {
 public:
  static std::int64_t draw(std::size_t i) {
    return static_cast<std::int64_t>(i * 2'654'435'761u % 1'000'003) - 500'000;
  }

 private:
  std::int64_t answer(std::size_t before, std::size_t i) const override {
    return draw(before + i);
  }
};

// Computed here anew, and not by the code that is looked at.
std::int64_t expected_number(const Formula& f, const CellSums& sums) {
  const Int128 number =
      f.of_rows * sums.rows + f.of_sum * sums.sum + f.of_squares * sums.squares;
  return static_cast<std::int64_t>(floor_quotient(number + f.divisor / 2, f.divisor));
}

// Three cells that hold rows: the first, one in the middle, the last. Their values lie
// within the bounds, as all that is summed does; others would not fit in 64 bits.
Cells few_cells(const Reading& reading) {
  const Domain& domain = reading.domain;
  Int128 value = 0;
  if (reading.measure) {
    const Grid& grid = reading.measure->grid;
    value = grid.lowest() + (grid.highest() - grid.lowest()) / 3;
  }
  std::vector<std::uint64_t> places = {0, domain.cells() / 2, domain.cells() - 1};
  places.erase(std::unique(places.begin(), places.end()), places.end());
  Cells cells;
  for (const std::uint64_t place : places) {
    const auto rows = static_cast<std::int64_t>(3 + 1000 * cells.sums.size());
    cells.sums.push_back({.cell = place,
                          .rows = rows,
                          .sum = rows * value,
                          .squares = rows * value * value});
  }
  return cells;
}

// Of all cells: number after number, the i-th draw of each belongs to the i-th cell.
bool every_cell_is_released(const CellsPlan& plan, const Cells& cells) {
  PlaceSource random;
  const Drawn answer = release_cells(plan, cells, random);
  const std::uint64_t all = plan.reading.domain.cells();
  std::vector<CellSums> sums(all);
  for (const CellSums& known : cells.sums) sums[known.cell] = known;
  std::size_t released = 0;
  for (std::uint64_t cell = 0; cell < all; ++cell) {
    const std::int64_t count =
        expected_number(plan.numbers[0].formula, sums[cell]) + PlaceSource::draw(cell);
    if (plan.fewer_than && count < *plan.fewer_than) continue;
    if (released >= answer.cells.size() || answer.cells[released] != cell) return false;
    for (std::size_t n = 0; n < plan.numbers.size(); ++n)
      if (answer.numbers[n][released] !=
          expected_number(plan.numbers[n].formula, sums[cell]) +
              PlaceSource::draw(n * all + cell))
        return false;
    ++released;
  }
  return released == answer.cells.size() && random.others() == 0;
}

// Of a huge domain: the i-th draw belongs to the i-th cell that holds rows.
bool only_passing_cells_are_released(const CellsPlan& plan, const Cells& cells) {
  PlaceSource random;
  const Drawn answer = release_cells(plan, cells, random);
  std::size_t released = 0;
  for (std::size_t i = 0; i < cells.sums.size(); ++i) {
    const std::int64_t count = cells.sums[i].rows + PlaceSource::draw(i);
    if (count < *plan.fewer_than) continue;
    if (released >= answer.cells.size() ||
        answer.cells[released] != cells.sums[i].cell ||
        answer.numbers[0][released] != count)
      return false;
    ++released;
  }
  return released == answer.cells.size() && random.others() == 0;
}

}  // namespace

bool is_consistent(const CellsPlan& plan) {
  if (plan.share != person_share(plan.reading.person, plan.reading.domain))
    return false;
  for (const PlannedNumber& number : plan.numbers)
    if (!rows_change_no_more(plan, number) || !same_noise(plan, number)) return false;
  if (plan.together && !rows_change_no_more_together(plan)) return false;
  if (plan.key_threshold && !threshold_keeps(plan)) return false;
  return laplace_keeps(plan) || (!plan.key_threshold && gaussian_keeps(plan));
}

bool releases_as_planned(const CellsPlan& plan) {
  const std::uint64_t cells = plan.reading.domain.cells();
  if (plan.key_threshold) return true;  // see threshold_probe.hpp
  const Cells few = few_cells(plan.reading);
  if (cells > kMostVisited) return only_passing_cells_are_released(plan, few);
  return cells > kMostProbed || every_cell_is_released(plan, few);
}

}  // namespace selvage
