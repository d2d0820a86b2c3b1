// The draws of one release: both tests of all groups, then the noise of those that are
// shown, group by group.
#include <algorithm>
#include <bit>
#include <numeric>

#include "selvage/mechanism/certain/acceptance_law.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean.hpp"

namespace selvage {
namespace {

// Larger means are drawn as this many steps, and not shown.
constexpr std::int64_t kMostSteps = std::int64_t{1} << 61;
constexpr Octaves kKinds[] = {Octaves::whole, Octaves::half};

int bit_width_of(Uint128 x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                   : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(x)));
}

}  // namespace

// k rows move the mean by k reaches at most, along tables that are all in the octave.
// [T131]
TrimmedMeanMechanism::Noise TrimmedMeanMechanism::noise_of(std::int64_t octave) const {
  const Uint128 most = ends_of_reach(octave).most;
  const int shift = std::max(0, bit_width_of(most) - size_.step_bits - 1);
  const Uint128 all = most * static_cast<Uint128>(rows_per_person());
  const auto moved =
      static_cast<std::int64_t>((all + ((Uint128{1} << shift) - 1)) >> shift);
  return {shift, moved, Rational(moved) / shares().release};
}

std::int64_t TrimmedMeanMechanism::mean_in_steps(const TrimmedRows& rows,
                                                 std::int64_t octave) const {
  const std::int64_t kept = trimming().kept(rows.low.rows);
  const int bits = octave == 0 ? 0 : size_.reach_bits - noise_of(octave).shift;
  Int128 numerator = rows.sum * 2, denominator = Int128{kept} * 2;
  if (bits >= 0)
    numerator <<= bits;
  else
    denominator <<= -bits;
  // floor(mean + 1/2): a shift by whole steps moves it by as many.
  const Int128 steps = floor_quotient(numerator + denominator / 2, denominator);
  return static_cast<std::int64_t>(std::clamp<Int128>(steps, -kMostSteps, kMostSteps));
}

std::vector<std::int64_t> TrimmedMeanMechanism::shown_octaves(
    const std::vector<TrimmedRows>& groups, RandomSource& random) const {
  const std::int64_t rows = rows_per_person(), most = table_->depth() * rows;
  std::vector<std::int64_t> octaves, accepted;
  for (const TrimmedRows& group : groups) {
    const TrimmedEnds ends{group.low, group.high, trimming()};
    const auto reach = mean_reach(ends, size_.reach_bits);
    for (const Octaves kind : kKinds) {
      octaves.push_back(reach ? octave_of_reach(*reach, kind) : kNone);
      const std::int64_t depth = reach_depth(ends, size_.reach_bits, kind, most);
      accepted.push_back((depth + rows - 1) / rows);
    }
  }
  random.draw(accepted, std::make_shared<const AcceptanceLaw>(table_));
  std::vector<std::int64_t> shown(groups.size(), kNone);
  for (std::size_t i = accepted.size(); i-- > 0;)
    if (accepted[i] == 1) shown[i / std::size(kKinds)] = octaves[i];
  return shown;
}

std::int64_t TrimmedMeanMechanism::noisy(std::int64_t steps, std::int64_t octave,
                                         RandomSource& random) const {
  std::int64_t noise = 0;
  if (octave != 0)
    random.discrete_laplace(std::span(&noise, 1), noise_of(octave).scale);
  return steps + noise;
}

Result<std::vector<TrimmedRows>> TrimmedMeanMechanism::read(Reader& reader) const {
  return reader.trimmed(
      {request_.trimmed / 2, table_->depth() * rows_per_person() + 2});
}

Result<Drawn> TrimmedMeanMechanism::run(Reader& reader, RandomSource& random) const {
  const auto groups = read(reader);
  if (!groups) return groups.error();
  Drawn drawn;
  drawn.cells.resize(groups->size());
  std::iota(drawn.cells.begin(), drawn.cells.end(), std::uint64_t{0});
  drawn.numbers = {shown_octaves(*groups, random),
                   std::vector<std::int64_t>(groups->size(), kNone)};
  for (std::size_t g = 0; g < groups->size(); ++g) {
    const std::int64_t octave = drawn.numbers[0][g];
    if (octave != kNone)
      drawn.numbers[1][g] = noisy(mean_in_steps((*groups)[g], octave), octave, random);
  }
  return drawn;
}

}  // namespace selvage
