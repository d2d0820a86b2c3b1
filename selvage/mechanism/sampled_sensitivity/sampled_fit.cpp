// Ridge and logistic regression of columns within bounds. [T335, T336]
#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/sampled_sensitivity/fitted_rows.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled_statistic.hpp"
#include "selvage/question/field.hpp"
#include "selvage/summary/number_rows.hpp"

namespace selvage {
namespace {

// The least multiple of 2^-20 that is at least the square root.
Rational root_above(const Rational& x) {
  const Rational one = Rational::power_of_two(40);
  std::int64_t root = floor_sqrt(x * one);
  while (Rational(root) * root < x * one) ++root;
  return Rational(root) * Rational::power_of_two(-20);
}

struct Column {
  Measure measure;
  std::int64_t most;      // steps between the bounds
  Rational middle, half;  // in the column's own units
};

Column column_of(std::string name, Grid grid) {
  const Rational low = grid.step() * grid.lowest(), high = grid.step() * grid.highest();
  return {{std::move(name), grid},
          grid.highest() - grid.lowest(),
          (low + high) / 2,
          (high - low) / 2};
}

// Of one step that is cut in half by the threshold: a value is rounded up to its end
// iff it is there or above.
Result<Grid> threshold_grid(const Rational& at_least) {
  if (at_least.sign() == 0)
    return wrong_field("y",
                       "`y` asks for values from 0 on; write another threshold, for "
                       "example member=0.5",
                       "member=1");
  const Rational step = absolute(at_least) * 2;
  auto grid =
      Grid::stepped(at_least.sign() > 0 ? "0:" + step.text() : (-step).text() + ":0",
                    step, kSampledReach);
  if (!grid) return said_of("y", grid.error(), "member=1");
  return grid;
}

class SampledFit : public SampledStatistic {
 public:
  SampledFit(const SampledRequest& request, std::vector<Column> columns)
      : people_(request.people),
        logistic_(request.kind == SampledKind::logistic),
        lambda_(request.lambda),
        pull_((root_above(Rational(1) / lambda_) * kFeatureOne)
                  .ceil()
                  .to_int64()
                  .value()),
        pair_by_(request.pair_by),
        columns_(std::move(columns)) {
    const auto width = static_cast<std::int64_t>(columns_.size());
    const std::int64_t longest = longest_row(width);
    model_.distance = PairDistance::sum;
    model_.most = 2 * (logistic_ ? longest : influence(longest, kFeatureOne));
    // The sum of p changes is at most sqrt(p) times their length.
    const Rational across = root_above(width);
    model_.per_distance = across * kCoefficientOne / (lambda_ * kFeatureOne * people_);
    const Rational off = logistic_tolerance(width, lambda_) / lambda_ * kCoefficientOne;
    model_.beside = logistic_ ? across * off * 2 : Rational(width);
    const Rational slack = logistic_ ? off : Rational(1, 2);
    // |w| <= sqrt(2 ln 2 / lambda) or 1 / sqrt(lambda): no coefficient is larger.
    const Rational size = root_above(Rational(logistic_ ? 2 : 1) / lambda_);
    const std::int64_t most = (size * kCoefficientOne).ceil().to_int64().value() + 1;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const Column& y = columns_[0];
      Rational scale = logistic_ ? Rational(1) : y.half;
      if (j > 0) scale = scale / columns_[j].half;
      const Rational offset = j == 0 && !logistic_ ? y.middle : Rational(0);
      model_.numbers.push_back(
          {.name = j == 0 ? "middle" : "slope of " + columns_[j].measure.column,
           .offset = offset,
           .factor = scale / kCoefficientOne,
           .least = -most,
           .most = most,
           .slack = slack,
           .unit = shown_unit(absolute(offset) + scale * size, scale)});
    }
  }

  Measure measure() const override { return columns_[0].measure; }
  std::vector<Measure> beside() const override {
    std::vector<Measure> all;
    for (std::size_t j = 1; j < columns_.size(); ++j)
      all.push_back(columns_[j].measure);
    if (!pair_by_.empty()) all.push_back(numbering(pair_by_, people_));
    return all;
  }
  Rational step() const override { return columns_[0].measure.grid.step(); }

  Result<SampledTable> look(Reader& reader) const override {
    const auto read = number_rows(reader, {});
    if (!read) return read.error();
    const std::size_t width = columns_.size() + (pair_by_.empty() ? 0 : 1);
    const auto places = pair_by_.empty()
                            ? least_places(read->numbers, width, people_)
                            : places_by_number(read->numbers, width, people_);
    FittedRows rows{.width = columns_.size()};
    SampledTable result;
    for (const auto& place : places) {
      if (place)
        add(std::span(read->numbers).subspan(*place * width, width), rows);
      else
        add_missing(rows);
      const std::int64_t length = length_above(rows.row(rows.size() - 1));
      result.numbers.push_back(logistic_ ? length : influence(length, rows.y.back()));
    }
    result.values = logistic_ ? logistic_coefficients(rows, lambda_)
                              : ridge_coefficients(rows, lambda_);
    return result;
  }

 private:
  // |x| (|y| + |x| / sqrt(lambda)), in parts of 2^-20 and rounded up. [T335]
  std::int64_t influence(std::int64_t length, std::int64_t y) const {
    const Int128 top =
        Int128{length} * (Int128{std::abs(y)} * kFeatureOne + Int128{length} * pull_);
    const Int128 one = Int128{kFeatureOne} * kFeatureOne;
    return static_cast<std::int64_t>((top + one - 1) / one);
  }

  void add(std::span<const std::int64_t> codes, FittedRows& rows) const {
    const auto steps = [&](std::size_t j) {
      return codes[j] - columns_[j].measure.grid.lowest();
    };
    rows.y.push_back(logistic_ ? (steps(0) >= 1 ? 1 : -1)
                               : feature_of(steps(0), columns_[0].most));
    rows.x.push_back(kFeatureOne);
    for (std::size_t j = 1; j < columns_.size(); ++j)
      rows.x.push_back(feature_of(steps(j), columns_[j].most));
  }
  void add_missing(FittedRows& rows) const {
    rows.y.push_back(0);
    rows.x.insert(rows.x.end(), columns_.size(), 0);
  }

  std::int64_t people_;
  bool logistic_;
  Rational lambda_;
  std::int64_t pull_;  // 1 / sqrt(lambda), in parts of 2^-20, rounded up
  std::string pair_by_;
  std::vector<Column> columns_;  // y, then x
};

}  // namespace

Result<std::shared_ptr<const SampledStatistic>> sampled_fit(
    const SampledRequest& request, const std::string& column) {
  const bool logistic = request.kind == SampledKind::logistic;
  std::vector<Column> columns;
  const auto add = [&](const char* field, const std::string& name,
                       const std::string& bounds) -> Outcome {
    auto grid = Grid::finest(bounds, kSampledReach);
    if (!grid) return said_of(field, grid.error(), "age=0:100");
    columns.push_back(column_of(name, *std::move(grid)));
    return Done{};
  };
  if (logistic) {
    auto grid = threshold_grid(request.at_least);
    if (!grid) return grid.error();
    columns.push_back(column_of(column, *std::move(grid)));
  } else if (const auto done = add("y", column, request.bounds); !done) {
    return done.error();
  }
  for (const BoundedColumn& x : request.x)
    if (const auto done = add("x", x.name, x.bounds); !done) return done.error();
  return std::shared_ptr<const SampledStatistic>(
      std::make_shared<const SampledFit>(request, std::move(columns)));
}

}  // namespace selvage
