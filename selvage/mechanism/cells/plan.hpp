// A mechanism with checked parameters, before any data, as a value: what it promises,
// how accurate it is, and how to run it. All that the other rooms see of a mechanism.
#pragma once
#include <functional>
#include <span>

#include "selvage/guarantee/derivation.hpp"
#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/mechanism/answer.hpp"
#include "selvage/mechanism/cells/cell_noise.hpp"
#include "selvage/mechanism/cells/formula.hpp"
#include "selvage/mechanism/cells/promise_choice.hpp"
#include "selvage/summary/person_rows.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage {

// `describe`: count, mean and deviation, from the numbers of a variance.
enum class Statistic { count, sum, mean, variance, describe };

struct PlannedNumber {
  std::string name;  // "count", "sum", "low"
  Formula formula;
  // The most by which one row changes it; m rows change it by at most m times that.
  std::int64_t per_row = 1;
  std::shared_ptr<const CellNoise> noise = nullptr;
  std::int64_t times = 1;  // that the formula was multiplied by, told together
  // The shipped loop over the cells, in place. The same code answers and is verified;
  // cells are independent, so one cell's law is the law of all. Cannot fail.
  std::function<void(std::span<std::int64_t> numbers, RandomSource& random)> add_noise =
      nullptr;

  void set_noise(std::shared_ptr<const CellNoise> planned);
  // Requires noise that is added.
  const Noise& added() const { return *noise->added(); }
};

// Numbers of a cell that are told together, all with the same noise: those of means and
// variances. Their sum is a count, in finer units. [T95]
struct Together {
  // The most by which one row changes them, in the norm that belongs to the noise; m
  // rows change them by at most m times that.
  std::int64_t per_row = 1;
  Rational of_row = 1;             // what one row adds to their sum, but for rounding
  std::int64_t count_per_row = 1;  // the same, rounding included: at most
};

struct CellsPlan {
  Statistic statistic = Statistic::count;
  Reading reading;
  PersonShare share;  // the most of one person
  // The count first, but for a sum alone and for numbers that are told together.
  std::vector<PlannedNumber> numbers;
  std::optional<Together> together = std::nullopt;
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

// A count of rows in the units of the noisy count that decides what is shown: 1 where
// a count is released, else those of numbers that are told together; there from where a
// count is that number of rows when it is rounded to the nearest whole one.
std::int64_t in_count_units(const CellsPlan& plan, std::int64_t rows);
KeyCount key_count(const CellsPlan& plan);
// That noisy count, of a cell's numbers.
Int128 count_of(const CellsPlan& plan, std::span<const std::int64_t> numbers);

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

// What one of a released count or sum is worth, with this step of the grid.
Rational unit_of(const PlannedNumber& number, const Rational& step);

// The most of one person, once their rows are bounded, in a domain; or where there are
// so many cells, if that is known. [T30]
PersonShare person_share(const Person& person, const Domain& domain);
PersonShare person_share(const Person& person, std::optional<std::int64_t> all_cells);

// Domains with more cells than this are released without visiting the empty ones.
inline constexpr std::uint64_t kMostVisited = NumericBins::kMaxBins * 2;

// A number of a cell before noise, in units. Beyond 64 bits it keeps its sign;
// add_noise clamps far below that. [T4]
std::int64_t number_of(const Formula& formula, const CellSums& sums);

// Reads the cells and adds the noise: the noisy numbers of the released cells, as
// planned. Fails only where the reader does.
Result<Drawn> run(const CellsPlan& plan, Reader& reader, RandomSource& random);

// The parts of run() after the reading.
Drawn release_cells(const CellsPlan& plan, const Cells& cells, RandomSource& random);

}  // namespace selvage
