#include "selvage/experiment/sparse_losses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "selvage/average_case/histogram_loss.hpp"
#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/projection/empty_threshold.hpp"
#include "selvage/projection/projection.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

using Counts = std::vector<std::int64_t>;
using Shown = std::vector<double>;

Shown plain(const Counts& counts) { return {counts.begin(), counts.end()}; }

Counts without_negative(Counts counts) {
  for (std::int64_t& count : counts) count = std::max<std::int64_t>(0, count);
  return counts;
}

std::int64_t sum(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

// Nearest histograms too, by other rules than the water level: what is too much is
// taken from one cell after the other in this order, what is missing goes to the first.
Shown taken_in_order(const Counts& noisy, std::int64_t people,
                     const std::vector<std::size_t>& order) {
  Counts counts = without_negative(noisy);
  std::int64_t surplus = sum(counts) - people;
  for (const std::size_t cell : order) {
    if (surplus <= 0) break;
    const std::int64_t taken = std::min(surplus, counts[cell]);
    counts[cell] -= taken;
    surplus -= taken;
  }
  if (surplus < 0) counts[order.front()] -= surplus;
  return plain(counts);
}

Shown index_order(const Counts& noisy, std::int64_t people) {
  std::vector<std::size_t> order(noisy.size());
  std::iota(order.begin(), order.end(), 0);
  return taken_in_order(noisy, people, order);
}

Shown largest_first(const Counts& noisy, std::int64_t people) {
  std::vector<std::size_t> order(noisy.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return noisy[a] > noisy[b]; });
  return taken_in_order(noisy, people, order);
}

Shown proportional(const Counts& noisy, std::int64_t people) {
  const Counts counts = without_negative(noisy);
  const auto total = static_cast<double>(sum(counts));
  Shown shown = plain(counts);
  for (double& count : shown)
    count = total > 0 ? count * static_cast<double>(people) / total
                      : static_cast<double>(people) / static_cast<double>(shown.size());
  return shown;
}

Shown water_level(const Counts& noisy, std::int64_t people) {
  return plain(projected_counts(noisy, people));
}

Counts from_threshold(Counts noisy, std::int64_t threshold) {
  for (std::int64_t& count : noisy)
    if (count < threshold) count = 0;
  return noisy;
}

// Only full cells are there to be changed.
Shown level_of_full(const Counts& truth, const Counts& noisy, std::int64_t people) {
  Counts full;
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (truth[i] > 0) full.push_back(noisy[i]);
  const Counts made = projected_counts(full, people);
  Shown shown(truth.size(), 0);
  std::size_t next = 0;
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (truth[i] > 0) shown[i] = static_cast<double>(made[next++]);
  return shown;
}

// The least threshold of a stability histogram with delta 10^-6. [T31]
std::int64_t stability_threshold(double e) {
  std::int64_t threshold = 2;
  const double most = std::min(1e-6, 1 - std::exp(-e));
  while (std::exp(-e * static_cast<double>(threshold - 1)) / (1 + std::exp(-e)) > most)
    ++threshold;
  return threshold;
}

}  // namespace

std::int64_t SparseExample::people() const { return sum(full); }

std::vector<SparseExample> sparse_examples() {
  std::vector<SparseExample> all;
  for (const auto& alpha : {Rational(1, 5), Rational(3, 10), Rational(1)})
    all.push_back({"two full cells of 25, 500 people", 25, {300, 200}, alpha});
  for (const auto& alpha : {Rational(1, 5), Rational(1)})
    all.push_back({"16 full cells of 400, 8000 people", 400, Counts(16, 500), alpha});
  // 31 or 32 people in a full cell: as few as the threshold.
  Counts small(16, 31);
  for (std::size_t i = 0; i < 4; ++i) ++small[i];
  for (const auto& alpha : {Rational(1, 5), Rational(1)})
    all.push_back({"16 full cells of 400, 500 people", 400, small, alpha});
  return all;
}

double LossRow::mean() const {
  return std::accumulate(losses.begin(), losses.end(), 0.0) /
         static_cast<double>(losses.size());
}

ExampleLosses measured_losses(const SparseExample& example, std::uint64_t seed,
                              std::int64_t runs) {
  const std::int64_t people = example.people();
  Counts truth(static_cast<std::size_t>(example.cells), 0);
  // Full cells lie apart, so that no end of the table is favoured.
  const std::size_t apart = truth.size() / example.full.size();
  for (std::size_t i = 0; i < example.full.size(); ++i)
    truth[i * apart + apart / 2] = example.full[i];
  const Rational scale = Rational(2) / example.alpha;
  const std::int64_t threshold = empty_threshold(
      NoiseShape::laplace, scale, static_cast<std::uint64_t>(example.cells));
  const std::int64_t stable = stability_threshold(1 / scale.to_double());
  const auto masked = [&](const Counts& noisy) {
    Counts kept = truth;
    keep_where_full(kept, noisy);
    return kept;
  };
  struct Release {
    const char* name;
    bool for_everybody;
    std::function<Shown(const Counts&)> of;
  };
  const std::vector<Release> releases = {
      {"noise in every cell", true, [](const Counts& z) { return plain(z); }},
      {"the same, taken from the first cells", true,
       [&](const Counts& z) { return index_order(z, people); }},
      {"taken from the largest cells", true,
       [&](const Counts& z) { return largest_first(z, people); }},
      {"taken in proportion", true,
       [&](const Counts& z) { return proportional(z, people); }},
      {"water level", true, [&](const Counts& z) { return water_level(z, people); }},
      {"threshold and water level", true,
       [&](const Counts& z) {
         return water_level(from_threshold(z, threshold), people);
       }},
      {"stability histogram, delta 1e-6, and water level", true,
       [&](const Counts& z) {
         return water_level(from_threshold(masked(z), stable), people);
       }},
      {"average case: noise in full cells", false,
       [&](const Counts& z) { return plain(masked(z)); }},
      {"average case and water level", false,
       [&](const Counts& z) { return level_of_full(truth, z, people); }}};
  ExampleLosses result{
      example,
      sparse_gamma(static_cast<std::uint64_t>(example.cells), people).middle(),
      minimax_loss(example.cells, people, example.alpha).least.middle(),
      static_cast<double>(example.full.size()) * mean_noise(example.alpha).middle() /
          static_cast<double>(people),
      {}};
  for (const Release& release : releases)
    result.rows.push_back({release.name, release.for_everybody, {}});
  SeededSource random(seed);
  Counts noisy(truth.size());
  for (std::int64_t run = 0; run < runs; ++run) {
    random.discrete_laplace(noisy, scale);
    for (std::size_t i = 0; i < truth.size(); ++i) noisy[i] += truth[i];
    for (std::size_t r = 0; r < releases.size(); ++r) {
      const Shown shown = releases[r].of(noisy);
      double loss = 0;
      for (std::size_t i = 0; i < truth.size(); ++i)
        loss += std::fabs(shown[i] - static_cast<double>(truth[i]));
      result.rows[r].losses.push_back(loss / static_cast<double>(people));
    }
  }
  for (LossRow& row : result.rows) std::sort(row.losses.begin(), row.losses.end());
  return result;
}

}  // namespace selvage
