#include "selvage/distance/line_matching.hpp"

#include <algorithm>

#include "selvage/base/bisect.hpp"
#include "selvage/distance/masses.hpp"

namespace selvage {
namespace {

template <class Part, class Mass>
std::vector<Part> parts_of(const LineHistogram& histogram, Mass factor) {
  std::vector<Part> parts;
  parts.reserve(histogram.size());
  for (const auto& [place, count] : histogram)
    parts.push_back({place, static_cast<Mass>(count) * factor});
  return parts;
}

}  // namespace

LineMatching::LineMatching(const LineHistogram& from, const LineHistogram& to,
                           Int128 from_factor, Int128 to_factor) {
  const Int128 from_mass = from_factor * size_of(from),
               to_mass = to_factor * size_of(to);
  most_ = std::min(from_mass, to_mass);
  is_short_ = std::max(from_mass, to_mass) <= kMostItems;
  if (is_short_) {
    const auto from_short = static_cast<std::int64_t>(from_mass == 0 ? 1 : from_factor);
    const auto to_short = static_cast<std::int64_t>(to_mass == 0 ? 1 : to_factor);
    short_.from = parts_of<Part<std::int64_t>>(from, from_short);
    short_.to = parts_of<Part<std::int64_t>>(to, to_short);
  } else {
    long_.from = parts_of<Part<Int128>>(from, from_factor);
    long_.to = parts_of<Part<Int128>>(to, to_factor);
  }
  if (most_ == 0) return;
  farthest_ = std::max<std::int64_t>(
      {0, to.back().place - from.front().place, from.back().place - to.front().place});
}

// The leftmost of either side are matched as far as they go if they may be; else the
// one farther left is out of reach of all that remain. [T151]
template <class Mass>
Mass LineMatching::matched(const Sides<Mass>& sides, std::int64_t radius) {
  auto from = sides.from.begin();
  auto to = sides.to.begin();
  const auto from_end = sides.from.end();
  const auto to_end = sides.to.end();
  Mass result = 0;
  if (from == from_end || to == to_end) return result;
  Mass left_from = from->mass, left_to = to->mass;
  while (true) {
    const std::int64_t ahead = to->place - from->place;
    bool next_from = ahead > radius, next_to = ahead < -radius;
    if (!next_from && !next_to) {
      const Mass moved = std::min(left_from, left_to);
      result += moved;
      left_from -= moved;
      left_to -= moved;
      next_from = left_from == 0;
      next_to = left_to == 0;
    }
    if (next_from) {
      if (++from == from_end) return result;
      left_from = from->mass;
    }
    if (next_to) {
      if (++to == to_end) return result;
      left_to = to->mass;
    }
  }
}

Int128 LineMatching::matched(std::int64_t radius) const {
  return is_short_ ? matched(short_, radius) : matched(long_, radius);
}

std::int64_t LineMatching::farthest() const { return farthest_; }

std::optional<std::int64_t> LineMatching::least_radius(Int128 mass) const {
  if (mass > most_) return std::nullopt;
  if (mass <= 0 || matched(0) >= mass) return 0;
  return least_above(0, farthest_,
                     [&](std::int64_t radius) { return matched(radius) >= mass; });
}

}  // namespace selvage
