// Vertex descent: p rows meet at a vertex; one of them is left where the sum falls
// along the others, and the walk ends at the weighted median of the crossings. Where
// more than p rows meet, row k is taken to miss by e^(k+1) more, e smaller than
// everything: then no more than p meet, every step makes the sum smaller, and the end
// is an end for e = 0 too. All numbers are whole: sums that pass 128 bits on the way
// come back. [T180]
#include <algorithm>
#include <cassert>

#include "selvage/mechanism/robust_regression/plane.hpp"
#include "selvage/mechanism/robust_regression/space.hpp"
#include "selvage/mechanism/robust_regression/wide_product.hpp"

namespace selvage {
namespace {

// Products of whole numbers whose sum fits again, whatever they pass on the way.
Int128 product_of(Int128 x, Int128 y) {
  return static_cast<Int128>(static_cast<Uint128>(x) * static_cast<Uint128>(y));
}
Int128 sum_of(Int128 x, Int128 y) {
  return static_cast<Int128>(static_cast<Uint128>(x) + static_cast<Uint128>(y));
}

using Matrix = std::array<std::array<Int128, kMostDimensions>, kMostDimensions>;

// By the first row. Requires at most 5 rows of weights.
Int128 determinant(const Matrix& m, std::size_t size) {
  if (size == 1) return m[0][0];
  Int128 sum = 0;
  for (std::size_t skip = 0; skip < size; ++skip) {
    if (m[0][skip] == 0) continue;
    Matrix minor{};
    for (std::size_t i = 1; i < size; ++i)
      for (std::size_t j = 0, to = 0; j < size; ++j)
        if (j != skip) minor[i - 1][to++] = m[i][j];
    const Int128 part = product_of(m[0][skip], determinant(minor, size - 1));
    sum = sum_of(sum, skip % 2 == 0 ? part : -part);
  }
  return sum;
}

// inverse[j][i] / det is the inverse of the matrix of rows i. det > 0.
struct Inverse {
  Matrix inverse{};
  Int128 det = 0;
};
Inverse inverse_of(const Matrix& m, std::size_t size) {
  Inverse result;
  result.det = determinant(m, size);
  const int sign = sign_of(result.det);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      Matrix minor{};
      for (std::size_t r = 0, to = 0; r < size; ++r) {
        if (r == i) continue;
        for (std::size_t c = 0, at = 0; c < size; ++c)
          if (c != j) minor[to][at++] = m[r][c];
        ++to;
      }
      const Int128 part = size == 1 ? 1 : determinant(minor, size - 1);
      result.inverse[j][i] = ((i + j) % 2 == 0 ? part : -part) * sign;
    }
  result.det *= sign;
  return result;
}

// The sign of a / b - c / d. Requires b, d > 0.
int compared(Int128 a, Int128 b, Int128 c, Int128 d) {
  if (sign_of(a) != sign_of(c)) return sign_of(a) < sign_of(c) ? -1 : 1;
  const bool negative = a < 0;
  const WideProduct left = wide_product(static_cast<Uint128>(negative ? -a : a),
                                        static_cast<Uint128>(d)),
                    right = wide_product(static_cast<Uint128>(negative ? -c : c),
                                         static_cast<Uint128>(b));
  if (left == right) return 0;
  return (left < right) != negative ? -1 : 1;
}

using Basis = std::array<std::size_t, kMostDimensions>;  // places of rows

class Walk {
 public:
  Walk(std::span<const SpaceRow> rows, std::size_t dimensions, Basis& basis)
      : rows_(rows), size_(dimensions), basis_(basis) {}

  SpacePoint run() {
    for (;;) {
      meet();
      if (const auto leaving = falls_along())
        basis_[leaving->place] = least_along(*leaving);
      else
        return at_;
    }
  }

 private:
  struct Leaving {
    std::size_t place;  // in the basis
    int sign;           // of the direction
    Int128 slope;       // how fast the sum falls, times det
  };
  struct Crossing {
    Int128 missed, crossed;  // at missed / crossed; both > 0, or missed = 0
    std::size_t row;
  };

