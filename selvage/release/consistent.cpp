#include "selvage/release/consistent.hpp"

#include <limits>

#include "selvage/base/errors.hpp"
#include "selvage/base/int128.hpp"
#include "selvage/projection/projection.hpp"

namespace selvage {

std::vector<std::int64_t> consistent_counts(std::span<const std::int64_t> noisy) {
  return projected_counts(noisy, noisy_total(noisy), TieOrder::last);
}

bool has_counts_beside(const std::string& verb) {
  return verb == "histogram" || verb == "count";
}

Outcome check_consistent(const Question& question, bool all_cells, bool same_noise) {
  if (!has_counts_beside(question.verb))
    return wrong(
        "`consistent` is for counts, of a histogram or of count; leave it out here");
  if (!all_cells)
    return wrong(
        "`consistent` needs every cell, and here some are not listed (`fewer_than`, or "
        "keys written as ?); those that are have counts above 0 already");
  if (!same_noise)
    return wrong(
        "`consistent` is for counts whose noise is that of `epsilon` alone, the same "
        "in "
        "every cell: not with `profile` or `robust`; leave one of them out");
  return Done{};
}

Outcome check_consistent(const Release& release) {
  const Answer& answer = release.answer;
  return check_consistent(release.question,
                          !answer.fewer_than && !answer.cells.empty() &&
                              answer.cells.size() == answer.domain.cells(),
                          release.error.has_value());
}

Release with_counts_beside(
    const Release& release, const char* name,
    const std::function<std::vector<std::int64_t>(std::span<const std::int64_t>)>&
        made_of) {
  Release result = release;
  auto& numbers = result.answer.numbers;
  numbers.resize(1);  // a count has no other series but this one, made before
  std::vector<std::int64_t> noisy;
  for (const Estimate& count : numbers[0].rows) noisy.push_back(count.value);
  Series series{.name = name, .with_intervals = false};
  Int128 total = 0;
  for (const std::int64_t count : made_of(noisy)) {
    series.rows.push_back(without_interval(count));
    total += count;
  }
  if (total <= std::numeric_limits<std::int64_t>::max())
    series.total = static_cast<std::int64_t>(total);
  numbers.push_back(std::move(series));
  return result;
}

Release with_consistent(const Release& release) {
  return with_counts_beside(release, kConsistent, consistent_counts);
}

}  // namespace selvage
