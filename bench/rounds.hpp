// Kinds of sampling that take turns in rounds, so that a busy machine is equally unkind
// to all. Time is what the processor spent on the work, not on other processes. Speeds
// are compared round by round, and the median of these ratios is told; speeds and
// cycles (of the time stamp counter) alone are those of the best round.
#pragma once
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace selvage::bench {

inline constexpr int kRounds = 11;

struct Kind {
  std::string name;
  std::size_t samples;                // made by one pass
  std::function<void()> pass;         // none if somebody else measures
  double bytes = 0;                   // random ones a sample, if counted
  std::size_t passes = 1;             // a round
  std::vector<double> nanoseconds{};  // a sample, in each round

  double best() const {
    return *std::min_element(nanoseconds.begin(), nanoseconds.end());
  }
};

inline double nanoseconds_of(clockid_t clock) {
  timespec now{};
  if (clock_gettime(clock, &now) != 0) std::abort();
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

// Of the time stamp counter, in a nanosecond; 0 where there is none.
inline double cycles_a_nanosecond() {
#if defined(__x86_64__)
  static const double rate = [] {
    const double start = nanoseconds_of(CLOCK_MONOTONIC);
    const auto first = __rdtsc();
    double elapsed = 0;
    while (elapsed < 5e7) elapsed = nanoseconds_of(CLOCK_MONOTONIC) - start;
    return static_cast<double>(__rdtsc() - first) / elapsed;
  }();
  return rate;
#else
  return 0;
#endif
}

inline double run_passes(const Kind& kind) {
  const double start = nanoseconds_of(CLOCK_THREAD_CPUTIME_ID);
  for (std::size_t i = 0; i < kind.passes; ++i) kind.pass();
  return nanoseconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
}

// As many passes as take some milliseconds. Also warms the caches.
inline void choose_passes(Kind& kind) {
  constexpr double kLongEnough = 4e6;
  while (run_passes(kind) < kLongEnough) kind.passes *= 2;
}

inline void measure(Kind& kind) {
  const double elapsed = run_passes(kind);
  kind.nanoseconds.push_back(elapsed / static_cast<double>(kind.passes * kind.samples));
}

// `after_each` sees the kinds when all have had their turn, and may add to them.
inline void run_rounds(
    std::vector<Kind>& kinds, const std::function<void()>& after_each = [] {}) {
  const std::size_t ours = kinds.size();
  for (auto& kind : kinds) choose_passes(kind);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < ours; ++i) measure(kinds[i]);
    after_each();
  }
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// How many times faster than the other: the median over the rounds.
inline double speedup(const Kind& kind, const Kind& other) {
  std::vector<double> ratios;
  const std::size_t rounds =
      std::min(kind.nanoseconds.size(), other.nanoseconds.size());
  for (std::size_t i = 0; i < rounds; ++i)
    ratios.push_back(other.nanoseconds[i] / kind.nanoseconds[i]);
  return median(ratios);
}

inline std::string brief(double x) {
  return x >= 100 ? fmt::format("{:.0f}", x)
         : x >= 1 ? fmt::format("{:.3g}", x)
                  : fmt::format("{:.2g}", x);
}

struct Column {
  const char* title;
  std::size_t kind;  // the ratio to the kind at this place
};

inline void print_table(const std::vector<Kind>& kinds,
                        const std::vector<Column>& columns) {
  fmt::print("| | million/s | cycles | random bytes |");
  for (const Column& column : columns) fmt::print(" / {} |", column.title);
  fmt::print("\n|---|---|---|---|");
  for (std::size_t i = 0; i < columns.size(); ++i) fmt::print("---|");
  for (const Kind& kind : kinds) {
    fmt::print("\n| {} | {} | {} | {} |", kind.name, brief(1e3 / kind.best()),
               brief(kind.best() * cycles_a_nanosecond()),
               kind.bytes > 0 ? fmt::format("{:.1f}", kind.bytes) : "");
    for (const Column& column : columns)
      fmt::print(" {} |", brief(speedup(kind, kinds[column.kind])));
  }
  fmt::print("\n\n");
  std::fflush(stdout);
}

}  // namespace selvage::bench
