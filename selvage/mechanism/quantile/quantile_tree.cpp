#include "selvage/mechanism/quantile/quantile_tree.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace selvage {
namespace {

// ln(total) + 128 ln 2 and more, ties included: what is this far off weighs nothing.
// [T92]
constexpr std::int64_t kWindowPenalty = 161;

// One stretch of the list that has no node yet.
struct Stretch {
  std::size_t first, last;  // of these places in the list, but for the last
  std::optional<std::size_t> from, to;
};

Rational deviation(const QuantileTree& tree, std::optional<std::size_t> node) {
  return node ? std::max(tree.nodes[*node].below, tree.nodes[*node].above) : 0;
}

}  // namespace

QuantileTree quantile_tree(const std::vector<Rational>& at, const Rational& epsilon,
                           std::int64_t rows_per_person) {
  assert(!at.empty() && std::is_sorted(at.begin(), at.end()));
  std::vector<Rational> list = at;
  std::vector<std::optional<std::size_t>> places;
  for (std::size_t i = 0; i < at.size(); ++i) places.emplace_back(i);
  if (at.size() == 2) {  // a cut between the two makes both better
    list.insert(list.begin() + 1, (at[0] + at[1]) / 2);
    places.insert(places.begin() + 1, std::nullopt);
  }
  QuantileTree tree;
  tree.levels = static_cast<std::size_t>(std::bit_width(list.size()));
  tree.of_level = epsilon / static_cast<std::int64_t>(tree.levels);

  std::vector<Stretch> open = {{0, list.size(), std::nullopt, std::nullopt}};
  for (std::size_t level = 0; !open.empty(); ++level) {
    std::vector<Stretch> next;
    for (const auto& [first, last, from, to] : open) {
      const std::size_t middle = first + (last - first) / 2;
      const Rational low = from ? tree.nodes[*from].at : Rational(0);
      const Rational high = to ? tree.nodes[*to].at : Rational(1);
      const Rational local = (list[middle] - low) / (high - low);
      const Slopes slopes = quantile_slopes(local, tree.of_level, rows_per_person);
      const Rational moved =
          (Rational(1) - local) * deviation(tree, from) + local * deviation(tree, to);
      const auto reach = [&](const Rational& slope) {
        return (Rational(kWindowPenalty) / slope + moved).ceil().to_int64().value();
      };
      const std::size_t here = tree.nodes.size();
      tree.nodes.push_back({list[middle], local, from, to, places[middle], level,
                            slopes, reach(slopes.left), reach(slopes.right)});
      if (first < middle) next.push_back({first, middle, from, here});
      if (middle + 1 < last) next.push_back({middle + 1, last, here, to});
    }
    open = std::move(next);
  }
  return tree;
}

}  // namespace selvage
