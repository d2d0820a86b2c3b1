// Binomial(people, rate), built by adding one person after the other. Ends below 1e-45
// are cut and counted as lost, so every mass is a lower bound. [T50, T72]
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/rational.hpp"

namespace selvage {

class BinomialWindow {
 public:
  explicit BinomialWindow(const Rational& rate);  // Requires 0 < rate < 1. Nobody yet.
  void add_person();

  std::int64_t people() const { return people_; }
  // Masses are at low() <= x < high(), and true to the factor 1 +- gamma().
  std::int64_t low() const { return low_; }
  std::int64_t high() const { return low_ + static_cast<std::int64_t>(mass_.size()); }
  long double at(std::int64_t x) const {
    return x < low() || x >= high() ? 0 : mass_[static_cast<std::size_t>(x - low_)];
  }
  long double gamma() const;
  long double lost() const { return 2 * lost_; }  // rounded up, generously

 private:
  long double rate_, rest_;
  std::vector<long double> mass_{1};
  std::int64_t low_ = 0, people_ = 0;
  long double lost_ = 0;
};

}  // namespace selvage
