#include "selvage/mechanism/outlier/law/binomial_window.hpp"

#include <cassert>
#include <utility>

#include "selvage/mechanism/outlier/law/rounding.hpp"

namespace selvage {
namespace {

constexpr long double kCut = 1e-45L;

}  // namespace

BinomialWindow::BinomialWindow(const Rational& rate)
    : rate_(nearest(Interval(rate))), rest_(nearest(Interval(Rational(1) - rate))) {
  assert(rate.sign() > 0 && rate < 1);
}

void BinomialWindow::add_person() {
  mass_.push_back(0);
  long double before = 0;
  for (long double& here : mass_)
    here = rest_ * here + rate_ * std::exchange(before, here);
  ++people_;
  while (mass_.back() < kCut) {
    lost_ += mass_.back();
    mass_.pop_back();
  }
  std::size_t cut = 0;
  while (mass_[cut] < kCut) lost_ += mass_[cut++];
  mass_.erase(mass_.begin(), mass_.begin() + static_cast<std::ptrdiff_t>(cut));
  low_ += static_cast<std::int64_t>(cut);
}

// A rate that is off by two roundings, one product and one sum a person.
long double BinomialWindow::gamma() const {
  const long double x = static_cast<long double>(4 * people_ + 8) * kRounding;
  return x / (1 - x);
}

}  // namespace selvage
