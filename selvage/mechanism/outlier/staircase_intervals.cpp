#include "selvage/mechanism/outlier/staircase_intervals.hpp"

#include <algorithm>

#include "selvage/mechanism/cells/noise.hpp"
#include "selvage/mechanism/outlier/law/staircase_accuracy.hpp"

namespace selvage {
namespace {

// With a part of beta as small as this the first noise reaches a level from above.
const Rational kReached = *Rational::parse("1e-12");
// More laws than that are not computed: then one bound is taken for all counts.
constexpr std::int64_t kMostStaircaseLaws = 10'000;

}  // namespace

StaircaseIntervals::StaircaseIntervals(Staircase law, const Rational& beta,
                                       std::int64_t widest)
    : law_(std::move(law)), beta_(beta), widest_(widest) {
  for (const auto& level : law_.levels) far_ = std::max(far_, level.threshold);
  if (!law_.first.is_infinite()) {
    const LaplaceNoise first{Rational(1) / law_.first.finite()};
    far_ += error_bound(first, beta * kReached);
    above_ = error_bound(first, beta * (Rational(1) - kReached));
  }
  if (far_ <= kMostStaircaseLaws) bounds_.resize(static_cast<std::size_t>(far_) + 1);
}

std::int64_t StaircaseIntervals::bound(std::int64_t count) const {
  if (bounds_.empty()) return widest_;
  if (count > far_) return above_;
  auto& known = bounds_[static_cast<std::size_t>(count)];
  if (!known) {
    const auto told = told_error_bound(law_, count, beta_);
    known = std::min(told ? *told : widest_, widest_);
  }
  return *known;
}

WarpedGeometric::Counts StaircaseIntervals::behind(std::int64_t output) const {
  const std::int64_t least = std::max<std::int64_t>(0, output - widest_),
                     most = std::max<std::int64_t>(0, output + widest_),
                     nearest = std::max<std::int64_t>(0, output);
  const auto is_behind = [&](std::int64_t count) {
    return std::abs(output - count) <= bound(count);
  };
  std::int64_t low = least, high = most;
  while (low < nearest && !is_behind(low)) ++low;
  while (high > nearest && !is_behind(high)) --high;
  return {low, high};
}

}  // namespace selvage
