#include "selvage/distance/truncated_cost.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>

#include "selvage/base/threads.hpp"
#include "selvage/distance/level_set.hpp"
#include "selvage/distance/masses.hpp"

namespace selvage {
namespace {

int bits_of(Int128 whole) {
  const auto high = static_cast<std::uint64_t>(static_cast<Uint128>(whole) >> 64),
             low = static_cast<std::uint64_t>(whole);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low);
}

// Sums of masses, and of masses times levels, of all places up to one.
class RunningSums {
 public:
  struct Sums {
    std::int64_t mass = 0;
    Int128 moment = 0;
  };
  explicit RunningSums(std::size_t size) : nodes_(size + 1) {}

  void add(std::size_t place, std::int64_t mass, Int128 moment) {
    for (std::size_t i = place + 1; i < nodes_.size(); i += i & (~i + 1)) {
      nodes_[i].mass += mass;
      nodes_[i].moment += moment;
    }
  }
  Sums up_to(std::size_t place) const {
    Sums sums;
    for (std::size_t i = place + 1; i > 0; i &= i - 1) {
      sums.mass += nodes_[i].mass;
      sums.moment += nodes_[i].moment;
    }
    return sums;
  }

 private:
  std::vector<Sums> nodes_;
};

// v as a function of the level rises from 0 to the limit, by a step at some levels; the
// limit is a little more than a whole number, and one of the steps has that little. A
// gap g adds 2 g at the level where the sum is, and takes g away at either end. [T290]
class Steps {
 public:
  Steps(const std::vector<Int128>& levels, std::size_t zero, std::int64_t limit)
      : levels_(levels),
        heights_(levels.size(), 0),
        there_(levels.size()),
        sums_(levels.size()),
        here_(zero),
        with_little_(zero),
        lowest_{zero},
        highest_{zero} {
    grow(zero, limit);
    there_.insert(zero);
  }

  void pass_gap(std::int64_t gap) {
    grow(here_, 2 * gap);
    there_.insert(here_);
    take_away(gap, &LevelSet::least, lowest_);
    take_away(gap, &LevelSet::greatest, highest_);
  }

  // The integral of v up to another level, and that of what the little adds to it.
  TruncatedCost::Value move_to(std::size_t level) {
    auto sums = sums_.up_to(level);
    for (const Cut& cut : {lowest_, highest_})
      if (cut.level <= level) {
        sums.mass -= cut.height;
        sums.moment -= levels_[cut.level] * cut.height;
      }
    const Int128 from = levels_[here_], to = levels_[level],
                 little = levels_[with_little_];
    const Int128 area = (to * sums.mass - sums.moment) - (from * mass_ - moment_);
    mass_ = sums.mass;
    moment_ = sums.moment;
    here_ = level;
    return {area, std::max(to, little) - std::max(from, little)};
  }

 private:
  // What the step at an end has lost that the sums still have: the same step is cut
  // again and again.
  struct Cut {
    std::size_t level;
    std::int64_t height = 0;
  };

  void grow(std::size_t level, std::int64_t height) {
    sums_.add(level, height, levels_[level] * height);
    change(level, height);
  }
  void change(std::size_t level, std::int64_t height) {
    heights_[level] += height;
    if (level > here_) return;
    mass_ += height;
    moment_ += levels_[level] * height;
  }
  void settle(Cut& cut) {
    if (cut.height > 0)
      sums_.add(cut.level, -cut.height, levels_[cut.level] * -cut.height);
    cut.height = 0;
  }

  void take_away(std::int64_t height, std::size_t (LevelSet::*end)() const, Cut& cut) {
    bool but_little = false;  // a little less than `height` is still to go
    while (height > 0) {
      const std::size_t level = (there_.*end)();
      const std::int64_t here = heights_[level];
      const bool has_little = level == with_little_ && !but_little;
      if (cut.level != level) settle(cut);
      cut.level = level;
      if (here > height || (here == height && (has_little || but_little))) {
        change(level, -height);
        cut.height += height;
        if (but_little) with_little_ = level;
        return;
      }
      but_little = but_little || has_little;
      height -= here;
      change(level, -here);
      cut.height += here;
      settle(cut);
      there_.erase(level);
    }
  }

  const std::vector<Int128>& levels_;
  std::vector<std::int64_t> heights_;
  LevelSet there_;
  RunningSums sums_;
  std::size_t here_, with_little_;
  Cut lowest_, highest_;
  std::int64_t mass_ = 0;  // of the steps up to here, and their moment
  Int128 moment_ = 0;
};

}  // namespace

std::optional<TruncatedCost> TruncatedCost::make(const LineTurns& turns, Int128 total) {
  TruncatedCost made(turns, total);
  if (bits_of(total) + bits_of(made.range_) > 122) return std::nullopt;
  return made;
}

TruncatedCost::TruncatedCost(const LineTurns& turns, Int128 total)
    : turns_(&turns), total_(total), zero_(turns.level_of(0)), range_(0) {
  places_.reserve(turns.turns.size());
  for (const LineTurn& turn : turns.turns) places_.push_back(turns.level_of(turn.sum));
  if (!turns.turns.empty())
    range_ = turns.turns.back().place - turns.turns.front().place;
}

