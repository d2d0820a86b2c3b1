// The rule of noise that only takes away.
#include "selvage/guarantee/drop_only.hpp"
#include "selvage/guarantee/rule.hpp"
#include "selvage/one_sided/drop_curves.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostDroppedRows = 1'000'000'000'000;
const Rational kMostLoss = 1000;  // of one person in one cell: exp of more is no number

Result<Guarantee> conclude_drop_only(const Inputs& inputs,
                                     const std::vector<Guarantee>& premises) {
  const Rational& epsilon = number_in(inputs, "epsilon");
  const Rational& row_delta = number_in(inputs, "row_delta");
  const Rational& delta = number_in(inputs, "delta");
  const std::int64_t rows = whole_in(inputs, "rows"),
                     in_cell = whole_in(inputs, "rows_in_cell");
  if (!premises.empty() || epsilon.sign() <= 0 || row_delta.sign() <= 0 || delta >= 1 ||
      rows < 1 || rows > kMostDroppedRows || in_cell < 1 || in_cell > rows ||
      epsilon * in_cell > kMostLoss)
    return misapplied(
        "drop_only_cells takes epsilon > 0, row_delta > 0, rows_in_cell from 1 to "
        "rows, "
        "delta below 1, and no premises");
  const Interval needed =
      delta_of_person(epsilon, {rows, rows, in_cell}) * Interval(row_delta);
  // Intervals of whole numbers are exact; their products need not be.
  const bool exact = in_cell == 1;
  if (exact ? row_delta * rows > delta : needed.upper() > delta)
    return misapplied("drop_only_cells needs a larger delta for so many rows");
  return Guarantee{DpPromise{epsilon * rows, delta}, Neighbours::add_remove_person};
}

}  // namespace

Interval delta_of_person(const Rational& epsilon, const PersonShare& share) {
  const std::int64_t in_cell = share.rows_in_cell;
  return growth_of_delta(epsilon, in_cell) * Interval(share.rows / in_cell) +
         growth_of_delta(epsilon, share.rows % in_cell);
}

Result<Derivation> drop_only_cells(const Rational& epsilon, const Rational& row_delta,
                                   const PersonShare& share, const Rational& delta) {
  return derive("drop_only_cells",
                {{"epsilon", epsilon},
                 {"row_delta", row_delta},
                 {"rows", Rational(share.rows)},
                 {"rows_in_cell", Rational(share.rows_in_cell)},
                 {"delta", delta}},
                {});
}

std::span<const Rule> drop_only_rules() {
  static const Rule kRules[] = {
      {"drop_only_cells",
       "T162",
       "counts that noise only takes from, by a public law, hide any one person",
       {"epsilon", "row_delta", "rows", "rows_in_cell", "delta"},
       conclude_drop_only},
  };
  return kRules;
}

}  // namespace selvage
