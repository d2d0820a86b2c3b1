#include "selvage/experiment/trials/bar_worlds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "selvage/distance/reachable.hpp"
#include "selvage/experiment/trials/trial_draws.hpp"

namespace selvage {
namespace {

using Heights = std::vector<std::int64_t>;

constexpr int kCauchyPeople = 10'000;
constexpr double kCauchyMedian = 45, kCauchyScale = 4;

Heights cauchy_bars(SeededWords& words) {
  Heights bars(100, 0);
  for (int i = 0; i < kCauchyPeople; ++i) {
    const double value =
        kCauchyMedian +
        kCauchyScale * std::tan(std::numbers::pi * (uniform(words) - 0.5));
    if (value >= 0 && value < 100) ++bars[static_cast<std::size_t>(value)];
  }
  return bars;
}

Heights emptied_bars(SeededWords& words) {
  Heights bars = cauchy_bars(words);
  std::fill(bars.end() - 10, bars.end(), 0);
  return bars;
}

void append(Heights& bars, std::size_t count, std::int64_t height) {
  bars.insert(bars.end(), count, height);
}

Heights single_people(SeededWords&) {
  Heights bars;
  append(bars, 50, 1000);
  append(bars, 50, 1);
  return bars;
}

Heights near_the_limit(SeededWords&) {
  Heights bars;
  append(bars, 50, 540);
  append(bars, 50, 490);
  return bars;
}

Heights poisson_bars(SeededWords& words) {
  constexpr double kMean = 250;
  Heights bars;
  for (int bar = 0; bar < 30; ++bar) {
    double left = uniform(words), mass = std::exp(-kMean);
    std::int64_t count = 0;
    for (; left > mass && count < 1000; mass *= kMean / static_cast<double>(++count))
      left -= mass;
    bars.push_back(count);
  }
  return bars;
}

Heights stepped_bars(SeededWords& words) {
  Heights bars;
  append(bars, 120, 130);
  append(bars, 5, 200);
  append(bars, 85, 185);
  append(bars, 10, 190);
  append(bars, 80, 130);
  for (auto& bar : bars) bar += static_cast<std::int64_t>(uniform(words) * 11) - 5;
  return bars;
}

}  // namespace

const std::vector<BarWorld>& bar_worlds() {
  static const std::vector<BarWorld> all = {
      {"max, a tail that ends",
       "10,000 draws of a Cauchy law (median 45, scale 4), in bars 1 to 100; the last "
       "10 are emptied",
       HighestBar{1}, 100, emptied_bars},
      {"max, single people", "50 bars of 1,000 people, then 50 of 1", HighestBar{1},
       100, single_people},
      {"max of 500", "as the first, and no bar is emptied", HighestBar{500}, 100,
       cauchy_bars},
      {"max of 500, near it", "50 bars of 540 people, then 50 of 490", HighestBar{500},
       100, near_the_limit},
      {"mode of equals", "30 bars, each a draw of Poisson(250)", FirstMode{}, 30,
       poisson_bars},
      {"mode of steps",
       "120 bars of 130 people, 5 of 200, 85 of 185, 10 of 190, 80 of 130, each with "
       "-5 to 5 more",
       FirstMode{}, 300, stepped_bars}};
  return all;
}

std::vector<std::int64_t> reached_answers(const BarAnswer& answer, Bars bars,
                                          const Rational& share) {
  const std::int64_t drops = items_to_drop(bars, share);
  const auto* highest = std::get_if<HighestBar>(&answer);
  Reachable reached = highest == nullptr ? reachable_mode(bars, drops)
                      : highest->least == 1
                          ? reachable_max(bars, drops)
                          : reachable_max_k(bars, highest->least, drops);
  if (reached.none && (reached.values.empty() || reached.values.front() != 0))
    reached.values.insert(reached.values.begin(), 0);
  return std::move(reached.values);
}

std::int64_t flexible_error_of(const std::vector<std::int64_t>& reached,
                               std::int64_t answer) {
  std::int64_t least = std::abs(answer - reached.front());
  for (const std::int64_t value : reached)
    least = std::min(least, std::abs(answer - value));
  return least;
}

}  // namespace selvage
