#include "selvage/mechanism/robust_regression/robust_request.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/regression/regression_request.hpp"
#include "selvage/one_sided/acceptance_table.hpp"

namespace selvage {
namespace {

const Rational kLeastDelta = *Rational::parse("1e-15");
constexpr std::int64_t kMostDepth = 20'000;

}  // namespace

std::optional<Error> fault_of(const Question& question, const RobustRequest& request) {
  if (auto fault = fault_of(question, request.x, kMostRobustCoefficients)) return fault;
  // Epsilon, unit and precision are those of every regression.
  if (auto fault =
          fault_of(question, RegressionRequest{request.x, request.epsilon, request.unit,
                                               request.precision}))
    return fault;
  const RobustShares shares = robust_shares(request);
  const std::int64_t tests = coefficients_of(request) + 1;
  if (shares.delta < kLeastDelta || request.delta >= 1)
    return wrong_field(
        "delta",
        fmt::format("`delta` {} is not from {} on and below 1, where "
                    "something can be shown; write for example 1e-6",
                    request.delta.short_text(), (kLeastDelta * tests).short_text()),
        "1e-6");
  if (AcceptanceTable::most_depth(shares.test, shares.delta) > kMostDepth)
    return wrong_field("epsilon",
                       fmt::format("`epsilon` {} is too small for a test; write a "
                                   "larger one, for example 1",
                                   request.epsilon.short_text()),
                       "1");
  return std::nullopt;
}

RobustShares robust_shares(const RobustRequest& request) {
  const std::int64_t tests = coefficients_of(request) + 1;
  return {request.epsilon / 20, request.epsilon * 3 / 10,
          request.epsilon * 13 / (20 * tests), request.delta / tests};
}

std::int64_t robust_blocks(const RobustRequest& request) {
  return (Rational(56) * medians_of(request) / robust_shares(request).sizes)
      .ceil()
      .to_int64()
      .value();
}

}  // namespace selvage
