// The full transport on the line where no unit of mass pays more than a limit:
// OT_limit, in O(n log n) for n places, and so the cheapest partial plans of any mass
// without all crossings of levels. [T290]
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "selvage/base/rational.hpp"
#include "selvage/distance/average_profile.hpp"
#include "selvage/distance/line_turns.hpp"

namespace selvage {

class TruncatedCost {
 public:
  struct Value {
    Int128 cost;  // OT_limit
    Int128 left;  // its slope up to limit + 1: what is left out at this price
    bool operator==(const Value&) const = default;
  };

  // None where a cost may not fit in 127 bits. Requires turns that outlive it.
  static std::optional<TruncatedCost> make(const LineTurns& turns, Int128 total);

  // Requires 0 <= limit <= the distance of the first and the last place.
  Value at(std::int64_t limit) const;

  // Wavg for all losses: exact at these, and from one of them to the next at most what
  // it is.
  AverageProfile average(std::span<const Rational> losses) const;

 private:
  TruncatedCost(const LineTurns& turns, Int128 total);
  using Known = std::map<std::int64_t, Value>;
  // The least limit at which no more than this is left out, and what costs are there;
  // also the one before it, or one with the same slope up to there.
  std::int64_t limit_for(const Rational& left, Known& known) const;

  const LineTurns* turns_;
  Int128 total_;
  std::vector<std::size_t> places_;  // of the sums among the levels
  std::size_t zero_;
  std::int64_t range_;
};

}  // namespace selvage
