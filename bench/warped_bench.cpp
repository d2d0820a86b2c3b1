// Prints, in Markdown, what W costs for 10^6 cells: the fast sampler, its walk, plain
// noise, and the random words alone. Kinds of work take turns;
// the median of several turns is told.
#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "selvage/mechanism/outlier/count_noise.hpp"
#include "selvage/mechanism/outlier/warped_walk.hpp"
#include "selvage/random/sampling/system_source.hpp"
#include "selvage/random/sampling/word_draws.hpp"
#include "selvage/random/stream/keystream.hpp"

namespace {

using namespace selvage;
constexpr std::size_t kCells = 1'000'000;
constexpr int kTurns = 7;

double milliseconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() -
                                                   start)
      .count();
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + kTurns / 2, times.end());
  return times[kTurns / 2];
}

// Counts of a table: mostly small, some large.
std::vector<std::int64_t> counts_of(const char* shape) {
  std::vector<std::int64_t> counts(kCells);
  for (std::size_t i = 0; i < kCells; ++i) {
    const auto mixed = static_cast<std::int64_t>(i * 2'654'435'761u % 1000);
    counts[i] = shape[0] == 'e' ? 0 : shape[0] == 's' ? mixed % 40 : 100 + mixed;
  }
  return counts;
}

}  // namespace

int main() {
  auto random = make_system_source();
  auto words = Keystream::make();
  if (!random || !words) return 1;
  fmt::print("## W on 10^6 cells, milliseconds\n\n");
  fmt::print(
      "| profile | cells | W | W by its walk | plain noise | words alone | "
      "W "
      "/ words | plain / W |\n|---|---|---|---|---|---|---|---|\n");
  for (const char* profile : {"20:0.1,1", "100:0.01,1", "min(1, 0.1 + k/100)", "1"}) {
    const auto law = WarpedGeometric::make(*parse_profile(profile));
    for (const char* shape : {"empty", "small", "large"}) {
      const auto counts = counts_of(shape);
      std::vector<double> fast, walk, plain, stream;
      for (int turn = 0; turn < kTurns; ++turn) {
        auto out = counts;
        fast.push_back(milliseconds_of([&] {
          replace_counts(WarpedNoise{std::make_shared<const WarpedGeometric>(*law)},
                         out, **random);
        }));
        out = counts;
        walk.push_back(milliseconds_of([&] {
                         WordDraws<Keystream> draws(*words);
                         for (std::size_t i = 0; i < kCells / 20;
                              ++i)  // a twentieth is enough
                           out[i] = warped_walk(draws, *law, out[i]);
                       }) *
                       20);
        out = counts;
        plain.push_back(
            milliseconds_of([&] { add_noise(LaplaceNoise{1}, out, **random); }));
        std::vector<std::uint64_t> alone(kCells);
        stream.push_back(milliseconds_of([&] { words->fill(alone); }));
      }
      fmt::print("| {} | {} | {:.1f} | {:.0f} | {:.1f} | {:.1f} | {:.2f} | {:.2f} |\n",
                 profile, shape, median(fast), median(walk), median(plain),
                 median(stream), median(fast) / median(stream),
                 median(plain) / median(fast));
    }
  }
}
