#include "selvage/experiment/rivals/tested_location.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/tested_release.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

const Rational kRiskOfTheCap(1, 1'000'000);
constexpr std::int64_t kLastLabel = std::int64_t{1} << 40;
constexpr double kMostEdge = 0x1p62;
constexpr double kMostBound = 0x1p40;  // of what one row moves a sum by
constexpr Int128 kMostSum = Int128{1} << 61;

std::optional<Error> fault_of(const TestedParameters& parameters) {
  if (parameters.people < 3)
    return wrong_field("people", "`people` is below 3; write how many there are",
                       "1000");
  if (parameters.epsilon.sign() <= 0)
    return wrong_field("epsilon", "`epsilon` is not above 0; write for example 1", "1");
  if (parameters.delta.sign() <= 0 || parameters.delta >= 1)
    return wrong_field(
        "delta", "`delta` is not between 0 and 1; write for example 1e-6", "1e-6");
  if (parameters.steps_per_bin < 2 || parameters.steps_per_bin % 2 != 0)
    return wrong_field("steps_per_bin",
                       "`steps_per_bin` is not even; write for example 16", "16");
  return std::nullopt;
}

// Of one unit of epsilon and one of delta.
TestedScale::Shares shares_of_unit(const Rational& epsilon, const Rational& delta) {
  return {epsilon, epsilon, threshold_margin(epsilon, delta)};
}

std::int64_t laplace_draw(const Rational& epsilon, std::int64_t moved,
                          RandomSource& random) {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1), Rational(moved) / epsilon);
  return noise;
}

// `bad` is the last distance at which nothing may be told.
bool passes(std::int64_t depth, std::int64_t bad, const TestedScale::Shares& shares,
            RandomSource& random) {
  return depth + laplace_draw(shares.test, 1, random) >= shares.margin + bad;
}

std::int64_t cap_of(const TestedScale::Shares& shares, std::int64_t bad) {
  return surely_passing(shares.test, shares.margin + bad, kRiskOfTheCap);
}

Derivation two_tests(const TestedScale::Shares& shares) {
  const ThresholdRelease one{shares.test, shares.release, shares.margin};
  return threshold_cascade({one, one}, Neighbours::replace_person);
}

TestedParameters part_of(TestedParameters parameters, const Rational& epsilon,
                         const Rational& delta) {
  parameters.epsilon = parameters.epsilon * epsilon;
  parameters.delta = parameters.delta * delta;
  return parameters;
}

std::int64_t bin_of(std::int64_t steps, std::int64_t per_bin, bool beside) {
  return static_cast<std::int64_t>(
      floor_quotient(Int128{steps} * 2 - (beside ? per_bin : 0), Int128{per_bin} * 2));
}

}  // namespace

TestedScale::TestedScale(TestedParameters parameters, RankPair ranks, Shares shares)
    : parameters_(std::move(parameters)),
      ranks_(ranks),
      shares_(std::move(shares)),
      most_depth_(cap_of(shares_, 1)) {
  // Errors of exp move an edge, which is public; that they rise is what matters.
  const double bin = std::log1p(1 / std::log(static_cast<double>(parameters_.people)));
  for (double edge = 1; edge < kMostEdge;) {
    edges_.push_back(edge);
    const double next = std::exp(bin * static_cast<double>(edges_.size()) /
                                 static_cast<double>(parameters_.steps_per_bin));
    edge = std::max(edge, next);
  }
}

Result<TestedScale> TestedScale::make(const TestedParameters& parameters,
                                      RankPair ranks) {
  if (auto fault = fault_of(parameters)) return *std::move(fault);
  assert(1 <= ranks.low && ranks.low < ranks.high && ranks.high <= parameters.people);
  return TestedScale(parameters, ranks,
                     shares_of_unit(parameters.epsilon / 3, parameters.delta / 2));
}

Result<TestedScale> TestedScale::make(const TestedParameters& parameters) {
  if (auto fault = fault_of(parameters)) return *std::move(fault);
  const std::int64_t n = parameters.people;
  return make(parameters, {(n + 3) / 4, n - n / 4});
}

Derivation TestedScale::derivation() const { return two_tests(shares_); }

std::int64_t TestedScale::step_of(Int128 spread) const {
  if (spread <= 0) return kZero;
  if (spread >= kNoBound) return kLastLabel;
  return std::upper_bound(edges_.begin(), edges_.end(), static_cast<double>(spread)) -
         edges_.begin() - 1;
}

double TestedScale::scale_of(std::int64_t steps) const {
  assert(steps >= 0);
  const double bin = std::log1p(1 / std::log(static_cast<double>(parameters_.people)));
  return std::exp(bin * (static_cast<double>(steps) + 0.5) /
                  static_cast<double>(parameters_.steps_per_bin));
}

std::int64_t TestedScale::depth(SortedRows rows, bool beside) const {
  const auto label = [&](Int128 spread) {
    const std::int64_t step = step_of(spread);
    if (step == kZero) return -kLastLabel;
    return step == kLastLabel ? kLastLabel
                              : bin_of(step, parameters_.steps_per_bin, beside);
  };
  return spread_depth_replaced(rows, ranks_, label, most_depth_);
}

std::int64_t TestedScale::run(SortedRows rows, RandomSource& random) const {
  assert(std::ssize(rows) == parameters_.people);
  for (const bool beside : {false, true}) {
    if (!passes(depth(rows, beside), 1, shares_, random)) continue;
    const std::int64_t step = step_of(spread_between(rows, ranks_));
    if (step == kZero) return kZero;
    return std::max<std::int64_t>(
        0, step + laplace_draw(shares_.release, parameters_.steps_per_bin, random));
  }
  return kNone;
}

