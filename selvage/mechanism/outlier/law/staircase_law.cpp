#include "selvage/mechanism/outlier/law/staircase_law.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/rounding.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostValues = std::int64_t{1} << 22;

long double total(const std::vector<long double>& mass) {
  return std::accumulate(mass.begin(), mass.end(), 0.0L);
}

// Cuts what is above the threshold off, and returns it.
FlaggedMasses cut_above(FlaggedMasses& masses, std::int64_t threshold) {
  const auto size = static_cast<std::int64_t>(masses.mass.size());
  const std::int64_t kept =
      std::clamp<std::int64_t>(threshold - masses.low + 1, 0, size);
  FlaggedMasses above{
      masses.flags, masses.low + kept, {masses.mass.begin() + kept, masses.mass.end()}};
  masses.mass.resize(static_cast<std::size_t>(kept));
  return above;
}

void add_to(FlaggedMasses& sum, const FlaggedMasses& part, long double weight = 1) {
  sum.suppressed += weight * part.suppressed;
  if (part.mass.empty()) return;
  if (sum.mass.empty()) {
    sum.low = part.low;
    sum.mass.resize(part.mass.size());
  }
  const auto end = [](const FlaggedMasses& masses) {
    return masses.low + static_cast<std::int64_t>(masses.mass.size());
  };
  const std::int64_t low = std::min(sum.low, part.low);
  const std::int64_t high = std::max(end(sum), end(part));
  sum.mass.insert(sum.mass.begin(), static_cast<std::size_t>(sum.low - low), 0.0L);
  sum.low = low;
  sum.mass.resize(static_cast<std::size_t>(high - low));
  for (std::size_t i = 0; i < part.mass.size(); ++i)
    sum.mass[i + static_cast<std::size_t>(part.low - low)] += weight * part.mass[i];
}

}  // namespace

void add_to(CountLaw& sum, const CountLaw& law, long double weight) {
  for (const FlaggedMasses& part : law.parts) {
    auto place = std::lower_bound(sum.parts.begin(), sum.parts.end(), part.flags,
                                  [](const FlaggedMasses& one, std::uint32_t flags) {
                                    return one.flags < flags;
                                  });
    if (place == sum.parts.end() || place->flags != part.flags)
      place = sum.parts.insert(place, FlaggedMasses{part.flags, part.low, {}});
    add_to(*place, part, weight);
  }
}

// The least reach R with P(|Z| > R) = 2 q^(R+1) / (1+q) <= missing.
StaircaseLaw::Noise StaircaseLaw::make_noise(const Rational& epsilon,
                                             const Interval& missing) {
  const Interval q = exp(Interval(-epsilon));
  Noise noise;
  noise.q = nearest(q);
  noise.scale = nearest((Interval(0) - expm1(Interval(-epsilon))) / (q + 1));
  const Interval steps = log(Interval(2) / (missing * (q + 1))) / Interval(epsilon);
  // With epsilon >= 1e-6 and missing >= 1e-303 this is below 2^31. Where it is above 0,
  // q is above 1e-303: no mass comes near the least long double.
  noise.reach = std::max<std::int64_t>(0, *steps.upper().ceil().to_int64());
  return noise;
}

Result<StaircaseLaw> StaircaseLaw::make(const Staircase& staircase,
                                        const Rational& missing) {
  if (const auto checked = check_staircase(staircase); !checked) return checked.error();
  static const Rational least = *Rational::parse("1e-300");
  if (missing < least || missing >= 1)
    return wrong(fmt::format("the mass {} that may be missing is not in 1e-300..1",
                             missing.short_text()));
  StaircaseLaw law;
  law.staircase_ = staircase;
  const auto levels = static_cast<std::int64_t>(staircase.levels.size());
  // Half of it for the windows, half for flagged parts that are not worth keeping.
  const Interval each(missing / (2 * (levels + 1)));
  law.noises_.push_back(staircase.first.is_infinite()
                            ? Noise{}
                            : make_noise(staircase.first.finite(), each));
  for (const auto& level : staircase.levels)
    law.noises_.push_back(level.epsilon.sign() == 0 ? Noise{}
                                                    : make_noise(level.epsilon, each));
  std::int64_t width = 1, roundings = 8;
  for (const Noise& noise : law.noises_) {
    if (noise.reach > kMostValues || width > kMostValues)
      return wrong(
          "the noise of this staircase is too wide to tabulate; give larger "
          "epsilons or fewer levels");
    width += 2 * noise.reach;
    // A spread multiplies and adds at most `width` times in each direction, and its q,
    // off by one rounding, is taken to powers up to `width`. [T72]
    roundings += 4 * width + 8;
  }
  const long double x = static_cast<long double>(roundings) * kRounding;
  law.gamma_ = x / (1 - x) * (1 + 16 * kRounding);
  law.missing_ = rounded_up(Interval(missing));
  law.negligible_ = law.missing_ / 2 / std::exp2(static_cast<long double>(levels + 2));
  return law;
}

