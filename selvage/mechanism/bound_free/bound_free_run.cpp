// The draws of one release, in this order: the centres of all groups, their radii, then
// the sums of one group after the other.
#include <algorithm>
#include <numeric>

#include "selvage/mechanism/bound_free/bound_free.hpp"
#include "selvage/mechanism/bound_free/radius_law.hpp"

namespace selvage {
namespace {

// Far beyond 2^20 for each of 10^12 rows.
constexpr std::int64_t kMostSum = std::int64_t{1} << 61;

}  // namespace

std::shared_ptr<const RadiusLaw> BoundFreeMechanism::radius_law(
    const std::vector<std::int64_t>& counts) const {
  return std::make_shared<const RadiusLaw>(radius_scores(counts, target()),
                                           radius_slope());
}

std::int64_t BoundFreeMechanism::noisy(Int128 sum, std::int64_t j,
                                       RandomSource& random) const {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1), noise_scale(j));
  return static_cast<std::int64_t>(std::clamp<Int128>(sum, -kMostSum, kMostSum)) +
         noise;
}

// What is read of a group depends on what was drawn of it before, and on nothing else.
Result<Drawn> BoundFreeMechanism::run(Reader& reader, RandomSource& random) const {
  Drawn drawn;
  drawn.cells.resize(groups());
  std::iota(drawn.cells.begin(), drawn.cells.end(), 0);
  std::vector<std::int64_t> centres(groups());
  if (is_mean()) {
    auto medians = centre_->run(reader, random);
    if (!medians) return medians.error();
    centres = std::move(medians->numbers.front());
    drawn.numbers.push_back(centres);
  }
  const auto counts = reader.counts_beyond(centres, octaves());
  if (!counts) return counts.error();
  std::vector<std::int64_t> radii;
  std::vector<RoundedSumRequest> requests;
  for (std::size_t group = 0; group < groups(); ++group) {
    std::int64_t j = 0;
    random.draw(std::span(&j, 1), radius_law((*counts)[group]));
    radii.push_back(j);
    requests.push_back({centres[group], static_cast<int>(j), shift(j)});
  }
  const auto sums = reader.rounded_sums(requests);
  if (!sums) return sums.error();
  std::vector<std::int64_t> above, below;
  for (std::size_t group = 0; group < groups(); ++group) {
    const auto& [cell, key, rows, sum, squares] = (*sums)[group];
    const std::int64_t j = radii[group];
    if (!is_mean()) {
      above.push_back(noisy(sum, j, random));
      continue;
    }
    // From the lower end on, which is a whole number of steps below the centre.
    const Int128 from_low = sum + (Int128{rows} << (width_bits(j) - 1));
    above.push_back(noisy(from_low, j, random));
    below.push_back(noisy((Int128{rows} << width_bits(j)) - from_low, j, random));
  }
  drawn.numbers.push_back(std::move(radii));
  drawn.numbers.push_back(std::move(above));
  if (is_mean()) drawn.numbers.push_back(std::move(below));
  return drawn;
}

}  // namespace selvage
