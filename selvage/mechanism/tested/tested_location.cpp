#include "selvage/mechanism/tested/tested_location.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/interval.hpp"
#include "selvage/guarantee/tested_release.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

const Rational kRiskOfTheCap(1, 1'000'000);
constexpr std::int64_t kBeyondAll = std::int64_t{1} << 40;  // a step of no bound
constexpr int kLastEdgeBits = 61;  // of codes: no spread is larger
constexpr int kGrowthBits = 40;
constexpr int kMostWidthBits = 60;
constexpr int kStepsOfReachBits = 11;
constexpr Int128 kMostToldSum = Int128{1} << 61;

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

Derivation tests_of(const TestShare& share, std::size_t count) {
  const ThresholdRelease one{share.epsilon, share.epsilon, share.margin};
  return threshold_cascade(std::vector(count, one), Neighbours::replace_person);
}

TestedParameters part_of(TestedParameters parameters, const Rational& epsilon,
                         const Rational& delta) {
  parameters.epsilon = parameters.epsilon * epsilon;
  parameters.delta = parameters.delta * delta;
  return parameters;
}

std::int64_t bin_of(Int128 steps, std::int64_t per_bin, bool beside) {
  return static_cast<std::int64_t>(
      floor_quotient(steps * 2 - (beside ? per_bin : 0), Int128{per_bin} * 2));
}

// Of 2^bits codes, to the nearest one, halves up: it commutes with whole steps.
Int128 in_steps(Int128 codes, int bits) {
  return floor_quotient(codes * 2 + (Int128{1} << bits), Int128{2} << bits);
}

// (1 + 1/ln n)^(1/steps), rounded up to 12 digits. Only that it is above 1 matters for
// privacy.
Rational growth_of(const TestedParameters& parameters) {
  const Interval bin =
      Interval(1) + Interval(1) / log(Interval(Rational(parameters.people)));
  const Interval step = exp(log(bin) / Interval(Rational(parameters.steps_per_bin)));
  return *Rational::parse(step.upper_text(12));
}

}  // namespace

TestShare::TestShare(const Rational& of_epsilon, const Rational& of_delta,
                     const std::optional<std::int64_t>& other_margin)
    : epsilon(of_epsilon),
      delta(of_delta),
      margin(other_margin ? *other_margin : threshold_margin(of_epsilon, of_delta)) {}

bool TestShare::passes(std::int64_t distance, std::int64_t bad,
                       RandomSource& random) const {
  return distance + noise(1, random) >= margin + bad;
}

std::int64_t TestShare::cap(std::int64_t bad) const {
  return surely_passing(epsilon, margin + bad, kRiskOfTheCap);
}

std::int64_t TestShare::noise(std::int64_t moved, RandomSource& random) const {
  std::int64_t drawn = 0;
  random.discrete_laplace(std::span(&drawn, 1), scale(moved));
  return drawn;
}

TestedScale::TestedScale(TestedParameters parameters, RankPair ranks, TestShare share)
    : parameters_(std::move(parameters)),
      ranks_(ranks),
      share_(std::move(share)),
      most_depth_(share_.cap(1)),
      growth_(growth_of(parameters_)) {
  const auto growth =
      Int128{(growth_ * Rational::power_of_two(kGrowthBits)).ceil().to_int64().value()};
  const Int128 last = Int128{1} << (kLastEdgeBits + kEdgeBits);
  for (Int128 edge = Int128{1} << kEdgeBits; edges_.empty() || edges_.back() < last;
       edge = -floor_quotient(-edge * growth, Int128{1} << kGrowthBits))
    edges_.push_back(edge);
}

Result<TestedScale> TestedScale::make(const TestedParameters& parameters,
                                      RankPair ranks) {
  if (auto fault = fault_of(parameters)) return *std::move(fault);
  assert(1 <= ranks.low && ranks.low < ranks.high && ranks.high <= parameters.people);
  return TestedScale(
      parameters, ranks,
      TestShare(parameters.epsilon / 3, parameters.delta / 2, parameters.margin));
}

