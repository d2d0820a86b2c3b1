#include "selvage/guarantee/zcdp.hpp"

#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/loss_tail.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

// ln of (1 - 1/a)^a / (a-1).
Interval log_factor(const Rational& order) {
  const Rational above = order - 1;
  return Interval(order) * log(Interval(above / order)) - log(Interval(above));
}

double log_factor(double above) {
  return -(above + 1) * std::log1p(1 / above) - std::log(above);
}

// 1 + x for the x > 0 with six digits that makes f(x) about least. f falls and then
// rises in ln x; where it does not, the answer is still a safe order.
template <class Function>
Rational best_order(const Function& f) {
  constexpr double kGolden = 0.6180339887498949;
  double low = -30, high = 50;
  for (int i = 0; i < 120; ++i) {
    const double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
    if (f(std::exp(a)) <= f(std::exp(b)))
      high = b;
    else
      low = a;
  }
  return *Rational::parse(fmt::format("{:.5e}", std::exp((low + high) / 2))) + 1;
}

Result<Derivation> convert(Derivation premise, const char* given, const Rational& value,
                           Rational (*order_for)(const Rational&, const Rational&)) {
  const auto* zcdp = std::get_if<ZcdpPromise>(&premise.conclusion.promise);
  if (zcdp == nullptr) return misapplied("dp_from_zcdp takes a zcdp promise");
  if (value.sign() < 0) return misapplied(fmt::format("{} must be >= 0", given));
  Inputs inputs{{given, value}, {"order", order_for(zcdp->rho, value)}};
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("dp_from_zcdp", std::move(inputs), std::move(premises));
}

}  // namespace

Rational delta_from_zcdp(const Rational& rho, const Rational& epsilon,
                         const Rational& order) {
  const Interval exponent =
      Interval((order - 1) * (order * rho - epsilon)) + log_factor(order);
  if (!surely_at_most(exponent, Interval(0))) return 1;
  return decimal_above(exp(exponent));
}

Rational epsilon_from_zcdp(const Rational& rho, const Rational& delta,
                           const Rational& order) {
  const Interval slack = (log_factor(order) - log(Interval(delta))) / (order - 1);
  return decimal_above(Interval(order * rho) + slack);
}

Rational order_for_epsilon(const Rational& rho, const Rational& epsilon) {
  const double r = rho.to_double(), e = epsilon.to_double();
  return best_order([&](double x) { return x * ((1 + x) * r - e) + log_factor(x); });
}

Rational order_for_delta(const Rational& rho, const Rational& delta) {
  const double r = rho.to_double(), log_delta = log(Interval(delta)).middle();
  return best_order(
      [&](double x) { return (1 + x) * r + (log_factor(x) - log_delta) / x; });
}

Derivation discrete_gaussian_cells(const Rational& variance,
                                   const Rational& squared_sensitivity) {
  auto node = derive(
      "discrete_gaussian_cells",
      {{"variance", variance}, {"squared_sensitivity", squared_sensitivity}}, {});
  assert(node);
  return *std::move(node);
}

Result<Derivation> zcdp_from_dp(Derivation premise) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive("zcdp_from_dp", {}, std::move(premises));
}

Result<Derivation> zcdp_composition(std::vector<Derivation> premises,
                                    const std::vector<std::int64_t>& times) {
  Inputs inputs;
  append_times(inputs, times);
  return derive("zcdp_composition", std::move(inputs), std::move(premises));
}

Result<Derivation> dp_from_zcdp(Derivation premise, const Rational& delta) {
  if (delta.sign() <= 0 || delta >= 1)
    return misapplied("dp_from_zcdp needs 0 < delta < 1");
  return convert(std::move(premise), "delta", delta, order_for_delta);
}

Result<Derivation> dp_from_zcdp_at_epsilon(Derivation premise,
                                           const Rational& epsilon) {
  return convert(std::move(premise), "epsilon", epsilon, order_for_epsilon);
}

}  // namespace selvage
