// From a value to its cell, exactly and fast. Integers are compared with the exact
// edges; doubles with the doubles nearest to them, so that the text "0.3" lies in
// [0.3,0.4). A rule of one row alone: it looks at nothing but the value.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "selvage/summary/numeric_bins.hpp"

namespace selvage {

template <class Value>
class BinEdges {
  static_assert(std::is_same_v<Value, double> || std::is_same_v<Value, std::int64_t>);

 public:
  // Empty if an edge is beyond the range of Value.
  static std::optional<BinEdges> make(const NumericBins& bins) {
    BinEdges result;
    for (std::size_t i = 0; i <= bins.bins(); ++i) {
      if constexpr (std::is_same_v<Value, double>) {
        const double edge = bins.nearest_edge(i);
        if (!std::isfinite(edge)) return std::nullopt;
        result.edges_.push_back(edge);
      } else {
        const auto edge = bins.edge(i).ceil().to_int64();
        if (!edge) return std::nullopt;
        result.edges_.push_back(*edge);
      }
    }
    result.lo_ = static_cast<double>(result.edges_[1]);
    // A little more than the quotient of values, so that a value on an edge, as people
    // like them, is proposed the bin that it opens.
    const Rational width = bins.edge(1) - bins.edge(0);
    const Rational per_unit = (Rational(1) + Rational::power_of_two(-50)) / width;
    result.bins_per_unit_ = per_unit.to_double();
    // An integer edge may lie above the edge that it stands for.
    const Rational first =
        std::is_same_v<Value, double>
            ? Rational(0)
            : Rational(static_cast<std::int64_t>(result.edges_[1])) - bins.edge(0);
    result.first_ = (first * per_unit).to_double() + 1;
    result.last_ = static_cast<double>(bins.above());
    result.edges_.push_back(kHighest);
    return result;
  }

  // The cell of a value that is there, in the order of NumericBins. The quotient only
  // proposes, whatever the value; the edges decide.
  std::size_t cell(Value x) const {
    const Value* edges = edges_.data();
    const double guess = std::min(std::max(0.0, cells_above_below(x)), last_);
    const auto cell = static_cast<std::ptrdiff_t>(guess);
    const bool inside = edges[cell] <= x && x < edges[cell + 1];
    return inside ? static_cast<std::size_t>(cell) : search(x);
  }

 private:
  static constexpr Value kLowest = std::is_same_v<Value, double>
                                       ? -std::numeric_limits<Value>::infinity()
                                       : std::numeric_limits<Value>::lowest();
  static constexpr Value kHighest = std::is_same_v<Value, double>
                                        ? std::numeric_limits<Value>::infinity()
                                        : std::numeric_limits<Value>::max();

  // As doubles: beyond 2^53 this may be a few integers off, and the edges still decide.
  double cells_above_below(Value x) const {
    return (static_cast<double>(x) - lo_) * bins_per_unit_ + first_;
  }

  // By the edges alone.
  [[gnu::noinline]] std::size_t search(Value x) const {
    const auto first = edges_.begin() + 1, last = edges_.end() - 1;
    if (x != x) return edges_.size() - 1;  // NaN is missing
    return static_cast<std::size_t>(std::upper_bound(first, last, x) - first);
  }

  std::vector<Value> edges_ = {kLowest};  // then the edges, then kHighest
  double lo_ = 0, bins_per_unit_ = 0, first_ = 0, last_ = 0;
};

}  // namespace selvage
