#include "selvage/mechanism/sampled_sensitivity/sampled_statistic.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/sip_hash.hpp"
#include "selvage/question/field.hpp"

namespace selvage {
namespace {

std::span<const std::int64_t> row_at(const std::vector<std::int64_t>& rows,
                                     std::size_t width, std::size_t place) {
  return std::span(rows).subspan(place * width, width);
}

bool is_before(std::span<const std::int64_t> one, std::span<const std::int64_t> other) {
  return std::lexicographical_compare(one.begin(), one.end(), other.begin(),
                                      other.end());
}

}  // namespace

Result<std::shared_ptr<const SampledStatistic>> SampledStatistic::make(
    const std::string& column, const SampledRequest& request) {
  if (request.kind == SampledKind::ridge || request.kind == SampledKind::logistic)
    return sampled_fit(request, column);
  auto grid = request.step ? Grid::stepped(request.bounds, *request.step, kSampledReach)
                           : Grid::finest(request.bounds, kSampledReach);
  if (!grid) return said_of("bounds", grid.error(), "0:200000");
  if (grid->highest() - grid->lowest() < 2)
    return wrong_field("step",
                       "`step` leaves nothing between the bounds; write a smaller one, "
                       "or leave it out",
                       "0.01");
  return sampled_mean(request, {column, *std::move(grid)});
}

std::vector<std::optional<std::size_t>> places_by_number(
    const std::vector<std::int64_t>& rows, std::size_t width, std::int64_t people) {
  std::vector<std::optional<std::size_t>> places(static_cast<std::size_t>(people));
  for (std::size_t place = 0; place < rows.size() / width; ++place) {
    const std::int64_t number = rows[place * width + width - 1];
    if (number < 1 || number > people) continue;
    auto& held = places[static_cast<std::size_t>(number - 1)];
    if (!held || is_before(row_at(rows, width, place), row_at(rows, width, *held)))
      held = place;
  }
  return places;
}

Measure numbering(const std::string& column, std::int64_t people) {
  return {column, *Grid::stepped(fmt::format("0:{}", people + 1), 1)};
}

std::vector<std::optional<std::size_t>> least_places(
    const std::vector<std::int64_t>& rows, std::size_t width, std::int64_t people) {
  std::vector<std::size_t> order(rows.size() / width);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (std::ssize(order) > people)
    std::sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
      return is_before(row_at(rows, width, one), row_at(rows, width, other));
    });
  std::vector<std::optional<std::size_t>> places(static_cast<std::size_t>(people));
  for (std::size_t i = 0; i < std::min(order.size(), places.size()); ++i)
    places[i] = order[i];
  return places;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> public_pairs(std::int64_t people) {
  constexpr std::uint8_t kKey[SipHash::kKeyBytes] = {};
  const SipHash hash(kKey);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(people); ++row)
    order.emplace_back(hash({std::uint64_t{row} + 1}), row);
  std::sort(order.begin(), order.end());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  const std::size_t half = order.size() / 2;
  for (std::size_t i = 0; i < half; ++i)
    pairs.emplace_back(order[i].second, order[i + half].second);
  return pairs;
}

Rational shown_unit(const Rational& size, const Rational& width) {
  const Rational fine = power_of_ten_below(width / 1'000'000'000'000);
  return std::max(fine, power_of_ten_above(size / 100'000'000'000'000'000));
}

}  // namespace selvage
