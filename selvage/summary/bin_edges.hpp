// From a value to its cell, exactly and fast. Integers are compared with the exact
// edges; doubles with the doubles nearest to them, so that the text "0.3" lies in
// [0.3,0.4). A rule of one row alone: it looks at nothing but the value.
#pragma once
#include <cmath>
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
    const Rational per_unit = Rational(1) / (bins.edge(1) - bins.edge(0));
    result.lo_ = static_cast<double>(result.edges_.front());
    result.bins_per_unit_ = per_unit.to_double();
    result.last_ = static_cast<double>(bins.bins() - 1);
    return result;
  }

  // The cell of a value that is there, in the order of NumericBins.
  std::size_t cell(Value x) const {
    const std::size_t bins = edges_.size() - 1;
    if constexpr (std::is_same_v<Value, double>)
      if (std::isnan(x)) return bins + 2;
    if (x < edges_.front()) return 0;
    if (x >= edges_.back()) return bins + 1;
    // The quotient only proposes; the edges decide.
    const double guess = (static_cast<double>(x) - lo_) * bins_per_unit_;
    auto bin = static_cast<std::size_t>(guess < 0 ? 0 : guess < last_ ? guess : last_);
    while (x < edges_[bin]) --bin;
    while (x >= edges_[bin + 1]) ++bin;
    return bin + 1;
  }

 private:
  std::vector<Value> edges_;
  double lo_ = 0, bins_per_unit_ = 0, last_ = 0;
};

}  // namespace selvage