TruncatedCost::Value TruncatedCost::at(std::int64_t limit) const {
  const auto& turns = turns_->turns;
  Value all{0, 0};
  if (limit >= range_) {  // nothing is cheaper left out: the way of all mass
    for (std::size_t i = 1; i < turns.size(); ++i) {
      const Int128 sum = turns[i - 1].sum;
      all.cost += (sum < 0 ? -sum : sum) * (turns[i].place - turns[i - 1].place);
    }
    return all;
  }
  Steps steps(turns_->levels, zero_, limit);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (i > 0) steps.pass_gap(turns[i].place - turns[i - 1].place);
    const Value more = steps.move_to(places_[i]);
    all.cost += more.cost;
    all.left += more.left;
  }
  return all;
}

// Slopes fall over many scales, so guesses are made between logarithms: by the rule of
// Illinois, which halves the weight of an end that stays. Each third guess is where the
// two straight lines at the ends meet: the corner itself, if there is one alone. Any
// guess is right; a bad one takes longer.
std::int64_t TruncatedCost::limit_for(const Rational& left, Known& known) const {
  auto high = std::find_if(known.begin(), known.end(), [&](const auto& one) {
    return rational_of(one.second.left) <= left;
  });
  if (high == known.begin()) return high->first;
  auto low = std::prev(high);
  const double wanted = std::log(left.to_double());
  double low_weight = 1, high_weight = 1;
  bool moved_high = false;
  for (int step = 0;; ++step) {
    const Int128 width = high->first - low->first,
                 rise = high->second.cost - low->second.cost,
                 bend = low->second.left - high->second.left;
    // Where the slope of the lower one leads to the higher one, it is that all the way.
    if (width == 1 || low->second.left * width == rise) return high->first;
    const double from = std::log(static_cast<double>(low->first) + 0.5),
                 to = std::log(static_cast<double>(high->first) + 0.5),
                 above = std::log(static_cast<double>(low->second.left)) - wanted,
                 below = high->second.left > 0
                             ? wanted - std::log(static_cast<double>(high->second.left))
                             : above;
    const double share =
        above * low_weight / (above * low_weight + below * high_weight);
    const auto meeting =
        static_cast<std::int64_t>((rise - high->second.left * width + bend / 2) / bend);
    const bool meet = step % 3 == 2;
    const std::int64_t guess =
        meet ? low->first + meeting
             : std::llround(std::exp(from + share * (to - from)) - 0.5);
    const std::int64_t next = std::clamp(guess, low->first + 1, high->first - 1);
    const auto made = known.emplace(next, at(next)).first;
    const bool enough = rational_of(made->second.left) <= left;
    (enough ? high : low) = made;
    if (meet) continue;
    double &of_moved = enough ? high_weight : low_weight,
           &of_other = enough ? low_weight : high_weight;
    of_other = enough == moved_high && step > 0 ? of_other / 2 : 1;
    of_moved = 1;
    moved_high = enough;
  }
}

AverageProfile TruncatedCost::average(std::span<const Rational> losses) const {
  // A straight piece of the cost: what is left out at its beginning, and its end.
  struct Piece {
    Int128 most;
    Value end;
  };
  const Known ends = {{0, at(0)}, {range_, at(range_)}};
  std::map<std::int64_t, Piece> pieces;  // by what a unit costs
  std::mutex mutex;
  std::atomic<std::size_t> next = 0;
  const auto work = [&](int) {
    Known known = ends;
    for (std::size_t i = next++; i < losses.size(); i = next++) {
      if (losses[i].sign() == 0 || losses[i] == 1) continue;  // the ends are known
      const std::int64_t limit = limit_for(losses[i] * rational_of(total_), known);
      const auto here = known.find(limit);
      const Int128 most = here == known.begin() ? total_ : std::prev(here)->second.left;
      const std::lock_guard lock(mutex);
      pieces[limit] = {most, here->second};
    }
  };
  constexpr std::size_t kWorthAThread = 10'000;
  if (turns_->turns.size() < kWorthAThread)
    work(0);
  else
    run_watched(
        std::min(threads_for(0), static_cast<int>(losses.size())), work, {},
        [] { return 0.0; }, [&] { next = losses.size(); });
  std::vector<ShippedMass> shipped;
  Int128 left = total_;  // ... still, and what the rest costs
  Rational cost = 0;
  for (const auto& [limit, piece] : pieces) {
    const auto cost_at = [&, of_all = rational_of(piece.end.cost)](Int128 out) {
      return of_all - rational_of(out) * limit;
    };
    if (piece.most < left) {
      shipped.push_back({(cost_at(piece.most) - cost) / rational_of(left - piece.most),
                         left - piece.most});
      left = piece.most;
    }
    if (piece.end.left < left) shipped.push_back({limit, left - piece.end.left});
    left = piece.end.left;
    cost = cost_at(left);
  }
  if (left > 0)
    shipped.push_back(
        {(rational_of(ends.at(range_).cost) - cost) / rational_of(left), left});
  return AverageProfile(std::move(shipped), total_);
}

}  // namespace selvage