Result<TestedScale> TestedScale::make(const TestedParameters& parameters) {
  if (auto fault = fault_of(parameters)) return *std::move(fault);
  const std::int64_t n = parameters.people;
  return make(parameters, {(n + 3) / 4, n - n / 4});
}

Derivation TestedScale::derivation() const { return tests_of(share_, 2); }

std::int64_t TestedScale::step_of(Int128 spread) const {
  if (spread <= 0) return kZero;
  if (spread >= kNoBound) return kBeyondAll;
  return std::upper_bound(edges_.begin(), edges_.end(), spread << kEdgeBits) -
         edges_.begin() - 1;
}

Int128 TestedScale::edge(std::int64_t step) const {
  return edges_[static_cast<std::size_t>(std::clamp<std::int64_t>(step, 0, steps()))];
}

Rational TestedScale::scale_of(std::int64_t step) const {
  assert(step != kNotTold && step != kZero);
  step = std::clamp<std::int64_t>(step, 0, steps() - 1);
  const Int128 twice = edge(step) + edge(step + 1);
  const Rational high(static_cast<std::int64_t>(twice >> 40)),
      low(static_cast<std::int64_t>(twice & ((Int128{1} << 40) - 1)));
  return (high * Rational::power_of_two(40) + low) /
         Rational::power_of_two(kEdgeBits + 1);
}

std::int64_t TestedScale::depth(const PublicRows& rows, bool beside) const {
  const auto label = [&](Int128 spread) {
    const std::int64_t step = step_of(spread);
    return step == kZero || step == kBeyondAll
               ? step
               : bin_of(step, parameters_.steps_per_bin, beside);
  };
  return spread_depth_replaced(rows, ranks_, label, most_depth_);
}

std::int64_t TestedScale::run(const PublicRows& rows, RandomSource& random) const {
  assert(rows.people() == parameters_.people);
  for (const bool beside : {false, true}) {
    if (!share_.passes(depth(rows, beside), 1, random)) continue;
    const std::int64_t step = step_of(spread_between(rows, ranks_));
    if (step == kZero) return kZero;
    if (step == kBeyondAll) return kNotTold;
    return step + share_.noise(parameters_.steps_per_bin, random);
  }
  return kNotTold;
}

TestedMedian::TestedMedian(TestedParameters parameters, TestedScale scale)
    : parameters_(std::move(parameters)), scale_(std::move(scale)) {}

Result<TestedMedian> TestedMedian::make(const TestedParameters& parameters) {
  if (auto fault = fault_of(parameters)) return *std::move(fault);
  auto scale = TestedScale::make(part_of(parameters, {1, 2}, {1, 2}));
  if (!scale) return scale.error();
  return TestedMedian(parameters, *std::move(scale));
}

Derivation TestedMedian::derivation() const {
  return *levels_of_cascades({scale_.derivation(), tests_of(scale_.share(), 2)},
                             {1, 1});
}

// A bin is as wide as the scale over the cube root of the people, rounded up to a power
// of two.
TestedMedian::Width TestedMedian::width(std::int64_t scale) const {
  if (scale == TestedScale::kZero) return {0, 0};
  const Rational cube =
      scale_.scale_of(scale) * scale_.scale_of(scale) * scale_.scale_of(scale);
  int bits = 0;
  while (bits < kMostWidthBits &&
         Rational::power_of_two(std::int64_t{3} * bits) * parameters_.people < cube)
    ++bits;
  int bin_bits = bits;
  while ((std::int64_t{1} << bin_bits) > parameters_.steps_per_bin) --bin_bits;
  return {bits - bin_bits, bin_bits};
}

ToldTwice TestedMedian::run(const PublicRows& rows, RandomSource& random) const {
  const std::int64_t scale = scale_.run(rows, random);
  if (scale == kNotTold) return {};
  return {scale, second(rows, scale, random)};
}

