#include "selvage/report/curve_axis.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "selvage/report/text.hpp"

namespace selvage {
namespace {

constexpr double kApart = 0.08;  // of the axis: from the last number to 0 or infinity
constexpr double kDecadeSlack = 1e-9;  // of a decade: logarithms are not exact

double power_of_ten(double exponent) { return std::pow(10.0, exponent); }

// A thousandth of the largest and whole where all numbers are: ticks at half a person
// say nothing.
double finest_step(const std::vector<double>& numbers, double greatest) {
  const bool whole = std::all_of(numbers.begin(), numbers.end(), [](double number) {
    return std::isinf(number) || number == std::floor(number);
  });
  if (whole || greatest <= 0) return 1;
  return power_of_ten(std::floor(std::log10(greatest)) - 3);
}

// A number of a logarithmic axis that gets a label: digit * 10^exponent.
struct Mark {
  int digit, exponent;
  double logarithm() const { return std::log10(digit) + exponent; }
};

std::string mark_label(const Mark& mark) {
  const std::string digit = std::to_string(mark.digit);
  if (mark.exponent >= 0 && mark.exponent <= 6)
    return thousands(digit + std::string(static_cast<std::size_t>(mark.exponent), '0'));
  if (mark.exponent < 0 && mark.exponent >= -3)
    return "0." + std::string(static_cast<std::size_t>(-mark.exponent - 1), '0') +
           digit;
  const std::string power =
      unit_name({.low = 0, .high = 1, .step = 1, .unit = power_of_ten(mark.exponent)});
  return mark.digit == 1 ? power : digit + "·" + power;
}

// The marks of these digits, every so many decades, from the last one that is not above
// the least number to the first one that is not below the greatest.
std::vector<Mark> marks(const std::vector<int>& digits, int stride, double least,
                        double greatest) {
  std::vector<Mark> result;
  const int from = static_cast<int>(std::floor(least + kDecadeSlack));
  const int first = static_cast<int>(std::floor(from / static_cast<double>(stride)));
  for (int exponent = first * stride;; exponent += stride)
    for (const int digit : digits) {
      const Mark mark{digit, exponent};
      if (mark.logarithm() <= least + kDecadeSlack) result.clear();
      result.push_back(mark);
      if (mark.logarithm() >= greatest - kDecadeSlack && result.size() > 1)
        return result;
    }
}

}  // namespace

CurveAxis::CurveAxis(const std::vector<double>& numbers, const CurveAxisNeeds& needs)
    : logarithmic_(needs.scale == AxisScale::logarithmic), least_(needs.least) {
  assert(needs.most_labels >= 3);
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  bool infinite = false, zero = false, small = false;
  for (const double number : numbers) {
    assert(number >= 0);
    infinite |= std::isinf(number);
    zero |= number == 0;
    small |= number > 0 && number < least_;
    if (std::isinf(number) || (logarithmic_ && (number == 0 || number < least_)))
      continue;
    least = std::min(least, number);
    greatest = std::max(greatest, number);
  }
  if (infinite) last_ = 1 - kApart;
  if (logarithmic_ && (zero || small)) first_ = kApart;
  if (logarithmic_) {
    // Nothing but 0 and infinity.
    if (std::isinf(least)) least = greatest = std::max(1.0, least_);
    lay_logarithmic(std::log10(least), std::log10(greatest), needs);
  } else {
    AxisNeeds linear{.most_steps = needs.most_labels - 1,
                     .finest = finest_step(numbers, greatest)};
    // Where all numbers are far from 0, an axis from 0 would show a flat line.
    linear.zero = std::isinf(least) || least <= greatest / 2;
    if (std::isinf(least)) least = greatest = 0;
    lay_linear(least, greatest, linear, needs.end_at_data);
  }
  if (first_ > 0)
    ticks_.insert(ticks_.begin(), {0, small ? fmt::format("<{:g}", least_) : "0"});
  if (last_ < 1) ticks_.push_back({1, "∞"});
}

double CurveAxis::share(double number) const {
  if (std::isinf(number)) return 1;
  if (logarithmic_ && (number == 0 || number < least_)) return 0;
  const double place = logarithmic_ ? std::log10(number) : number;
  const double part = std::clamp((place - low_) / (high_ - low_), 0.0, 1.0);
  return first_ + (last_ - first_) * part;
}

void CurveAxis::lay_linear(double least, double greatest, const AxisNeeds& needs,
                           bool end_at_data) {
  NumberAxis axis = number_axis(least, greatest, needs);
  if (end_at_data && greatest > axis.low) axis.high = greatest;
  low_ = axis.low;
  high_ = axis.high;
  unit_ = unit_name(axis);
  for (const double tick : selvage::ticks(axis))
    ticks_.push_back({share(tick), tick_label(axis, tick)});
}

// As many labels as there is room for: 1, 2, 5 of each decade, or the decades, or every
// second one and so on. The digits between decades are marked where these are few.
void CurveAxis::lay_logarithmic(double least, double greatest,
                                const CurveAxisNeeds& needs) {
  const auto most = static_cast<std::size_t>(needs.most_labels);
  const std::vector<Mark> fine = marks({1, 2, 5}, 1, least, greatest);
  const bool decades = fine.size() > most;
  int stride = 1;
  std::vector<Mark> labels = decades ? marks({1}, 1, least, greatest) : fine;
  while (labels.size() > most) labels = marks({1}, ++stride, least, greatest);
  low_ = labels.front().logarithm();
  high_ = labels.back().logarithm();
  const double end = needs.end_at_data ? greatest : fine.back().logarithm();
  if (labels.size() > 2 && high_ > end + kDecadeSlack) {
    labels.pop_back();
    high_ = end;
  }
  const auto mark = [&](const Mark& at, const std::string& label) {
    const double part = (at.logarithm() - low_) / (high_ - low_);
    if (part > 1 + kDecadeSlack) return;
    ticks_.push_back({first_ + (last_ - first_) * std::clamp(part, 0.0, 1.0), label});
  };
  for (const Mark& label : labels) {
    mark(label, mark_label(label));
    if (stride > 1) continue;
    const int next = decades || label.digit == 5 ? 10 : label.digit == 2 ? 5 : 2;
    for (int digit = label.digit + 1; digit < next; ++digit)
      mark({digit, label.exponent}, "");
  }
}

}  // namespace selvage
