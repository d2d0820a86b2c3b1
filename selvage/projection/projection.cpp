#include "selvage/projection/projection.hpp"

#include <algorithm>
#include <functional>

namespace selvage {
namespace {

using Counts = std::vector<std::int64_t>;

std::uint64_t place_in(TieOrder ties, std::size_t cell) {
  switch (ties) {
    case TieOrder::first:
      return cell;
    case TieOrder::last:
      return ~std::uint64_t{cell};
    case TieOrder::shuffled:
      return shuffled_place(cell);
  }
  return cell;
}

// The cells above the level t: those whose sum less `many` t is the total.
struct Above {
  Int128 many = 0, sum = 0;
};

// Halves what is undecided. The upper half lies above the level if its least count does
// where only this half and what is above already are lowered; else the lower half lies
// at the level or below.
Above above_level(Counts counts, Int128 total) {
  Above above;
  auto first = counts.begin(), last = counts.end();
  while (first != last) {
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, std::greater<>());
    Above more = above;
    for (auto count = first; count != middle + 1; ++count) more.sum += *count;
    more.many += middle + 1 - first;
    if (Int128{*middle} * more.many > more.sum - total) {
      above = more;
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return above;
}

// Changes `many` of the cells that `may`, the first ones in the order, by `step`.
template <typename May>
void change(Counts& counts, std::int64_t step, Int128 many, TieOrder ties, May may) {
  if (many <= 0) return;
  std::vector<std::uint64_t> places;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (may(i)) places.push_back(place_in(ties, i));
  const auto last = places.begin() + static_cast<std::ptrdiff_t>(many - 1);
  std::nth_element(places.begin(), last, places.end());
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (may(i) && place_in(ties, i) <= *last) counts[i] += step;
}

// Requires 0 < total <= the sum of the counts.
void lower(Counts& counts, Int128 total, TieOrder ties) {
  Counts positive;
  positive.reserve(counts.size());
  for (const std::int64_t count : counts)
    if (count > 0) positive.push_back(count);
  const Above above = above_level(std::move(positive), total);
  const Int128 taken = above.sum - total;
  const auto level = static_cast<std::int64_t>(taken / above.many);
  for (std::int64_t& count : counts) count = std::max<std::int64_t>(0, count - level);
  change(counts, -1, taken % above.many, ties,
         [&](std::size_t i) { return counts[i] > 0; });
}

// Requires total >= the sum of the counts, and a cell. Those that are 0 stay so, unless
// all are.
void raise(Counts& counts, Int128 missing, TieOrder ties) {
  const auto full = std::count_if(counts.begin(), counts.end(),
                                  [](std::int64_t count) { return count > 0; });
  const bool all = full == 0;
  const Int128 many = all ? static_cast<Int128>(counts.size()) : Int128{full};
  const auto each = static_cast<std::int64_t>(missing / many);
  std::vector<bool> raised(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    raised[i] = all || counts[i] > 0;
    if (raised[i]) counts[i] += each;
  }
  change(counts, 1, missing % many, ties, [&](std::size_t i) { return raised[i]; });
}

}  // namespace

std::uint64_t shuffled_place(std::uint64_t cell) {
  std::uint64_t x = cell + 0x9e3779b97f4a7c15U;  // the finalizer of splitmix64
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

Int128 noisy_total(std::span<const std::int64_t> noisy) {
  Int128 total = 0;
  for (const std::int64_t count : noisy) total += count;
  return std::max<Int128>(0, total);
}

std::vector<std::int64_t> projected_counts(std::span<const std::int64_t> noisy,
                                           Int128 total, TieOrder ties) {
  Counts counts(noisy.begin(), noisy.end());
  Int128 positive = 0;
  for (std::int64_t& count : counts) {
    count = std::max<std::int64_t>(0, count);
    positive += count;
  }
  if (total <= 0)
    std::fill(counts.begin(), counts.end(), 0);
  else if (total < positive)
    lower(counts, total, ties);
  else if (total > positive && !counts.empty())
    raise(counts, total - positive, ties);
  return counts;
}

}  // namespace selvage