std::int64_t TestedMedian::second(const PublicRows& rows, std::int64_t scale,
                                  RandomSource& random) const {
  const TestShare& share = scale_.share();
  const auto [step_bits, bin_bits] = width(scale);
  const std::int64_t per_bin = std::int64_t{1} << bin_bits;
  const Int128 median = rows.at(rank());
  for (const bool beside : {false, true}) {
    const auto label = [&, step_bits = step_bits](Int128 code) {
      if (code <= -kNoBound) return std::numeric_limits<std::int64_t>::min();
      if (code >= kNoBound) return std::numeric_limits<std::int64_t>::max();
      return bin_of(in_steps(code, step_bits), per_bin, beside);
    };
    const std::int64_t depth = value_depth_replaced(rows, rank(), label, share.cap(1));
    if (!share.passes(depth, 1, random)) continue;
    if (median <= -kNoBound || median >= kNoBound) return kNotTold;
    const auto steps = static_cast<std::int64_t>(in_steps(median, step_bits));
    return scale == TestedScale::kZero ? steps : steps + share.noise(per_bin, random);
  }
  return kNotTold;
}

TestedTrimmedMean::TestedTrimmedMean(TestedParameters parameters, std::int64_t left_out,
                                     TestedScale scale)
    : parameters_(std::move(parameters)),
      left_out_(left_out),
      scale_(std::move(scale)) {}

Result<TestedTrimmedMean> TestedTrimmedMean::make(const TestedParameters& parameters,
                                                  const Rational& part) {
  if (auto fault = fault_of(parameters)) return *std::move(fault);
  const std::int64_t n = parameters.people;
  const Rational ends = (part * n).ceil();
  if (part.sign() <= 0 || ends * 2 >= n)
    return wrong_field("trim",
                       fmt::format("`trim` {} of {} people leaves nothing out, or "
                                   "nothing over; write for example 0.1",
                                   (part * 2).short_text(), n),
                       "0.1");
  const std::int64_t out = ends.to_int64().value();
  auto scale = TestedScale::make(part_of(parameters, {3, 5}, {2, 3}),
                                 RankPair{out, n - out + 1});
  if (!scale) return scale.error();
  return TestedTrimmedMean(parameters, out, *std::move(scale));
}

Derivation TestedTrimmedMean::derivation() const {
  return *levels_of_cascades({scale_.derivation(), tests_of(scale_.share(), 1)},
                             {1, 1});
}

// Twice the scale, rounded up; a step is a power of two of which there are about a
// thousand in it.
TestedTrimmedMean::Reach TestedTrimmedMean::reach(std::int64_t scale) const {
  if (scale == TestedScale::kZero) return {0, 0, 0};
  const auto bound = Int128{(scale_.scale_of(scale) * 2).ceil().to_int64().value()};
  int bits = 0;
  while (bound >> bits >= std::int64_t{1} << kStepsOfReachBits) ++bits;
  return {bound, bits,
          static_cast<std::int64_t>(-floor_quotient(-bound, Int128{1} << bits))};
}

ToldTwice TestedTrimmedMean::run(const PublicRows& rows, Int128 sum,
                                 RandomSource& random) const {
  const std::int64_t scale = scale_.run(rows, random);
  if (scale == kNotTold) return {};
  return {scale, second(rows, sum, scale, random)};
}

std::int64_t TestedTrimmedMean::second(const PublicRows& rows, Int128 sum,
                                       std::int64_t scale, RandomSource& random) const {
  const TestShare& share = scale_.share();
  const Reach reach = this->reach(scale);
  const std::int64_t depth =
      sum_depth_replaced(rows, left_out_, reach.bound, share.cap(0));
  if (!share.passes(depth, 0, random)) return kNotTold;
  // All rows that are kept are the same one, for every neighbour.
  if (reach.moved == 0) {
    const Int128 value = rows.at(left_out_ + 1);
    return value <= -kNoBound || value >= kNoBound ? kNotTold
                                                   : static_cast<std::int64_t>(value);
  }
  const auto steps = static_cast<std::int64_t>(
      std::clamp(in_steps(sum, reach.step_bits), -kMostToldSum, kMostToldSum));
  return steps + share.noise(reach.moved, random);
}

}  // namespace selvage
