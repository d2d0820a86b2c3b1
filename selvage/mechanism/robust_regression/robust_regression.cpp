#include "selvage/mechanism/robust_regression/robust_regression.hpp"

#include <algorithm>
#include <cassert>

#include <nlohmann/json.hpp>

#include "selvage/guarantee/block_medians.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/guarantee/tested_release.hpp"
#include "selvage/mechanism/regression/block_draws.hpp"

namespace selvage {

RobustRegressionMechanism::RobustRegressionMechanism(Question question,
                                                     RobustRequest request,
                                                     const RobustSize& size)
    : question_(std::move(question)),
      request_(std::move(request)),
      size_(size),
      size_terms_(median_terms(slope(), CodeScale::linear(size.size_exponent))),
      middle_terms_(median_terms(slope(), CodeScale::linear(size.middle_exponent))),
      table_(std::make_shared<const AcceptanceTable>(robust_shares(request_).test,
                                                     robust_shares(request_).delta)) {
  question_.own = {{"x", request_.x.text()},
                   {"unit", unit_text()},
                   {"precision", request_.precision.text()},
                   {"mechanism", "robust"}};
}

Result<std::shared_ptr<const RobustRegressionMechanism>>
RobustRegressionMechanism::make(Question question, RobustRequest request,
                                const RobustSize& size) {
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  return std::shared_ptr<const RobustRegressionMechanism>(
      new RobustRegressionMechanism(std::move(question), std::move(request), size));
}

std::string RobustRegressionMechanism::unit_text() const {
  return request_.unit.text(number_columns(question_, request_.x));
}

// One person is the removal of one value and the addition of another in each list.
Rational RobustRegressionMechanism::slope() const {
  return robust_shares(request_).sizes / (2 * medians_of(request_));
}

Rational RobustRegressionMechanism::count_scale() const {
  return Rational(1) / robust_shares(request_).count;
}

std::int64_t RobustRegressionMechanism::least_people() const {
  return size_.least_people.value_or(2 * coefficients() * blocks());
}

std::int64_t RobustRegressionMechanism::likely_people() const {
  return least_people() + laplace_size_bound(count_scale(), 1, Rational(1, 10));
}

std::int64_t RobustRegressionMechanism::aimed_depth() const {
  return table_->depth_for(Rational(99, 100));
}

std::int64_t RobustRegressionMechanism::most_middle() const {
  return middle_terms_.prior.codes().most();
}

Json RobustRegressionMechanism::law() const {
  const RobustShares shares = robust_shares(request_);
  return {{"aimed_depth", aimed_depth()},
          {"blocks", blocks()},
          {"count_scale", count_scale().text()},
          {"delta", request_.delta.text()},
          {"depth", table_->depth()},
          {"epsilon", request_.epsilon.text()},
          {"least_people", least_people()},
          {"precision", request_.precision.text()},
          {"slope", slope().text()},
          {"test", shares.test.text()},
          {"test_delta", shares.delta.text()},
          {"unit", unit_text()}};
}

Json RobustRegressionMechanism::shown() const { return Json::object(); }

std::vector<Derivation> RobustRegressionMechanism::guarantees() const {
  const RobustShares shares = robust_shares(request_);
  const std::vector<TestedRelease> all(static_cast<std::size_t>(tests()),
                                       {shares.test, 0, shares.delta});
  auto whole = basic_composition({discrete_laplace_cells(count_scale(), 1),
                                  block_medians(medians_of(request_), slope()),
                                  tested_cascade(all)});
  assert(whole);
  return {*std::move(whole)};
}

Needs RobustRegressionMechanism::needs() const {
  return {explaining_reading(question_, request_.x, request_.unit)};
}

}  // namespace selvage
