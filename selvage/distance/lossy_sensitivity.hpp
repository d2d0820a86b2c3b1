// S_theta of a randomised query: how far one person moves the law of its answer, once a
// share theta of it may be left out; the largest over pairs of neighbours. Exact, on
// the line. [T310]
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "selvage/distance/line_transport.hpp"

namespace selvage {

class LossySensitivity {
 public:
  // Of the laws of the answer for each pair of neighbours, as weights at places.
  // Refuses laws that LineTransport does not take, and no pairs at all.
  static Result<LossySensitivity> of(
      const std::vector<std::pair<LineHistogram, LineHistogram>>& laws);

  // S_theta. Requires 0 <= theta <= 1.
  std::int64_t at(const Rational& theta) const;
  // The least theta with S_theta <= radius. Requires radius >= 0.
  Rational loss(std::int64_t radius) const;
  // All of it: every distance from 0 on at which the least theta falls.
  std::vector<LossStep> steps() const;

 private:
  explicit LossySensitivity(std::vector<LineTransport> pairs)
      : pairs_(std::move(pairs)) {}
  std::vector<LineTransport> pairs_;
};

// The same for any query, given as a function from a table to the law of its answer.
template <class Table, class Query>
Result<LossySensitivity> lossy_sensitivity(
    const std::vector<std::pair<Table, Table>>& neighbours, const Query& query) {
  std::vector<std::pair<LineHistogram, LineHistogram>> laws;
  for (const auto& [one, other] : neighbours)
    laws.emplace_back(query(one), query(other));
  return LossySensitivity::of(laws);
}

}  // namespace selvage
