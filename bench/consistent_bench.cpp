// The error of released counts and of those that `--consistent` makes of them, on
// sparse and dense tables: mean squares over many releases. Prints Markdown.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/release/consistent.hpp"

namespace selvage {
namespace {

using Counts = std::vector<std::int64_t>;
constexpr std::size_t kAcross = 20;  // places of the second column
constexpr int kReleases = 4000;

struct Table {
  const char* name;
  Counts truth;  // 20 by 20 cells
};

// A few full cells and many empty ones; all cells alike; and sizes that fall like those
// of towns.
std::vector<Table> tables() {
  Counts sparse(kAcross * kAcross, 0), dense(kAcross * kAcross, 500), falling;
  for (std::size_t i = 0; i < sparse.size(); i += 20) sparse[i] = 400;
  for (std::size_t i = 0; i < kAcross * kAcross; ++i)
    falling.push_back(static_cast<std::int64_t>(3000 / (i * 7 % 400 + 1)));
  return {{"20 cells of 400, 380 empty", sparse},
          {"400 cells of 3000/rank", falling},
          {"400 cells of 500", dense}};
}

constexpr std::int64_t kFull = 100;  // what a full cell has at least

// Of all cells, of the full ones, and of the places of the first column.
struct Squares {
  double cell = 0, full = 0, margin = 0;
  void add(const Counts& truth, const Counts& found) {
    const auto many = std::count_if(truth.begin(), truth.end(),
                                    [](auto count) { return count >= kFull; });
    for (std::size_t row = 0; row < truth.size(); row += kAcross) {
      double sum = 0;
      for (std::size_t i = row; i < row + kAcross; ++i) {
        const auto off = static_cast<double>(found[i] - truth[i]);
        sum += off;
        cell += off * off / static_cast<double>(truth.size() * kReleases);
        if (truth[i] >= kFull)
          full += off * off / static_cast<double>(many * kReleases);
      }
      margin += sum * sum * kAcross / static_cast<double>(truth.size() * kReleases);
    }
  }
};

void measure(const Table& table, bool laplace) {
  SeededSource random(20261);
  Squares raw, consistent;
  Counts noisy(table.truth.size());
  for (int i = 0; i < kReleases; ++i) {
    if (laplace)
      random.discrete_laplace(noisy, 10);  // epsilon 0.1
    else
      random.discrete_gaussian(noisy, 200);
    for (std::size_t c = 0; c < noisy.size(); ++c) noisy[c] += table.truth[c];
    raw.add(table.truth, noisy);
    consistent.add(table.truth, consistent_counts(noisy));
  }
  fmt::print("| {} | {} | {:.0f}, {:.0f} | {:.0f}, {:.0f} | {:.0f}, {:.0f} |\n",
             table.name, laplace ? "Laplace, scale 10" : "Gaussian, variance 200",
             raw.cell, consistent.cell, raw.full, consistent.full, raw.margin,
             consistent.margin);
}

}  // namespace
}  // namespace selvage

int main() {
  fmt::print(
      "| true counts | noise | a cell | a cell of {} or more | a margin |\n"
      "|---|---|---:|---:|---:|\n",
      selvage::kFull);
  for (const auto& table : selvage::tables())
    for (const bool laplace : {true, false}) selvage::measure(table, laplace);
}
