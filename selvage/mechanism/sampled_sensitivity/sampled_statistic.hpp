// A statistic whose change by one replaced row is bounded by a distance of the two
// rows: what it reads, the number of each row that distances are made of, its values
// in whole steps, and how far a distance moves these. [T333 to T336]
#pragma once
#include <memory>

#include "selvage/average_case/sampled_ranks.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled_request.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage {

// A released number: offset + factor v, v whole; shown in multiples of `unit`.
struct SampledNumber {
  std::string name;
  Rational offset, factor;
  std::int64_t least, most;  // what v can be without noise
  Rational slack;            // in steps of v: how far rounding leaves it from the truth
  Rational unit;             // a power of ten
};

struct SampledModel {
  std::vector<SampledNumber> numbers;
  PairDistance distance = PairDistance::difference;
  std::int64_t most = 0;  // distance of two rows
  // Rows at a distance h change all values together by per_distance h + beside at most.
  Rational per_distance = 1, beside = 0;
};

// A table as exactly `people` rows.
struct SampledTable {
  std::vector<std::int64_t> numbers;  // of each row; in their public order, if any
  std::vector<std::int64_t> values;   // one for each number of the model
};

class SampledStatistic {
 public:
  // Refuses what is wrong with the bounds of columns, naming the field.
  static Result<std::shared_ptr<const SampledStatistic>> make(
      const std::string& column, const SampledRequest& request);
  virtual ~SampledStatistic() = default;

  const SampledModel& model() const { return model_; }
  virtual Measure measure() const = 0;
  virtual std::vector<Measure> beside() const = 0;
  // Fails only where the reader does.
  virtual Result<SampledTable> look(Reader& reader) const = 0;
  // The step of the column's grid where it has bounds, for the question.
  virtual Rational step() const = 0;

 protected:
  SampledModel model_;
};

// Numbers below this are steps of a column within its bounds.
inline constexpr Grid::Reach kSampledReach = {1'000'000'000, 100'000'000'000'000'000};

// Rows that the column `pair_by` numbers from 1 on, in this order: [number - 1] is the
// place of such a row in `rows`, or none. Of several with one number the least counts;
// numbers beyond `people` do not.
std::vector<std::optional<std::size_t>> places_by_number(
    const std::vector<std::int64_t>& rows, std::size_t width, std::int64_t people);
// The grid that such a column is read with: what is no number of a row is outside.
Measure numbering(const std::string& column, std::int64_t people);

// The first `people` rows in the order of their numbers, as places in `rows`; none for
// those that are missing.
std::vector<std::optional<std::size_t>> least_places(
    const std::vector<std::int64_t>& rows, std::size_t width, std::int64_t people);

// Which rows are a pair, where they are numbered: an order that is a constant of the
// program, that of a hash of the numbers. [T330]
std::vector<std::pair<std::uint32_t, std::uint32_t>> public_pairs(std::int64_t people);

// A power of ten that shows numbers of this size and this width to 12 digits.
Rational shown_unit(const Rational& size, const Rational& width);

std::shared_ptr<const SampledStatistic> sampled_mean(const SampledRequest& request,
                                                     Measure measure);
Result<std::shared_ptr<const SampledStatistic>> sampled_fit(
    const SampledRequest& request, const std::string& column);

}  // namespace selvage