  // The vertex of the basis.
  void meet() {
    Matrix m{};
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = 0; j < size_; ++j) m[i][j] = rows_[basis_[i]].u[j];
    inverse_ = inverse_of(m, size_);
    assert(inverse_.det > 0);
    at_.det = inverse_.det;
    for (std::size_t j = 0; j < size_; ++j) {
      at_.numerators[j] = 0;
      for (std::size_t i = 0; i < size_; ++i)
        at_.numerators[j] = sum_of(
            at_.numerators[j], product_of(inverse_.inverse[j][i], rows_[basis_[i]].c));
    }
    in_basis_.assign(rows_.size(), false);
    for (std::size_t i = 0; i < size_; ++i) in_basis_[basis_[i]] = true;
  }

  Int128 missed(const SpaceRow& row) const {
    Int128 sum = product_of(at_.det, row.c);
    for (std::size_t j = 0; j < size_; ++j)
      sum = sum_of(sum, -product_of(row.u[j], at_.numerators[j]));
    return sum;
  }
  // The row in the basis, times det.
  Int128 part(const SpaceRow& row, std::size_t i) const {
    Int128 sum = 0;
    for (std::size_t j = 0; j < size_; ++j)
      sum = sum_of(sum, product_of(row.u[j], inverse_.inverse[j][i]));
    return sum;
  }
  // Of a row that misses by nothing but its power of e: the first of these decides.
  int sign_at_a_tie(std::size_t k) const {
    std::size_t first = k;
    int sign = 1;
    for (std::size_t i = 0; i < size_; ++i) {
      if (basis_[i] > first) continue;
      if (const Int128 share = part(rows_[k], i); share != 0) {
        first = basis_[i];
        sign = -sign_of(share);
      }
    }
    return sign;
  }

  std::optional<Leaving> falls_along() {
    SpaceVector pull = {};
    signs_.resize(rows_.size());
    misses_.resize(rows_.size());
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (in_basis_[k]) continue;
      misses_[k] = missed(rows_[k]);
      signs_[k] = misses_[k] == 0 ? sign_at_a_tie(k) : sign_of(misses_[k]);
      for (std::size_t j = 0; j < size_; ++j) pull[j] -= signs_[k] * rows_[k].u[j];
    }
    std::optional<Leaving> best;
    for (std::size_t i = 0; i < size_; ++i) {
      Int128 held = 0;
      for (std::size_t j = 0; j < size_; ++j) held -= pull[j] * inverse_.inverse[j][i];
      const Int128 over = (held < 0 ? -held : held) - inverse_.det;
      if (over > 0 && (!best || over > best->slope)) best = {i, sign_of(held), over};
    }
    return best;
  }

  // Which of two crossings comes first, ties by the powers of e.
  bool is_before(const Crossing& x, const Crossing& y, const Leaving& leaving) const {
    if (const int order = compared(x.missed, x.crossed, y.missed, y.crossed);
        order != 0)
      return order < 0;
    if (x.row == y.row) return false;
    // Coefficients of the powers, times det and over `crossed`, as for a row that the
    // walk crosses from its positive side.
    std::vector<std::size_t> powers = {x.row, y.row};
    powers.insert(powers.end(), basis_.begin(),
                  basis_.begin() + static_cast<std::ptrdiff_t>(size_));
    std::sort(powers.begin(), powers.end());
    const auto coefficient = [&](const Crossing& of, std::size_t power) -> Int128 {
      const int side = sign_of(part(rows_[of.row], leaving.place)) * leaving.sign;
      if (power == of.row) return side * inverse_.det;
      for (std::size_t i = 0; i < size_; ++i)
        if (basis_[i] == power) return -side * part(rows_[of.row], i);
      return 0;
    };
    for (const std::size_t power : powers)
      if (const int order = compared(coefficient(x, power), x.crossed,
                                     coefficient(y, power), y.crossed);
          order != 0)
        return order < 0;
    return x.row < y.row;
  }

  // The row at which the sum begins to rise.
  std::size_t least_along(const Leaving& leaving) {
    crossings_.clear();
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (in_basis_[k]) continue;
      const Int128 crossed = part(rows_[k], leaving.place) * leaving.sign;
      if (sign_of(crossed) != signs_[k] || crossed == 0) continue;
      crossings_.push_back({misses_[k] < 0 ? -misses_[k] : misses_[k],
                            crossed < 0 ? -crossed : crossed, k});
    }
    Int128 rest = leaving.slope;
    auto from = crossings_.begin(), to = crossings_.end();
    for (;;) {
      assert(from != to);
      const Crossing pivot = *(from + (to - from) / 2);
      const auto less = std::partition(
          from, to, [&](const Crossing& x) { return is_before(x, pivot, leaving); });
      Int128 below = 0;
      for (auto at = from; at != less; ++at) below += 2 * at->crossed;
      if (rest <= below) {
        to = less;
        continue;
      }
      if (rest <= below + 2 * pivot.crossed) return pivot.row;
      rest -= below + 2 * pivot.crossed;
      from = std::partition(less, to,
                            [&](const Crossing& x) { return x.row == pivot.row; });
    }
  }

  std::span<const SpaceRow> rows_;
  std::size_t size_;
  Basis& basis_;
  Inverse inverse_;
  SpacePoint at_;
  std::vector<bool> in_basis_;
  std::vector<int> signs_;
  std::vector<Int128> misses_;
  std::vector<Crossing> crossings_;
};

