#include "selvage/mechanism/robust_regression/least_misses.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

// floor and the rest of a quotient: of 97 by 57 bits, compared without their product.
struct Quotient {
  Int128 whole;
  std::int64_t rest, divisor;
};
Quotient quotient(Int128 x, Int128 y) {
  if (y < 0) {
    x = -x;
    y = -y;
  }
  const Int128 whole = floor_quotient(x, y);
  return {whole, static_cast<std::int64_t>(x - whole * y),
          static_cast<std::int64_t>(y)};
}
int compared(const Quotient& x, const Quotient& y) {
  if (x.whole != y.whole) return x.whole < y.whole ? -1 : 1;
  return sign_of(Int128{x.rest} * y.divisor - Int128{y.rest} * x.divisor);
}

struct Crossing {
  Quotient at;          // one coordinate on the line that is walked along
  std::int64_t weight;  // how much the slope of the sum changes there, halved
  std::size_t line;
};

// The first place where the slope of a convex sum is no longer below 0: half of all
// weight lies up to it. Halves by count, whatever the order and however many are tied.
std::size_t weighted_median(std::vector<Crossing>& all) {
  const auto weight = [](auto first, auto last) {
    Int128 sum = 0;
    for (; first != last; ++first) sum += first->weight;
    return sum;
  };
  Int128 rest = (weight(all.begin(), all.end()) + 1) / 2;  // still to be passed
  auto from = all.begin(), to = all.end();
  while (to - from > 1) {
    const auto middle = from + (to - from) / 2;
    std::nth_element(from, middle, to, [](const Crossing& x, const Crossing& y) {
      return compared(x.at, y.at) < 0;
    });
    const Int128 before = weight(from, middle);
    if (rest > before) {
      rest -= before;
      from = middle;
    } else {
      to = middle;
    }
  }
  return from->line;
}

PlanePoint crossing_of(const PlaneLine& i, const PlaneLine& k) {
  const Int128 det = cross(i.u, k.u);
  PlanePoint point{i.c * k.u.b - k.c * i.u.b, k.c * i.u.a - i.c * k.u.a, det};
  if (det < 0) point = {-point.v, -point.w, -point.det};
  return point;
}

class Descent {
 public:
  explicit Descent(std::span<const PlaneLine> lines) : lines_(lines) {}

  // The line that meets this one where the sum along it is least; none where all are
  // parallel to it.
  std::optional<std::size_t> least_along(const PlaneLine& line) {
    crossings_.clear();
    const bool by_first = line.u.b != 0;  // else the line has the same v everywhere
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      const PlaneLine& other = lines_[k];
      const Int128 det = cross(line.u, other.u);
      if (det == 0) continue;
      const Int128 numerator = by_first ? line.c * other.u.b - other.c * line.u.b
                                        : other.c * line.u.a - line.c * other.u.a;
      crossings_.push_back({quotient(numerator, det),
                            static_cast<std::int64_t>(det < 0 ? -det : det), k});
    }
    if (crossings_.empty()) return std::nullopt;
    return weighted_median(crossings_);
  }

  // A line through the point along which the sum falls; none where it is least there.
  std::optional<PlaneLine> falls_along(const PlanePoint& at) const {
    const Zonotope here = subgradients(lines_, at);
    // By rising angle, so that the sides after this one turn left of it and those
    // before turn right: what they hold is one product with their difference. [T146]
    PlaneVector ahead;
    for (const PlaneVector& side : here.sides) ahead += side;
    for (const PlaneVector& side : here.sides) {
      const Int128 held = cross(side, ahead), pull = cross(side, here.middle);
      if ((pull < 0 ? -pull : pull) > held) return line_through(at, side);
      ahead += -side;
      ahead += -side;
    }
    return std::nullopt;
  }

 private:
  // The row itself, so that its numbers stay small.
  PlaneLine line_through(const PlanePoint& at, const PlaneVector& side) const {
    for (const PlaneLine& line : lines_)
      if (cross(line.u, side) == 0 &&
          line.c * at.det == Int128{line.u.a} * at.v + Int128{line.u.b} * at.w)
        return line;
    assert(false);
    return {};
  }

  std::span<const PlaneLine> lines_;
  std::vector<Crossing> crossings_;
};

// From this line on: every step makes the sum smaller, and there are few vertices.
std::optional<PlanePoint> descended(std::span<const PlaneLine> lines, PlaneLine& line) {
  Descent descent(lines);
  for (;;) {
    const auto met = descent.least_along(line);
    if (!met) return std::nullopt;
    const PlanePoint at = crossing_of(line, lines[*met]);
    const auto next = descent.falls_along(at);
    if (!next) return at;
    line = *next;
  }
}

constexpr std::size_t kFew = 500, kTimes = 16;

}  // namespace

std::int64_t PlanePoint::cell(std::size_t coordinate, std::int64_t origin,
                              std::int64_t width) const {
  const Int128 from = (coordinate == 0 ? v : w) - det * origin;
  const Int128 whole = floor_quotient(from, det * width);
  return static_cast<std::int64_t>(
      std::clamp<Int128>(whole, -kMostCoordinate, kMostCoordinate));
}

Zonotope subgradients(std::span<const PlaneLine> lines, const PlanePoint& at) {
  Zonotope all;
  std::vector<PlaneVector> through;
  for (const PlaneLine& line : lines) {
    const Int128 missed =
        line.c * at.det - Int128{line.u.a} * at.v - Int128{line.u.b} * at.w;
    if (missed == 0)
      through.push_back(line.u);
    else
      all.middle += missed > 0 ? -line.u : line.u;
  }
  all.sides = directions_of(std::move(through));
  return all;
}

std::optional<PlanePoint> least_misses(std::span<const PlaneLine> lines) {
  std::vector<PlaneLine> there;
  for (const PlaneLine& line : lines)
    if (!line.u.is_zero()) there.push_back(line);
  if (there.empty()) return std::nullopt;
  // A good line to begin with is one of the least misses of a part of the rows.
  PlaneLine line = there.front();
  for (std::size_t step = there.size() / kFew; step > 1; step /= kTimes) {
    std::vector<PlaneLine> some;
    for (std::size_t i = 0; i < there.size(); i += step) some.push_back(there[i]);
    descended(some, line);
  }
  return descended(there, line);
}

}  // namespace selvage
