#include "selvage/mechanism/bound_free/bound_free.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/clamped_sums.hpp"
#include "selvage/question/field.hpp"
#include "selvage/summary/most_rows.hpp"

namespace selvage {
namespace {

// A mean of about 60 / epsilon rows is more noise than mean. [T109]
constexpr std::int64_t kLeastRows = 60;
// Rows outside the radius, in units of rows_per_person / epsilon of the radius. [T107]
constexpr std::int64_t kOutside = 6;

Result<Grid> grid_of(const BoundFreeRequest& request, const BoundFreeSize& size) {
  if (request.unit.moments || !size.scale) return codes_of(request.unit);
  return Grid::places(request.unit.number.number, *size.scale);
}

}  // namespace

BoundFreeMechanism::BoundFreeMechanism(Question question, BoundFreeRequest request,
                                       Grid grid, const BoundFreeSize& size,
                                       std::shared_ptr<const QuantileMechanism> centre)
    : question_(std::move(question)),
      request_(std::move(request)),
      grid_(std::move(grid)),
      size_(size),
      centre_(std::move(centre)) {
  question_.own = {{"unit", request_.unit.text()}};
}

Result<std::shared_ptr<const BoundFreeMechanism>> BoundFreeMechanism::make(
    Question question, BoundFreeRequest request, const BoundFreeSize& size) {
  assert(question.verb == "mean" || question.verb == "sum");
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  auto grid = grid_of(request, size);
  if (!grid) return grid.error();
  std::shared_ptr<const QuantileMechanism> centre;
  if (asks_mean(question)) {
    Question median = question;
    median.verb = "median";
    const Rational part = bound_free_shares(question, request.epsilon).centre;
    auto made = QuantileMechanism::make(
        std::move(median), {.epsilon = part, .unit = request.unit, .guard = false},
        {.scale = size.scale});
    if (!made)
      return wrong_field("epsilon",
                         fmt::format("`epsilon` {} is too small for so many groups; "
                                     "write fewer of them, or more epsilon",
                                     request.epsilon.short_text()),
                         "1");
    centre = *std::move(made);
  }
  return std::shared_ptr<const BoundFreeMechanism>(
      new BoundFreeMechanism(std::move(question), std::move(request), *std::move(grid),
                             size, std::move(centre)));
}

std::int64_t BoundFreeMechanism::rows_per_person() const {
  return most_rows(question_.person);
}

BoundFreeShares BoundFreeMechanism::shares() const {
  return bound_free_shares(question_, request_.epsilon);
}

CodeScale BoundFreeMechanism::scale() const {
  return size_.scale.value_or(request_.unit.moments ? CodeScale::narrow()
                                                    : request_.unit.number.scale());
}

// No code is farther from another one than 2^(exponent + 1), nor from 0 than
// 2^exponent.
int BoundFreeMechanism::octaves() const {
  return scale().exponent() + (is_mean() ? 2 : 1);
}

Rational BoundFreeMechanism::radius_slope() const {
  return shares().radius / (rows_per_person() * 2);
}

std::int64_t BoundFreeMechanism::target() const {
  return (Rational(kOutside) * rows_per_person() / shares().radius)
      .ceil()
      .to_int64()
      .value();
}

Rational BoundFreeMechanism::sum_scale() const {
  return Rational(rows_per_person()) / shares().sums;
}

std::int64_t BoundFreeMechanism::least_count() const {
  return (Rational(kLeastRows) * rows_per_person() / request_.epsilon)
      .ceil()
      .to_int64()
      .value();
}

// A mean is counted from the lower end of a range of 2^(j+1), a sum from 0.
int BoundFreeMechanism::width_bits(std::int64_t j) const {
  return static_cast<int>(
      std::min<std::int64_t>(size_.width_bits, is_mean() ? j + 1 : j));
}

int BoundFreeMechanism::shift(std::int64_t j) const {
  return static_cast<int>(is_mean() ? j + 1 : j) - width_bits(j);
}

Rational BoundFreeMechanism::noise_scale(std::int64_t j) const {
  return sum_scale() * Rational::power_of_two(width_bits(j));
}

Json BoundFreeMechanism::law() const {
  Json law = {
      {"epsilon", request_.epsilon.text()},
      {"lowest", grid_.lowest()},
      {"most", grid_.highest()},
      {"radius",
       {{"octaves", octaves()},
        {"slope", radius_slope().text()},
        {"target", target()}}},
      {"sums", {{"scale", sum_scale().text()}, {"width_bits", size_.width_bits}}},
      {"unit", request_.unit.text()}};
  if (!is_mean()) return law;
  const Json centre = centre_->law();
  law["centre"] = {{"prior", centre["prior"]}, {"slope", centre["nodes"][0]["left"]}};
  law["least"] = least_count();
  return law;
}

Json BoundFreeMechanism::shown() const { return Json::object(); }

// Each step knows what was published before it.
std::vector<Derivation> BoundFreeMechanism::guarantees() const {
  std::vector<Derivation> parts;
  if (is_mean()) parts = centre_->guarantees();
  parts.push_back(scored_choice(radius_slope(), rows_per_person()));
  parts.push_back(clamped_sums(sum_scale(), rows_per_person()));
  auto whole = basic_composition(std::move(parts));
  assert(whole);
  return {*std::move(whole)};
}

Needs BoundFreeMechanism::needs() const {
  return {{question_.domain, Measure{question_.column, grid_, request_.unit.moments},
           question_.person}};
}

}  // namespace selvage
