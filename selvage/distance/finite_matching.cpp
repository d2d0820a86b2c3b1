#include "selvage/distance/finite_matching.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "selvage/base/bisect.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {
namespace {

// Maximum flow by shortest layers (Dinic). Node 0 is the source, node 1 the sink.
class Flow {
 public:
  explicit Flow(std::size_t nodes) : edges_of_(nodes) {}

  void add(std::size_t from, std::size_t to, Int128 capacity) {
    edges_of_[from].push_back(edges_.size());
    edges_.push_back({to, capacity});
    edges_of_[to].push_back(edges_.size());
    edges_.push_back({from, 0});
  }

  Int128 greatest() {
    Int128 total = 0;
    while (find_layers()) {
      next_.assign(edges_of_.size(), 0);
      while (const Int128 pushed = push(0, kUnlimited)) total += pushed;
    }
    return total;
  }

  static constexpr Int128 kUnlimited = Int128{1} << 126;

 private:
  struct Edge {
    std::size_t to;
    Int128 left;
  };

  bool find_layers() {
    layer_.assign(edges_of_.size(), kNone);
    std::vector<std::size_t> reached = {0};
    layer_[0] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const std::size_t e : edges_of_[reached[i]])
        if (edges_[e].left > 0 && layer_[edges_[e].to] == kNone) {
          layer_[edges_[e].to] = layer_[reached[i]] + 1;
          reached.push_back(edges_[e].to);
        }
    return layer_[1] != kNone;
  }

  // As deep as there are layers, which are at most as many as nodes.
  Int128 push(std::size_t node, Int128 most) {  // NOLINT(misc-no-recursion)
    if (node == 1) return most;
    for (; next_[node] < edges_of_[node].size(); ++next_[node]) {
      const std::size_t e = edges_of_[node][next_[node]];
      if (edges_[e].left == 0 || layer_[edges_[e].to] != layer_[node] + 1) continue;
      const Int128 pushed = push(edges_[e].to, std::min(most, edges_[e].left));
      if (pushed == 0) continue;
      edges_[e].left -= pushed;
      edges_[e ^ 1].left += pushed;
      return pushed;
    }
    return 0;
  }

  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::vector<Edge> edges_;  // each beside the one that takes it back
  std::vector<std::vector<std::size_t>> edges_of_;
  std::vector<std::size_t> layer_, next_;
};

}  // namespace

FiniteMatching::FiniteMatching(std::vector<Int128> from, std::vector<Int128> to,
                               const Distances& distances)
    : from_(std::move(from)), to_(std::move(to)) {
  for (const auto& row : distances)
    for (const ExtendedRational& distance : row)
      if (!distance.is_infinite()) radii_.push_back(distance.finite());
  std::sort(radii_.begin(), radii_.end());
  radii_.erase(std::unique(radii_.begin(), radii_.end()), radii_.end());
  for (const auto& row : distances) {
    auto& ranks = rank_.emplace_back();
    for (const ExtendedRational& distance : row)
      ranks.push_back(
          distance.is_infinite()
              ? -1
              : std::lower_bound(radii_.begin(), radii_.end(), distance.finite()) -
                    radii_.begin());
  }
}

Int128 FiniteMatching::matched(std::int64_t radius) const {
  Flow flow(from_.size() + to_.size() + 2);
  const auto source = [](std::size_t i) { return i + 2; };
  const auto sink = [&](std::size_t j) { return from_.size() + j + 2; };
  for (std::size_t i = 0; i < from_.size(); ++i) flow.add(0, source(i), from_[i]);
  for (std::size_t j = 0; j < to_.size(); ++j) flow.add(sink(j), 1, to_[j]);
  for (std::size_t i = 0; i < from_.size(); ++i)
    for (std::size_t j = 0; j < to_.size(); ++j)
      if (rank_[i][j] >= 0 && rank_[i][j] <= radius)
        flow.add(source(i), sink(j), std::min(from_[i], to_[j]));
  return flow.greatest();
}

ExtendedRational FiniteMatching::least_radius(Int128 mass) const {
  if (mass <= 0) return 0;
  const auto last = static_cast<std::int64_t>(radii_.size()) - 1;
  const auto enough = [&](std::int64_t radius) { return matched(radius) >= mass; };
  if (last < 0 || !enough(last)) return ExtendedRational::infinity();
  return radii_[static_cast<std::size_t>(least_above(-1, last, enough))];
}

}  // namespace selvage
