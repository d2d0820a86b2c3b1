#include "selvage/mechanism/robust_regression/cell_depth.hpp"

#include <algorithm>

namespace selvage {
namespace {

// The least depth so far.
class Nearest {
 public:
  Nearest(std::int64_t most, std::int64_t whole) : depth_(most), whole_(whole) {}
  void meet(const Zonotope& zonotope) {
    const auto within = [&](std::int64_t depth) {
      return comes_within(zonotope,
                          static_cast<Uint128>(depth) * static_cast<Uint128>(whole_));
    };
    if (depth_ == 0 || !within(depth_ - 1)) return;
    std::int64_t beyond = -1;
    --depth_;
    while (depth_ - beyond > 1) {
      const std::int64_t middle = beyond + (depth_ - beyond) / 2;
      (within(middle) ? depth_ : beyond) = middle;
    }
  }
  std::int64_t depth() const { return depth_; }

 private:
  std::int64_t depth_, whole_;
};

// A row that crosses the side, at whole + rest / divisor.
struct Event {
  std::int64_t whole, rest, divisor;
  PlaneVector after;  // what it adds to the gradient behind the crossing
};
int compared(const Event& x, const Event& y) {
  if (x.whole != y.whole) return x.whole < y.whole ? -1 : 1;
  return sign_of(Int128{x.rest} * y.divisor - Int128{y.rest} * x.divisor);
}

struct Side {
  int fixed;           // the coordinate that stays
  std::int64_t place;  // where it is
  std::int64_t low, high;
};

// Along a side every row pulls one way before its crossing and the other way behind it.
class SideSweep {
 public:
  SideSweep(std::span<const PlaneLine> lines, const Side& side) : side_(side) {
    for (const PlaneLine& line : lines) add(line);
    std::sort(events_.begin(), events_.end(),
              [](const Event& x, const Event& y) { return compared(x, y) < 0; });
  }

  void run(Nearest& nearest) {
    const bool starts_on_a_row =
        !events_.empty() && events_[0].whole == side_.low && events_[0].rest == 0;
    // Behind a crossing the gradient is one of the subgradients at the crossing.
    if (!starts_on_a_row) nearest.meet({gradient_, directions_of({lasting_})});
    for (auto from = events_.begin(); from != events_.end();) {
      std::vector<PlaneVector> meeting = {lasting_};
      auto to = from;
      for (; to != events_.end() && compared(*to, *from) == 0; ++to) {
        gradient_ += to->after;
        meeting.push_back(to->after);
      }
      nearest.meet({gradient_, directions_of(std::move(meeting))});
      for (; from != to; ++from) gradient_ += from->after;
    }
  }

 private:
  void add(const PlaneLine& line) {
    const auto [a, b] = line.u;
    const std::int64_t fixed = side_.fixed == 0 ? a : b,
                       moving = side_.fixed == 0 ? b : a;
    const Int128 left = line.c - Int128{fixed} * side_.place;
    if (moving == 0) {
      if (left == 0)
        lasting_ += fixed > 0 ? line.u : -line.u;
      else
        gradient_ += left > 0 ? -line.u : line.u;
      return;
    }
    const PlaneVector after = moving > 0 ? line.u : -line.u;
    const Int128 top = moving > 0 ? left : -left;
    const std::int64_t divisor = moving > 0 ? moving : -moving;
    if (top < Int128{divisor} * side_.low) {
      gradient_ += after;
      return;
    }
    gradient_ += -after;
    if (top > Int128{divisor} * side_.high) return;
    const Int128 whole = floor_quotient(top, divisor);
    events_.push_back({static_cast<std::int64_t>(whole),
                       static_cast<std::int64_t>(top - whole * divisor), divisor,
                       after});
  }

  Side side_;
  PlaneVector gradient_;  // before the next crossing
  // Of rows in which the whole side lies: all are parallel, so one vector has the same
  // subgradients. [T147]
  PlaneVector lasting_;
  std::vector<Event> events_;
};

}  // namespace

std::int64_t cell_depth(std::span<const PlaneLine> lines, const PlaneCell& cell,
                        std::int64_t most, std::int64_t whole) {
  Nearest nearest(most, whole);
  for (const int fixed : {0, 1})
    for (const std::int64_t place : {cell.low[fixed], cell.high[fixed]}) {
      SideSweep(lines, {fixed, place, cell.low[1 - fixed], cell.high[1 - fixed]})
          .run(nearest);
      if (nearest.depth() == 0) return 0;
    }
  return nearest.depth();
}

}  // namespace selvage
