// What can be drawn, and the answer that follows from it.
#include <algorithm>
#include <cassert>
#include <numeric>

#include <fmt/format.h>

#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/quantile/quantile.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kShares = 1000;  // parts of a whole

void set_interval(Estimate& number, const CodeInterval& interval) {
  number = {number.value, interval.lower, interval.upper};
}

// below / (below + above), as it is likely to be; none where nothing can be said.
std::optional<std::int64_t> share_of(std::int64_t below, std::int64_t above) {
  const Int128 all = Int128{below} + above;
  if (all <= 0) return std::nullopt;
  return static_cast<std::int64_t>(std::clamp<Int128>(
      floor_quotient(Int128{below} * 2 * kShares + all, all * 2), 0, kShares));
}

}  // namespace

// Below the guard's threshold nothing else is there; else codes rise, and counts are
// what noise can make of them.
bool QuantileMechanism::can_draw_group(const Drawn& drawn, std::size_t group) const {
  const std::size_t listed = request_.at.size(), all = numbers_drawn();
  const auto at = [&](std::size_t number) { return drawn.numbers[number][group]; };
  const auto is_count = [](std::int64_t count) {
    return count >= -kMaxNoise && count <= kMaxNoise + kMostPeople;
  };
  if (request_.guard) {
    if (!is_count(at(all))) return false;
    if (at(all) < least_count()) {
      for (std::size_t i = 0; i < all; ++i)
        if (at(i) != kNone) return false;
      return true;
    }
  }
  for (std::size_t i = 0; i < listed; ++i)
    if (at(i) < (i == 0 ? prior_.codes().lowest() : at(i - 1)) ||
        at(i) > prior_.codes().most())
      return false;
  for (std::size_t i = listed; i < first_end(); ++i)
    if (!is_count(at(i))) return false;
  for (std::size_t i = 0; first_end() + 2 * i < all; ++i)
    if (!can_be({at(first_end() + 2 * i), at(first_end() + 2 * i + 1)},
                {at(i), prior_.codes().lowest(), prior_.codes().most()}))
      return false;
  return true;
}

std::size_t QuantileMechanism::first_end() const {
  const std::size_t listed = request_.at.size();
  return listed + (request_.check ? listed + 1 : 0);
}

std::size_t QuantileMechanism::numbers_drawn() const {
  return first_end() + 2 * request_.shifts.size();
}

bool QuantileMechanism::shows_intervals(const Rational& confidence) const {
  return request_.interval() &&
         request_.shifts == interval_shifts(request_, rows_per_person(), confidence);
}

std::vector<CodeInterval> QuantileMechanism::intervals_of(const Drawn& drawn,
                                                          std::size_t group) const {
  std::vector<CodeInterval> all;
  for (std::size_t i = first_end(); i < numbers_drawn(); i += 2)
    all.push_back({drawn.numbers[i][group], drawn.numbers[i + 1][group]});
  for (std::size_t i = 1; i < all.size(); ++i)
    all[i].lower = std::max(all[i].lower, all[i - 1].lower);
  for (std::size_t i = all.size(); i-- > 1;)
    all[i - 1].upper = std::min(all[i - 1].upper, all[i].upper);
  return all;
}

bool QuantileMechanism::can_draw(const Drawn& drawn) const {
  std::vector<std::uint64_t> cells(groups());
  std::iota(cells.begin(), cells.end(), 0);
  if (drawn.cells != cells || !drawn.keys.empty() ||
      drawn.numbers.size() != numbers_drawn() + (request_.guard ? 1 : 0))
    return false;
  if (!std::all_of(drawn.numbers.begin(), drawn.numbers.end(),
                   [&](const auto& number) { return number.size() == groups(); }))
    return false;
  for (std::size_t group = 0; group < groups(); ++group)
    if (!can_draw_group(drawn, group)) return false;
  return true;
}

