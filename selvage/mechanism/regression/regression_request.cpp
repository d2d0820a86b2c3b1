#include "selvage/mechanism/regression/regression_request.hpp"

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/quantile/quantile_request.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

const Rational kLeastEpsilon(1, 100);
const Rational kMostEpsilon = 50;
constexpr std::int64_t kMostShift = 100'000'000;
// At epsilon 1 of its own.
constexpr std::int64_t kLeastOfACoefficient = 80;
constexpr std::int64_t kBlocksOfACoefficient = 200;
constexpr std::int64_t kBlocksOfAnInterval = 120;

std::int64_t blocks_for(const RegressionRequest& request, std::int64_t of_each) {
  return (Rational(of_each) * request.coefficients() /
          regression_shares(request).coefficients)
      .ceil()
      .to_int64()
      .value();
}

}  // namespace

std::string coefficients_sentence(const CodeUnit& precision) {
  return fmt::format(
      "coefficients of size {} and more count as that bound, and those below {} as 0",
      precision.reach_text(), precision.half_text());
}

std::optional<Error> fault_of_precision(const CodeUnit& precision) {
  if (precision.is_usable()) return std::nullopt;
  return wrong_field(
      "precision",
      fmt::format(
          "`precision` {} is neither a power of ten from 1e-18 to 1000000 nor "
          "2^-1 to 2^-95; write for example 0.001",
          precision.exponent == 0 ? precision.number.short_text() : precision.text()),
      "0.001");
}

std::optional<Error> fault_of(const Question& question,
                              const RegressionRequest& request) {
  if (auto fault = fault_of(question, request.x, kMostCoefficients)) return fault;
  const Rational& epsilon = request.epsilon;
  if (epsilon < kLeastEpsilon || epsilon > kMostEpsilon)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not from {} to {}, where a regression has an "
                    "answer; write for example 1",
                    epsilon.short_text(), kLeastEpsilon.short_text(),
                    kMostEpsilon.short_text()),
        "1");
  if (!fits_sampler(regression_shares(request).count))
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} has too many digits; write for example 1",
                    epsilon.typed_text()),
        "1");
  if (auto fault = request.unit.fault(number_columns(question, request.x)))
    return fault;
  const Question median = question_about("median", question.domain);
  if (auto fault = fault_of(median, QuantileRequest{.epsilon = 1, .unit = 1}))
    return fault;
  if (auto fault = fault_of_precision(request.precision)) return fault;
  if (request.blocks && (*request.blocks < 2 || *request.blocks > kMostBlocks))
    return wrong_field(
        "blocks",
        fmt::format("`blocks` {} is not from 2 to {}", *request.blocks, kMostBlocks),
        "200");
  if (request.interval() &&
      (*request.shift < 0 || *request.shift > kMostShift || !fits(end_terms(request)) ||
       request.blocks.value_or(usual_blocks(request)) > kMostBlocks))
    return wrong_field("epsilon",
                       fmt::format("`epsilon` {} is too small, or has too many digits, "
                                   "for intervals; write for example 1, or leave "
                                   "`interval` out",
                                   epsilon.typed_text()),
                       "1");
  return std::nullopt;
}

RegressionShares regression_shares(const RegressionRequest& request) {
  const Rational tenth = request.epsilon / 10;
  if (!request.interval()) return {tenth, tenth * 9, 0};
  return {tenth, tenth * 4, tenth * 5};
}

std::int64_t usual_blocks(const RegressionRequest& request) {
  return blocks_for(request,
                    request.interval() ? kBlocksOfAnInterval : kBlocksOfACoefficient);
}

std::int64_t least_blocks(const RegressionRequest& request) {
  return blocks_for(request, kLeastOfACoefficient);
}

// Both ends of every coefficient cost the same, and noise on the threshold as much as
// where the search stops.
IntervalTerms end_terms(const RegressionRequest& request) {
  const Rational end = regression_shares(request).ends / (2 * request.coefficients());
  const Rational second = end / 2;
  return {{1, 2}, end / 4, second, request.shift.value_or(0), most_need(second)};
}

// More than B/2 + k of B blocks lie on one side with probability at most
// exp(-2 (k+1)^2 / B); of an odd number one more.
std::int64_t interval_shift(RegressionRequest request, const Rational& confidence) {
  request.shift = 0;
  const std::int64_t blocks = request.blocks.value_or(usual_blocks(request));
  const Rational risk = (Rational(1) - confidence) / 4;
  const Interval square =
      log(Interval(Rational(1) / risk)) * Interval(Rational(blocks));
  const auto holds = [&](std::int64_t k) {
    return surely_at_most(square, Interval(Rational(2) * (k + 1) * (k + 1)));
  };
  std::int64_t high = 1;
  while (!holds(high)) high *= 2;
  const std::int64_t beside = least_above(-1, high, holds);
  return beside + blocks % 2 + least_shift(end_terms(request), risk);
}

// Beyond its shift the search goes about as far as it may fall short of it. Even
// numbers are taken for odd ones, so that more blocks are never worse.
std::int64_t interval_blocks(RegressionRequest request, const Rational& confidence) {
  request.shift = 0;
  const std::int64_t beyond =
      least_shift(end_terms(request), (Rational(1) - confidence) / 4);
  const auto are_enough = [&](std::int64_t blocks) {
    request.blocks = blocks;
    const std::int64_t shift = interval_shift(request, confidence) + 1 - blocks % 2;
    return 2 * (shift + beyond) < blocks;
  };
  const std::int64_t asked = request.blocks.value_or(usual_blocks(request));
  if (!are_enough(kMostBlocks)) return kMostBlocks + 1;
  return least_above(asked - 1, kMostBlocks, are_enough);
}

}  // namespace selvage