TestedMedian::TestedMedian(TestedParameters parameters, TestedScale scale,
                           TestedScale::Shares shares)
    : parameters_(std::move(parameters)),
      scale_(std::move(scale)),
      shares_(std::move(shares)) {}

Result<TestedMedian> TestedMedian::make(const TestedParameters& parameters) {
  if (auto fault = fault_of(parameters)) return *std::move(fault);
  auto scale = TestedScale::make(part_of(parameters, {1, 2}, {1, 2}));
  if (!scale) return scale.error();
  return TestedMedian(parameters, *std::move(scale),
                      shares_of_unit(parameters.epsilon / 6, parameters.delta / 4));
}

Guarantee TestedMedian::guarantee() const {
  return cascade_of_levels({scale_.derivation(), two_tests(shares_)}, {1, 1})
      ->conclusion;
}

// The scale over the cube root of the people, rounded up to a power of two.
int TestedMedian::width_bits(std::int64_t scale) const {
  const double width =
      scale_.scale_of(scale) / std::cbrt(static_cast<double>(parameters_.people));
  return std::clamp(static_cast<int>(std::ceil(std::log2(width))), 0, 60);
}

int TestedMedian::step_bits(int width_bits) const {
  int bits = 0;
  while (std::int64_t{1} << (width_bits - bits) > parameters_.steps_per_bin) ++bits;
  return bits;
}

TestedMedian::Told TestedMedian::run(SortedRows rows, RandomSource& random) const {
  const std::int64_t scale = scale_.run(rows, random);
  if (scale == TestedScale::kNone) return {scale, kNone};
  const bool exact = scale == TestedScale::kZero;
  const int bits = exact ? 0 : width_bits(scale), step_bits = this->step_bits(bits);
  const std::int64_t per_bin = std::int64_t{1} << (bits - step_bits);
  const auto step_of = [&](Int128 code) {
    return floor_quotient(code * 2 + (Int128{1} << step_bits), Int128{2} << step_bits);
  };
  const std::int64_t rank = (parameters_.people + 1) / 2;
  const auto now =
      static_cast<std::int64_t>(step_of(rows[static_cast<std::size_t>(rank - 1)]));
  for (const bool beside : {false, true}) {
    const auto label = [&](Int128 code) {
      if (code <= -kNoBound) return std::numeric_limits<std::int64_t>::min();
      if (code >= kNoBound) return std::numeric_limits<std::int64_t>::max();
      return bin_of(static_cast<std::int64_t>(step_of(code)), per_bin, beside);
    };
    const std::int64_t depth =
        value_depth_replaced(rows, rank, label, cap_of(shares_, 1));
    if (!passes(depth, 1, shares_, random)) continue;
    return {scale, exact ? now : now + laplace_draw(shares_.release, per_bin, random)};
  }
  return {scale, kNone};
}

std::optional<std::int64_t> TestedMedian::median(const Told& told) const {
  if (told.steps == kNone) return std::nullopt;
  if (told.scale == TestedScale::kZero) return told.steps;
  return told.steps * (std::int64_t{1} << step_bits(width_bits(told.scale)));
}

TestedTrimmedMean::TestedTrimmedMean(TestedParameters parameters, std::int64_t left_out,
                                     TestedScale scale, TestedScale::Shares shares)
    : parameters_(std::move(parameters)),
      left_out_(left_out),
      scale_(std::move(scale)),
      shares_(std::move(shares)) {}

Result<TestedTrimmedMean> TestedTrimmedMean::make(const TestedParameters& parameters,
                                                  const Rational& part) {
  if (auto fault = fault_of(parameters)) return *std::move(fault);
  const std::int64_t n = parameters.people;
  const Rational ends = (part * n).ceil();
  if (part.sign() <= 0 || ends * 2 >= n)
    return wrong_field(
        "trimmed",
        "`trimmed` leaves nothing out, or nothing over; write for example "
        "0.1",
        "0.1");
  const std::int64_t out = ends.to_int64().value();
  auto scale = TestedScale::make(part_of(parameters, {3, 5}, {2, 3}),
                                 RankPair{out, n - out + 1});
  if (!scale) return scale.error();
  return TestedTrimmedMean(
      parameters, out, *std::move(scale),
      shares_of_unit(parameters.epsilon / 5, parameters.delta / 3));
}

Guarantee TestedTrimmedMean::guarantee() const {
  return cascade_of_levels(
             {scale_.derivation(),
              threshold_cascade({{shares_.test, shares_.release, shares_.margin}},
                                Neighbours::replace_person)},
             {1, 1})
      ->conclusion;
}

TestedTrimmedMean::Told TestedTrimmedMean::run(SortedRows rows,
                                               RandomSource& random) const {
  const std::int64_t scale = scale_.run(rows, random);
  if (scale == TestedScale::kNone) return {scale, kNone};
  const double twice = scale == TestedScale::kZero ? 0 : 2 * scale_.scale_of(scale);
  if (twice > kMostBound) return {scale, kNone};
  const auto bound = static_cast<std::int64_t>(std::ceil(twice));
  const std::int64_t depth =
      sum_depth_replaced(rows, left_out_, bound, cap_of(shares_, 0));
  if (!passes(depth, 0, shares_, random)) return {scale, kNone};
  const auto sum = static_cast<std::int64_t>(
      std::clamp(sum_without_ends(rows, left_out_), -kMostSum, kMostSum));
  return {scale, bound == 0 ? sum : sum + laplace_draw(shares_.release, bound, random)};
}

std::optional<Rational> TestedTrimmedMean::mean(const Told& told) const {
  if (told.steps == kNone) return std::nullopt;
  return Rational(told.steps, parameters_.people - 2 * left_out_);
}

}  // namespace selvage
