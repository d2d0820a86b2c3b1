#include "selvage/mechanism/outlier/count_estimates.hpp"

#include <algorithm>
#include <cmath>

namespace selvage {
namespace {

constexpr std::int64_t kCountParts = 100;   // of a person, where counts are unbiased
constexpr std::int64_t kSumParts = 10'000;  // of a person, in sums of such counts
constexpr std::int64_t kShownCounts[] = {0,   1,   2,   5,    10,   20,    50,
                                         100, 200, 500, 1000, 2000, 10'000};

Int128 rounded(const Rational& x) {
  return (x + Rational(1, 2)).floor().to_int64().value_or(kMaxRelease);
}

Int128 nearest(Int128 a, Int128 b) { return floor_quotient(2 * a + b, 2 * b); }

}  // namespace

CountEstimates::CountEstimates(const OutlierPlan& plan, const Rational& confidence)
    : plan_(plan),
      warped_(warped_of(plan.noise())),
      confidence_(confidence),
      unit_(1),
      staircase_(staircase_intervals(plan.noise(), Rational(1) - confidence)) {
  if (plan.display.kind == Display::Kind::unbiased) unit_ = Rational(1, kCountParts);
  if (warped_ != nullptr && sums_are_shown(plan))
    totals_ = ProfileTotals::make(*warped_);
}

Estimate CountEstimates::estimate(std::int64_t output) const {
  if (const auto known = known_.find(output); known != known_.end())
    return known->second;
  const auto counts =
      staircase_ ? staircase_->behind(output)
                 : counts_behind(plan_.noise(), output, Rational(1) - confidence_);
  Estimate estimate{output, counts.lower, counts.upper};
  if (warped_ != nullptr) {
    const std::int64_t j = std::max(output, warped_->least());
    // No prior overrules the output: what is shown lies in its interval. [T43]
    if (plan_.display.kind == Display::Kind::likely)
      estimate.value = std::clamp(likely_count(*warped_, j, plan_.display.prior_mean),
                                  counts.lower, counts.upper);
    if (plan_.display.kind == Display::Kind::unbiased)
      estimate = {
          static_cast<std::int64_t>(rounded(warped_->unbiased(j) * kCountParts)),
          counts.lower * kCountParts, counts.upper * kCountParts};
  }
  return known_.emplace(output, estimate).first->second;
}

std::vector<Estimate> CountEstimates::estimates(const Drawn& drawn) const {
  std::vector<Estimate> rows;
  rows.reserve(drawn.cells.size());
  for (const std::int64_t output : drawn.numbers[0]) rows.push_back(estimate(output));
  return rows;
}

std::vector<CountErrorStatement> CountEstimates::errors_by_count() const {
  std::vector<CountErrorStatement> errors;
  for (const std::int64_t count : kShownCounts) {
    const auto error = count_error(plan_.noise(), count, Rational(1) - confidence_);
    errors.push_back(
        {count, *Rational::parse(error.mean_absolute.upper_text(6)), error.bound});
  }
  return errors;
}

Int128 CountEstimates::summand(std::int64_t output) const {
  if (warped_ == nullptr) return output;
  return rounded(warped_->unbiased(std::max(output, warped_->least())) * kSumParts);
}

std::vector<Int128> CountEstimates::summands(const Drawn& drawn) const {
  std::vector<Int128> summands;
  summands.reserve(drawn.cells.size());
  for (const std::int64_t output : drawn.numbers[0])
    summands.push_back(summand(output));
  return summands;
}

std::optional<std::int64_t> CountEstimates::total_value(Int128 sum) const {
  // Of a hundredth of a person, where counts are shown so.
  const std::int64_t parts = warped_ != nullptr ? *(Rational(1) / unit_).to_int64() : 1;
  const Int128 value = warped_ != nullptr ? nearest(sum * parts, kSumParts) : sum;
  if (value < -kMaxRelease || value > kMaxRelease) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::optional<Estimate> CountEstimates::total(Int128 sum, std::int64_t count) const {
  const auto value = total_value(sum);
  if (!value || !totals_) return std::nullopt;
  const auto [known, is_new] = total_bounds_.try_emplace(count, 0);
  if (is_new)
    known->second = static_cast<std::int64_t>(
        std::ceil(totals_->bound(count, (Rational(1) - confidence_).to_double())));
  const std::int64_t bound = known->second * *(Rational(1) / unit_).to_int64();
  return Estimate{*value, std::max<std::int64_t>(0, *value - bound),
                  std::max<std::int64_t>(0, *value + bound)};
}

}  // namespace selvage
