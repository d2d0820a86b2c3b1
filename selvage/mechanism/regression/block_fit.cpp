#include "selvage/mechanism/regression/block_fit.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

using Row = std::vector<Rational>;

Rational sum_of(const BlockSums& sums, std::size_t k) {
  return WideSum{sums.sums[k] >> 64, static_cast<std::uint64_t>(sums.sums[k])}.value();
}

// n sum(v_i v_j) - sum(v_i) sum(v_j): whole numbers.
Rational moment(const BlockSums& sums, std::size_t i, std::size_t j) {
  const WideSum& product = sums.products[product_place(std::min(i, j), std::max(i, j))];
  return Rational(sums.rows) * product.value() - sum_of(sums, i) * sum_of(sums, j);
}

// The moments of the x_j, each row with that of x_j and y behind it.
std::vector<Row> moments(const BlockSums& sums) {
  std::vector<Row> rows;
  for (std::size_t i = 1; i < sums.sums.size(); ++i) {
    Row& row = rows.emplace_back();
    for (std::size_t j = 1; j < sums.sums.size(); ++j)
      row.push_back(moment(sums, i, j));
    row.push_back(moment(sums, 0, i));
  }
  return rows;
}

// Below the diagonal becomes 0, by Bareiss: every number stays whole. The moments are
// those of real columns, so no leading part has determinant 0 unless the whole has, and
// no rows need be exchanged. False where it has.
bool eliminate(std::vector<Row>& rows) {
  Rational before = 1;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Rational pivot = rows[k][k];
    if (pivot.sign() == 0) return false;
    for (std::size_t i = k + 1; i < rows.size(); ++i) {
      const Rational factor = rows[i][k];
      for (std::size_t j = k; j <= rows.size(); ++j)
        rows[i][j] = (rows[i][j] * pivot - factor * rows[k][j]) / before;
    }
    before = pivot;
  }
  return true;
}

}  // namespace

std::optional<std::vector<Rational>> least_squares(const BlockSums& sums) {
  assert(sums.sums.size() >= 2);
  const std::size_t slopes = sums.sums.size() - 1;
  if (sums.rows <= static_cast<std::int64_t>(slopes)) return std::nullopt;
  std::vector<Row> rows = moments(sums);
  if (!eliminate(rows)) return std::nullopt;
  std::vector<Rational> fit(slopes + 1);
  for (std::size_t k = slopes; k-- > 0;) {
    Rational rest = rows[k][slopes];
    for (std::size_t j = k + 1; j < slopes; ++j) rest = rest - rows[k][j] * fit[j + 1];
    fit[k + 1] = rest / rows[k][k];
  }
  Rational rest = sum_of(sums, 0);
  for (std::size_t j = 1; j <= slopes; ++j) rest = rest - fit[j] * sum_of(sums, j);
  fit[0] = rest / sums.rows;
  return fit;
}

std::optional<std::vector<std::int64_t>> fitted_codes(const BlockSums& sums,
                                                      const FitUnits& units) {
  const auto fit = least_squares(sums);
  if (!fit) return std::nullopt;
  std::vector<std::int64_t> codes;
  assert(units.values.size() == fit->size());
  for (std::size_t i = 0; i < fit->size(); ++i)
    codes.push_back(
        units.scale.nearest((*fit)[i] * units.values[i] / units.coefficients));
  return codes;
}

std::int64_t unfitted_code(std::size_t block, const FitUnits& units) {
  return block % 2 == 1 ? units.scale.most() : -units.scale.most();
}

}  // namespace selvage