// Quantiles have an interval of values where something was spent on one.
Answer QuantileMechanism::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const std::size_t listed = request_.at.size();
  const bool guarded = request_.guard;
  const ColumnUnit& unit = request_.unit;
  const auto number = [&](Series series, const auto& value_of) {
    for (std::size_t group = 0; group < groups(); ++group) {
      const bool stopped = drawn.numbers[0][group] == kNone;
      const std::optional<std::int64_t> value =
          stopped ? std::nullopt : std::optional<std::int64_t>(value_of(group));
      series.rows.push_back(without_interval(value.value_or(0)));
      series.rows.back().known = value.has_value();
    }
    return series;
  };
  Answer answer{question_.domain, drawn.cells, {}};
  if (question_.verb == "iqr")
    answer.numbers.push_back(
        number(unit.difference("IQR", guarded), [&](std::size_t group) {
          return unit.apart(drawn.numbers[0][group], drawn.numbers[listed - 1][group])
              .value;
        }));
  for (std::size_t i = 0; i < listed; ++i)
    answer.numbers.push_back(
        number(unit.series(series(i), guarded),
               [&](std::size_t group) { return drawn.numbers[i][group]; }));
  if (shows_intervals(confidence)) {
    const bool range = question_.verb == "iqr";
    for (std::size_t group = 0; group < groups(); ++group) {
      if (drawn.numbers[0][group] == kNone) continue;
      const auto intervals = intervals_of(drawn, group);
      for (std::size_t i = 0; i < listed; ++i)
        set_interval(answer.numbers[i + (range ? 1 : 0)].rows[group], intervals[i]);
      if (range)
        set_interval(
            answer.numbers[0].rows[group],
            {std::max<std::int64_t>(
                 0, unit.apart(intervals.front().upper, intervals.back().lower).lower),
             unit.apart(intervals.front().lower, intervals.back().upper).upper});
    }
  }
  if (request_.check)
    for (std::size_t i = 0; i < listed; ++i) {
      Series shares =
          number({"share below " + series(i), Rational(1, kShares), {}, true},
                 [](std::size_t) { return 0; });
      for (std::size_t group = 0; group < groups(); ++group) {
        Estimate& row = shares.rows[group];
        if (!row.known) continue;
        std::int64_t below = 0, above = 0;
        for (std::size_t part = 0; part <= listed; ++part)
          (part <= i ? below : above) += drawn.numbers[listed + part][group];
        const auto share = share_of(below, above);
        row = without_interval(share.value_or(0));
        row.known = share.has_value();
      }
      answer.numbers.push_back(std::move(shares));
    }
  if (guarded) {
    const std::int64_t bound =
        laplace_size_bound(count_scale(), 1, Rational(1) - confidence);
    Series counts{"count", 1, {}};
    for (const std::int64_t count : drawn.numbers.back())
      counts.rows.push_back({count, std::max<std::int64_t>(0, count - bound),
                             std::max<std::int64_t>(0, count + bound)});
    answer.numbers.push_back(std::move(counts));
  }
  return answer;
}

Quantity QuantileMechanism::quantity(const Series& number,
                                     const Rational& confidence) const {
  if (number.name == "count") return count_of_numbers(question_);
  if (number.name.starts_with("share below ") || !shows_intervals(confidence))
    return {};
  const bool range = question_.verb == "iqr" && !number.name.ends_with(" quantile");
  // What lies beyond all codes moves a quantile only where that is an end: see
  // range_ends.
  return true_number(range ? "interquartile range" : number.name, question_)
      .with(Caveat::rounded, "")
      .with(Caveat::clamped,
            cut_values(request_.unit) +
                (request_.bounds.empty() ? "" : " and cut to " + request_.bounds));
}

std::vector<OpenEnds> QuantileMechanism::range_ends() const {
  std::vector<OpenEnds> all(question_.verb == "iqr" ? 1 : 0);  // a spread has none
  all.insert(all.end(), request_.at.size(),
             ends_of_range(prior_.codes().lowest(), prior_.codes().most()));
  return all;
}

}  // namespace selvage
