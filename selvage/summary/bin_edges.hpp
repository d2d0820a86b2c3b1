// From a value to its cell, exactly and fast. Integers are compared with the exact
// edges; doubles with the doubles nearest to them, so that the text "0.3" lies in
// [0.3,0.4). A rule of one row alone: it looks at nothing but the value.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
        const double edge = bins.edge(i).to_double();
        if (!std::isfinite(edge)) return std::nullopt;
        result.edges_.push_back(edge);
      } else {
        const auto edge = bins.edge(i).ceil().to_int64();
        if (!edge) return std::nullopt;
        result.edges_.push_back(*edge);
      }
    }
    // A little more than the quotient of values, so that a value on an edge, as people
    // like them, is proposed the bin that it opens.
    const Rational width = bins.edge(1) - bins.edge(0);
    const Rational per_unit = (Rational(1) + Rational::power_of_two(-50)) / width;
    result.bins_per_unit_ = per_unit.to_double();
    if constexpr (std::is_same_v<Value, std::int64_t>)
      result.first_ =
          ((Rational(result.edges_[0]) - bins.edge(0)) * per_unit).to_double();
    result.last_ = static_cast<double>(bins.bins() - 1);
    return result;
  }

  // The cell of a value that is there, in the order of NumericBins. The quotient only
  // proposes, whatever the value; the edges decide.
  std::size_t cell(Value x) const {
    const Value* edges = edges_.data();
    const double guess = std::min(std::max(0.0, bins_above_first_edge(x)), last_);
    const auto bin = static_cast<std::ptrdiff_t>(guess);
    const bool inside = edges[bin] <= x && x < edges[bin + 1];
    return inside ? static_cast<std::size_t>(bin) + 1 : search(x);
  }

 private:
  // Requires x >= the first edge. Integers may be further apart than a signed one
  // tells.
  double bins_above_first_edge(Value x) const {
    if constexpr (std::is_same_v<Value, double>)
      return (x - edges_[0]) * bins_per_unit_;
    else
      return static_cast<double>(static_cast<std::uint64_t>(x) -
                                 static_cast<std::uint64_t>(edges_[0])) *
                 bins_per_unit_ +
             first_;
  }

  // By the edges alone.
  [[gnu::noinline]] std::size_t search(Value x) const {
    if (x >= edges_.back()) return edges_.size();
    if (x != x) return edges_.size() + 1;  // NaN is missing
    return static_cast<std::size_t>(std::upper_bound(edges_.begin(), edges_.end(), x) -
                                    edges_.begin());
  }

  std::vector<Value> edges_;
  double bins_per_unit_ = 0, first_ = 0, last_ = 0;
};

}  // namespace selvage
