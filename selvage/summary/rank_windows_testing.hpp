// For tests: windows of ranks by sorting everything.
#pragma once
#include <algorithm>

#include "selvage/summary/rank_windows.hpp"

namespace selvage {

inline std::vector<RankWindow> windows_by_sorting(const std::vector<CodedRow>& rows,
                                                  const RankRequest& asked,
                                                  std::size_t cells) {
  std::vector<std::vector<std::int64_t>> codes(cells);
  for (const CodedRow& row : rows)
    if ((!asked.from || row.steps >= *asked.from) &&
        (!asked.to || row.steps < *asked.to))
      codes[row.cell].push_back(row.steps);
  std::vector<RankWindow> windows;
  for (auto& sorted : codes) {
    std::sort(sorted.begin(), sorted.end());
    RankWindow window{.rows = std::ssize(sorted), .codes = {}};
    // By its rank, from 1 on.
    const Rational middle = (asked.rank * window.rows).ceil();
    for (std::int64_t rank = 1; rank <= window.rows; ++rank) {
      if (Rational(rank) < middle - asked.below)
        ++window.below;
      else if (Rational(rank) <= middle + asked.above)
        window.codes.push_back(sorted[static_cast<std::size_t>(rank - 1)]);
    }
    if (!window.codes.empty()) {
      window.cut_below = window.below - (std::lower_bound(sorted.begin(), sorted.end(),
                                                          window.codes.front()) -
                                         sorted.begin());
      window.cut_above =
          std::upper_bound(sorted.begin(), sorted.end(), window.codes.back()) -
          sorted.begin() - window.below - std::ssize(window.codes);
    }
    windows.push_back(std::move(window));
  }
  return windows;
}

// The same of several requests.
inline std::vector<std::vector<RankWindow>> windows_by_sorting(
    const std::vector<CodedRow>& rows, const std::vector<RankRequest>& asked,
    std::size_t cells) {
  std::vector<std::vector<RankWindow>> windows;
  for (const RankRequest& request : asked)
    windows.push_back(windows_by_sorting(rows, request, cells));
  return windows;
}

}  // namespace selvage
