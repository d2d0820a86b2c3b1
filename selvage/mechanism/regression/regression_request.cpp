#include "selvage/mechanism/regression/regression_request.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/quantile/quantile_request.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

const Rational kLeastEpsilon(1, 100);
const Rational kMostEpsilon = 50;
constexpr std::int64_t kBlocksOfACoefficient = 80;  // at epsilon 1
const Rational kFinest = *Rational::parse("1e-12");
const Rational kCoarsest = *Rational::parse("1e6");

bool is_power_of_ten(const Rational& number) {
  return number.sign() > 0 && power_of_ten_below(number) == number;
}

}  // namespace

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
                    epsilon.short_text()),
        "1");
  // The unit of values is that of a median.
  const Question median = question_about("median", question.domain);
  if (auto fault =
          fault_of(median, QuantileRequest{.epsilon = 1, .unit = request.unit}))
    return fault;
  if (!is_power_of_ten(request.precision) || request.precision < kFinest ||
      request.precision > kCoarsest)
    return wrong_field("precision",
                       fmt::format("`precision` {} is not a power of ten from 1e-12 to "
                                   "1e6; write for example 0.001",
                                   request.precision.short_text()),
                       "0.001");
  if (request.blocks && (*request.blocks < 2 || *request.blocks > kMostBlocks))
    return wrong_field(
        "blocks",
        fmt::format("`blocks` {} is not from 2 to {}", *request.blocks, kMostBlocks),
        "200");
  return std::nullopt;
}

RegressionShares regression_shares(const RegressionRequest& request) {
  return {request.epsilon / 10, request.epsilon * 9 / 10};
}

std::int64_t usual_blocks(std::int64_t coefficients, const Rational& epsilon) {
  return (Rational(kBlocksOfACoefficient) * coefficients / (epsilon * 9 / 10))
      .ceil()
      .to_int64()
      .value();
}

}  // namespace selvage
