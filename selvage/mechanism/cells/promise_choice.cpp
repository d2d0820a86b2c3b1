#include "selvage/mechanism/cells/promise_choice.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/loss_composition.hpp"
#include "selvage/guarantee/optimal_composition.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;
using Promises = Result<std::vector<Derivation>>;

// Every number has its part of epsilon; with one number there is nothing to add up.
Promises by_sum(const NoisyNumbers& numbers) {
  std::vector<Derivation> parts;
  for (std::size_t i = 0; i < numbers.noise.size(); ++i) {
    const auto* laplace = std::get_if<LaplaceNoise>(&numbers.noise[i]);
    if (laplace == nullptr) return no_such_promise();
    const auto& threshold = numbers.key_threshold;
    if (!threshold || i > 0) {
      parts.push_back(discrete_laplace_cells(laplace->scale,
                                             numbers.share.rows * numbers.per_row[i]));
      continue;
    }
    if (!is_key_threshold(laplace->scale, *threshold, numbers.share, numbers.key_count))
      return no_such_promise();
    parts.push_back(
        key_threshold(laplace->scale, *threshold, numbers.share, numbers.key_count));
  }
  if (parts.size() == 1) return parts;
  auto sum = basic_composition(std::move(parts));
  if (!sum) return sum.error();
  return std::vector{*std::move(sum)};
}

// A person with as many rows in each of several cells: as many releases, released
// together by optimal composition, which is tight for discrete Laplace noise and one
// row. [T23, T32]
Promises by_optimal(const NoisyNumbers& numbers, const Rational& delta) {
  const PersonShare& share = numbers.share;
  const auto* laplace = std::get_if<LaplaceNoise>(&numbers.noise[0]);
  if (laplace == nullptr || numbers.noise.size() != 1 || numbers.key_threshold ||
      !share.fills_cells() || share.cells < 2 || share.cells > kMostOptimal)
    return no_such_promise();
  auto together = optimal_composition(
      {discrete_laplace_cells(laplace->scale, share.rows_in_cell * numbers.per_row[0])},
      {share.cells}, delta);
  if (!together) return together.error();
  return std::vector{*std::move(together)};
}

Promises by_zcdp(const NoisyNumbers& numbers, const Rational& delta) {
  std::vector<Derivation> parts;
  for (std::size_t i = 0; i < numbers.noise.size(); ++i) {
    const auto* gaussian = std::get_if<GaussianNoise>(&numbers.noise[i]);
    if (gaussian == nullptr || numbers.key_threshold) return no_such_promise();
    parts.push_back(discrete_gaussian_cells(
        gaussian->variance, squared_sensitivity(numbers.share, numbers.per_row[i])));
  }
  if (parts.size() > 1) {
    auto sum = zcdp_composition(parts, std::vector<std::int64_t>(parts.size(), 1));
    if (!sum) return sum.error();
    parts = {*std::move(sum)};
  }
  auto dp = dp_from_zcdp(parts[0], delta);
  if (!dp) return dp.error();
  return std::vector{*std::move(dp), std::move(parts[0])};
}

// The same noise told by its privacy loss, where that of one person is known cell by
// cell. [T22, T24, T32]
Promises by_privacy_loss(const NoisyNumbers& numbers, const Rational& delta) {
  const PersonShare& share = numbers.share;
  const auto* gaussian = std::get_if<GaussianNoise>(&numbers.noise[0]);
  if (gaussian == nullptr || numbers.noise.size() != 1 || numbers.per_row[0] != 1 ||
      numbers.key_threshold || !share.fills_cells() || share.cells > kMostLosses)
    return no_such_promise();
  const auto cell = discrete_gaussian_loss(gaussian->variance, share.rows_in_cell);
  if (!cell) return cell.error();
  auto dp = composition_by_privacy_loss({*cell}, {share.cells}, delta);
  if (!dp) return dp.error();
  return std::vector{
      *std::move(dp),
      discrete_gaussian_cells(gaussian->variance, squared_sensitivity(share, 1))};
}

constexpr std::array kCompositions = {"sum", "optimal", "zcdp", "privacy_loss"};

}  // namespace

Error no_such_promise() {
  return wrong("this noise has no promise that is made in that way");
}

Rational squared_sensitivity(const PersonShare& share, std::int64_t per_row) {
  return share.most_squares() * per_row * per_row;
}

Promises added_promises(const NoisyNumbers& numbers, const PromiseChoice& choice) {
  assert(!numbers.noise.empty() && numbers.noise.size() == numbers.per_row.size());
  if ((choice.composition == Composition::sum) != (choice.delta.sign() == 0))
    return no_such_promise();
  switch (choice.composition) {
    case Composition::sum:
      return by_sum(numbers);
    case Composition::optimal:
      return by_optimal(numbers, choice.delta);
    case Composition::zcdp:
      return by_zcdp(numbers, choice.delta);
    case Composition::privacy_loss:
      return by_privacy_loss(numbers, choice.delta);
  }
  return no_such_promise();
}

Json to_json(const PromiseChoice& choice) {
  Json json = Json::object();
  if (choice.composition != Composition::sum)
    json["composition"] = kCompositions[static_cast<std::size_t>(choice.composition)];
  if (choice.delta.sign() != 0) json["delta"] = choice.delta.text();
  return json;
}

std::optional<PromiseChoice> read_promise_choice(const Json& json) {
  PromiseChoice choice;
  if (json.contains("composition")) {
    const auto* name = std::find(kCompositions.begin(), kCompositions.end(),
                                 json["composition"].get<std::string>());
    if (name == kCompositions.end()) return std::nullopt;
    choice.composition = static_cast<Composition>(name - kCompositions.begin());
  }
  if (json.contains("delta")) {
    const auto delta = Rational::parse(json["delta"].get_ref<const std::string&>());
    if (!delta || delta->sign() <= 0 || *delta >= 1) return std::nullopt;
    choice.delta = *delta;
  }
  return choice;
}

}  // namespace selvage
