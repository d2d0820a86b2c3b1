#include "selvage/distance/line_transport.hpp"

#include <algorithm>

#include "selvage/base/errors.hpp"
#include "selvage/distance/line_average.hpp"
#include "selvage/distance/loss_steps.hpp"
#include "selvage/distance/truncated_cost.hpp"

namespace selvage {

Result<LineTransport> LineTransport::make(LineHistogram from, LineHistogram to) {
  for (LineHistogram* one : {&from, &to}) {
    auto checked = line_histogram(std::move(*one));
    if (!checked)
      return wrong(
          "a histogram on the line has counts of 0 or more, fewer than 2^62 in all, "
          "at places within 2^61 units of 0");
    if (checked->empty())
      return wrong("an empty histogram has no distance from another");
    *one = *std::move(checked);
  }
  const CommonMasses masses = common_masses(size_of(from), size_of(to));
  return LineTransport(std::move(from), std::move(to), masses);
}

std::int64_t LineTransport::infinity(const Rational& theta) const {
  return *matching_.least_radius(mass_to_match(masses_.total, theta));
}

Rational LineTransport::loss(std::int64_t radius) const {
  return Rational(1) -
         rational_of(matching_.matched(radius)) / rational_of(masses_.total);
}

std::vector<LossStep> LineTransport::profile(std::int64_t shares) const {
  std::vector<Int128> wanted;  // in rising order
  for (std::int64_t share = shares; shares > 0 && share >= 0; --share)
    wanted.push_back(mass_to_match(masses_.total, Rational(share, shares)));
  const auto is_wanted = [&](Int128 before, Int128 after) {
    if (shares == 0) return after > before;
    const auto next = std::upper_bound(wanted.begin(), wanted.end(), before);
    return next != wanted.end() && *next <= after;
  };
  const auto steps = matched_steps(
      *matching_.least_radius(masses_.total),
      [&](std::int64_t radius) { return matching_.matched(radius); }, is_wanted);
  std::vector<LossStep> result;
  for (const auto& [radius, matched] : steps)
    result.push_back(
        {radius, Rational(1) - rational_of(matched) / rational_of(masses_.total)});
  return result;
}

std::optional<AverageProfile> LineTransport::average() const {
  return line_average(line_turns(from_, to_, masses_), masses_.total);
}

Result<AverageProfile> LineTransport::average_at(
    std::span<const Rational> losses) const {
  const LineTurns turns = line_turns(from_, to_, masses_);
  const auto costs = TruncatedCost::make(turns, masses_.total);
  if (!costs)
    return wrong(
        "the average distance of these two does not fit in 127 bits; round the values");
  return costs->average(losses);
}

}  // namespace selvage
