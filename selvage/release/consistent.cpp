#include "selvage/release/consistent.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "selvage/base/errors.hpp"
#include "selvage/base/int128.hpp"

namespace selvage {

std::vector<std::int64_t> consistent_counts(std::span<const std::int64_t> noisy) {
  std::vector<std::int64_t> result(noisy.begin(), noisy.end());
  Int128 total = 0;
  for (const std::int64_t count : noisy) total += count;
  if (total <= 0) {
    std::fill(result.begin(), result.end(), 0);
    return result;
  }
  // The counts above t are the m largest, with m the last for which the m-th is above
  // the t of these alone, (their sum - total) / m.
  std::sort(result.begin(), result.end(), std::greater<>());
  Int128 sum = 0, above = 0, taken = 0;  // taken = m t
  for (const std::int64_t count : result) {
    sum += count;
    if (Int128{count} * (above + 1) <= sum - total) break;
    ++above;
    taken = sum - total;
  }
  // All of them have the same fraction: t rounded up, and one more for the first.
  const Int128 level = (taken + above - 1) / above;
  Int128 one_more = level * above - taken;
  for (std::size_t i = 0; i < noisy.size(); ++i) {
    result[i] = 0;
    if (Int128{noisy[i]} * above <= taken) continue;
    result[i] = noisy[i] - static_cast<std::int64_t>(level);
    if (one_more <= 0) continue;
    ++result[i];
    --one_more;
  }
  return result;
}

Outcome check_consistent(const Question& question, bool all_cells, bool same_noise) {
  if (question.verb != "histogram" && question.verb != "count")
    return wrong(
        "`consistent` is for counts, of a histogram or of count; leave it out here");
  if (!all_cells)
    return wrong(
        "`consistent` needs every cell, and here some are not listed (`fewer_than`, or "
        "keys written as ?); those that are have counts above 0 already");
  if (!same_noise)
    return wrong(
        "`consistent` is for noise that is the same in every cell, and with a profile "
        "it is not; leave it out, or ask with `epsilon`");
  return Done{};
}

Outcome check_consistent(const Release& release) {
  const Answer& answer = release.answer;
  return check_consistent(release.question,
                          !answer.fewer_than && !answer.cells.empty() &&
                              answer.cells.size() == answer.domain.cells(),
                          release.error.has_value());
}

Release with_consistent(const Release& release) {
  Release result = release;
  auto& numbers = result.answer.numbers;
  numbers.resize(1);  // a count has no other series but this one, made before
  std::vector<std::int64_t> noisy;
  for (const Estimate& count : numbers[0].rows) noisy.push_back(count.value);
  Series series{.name = kConsistent, .with_intervals = false};
  Int128 total = 0;
  for (const std::int64_t count : consistent_counts(noisy)) {
    series.rows.push_back(without_interval(count));
    total += count;
  }
  if (total <= std::numeric_limits<std::int64_t>::max())
    series.total = static_cast<std::int64_t>(total);
  numbers.push_back(std::move(series));
  return result;
}

}  // namespace selvage
