// A mechanism with checked parameters, before any data, as a value: what it promises,
// how accurate it is, and how to run it. All that the other rooms see of a mechanism.
#pragma once
#include <functional>
#include <span>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/mechanism/answer.hpp"
#include "selvage/mechanism/cells/cell_noise.hpp"
#include "selvage/mechanism/cells/promise_choice.hpp"
#include "selvage/summary/person_rows.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage {

enum class Statistic { count, sum, mean, variance };

// A number of each cell, linear in what the table answers, and released in whole
// multiples of a divisor, so that 64 bits hold it:
// floor((of_rows * rows + of_sum * sum + of_squares * squares) / divisor + 1/2).
struct Formula {
  Int128 of_rows = 0, of_sum = 0, of_squares = 0;
  std::int64_t divisor = 1;  // 1 or a power of ten
};

struct PlannedNumber {
  std::string name;  // "count", "sum", "squares"
  Formula formula;
  // The most by which one row changes it; m rows change it by at most m times that.
  std::int64_t per_row = 1;
  std::shared_ptr<const CellNoise> noise;
  // The shipped loop over the cells, in place. The same code answers and is verified;
  // cells are independent, so one cell's law is the law of all. Cannot fail.
  std::function<void(std::span<std::int64_t> numbers, RandomSource& random)> add_noise;

  void set_noise(std::shared_ptr<const CellNoise> planned);
  // Requires noise that is added.
  const Noise& added() const { return *noise->added(); }
};

struct CellsPlan {
  Statistic statistic = Statistic::count;
  Reading reading;
  PersonShare share;                   // the most of one person
  std::vector<PlannedNumber> numbers;  // the count first, but for a sum alone
  // Keys that are not known are released from this noisy count on.
  std::optional<std::int64_t> key_threshold = std::nullopt;
  // Other cells below this noisy count are not told apart. Post-processing.
  std::optional<std::int64_t> fewer_than = std::nullopt;
  // How the derivations are made of noise and caps.
  PromiseChoice promise = {};
  // One for every guarantee. The first is dp, if there is any dp.
  std::vector<Derivation> derivations;
  std::string reason;  // why this noise
  // Whether sums over cells are shown: decided before any data, by what they err.
  bool with_totals = true;
  std::vector<bool> with_margins = {};  // of each column; empty: as with_totals
};

// What its promises are about. Requires noise that is added.
NoisyNumbers noisy_numbers(const CellsPlan& plan);

// Whether any sum over cells is shown, or that of a column's places.
bool sums_are_shown(const CellsPlan& plan);
bool shows_margin(const CellsPlan& plan, std::size_t column);

// The (epsilon, delta) that the plan promises. Added noise always promises one.
const DpPromise& promised_dp(const CellsPlan& plan);
bool promises_dp(const CellsPlan& plan);

// "discrete_laplace", ..., "key_threshold".
std::string mechanism_name(const CellsPlan& plan);
// Names and exact texts.
std::vector<std::pair<std::string, std::string>> mechanism_parameters(
    const CellsPlan& plan);

// What one of a released number is worth, with this step of the grid.
Rational unit_of(const PlannedNumber& number, const Rational& step);

// The value from which means and variances count: the middle of the bounds, in steps.
std::int64_t middle_of(const Grid& grid);

// The most of one person, once their rows are bounded, in a domain; or where there are
// so many cells, if that is known. [T30]
PersonShare person_share(const Person& person, const Domain& domain);
PersonShare person_share(const Person& person, std::optional<std::int64_t> all_cells);

// Domains with more cells than this are released without visiting the empty ones.
inline constexpr std::uint64_t kMostVisited = NumericBins::kMaxBins * 2;

// Reads the cells and adds the noise: the noisy numbers of the released cells, as
// planned. Fails only where the reader does.
Result<Drawn> run(const CellsPlan& plan, Reader& reader, RandomSource& random);

// The parts of run() after the reading.
Drawn release_cells(const CellsPlan& plan, const Cells& cells, RandomSource& random);

}  // namespace selvage