FlaggedMasses StaircaseLaw::first_masses(std::int64_t count) const {
  const Noise& noise = noises_.front();
  FlaggedMasses masses{0, count - noise.reach, {}};
  masses.mass.resize(static_cast<std::size_t>(2 * noise.reach + 1));
  const auto middle = static_cast<std::size_t>(noise.reach);
  long double power = noise.scale;
  for (std::size_t z = 0; z <= middle; ++z, power *= noise.q)
    masses.mass[middle - z] = masses.mass[middle + z] = power;
  return masses;
}

// Convolution with the noise by two passes of a one-pole filter; `reach` longer at both
// ends.
std::vector<long double> StaircaseLaw::spread(const std::vector<long double>& mass,
                                              const Noise& noise) const {
  const auto reach = static_cast<std::size_t>(noise.reach);
  std::vector<long double> result(mass.size() + 2 * reach);
  long double carried = 0;
  std::size_t place = reach;
  for (const long double here : mass)
    result[place++] = carried = here + noise.q * carried;
  for (; place < result.size(); ++place) result[place] = carried *= noise.q;
  carried = 0;
  for (std::size_t i = mass.size(); i-- > 0;) {
    result[i + reach] = noise.scale * (result[i + reach] + carried);
    carried = noise.q * (carried + mass[i]);
  }
  for (std::size_t i = reach; i-- > 0; carried *= noise.q)
    result[i] = noise.scale * carried;
  for (std::size_t i = mass.size() + reach; i < result.size(); ++i)
    result[i] *= noise.scale;
  return result;
}

CountLaw StaircaseLaw::at(std::int64_t count) const {
  assert(0 <= count && count <= kMostCount);
  std::map<std::uint32_t, FlaggedMasses> parts;
  parts[0] = first_masses(count);
  for (std::size_t level = 0; level < staircase_.levels.size(); ++level) {
    std::map<std::uint32_t, FlaggedMasses> after;
    const auto keep = [&](std::uint32_t flags, const FlaggedMasses& part) {
      if (staircase_.flags && part.suppressed == 0 && total(part.mass) < negligible_)
        return;
      auto& sum = after[staircase_.flags ? flags : 0];
      sum.flags = staircase_.flags ? flags : 0;
      add_to(sum, part);
    };
    for (auto& [flags, part] : parts) {
      FlaggedMasses above = cut_above(part, staircase_.levels[level].threshold);
      above.suppressed = part.suppressed;  // said before, and stays said
      keep(flags, above);
      if (part.mass.empty()) continue;
      FlaggedMasses fired{0, part.low - noises_[level + 1].reach, {}};
      if (staircase_.levels[level].epsilon.sign() == 0)
        fired.suppressed = total(part.mass);
      else
        fired.mass = spread(part.mass, noises_[level + 1]);
      keep(flags | std::uint32_t{1} << level, fired);
    }
    parts = std::move(after);
  }
  CountLaw law;
  for (auto& [flags, part] : parts) law.parts.push_back(std::move(part));
  return law;
}

// The removed parts are added up: one minus what is left would cancel.
long double StaircaseLaw::failure(std::int64_t count, std::size_t levels) const {
  assert(0 <= count && count <= kMostCount);
  assert(1 <= levels && levels <= staircase_.levels.size());
  FlaggedMasses fired = first_masses(count);
  long double removed = 0;
  for (std::size_t level = 0; level < levels; ++level) {
    removed += total(cut_above(fired, staircase_.levels[level].threshold).mass);
    if (level + 1 == levels || staircase_.levels[level].epsilon.sign() == 0) break;
    if (fired.mass.empty()) break;
    fired.mass = spread(fired.mass, noises_[level + 1]);
    fired.low -= noises_[level + 1].reach;
  }
  return removed;
}

long double StaircaseLaw::failure_upper(std::int64_t count, std::size_t levels) const {
  return std::min(1.0L, failure(count, levels) * (1 + 2 * gamma_) + missing_);
}

long double StaircaseLaw::failure_lower(std::int64_t count, std::size_t levels) const {
  return std::max(0.0L, failure(count, levels) * (1 - 2 * gamma_));
}

}  // namespace selvage
