// From rows in rising order to the window around a rank.
#pragma once
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "selvage/summary/rank_windows.hpp"

namespace selvage {

inline constexpr std::int64_t kLeastCode = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kGreatestCode = std::numeric_limits<std::int64_t>::max();

// The ranks of a window, from 0 on; empty where there are no rows.
struct Ranks {
  std::int64_t first = 0, last = -1;
};

inline Ranks window_of(const RankRequest& request, std::int64_t rows) {
  if (rows == 0) return {};
  const std::int64_t among = request.people.value_or(rows);
  const std::int64_t middle = std::clamp<std::int64_t>(
      *(request.rank * among).ceil().to_int64() - 1 + rows_below_middle(rows, among), 0,
      rows - 1);
  return {middle - std::min(request.below, middle),
          middle + std::min(request.above, rows - 1 - middle)};
}

// Where it is likely to be while not all rows were seen: these lie as all do, and there
// are about as many as are said.
inline Ranks likely_window_of(RankRequest request, std::int64_t rows) {
  request.people.reset();
  return window_of(request, rows);
}

// Takes rows in rising order and keeps those whose ranks are in the window.
class Taking {
 public:
  Taking(const Ranks& ranks, std::int64_t rows, std::int64_t before)
      : ranks_(ranks), rank_(before), window_{.rows = rows, .below = ranks.first} {}
  void take(std::int64_t code, std::int64_t rows) {
    if (code != code_ || !code_) begin_ = rank_;
    code_ = code;
    const std::int64_t from = std::max(rank_, ranks_.first);
    rank_ += rows;
    const std::int64_t to = std::min(rank_, ranks_.last + 1);
    auto& codes = window_.codes;
    if (from < to) {
      if (codes.empty()) window_.cut_below = from - begin_;
      codes.insert(codes.end(), static_cast<std::size_t>(to - from), code);
    }
    if (!codes.empty() && codes.back() == code)
      window_.cut_above = std::max<std::int64_t>(0, rank_ - ranks_.last - 1);
  }
  RankWindow window() && { return std::move(window_); }

 private:
  Ranks ranks_;
  std::int64_t rank_, begin_ = 0;     // of the next row, of the first one of this code
  std::optional<std::int64_t> code_;  // of the last row
  RankWindow window_;
};

}  // namespace selvage
