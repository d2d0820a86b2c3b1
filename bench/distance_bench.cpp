// How long the distances of two histograms with a million points each take, in
// processor time. Prints Markdown.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>

#include <fmt/format.h>

#include "bench/rounds.hpp"
#include "selvage/distance/line_transport.hpp"

namespace selvage::bench {
namespace {

constexpr std::size_t kPoints = 1'000'000;
constexpr int kTimes = 3;

// Salaries in cents around `middle`, one person each.
LineHistogram points(std::uint64_t seed, std::uint64_t middle, std::uint64_t spread) {
  std::mt19937_64 words(seed);
  std::vector<LineBar> bars;
  for (std::size_t i = 0; i < kPoints; ++i) {
    std::uint64_t sum = 0;  // of four: near the middle more often
    for (int k = 0; k < 4; ++k) sum += words() % spread;
    bars.push_back({static_cast<std::int64_t>(middle + sum), 1});
  }
  return *line_histogram(bars);
}

void show(const char* what, const std::function<double()>& run) {
  double best = 1e300, value = 0;
  for (int i = 0; i < kTimes; ++i) {
    const double start = nanoseconds_of(CLOCK_THREAD_CPUTIME_ID);
    value = run();
    best = std::min(best, nanoseconds_of(CLOCK_THREAD_CPUTIME_ID) - start);
  }
  fmt::print("| {} | {:.2f} | {:.1f} |\n", what, best / 1e9, value);
}

void run() {
  const LineHistogram x = points(1, 3'000'000, 2'000'000),
                      y = points(2, 3'100'000, 2'100'000);
  const auto pair = *LineTransport::make(x, y);
  fmt::print("| {} points a side | seconds | result |\n|---|---:|---:|\n", kPoints);
  show("make the pair", [&] { return LineTransport::make(x, y)->loss(0).to_double(); });
  for (const Rational& theta : {Rational(0), Rational(1, 1000), Rational(1, 10)})
    show(fmt::format("farthest way, loss {}", theta.text()).c_str(),
         [&] { return static_cast<double>(pair.infinity(theta)); });
  show("profile in 100 steps",
       [&] { return static_cast<double>(pair.profile(100).size()); });
  for (const Rational& theta : {Rational(0), Rational(1, 10)})
    show(fmt::format("mean way, loss {}", theta.text()).c_str(),
         [&] { return pair.average()->at(theta)->to_double(); });
  // Sizes that have nothing in common: the running sums cross far too often.
  LineHistogram fewer = y;
  fewer.pop_back();
  const auto other = *LineTransport::make(x, fewer);
  for (const Rational& theta : {Rational(1, 1000), Rational(1, 10)}) {
    const std::vector<Rational> losses = {theta};
    show(fmt::format("mean way of one fewer, loss {}", theta.text()).c_str(),
         [&] { return other.average_at(losses)->at(theta)->to_double(); });
  }
}

}  // namespace
}  // namespace selvage::bench

int main() { selvage::bench::run(); }
