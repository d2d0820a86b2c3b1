#include "selvage/synthesis/synthetic_rows.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/random/sampling/uniform.hpp"
#include "selvage/release/consistent.hpp"
#include "selvage/synthesis/apportion.hpp"

namespace selvage {
namespace {

// Of at most 10^8 cells the sum stays below 2^61.
constexpr std::int64_t kMostCount = std::int64_t{1} << 34;

const Series* counts_of(const Answer& answer) {
  const auto found = std::find_if(
      answer.numbers.begin(), answer.numbers.end(),
      [](const Series& series) { return series.name == "count" && series.unit == 1; });
  return found == answer.numbers.end() ? nullptr : &*found;
}

// What is not known is nobody; so large a count is noise of a tiny epsilon.
std::vector<std::int64_t> weights_of(const Series& counts) {
  std::vector<std::int64_t> noisy;
  noisy.reserve(counts.rows.size());
  for (const Estimate& count : counts.rows)
    noisy.push_back(count.known ? std::clamp(count.value, -kMostCount, kMostCount) : 0);
  return consistent_counts(noisy);
}

}  // namespace

Result<SyntheticRows> SyntheticRows::make(const Domain& asked, const Answer& answer,
                                          const SyntheticRequest& request,
                                          FairWords words) {
  const Series* counts = counts_of(answer);
  if (counts == nullptr)
    return wrong(
        "this release has no counts, and rows are made of counts; take a "
        "histogram or a count");
  if (answer.domain.columns().empty())
    return wrong(
        "this release has no columns, so there is nothing to fill rows with; "
        "take a count by a column");
  const auto weights = weights_of(*counts);
  const auto total = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  if (total == 0)
    return wrong("no released count is above 0, so there are no rows to make");
  if (!request.rows && total > kMostRows)
    return wrong_field("rows", fmt::format("the counts say more than {} rows; say how "
                                           "many with `rows`",
                                           kMostRows));
  SyntheticRows made(std::move(words));
  std::uint64_t apart = answer.domain.cells();
  for (std::size_t c = 0; c < answer.domain.columns().size(); ++c) {
    const DomainColumn& column = answer.domain.columns()[c];
    auto codes = place_codes(column, request.decimals);
    if (!codes) return codes.error();
    codes->column.keys_from_table =
        std::holds_alternative<UnknownKeys>(asked.columns()[c].values);
    apart /= column.places();
    made.columns_.push_back(std::move(codes->column));
    made.places_.push_back({apart, std::move(codes->places)});
  }
  const std::int64_t rows = request.rows.value_or(total);
  const auto shares =
      apportion(weights, rows, made.below(static_cast<std::uint64_t>(total)));
  made.cells_ = answer.cells;
  made.order_.reserve(static_cast<std::size_t>(rows));
  for (std::size_t i = 0; i < shares.size(); ++i)
    made.order_.insert(made.order_.end(), static_cast<std::size_t>(shares[i]),
                       static_cast<std::uint32_t>(i));
  made.shuffle();
  return made;
}

std::uint64_t SyntheticRows::below(std::uint64_t n) {
  return uniform_from_words<std::uint64_t, Uint128>(words_, n);
}

void SyntheticRows::shuffle() {
  for (std::size_t i = order_.size(); i > 1; --i)
    std::swap(order_[i - 1], order_[below(i)]);
}

void SyntheticRows::next(CodedBlock& block, std::size_t most) {
  const std::size_t rows = std::min(most, order_.size() - made_);
  block.resize(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const auto& [apart, places] = places_[c];
    block[c].resize(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint64_t cell = cells_[order_[made_ + row]];
      const auto [first, last] = places[cell / apart % places.size()];
      block[c][row] = first == last
                          ? first
                          : first + static_cast<std::int64_t>(below(
                                        static_cast<std::uint64_t>(last - first) + 1));
    }
  }
  made_ += rows;
}

}  // namespace selvage