// The first rows that span the space; none where they do not.
std::optional<Basis> first_basis(std::span<const SpaceRow> rows, std::size_t size) {
  Basis basis{};
  // A row is new where some minor of it and those before is not 0; the columns of such
  // minors are tried in every combination.
  Matrix chosen{};
  std::size_t count = 0;
  std::vector<std::size_t> columns;  // of a minor of the rows chosen that is not 0
  for (std::size_t k = 0; k < rows.size() && count < size; ++k) {
    for (std::size_t j = 0; j < size; ++j) chosen[count][j] = rows[k].u[j];
    // With the minor before, a column more shows whether the row is new.
    for (std::size_t more = 0; more < size; ++more) {
      if (std::find(columns.begin(), columns.end(), more) != columns.end()) continue;
      std::vector<std::size_t> wider = columns;
      wider.push_back(more);
      Matrix minor{};
      for (std::size_t i = 0; i <= count; ++i)
        for (std::size_t j = 0; j <= count; ++j) minor[i][j] = chosen[i][wider[j]];
      if (determinant(minor, count + 1) == 0) continue;
      columns = wider;
      basis[count++] = k;
      break;
    }
  }
  if (count < size) return std::nullopt;
  return basis;
}

constexpr std::size_t kFewInSpace = 400, kTimesAsMany = 16;

}  // namespace

std::int64_t SpacePoint::cell(std::size_t coordinate, std::int64_t origin,
                              std::int64_t width) const {
  const Int128 whole =
      floor_quotient(numerators[coordinate] - det * origin, det * width);
  return static_cast<std::int64_t>(
      std::clamp<Int128>(whole, -kMostSpaceCoordinate, kMostSpaceCoordinate));
}

std::optional<SpacePoint> least_misses(std::span<const SpaceRow> rows,
                                       std::size_t dimensions) {
  auto basis = first_basis(rows, dimensions);
  if (!basis) return std::nullopt;
  // A good vertex to begin with is that of a part of the rows. The basis of `some` are
  // places there.
  for (std::size_t step = rows.size() / kFewInSpace; step > 1; step /= kTimesAsMany) {
    std::vector<SpaceRow> some;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < dimensions; ++i) {
      some.push_back(rows[(*basis)[i]]);
      places.push_back((*basis)[i]);
    }
    for (std::size_t k = 0; k < rows.size(); k += step)
      if (std::find(places.begin(),
                    places.begin() + static_cast<std::ptrdiff_t>(dimensions),
                    k) == places.begin() + static_cast<std::ptrdiff_t>(dimensions)) {
        some.push_back(rows[k]);
        places.push_back(k);
      }
    Basis here{};
    for (std::size_t i = 0; i < dimensions; ++i) here[i] = i;
    Walk(some, dimensions, here).run();
    for (std::size_t i = 0; i < dimensions; ++i) (*basis)[i] = places[here[i]];
  }
  return Walk(rows, dimensions, *basis).run();
}

}  // namespace selvage
