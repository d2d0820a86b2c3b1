// Public bins of a number line: [lo, lo+step), ..., the last one shortened to end at
// hi. Every value has a cell: `below` lo, a bin, at or `above` hi, or `missing`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "selvage/base/rational.hpp"

namespace selvage {

class NumericBins {
 public:
  static constexpr std::int64_t kMaxBins = 10'000'000;

  // "LO:HI:STEP", exact numbers. Refuses lo >= hi, step <= 0 and too many bins.
  static Result<NumericBins> parse(std::string_view text);

  // Cells in order: below, the bins, above, missing.
  std::size_t bins() const { return bins_; }
  std::size_t cells() const { return bins_ + 3; }
  std::size_t below() const { return 0; }
  std::size_t first_bin() const { return 1; }
  std::size_t above() const { return bins_ + 1; }
  std::size_t missing() const { return bins_ + 2; }

  // Edge 0 is lo, edge bins() is hi.
  Rational edge(std::size_t i) const;
  double nearest_edge(std::size_t i) const;    // edge(i).to_double()
  std::string edge_text(std::size_t i) const;  // edge(i).text()
  void append_edge(std::size_t i, std::string& text) const;
  // "[20,30)", "below 0", "100 and above", "missing".
  std::string label(std::size_t cell) const;
  void append_label(std::size_t cell, std::string& text) const;
  std::string text() const;  // "0:100:10", as it would be asked

 private:
  NumericBins(Rational lo, Rational hi, Rational step, std::size_t bins)
      : lo_(std::move(lo)), hi_(std::move(hi)), step_(std::move(step)), bins_(bins) {
    find_decimals();
  }
  void find_decimals();

  Rational lo_, hi_, step_;
  std::size_t bins_;
  // Where all edges but the last are (first + i * width) / scale with integers that
  // doubles hold and a power of ten: a million fractions take most of a second.
  struct Decimals {
    std::int64_t first, width, scale;
    std::int64_t edge(std::size_t i) const {
      return first + static_cast<std::int64_t>(i) * width;
    }
  };
  std::optional<Decimals> decimals_ = std::nullopt;
};

}  // namespace selvage
