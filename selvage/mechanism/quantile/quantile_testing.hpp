// For tests: windows of tables in memory, and all small tables.
#pragma once
#include <algorithm>
#include <functional>
#include <vector>

#include "selvage/mechanism/quantile/candidates.hpp"

namespace selvage {

using Codes = std::vector<std::int64_t>;

// The ranks from r - below to r + above, r = ceil(a n / b). Requires rising codes.
inline RankWindow window_of(const Codes& codes, const QuantileRank& rank,
                            std::int64_t below, std::int64_t above) {
  const auto n = static_cast<std::int64_t>(codes.size());
  if (n == 0) return {};
  const std::int64_t r = (rank.a * n + rank.b - 1) / rank.b;
  const std::int64_t first = std::max<std::int64_t>(1, r - below);
  const std::int64_t last = std::min(n, r + above);
  return {n, first - 1, {codes.begin() + first - 1, codes.begin() + last}};
}

inline RankWindow whole_window(Codes codes) {
  std::sort(codes.begin(), codes.end());
  return {static_cast<std::int64_t>(codes.size()), 0, std::move(codes)};
}

// Every multiset of at most `rows` of these codes.
inline std::vector<Codes> small_tables(const Codes& codes, std::size_t rows) {
  std::vector<Codes> tables;
  const std::function<void(Codes, std::size_t)> extend = [&](Codes table,
                                                             std::size_t from) {
    tables.push_back(table);
    if (table.size() == rows) return;
    for (std::size_t i = from; i < codes.size(); ++i) {
      table.push_back(codes[i]);
      extend(table, i);
      table.pop_back();
    }
  };
  extend({}, 0);
  return tables;
}

}  // namespace selvage
