#include "selvage/distance/finite_transport.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "selvage/base/errors.hpp"
#include "selvage/distance/loss_steps.hpp"

namespace selvage {
namespace {

std::vector<Int128> scaled(const std::vector<std::int64_t>& weights, Int128 factor) {
  std::vector<Int128> result;
  for (const std::int64_t weight : weights) result.push_back(factor * weight);
  return result;
}

bool is_table(const Distances& distances, std::size_t rows, std::size_t columns) {
  return distances.size() == rows &&
         std::all_of(distances.begin(), distances.end(), [&](const auto& row) {
           return row.size() == columns &&
                  std::all_of(row.begin(), row.end(),
                              [](const auto& one) { return one.sign() >= 0; });
         });
}

// Ships along the cheapest way that is left, again and again. Ways go from a point of
// the first side to one of the second, or back along what was shipped. What is left of
// both sides and of the plan are whole numbers, so it ends.
class CheapestWays {
 public:
  CheapestWays(std::vector<Int128> from, std::vector<Int128> to,
               const Distances& distances)
      : from_(std::move(from)),
        to_(std::move(to)),
        distances_(distances),
        plan_(from_.size(), std::vector<Int128>(to_.size(), 0)) {}

  std::vector<ShippedMass> run() {
    std::vector<ShippedMass> shipped;
    while (const auto way = cheapest_way()) {
      if (!shipped.empty() && shipped.back().cost == way->cost)
        shipped.back().mass += way->mass;
      else
        shipped.push_back(*way);
    }
    return shipped;
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  struct Reached {
    std::optional<Rational> cost;  // none: not reached
    std::size_t by = kNone;        // of the other side; none where the way begins
  };

  // Bellman and Ford: costs back along the plan are below 0.
  std::optional<ShippedMass> cheapest_way() {
    std::vector<Reached> sources(from_.size()), sinks(to_.size());
    for (std::size_t i = 0; i < from_.size(); ++i)
      if (from_[i] > 0) sources[i].cost = Rational(0);
    for (bool better = true; better;) {
      better = false;
      for (std::size_t i = 0; i < from_.size(); ++i)
        for (std::size_t j = 0; j < to_.size(); ++j) {
          if (distances_[i][j].is_infinite()) continue;
          const Rational& cost = distances_[i][j].finite();
          better |= improve(sources[i], sinks[j], cost, i);
          if (plan_[i][j] > 0) better |= improve(sinks[j], sources[i], -cost, j);
        }
    }
    std::size_t end = kNone;
    for (std::size_t j = 0; j < to_.size(); ++j)
      if (to_[j] > 0 && sinks[j].cost &&
          (end == kNone || *sinks[j].cost < *sinks[end].cost))
        end = j;
    if (end == kNone) return std::nullopt;
    return ShippedMass{*sinks[end].cost, ship(sources, sinks, end)};
  }

  static bool improve(const Reached& known, Reached& other, const Rational& cost,
                      std::size_t by) {
    if (!known.cost) return false;
    Rational way = *known.cost + cost;
    if (other.cost && *other.cost <= way) return false;
    other = {std::move(way), by};
    return true;
  }

  Int128 ship(const std::vector<Reached>& sources, const std::vector<Reached>& sinks,
              std::size_t end) {
    Int128 mass = to_[end];
    std::size_t sink = end, source = sinks[end].by;
    for (; sources[source].by != kNone; source = sinks[sink].by) {
      sink = sources[source].by;
      mass = std::min(mass, plan_[source][sink]);
    }
    mass = std::min(mass, from_[source]);
    from_[source] -= mass;
    to_[end] -= mass;
    for (sink = end, source = sinks[end].by;; source = sinks[sink].by) {
      plan_[source][sink] += mass;
      if (sources[source].by == kNone) return mass;
      sink = sources[source].by;
      plan_[source][sink] -= mass;
    }
  }

  std::vector<Int128> from_, to_;
  const Distances& distances_;
  std::vector<std::vector<Int128>> plan_;
};

}  // namespace

Result<FiniteTransport> FiniteTransport::make(const std::vector<std::int64_t>& from,
                                              const std::vector<std::int64_t>& to,
                                              Distances distances) {
  const auto from_size = size_of(from), to_size = size_of(to);
  if (!from_size || !to_size || *from_size == 0 || *to_size == 0)
    return wrong(
        "a histogram has counts of 0 or more, at least one above 0 and at most 2^62 in "
        "all");
  if (!is_table(distances, from.size(), to.size()))
    return wrong("the distances are no table with a number of 0 or more for each pair");
  const CommonMasses masses = common_masses(*from_size, *to_size);
  return FiniteTransport(scaled(from, masses.from_factor), scaled(to, masses.to_factor),
                         std::move(distances), masses.total);
}

ExtendedRational FiniteTransport::infinity(const Rational& theta) const {
  return matching_.least_radius(mass_to_match(total_, theta));
}

std::vector<LossStep> FiniteTransport::profile() const {
  const std::vector<Rational>& radii = matching_.radii();
  const Rational total = rational_of(total_);
  std::vector<LossStep> result;
  if (radii.empty() || radii[0].sign() > 0) result.push_back({0, 1});
  if (radii.empty()) return result;
  const auto steps = matched_steps(
      static_cast<std::int64_t>(radii.size()) - 1,
      [&](std::int64_t radius) { return matching_.matched(radius); },
      [](Int128 before, Int128 after) { return after > before; });
  for (const auto& [radius, matched] : steps)
    if (matched > 0 || result.empty())
      result.push_back({radii[static_cast<std::size_t>(radius)],
                        Rational(1) - rational_of(matched) / total});
  return result;
}

AverageProfile FiniteTransport::average() const {
  return AverageProfile(CheapestWays(from_, to_, distances_).run(), total_);
}

Distances line_distances(const std::vector<Rational>& from,
                         const std::vector<Rational>& to) {
  Distances result;
  for (const Rational& here : from) {
    auto& row = result.emplace_back();
    for (const Rational& there : to) row.emplace_back(absolute(here - there));
  }
  return result;
}

}  // namespace selvage
