// Mean and trimmed mean of a column within bounds: sums of whole steps. [T333, T334]
#include <algorithm>

#include "selvage/mechanism/sampled_sensitivity/sampled_statistic.hpp"
#include "selvage/summary/number_rows.hpp"

namespace selvage {
namespace {

class SampledMean : public SampledStatistic {
 public:
  SampledMean(const SampledRequest& request, Measure measure)
      : people_(request.people),
        left_out_(
            request.kind == SampledKind::mean
                ? 0
                : (Rational(people_) * request.trimmed / 2).ceil().to_int64().value()),
        pair_by_(request.pair_by),
        measure_(std::move(measure)) {
    const Grid& grid = measure_.grid;
    const std::int64_t kept = people_ - 2 * left_out_;
    model_.most = grid.highest() - grid.lowest();
    model_.numbers = {{.name = left_out_ == 0 ? "mean" : "trimmed mean",
                       .offset = grid.step() * grid.lowest(),
                       .factor = grid.step() / kept,
                       .least = 0,
                       .most = kept * model_.most,
                       .slack = Rational(kept, 2),  // half a step a row
                       .unit = shown_unit(std::max(absolute(grid.lower_bound()),
                                                   absolute(grid.upper_bound())),
                                          grid.upper_bound() - grid.lower_bound())}};
  }

  Measure measure() const override { return measure_; }
  std::vector<Measure> beside() const override {
    if (pair_by_.empty()) return {};
    return {numbering(pair_by_, people_)};
  }
  Rational step() const override { return measure_.grid.step(); }

  Result<SampledTable> look(Reader& reader) const override {
    auto steps = pair_by_.empty() ? steps_of(reader) : numbered_steps_of(reader);
    if (!steps) return steps.error();
    SampledTable rows{*std::move(steps), {}};
    std::vector<std::int64_t> rising = rows.numbers;
    if (left_out_ > 0) std::sort(rising.begin(), rising.end());
    std::int64_t sum = 0;
    for (std::int64_t i = left_out_; i < people_ - left_out_; ++i)
      sum += rising[static_cast<std::size_t>(i)];
    rows.values = {sum};
    return rows;
  }

 private:
  // Of a row without a number.
  std::int64_t middle() const { return model_.most / 2; }

  // All of them; of more than there should be the middle ones.
  Result<std::vector<std::int64_t>> steps_of(Reader& reader) const {
    RankRequest request{Rational(1, 2), people_, people_};
    request.people = people_;
    auto windows = reader.ranks(request);
    if (!windows) return windows.error();
    const RankWindow& window = windows->front();
    const std::int64_t first =
        std::max<std::int64_t>(0, rows_below_middle(window.rows, people_));
    std::vector<std::int64_t> steps(static_cast<std::size_t>(people_), middle());
    for (std::int64_t i = 0; i < people_; ++i) {
      const std::int64_t place = first + i - window.below;
      if (place >= 0 && place < std::ssize(window.codes))
        steps[static_cast<std::size_t>(i)] =
            window.codes[static_cast<std::size_t>(place)] - measure_.grid.lowest();
    }
    return steps;
  }

  Result<std::vector<std::int64_t>> numbered_steps_of(Reader& reader) const {
    const auto rows = number_rows(reader, {});
    if (!rows) return rows.error();
    std::vector<std::int64_t> steps;
    for (const auto& place : places_by_number(rows->numbers, 2, people_))
      steps.push_back(place ? rows->numbers[*place * 2] - measure_.grid.lowest()
                            : middle());
    return steps;
  }

  std::int64_t people_, left_out_;
  std::string pair_by_;
  Measure measure_;
};

}  // namespace

std::shared_ptr<const SampledStatistic> sampled_mean(const SampledRequest& request,
                                                     Measure measure) {
  return std::make_shared<const SampledMean>(request, std::move(measure));
}

}  // namespace selvage
