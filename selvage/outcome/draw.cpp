#include "selvage/outcome/draw.hpp"

#include <algorithm>
#include <cmath>

namespace selvage {
namespace {

// 0, 1, -1, 2, -2, ...
std::int64_t alternating(std::uint64_t index) {
  const auto size = static_cast<std::int64_t>((index + 1) / 2);
  return index % 2 == 1 ? size : -size;
}

// Of words of 2^-64. Requires at most 2^64.
Rational probability_of(Uint128 words) {
  const auto quarters = static_cast<std::int64_t>(words >> 2);
  const auto rest = static_cast<std::int64_t>(words & 3);
  return (Rational(quarters) * 4 + rest) * Rational::power_of_two(-64);
}

// ln(1 - exp(-x)), in the form that keeps its digits.
double rough_log_failure(double x) {
  return x < 1 ? std::log(-std::expm1(-x)) : std::log1p(-std::exp(-x));
}

}  // namespace

Draw Draw::uniform(std::uint64_t n) {
  return {Kind::uniform, Rational::from_uint64(n)};
}
Draw Draw::coin(const Rational& probability) { return {Kind::coin, probability}; }
Draw Draw::bernoulli_exp(const Rational& x) { return {Kind::bernoulli_exp, x}; }
Draw Draw::geometric(const Rational& scale) { return {Kind::geometric, scale}; }
Draw Draw::laplace(const Rational& scale) { return {Kind::laplace, scale}; }
Draw Draw::failures_before(const Rational& x) { return {Kind::failures_before, x}; }
Draw Draw::failures_before_coin(const Rational& probability) {
  return {Kind::failures_before_coin, probability};
}
Draw Draw::gaussian(const Rational& variance) { return {Kind::gaussian, variance}; }
Draw Draw::of(std::shared_ptr<const Law> law, std::int64_t input) {
  Draw draw(Kind::law, input);
  draw.law_ = std::move(law);
  return draw;
}

Draw Draw::table(const IntegerTable& table) {
  std::vector<Entry> entries;
  for (std::int64_t j = 0; j < table.size(); ++j)
    if (const Uint128 weight = table.weight(j); weight != 0)
      entries.push_back({j, weight, 0});
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.weight > b.weight; });
  Uint128 sum = 0;
  for (Entry& entry : entries) {
    entry.before = sum;
    sum += entry.weight;
  }
  Draw draw(Kind::table, table.size());
  draw.entries_ = std::make_shared<const std::vector<Entry>>(std::move(entries));
  return draw;
}

bool Draw::same_law(const Draw& other) const {
  if (kind_ != other.kind_) return false;
  if (kind_ == Kind::law) return *law_ == *other.law_;
  if (kind_ == Kind::table) return *entries_ == *other.entries_;
  return parameter_ == other.parameter_;
}

// An impossible side of a coin is not a value: it would make a path of weight 0.
std::optional<std::uint64_t> Draw::size() const {
  switch (kind_) {
    case Kind::uniform:
      return static_cast<std::uint64_t>(parameter_.to_double());
    case Kind::coin:
      return parameter_.sign() == 0 || parameter_ == 1 ? 1 : 2;
    case Kind::bernoulli_exp:
      return parameter_.sign() == 0 ? 1 : 2;
    case Kind::table:
      return entries_->size();
    case Kind::law:
      return law_->size(input());
    default:
      return std::nullopt;
  }
}

std::int64_t Draw::value(std::uint64_t index) const {
  switch (kind_) {
    case Kind::uniform:
    case Kind::geometric:
    case Kind::failures_before:
    case Kind::failures_before_coin:
      return static_cast<std::int64_t>(index);
    case Kind::law:
      return law_->value(input(), index);
    case Kind::table:
      return (*entries_)[index].value;
    case Kind::coin:
      return parameter_.sign() == 0 ? 0 : static_cast<std::int64_t>(1 - index);
    case Kind::bernoulli_exp:
      return static_cast<std::int64_t>(1 - index);
    case Kind::laplace:
    case Kind::gaussian:
      return alternating(index);
  }
  return 0;
}

Weight Draw::weight(std::uint64_t index) const {
  const Rational z = value(index);
  switch (kind_) {
    case Kind::uniform:
      return {Rational(1) / parameter_, 0, {}};
    case Kind::coin:
      return {z == 1 ? parameter_ : Rational(1) - parameter_, 0, {}};
    case Kind::bernoulli_exp:
      if (z == 1) return {1, parameter_, {}};
      return {1, 0, {{{Constant::Kind::one_minus_exp, parameter_}, 1}}};
    case Kind::geometric:
      return {1,
              z / parameter_,
              {{{Constant::Kind::one_minus_exp, Rational(1) / parameter_}, 1}}};
    case Kind::laplace:
      return {
          1, absolute(z) / parameter_, {{{Constant::Kind::laplace, parameter_}, 1}}};
    case Kind::failures_before:
      if (index == 0) return {1, parameter_, {}};
      return {1,
              parameter_,
              {{{Constant::Kind::one_minus_exp, parameter_}, static_cast<int>(index)}}};
    case Kind::failures_before_coin:
      if (index == 0) return {parameter_, 0, {}};
      return {parameter_,
              0,
              {{{Constant::Kind::fraction, Rational(1) - parameter_},
                static_cast<int>(index)}}};
    case Kind::table:
      return {probability_of((*entries_)[index].weight), 0, {}};
    case Kind::law:
      return law_->weight(input(), index);
    case Kind::gaussian:
      return {
          1, z * z / (parameter_ * 2), {{{Constant::Kind::gaussian, parameter_}, 1}}};
  }
  return {};
}

Interval Draw::rest(std::uint64_t count) const {
  if (kind_ == Kind::geometric)  // P(g >= count) = q^count
    return exp(-(Rational(static_cast<std::int64_t>(count)) / parameter_));
  if (kind_ == Kind::failures_before) {  // (1 - exp(-x))^count
    const Interval failure =
        selvage::value({Constant::Kind::one_minus_exp, parameter_});
    return exp(log(failure) * Rational(static_cast<std::int64_t>(count)));
  }
  if (kind_ == Kind::failures_before_coin) {
    const Interval failure = Interval(1) - parameter_;
    return exp(log(failure) * Rational(static_cast<std::int64_t>(count)));
  }
  if (kind_ == Kind::law) return law_->rest(input(), count);
  if (kind_ == Kind::table)
    return probability_of((Uint128{1} << 64) - (*entries_)[count].before);
  Interval walked(0);
  if (kind_ == Kind::laplace) {
    if (count == 0) return Interval(1);
    // After an odd number of values all |z| <= m are covered: 2 q^(m+1) / (1+q).
    const auto m = static_cast<std::int64_t>((count - 1) / 2);
    const Interval q = exp(-(Rational(1) / parameter_));
    const Interval both = exp(-(Rational(m + 1) / parameter_)) * 2 / (q + 1);
    return count % 2 == 1 ? both : both - weight(count - 1).value();
  }
  for (std::uint64_t i = 0; i < count; ++i) walked = walked + weight(i).value();
  return positive_part(Interval(1) - walked);
}

double Draw::rough_weight(std::uint64_t index) const {
  const double parameter = parameter_.to_double();
  const auto z = static_cast<double>(value(index));
  switch (kind_) {
    case Kind::uniform:
      return 1 / parameter;
    case Kind::coin:
      return z == 1 ? parameter : 1 - parameter;
    case Kind::bernoulli_exp:
      return z == 1 ? std::exp(-parameter) : -std::expm1(-parameter);
    case Kind::geometric:
      return -std::expm1(-1 / parameter) * std::exp(-z / parameter);
    case Kind::laplace:
      return std::tanh(0.5 / parameter) * std::exp(-std::abs(z) / parameter);
    case Kind::failures_before:
      return std::exp(z * rough_log_failure(parameter) - parameter);
    case Kind::failures_before_coin:
      return parameter * std::exp(z * std::log1p(-parameter));
    case Kind::gaussian:
      return std::exp(-z * z / 2 / parameter) / std::sqrt(1 + 6.3 * parameter);
    case Kind::table:
      return std::ldexp(static_cast<double>((*entries_)[index].weight), -64);
    case Kind::law:
      return weight(index).value().middle();
  }
  return 1;
}

double Draw::rough_rest(std::uint64_t count) const {
  const double parameter = parameter_.to_double();
  const auto n = static_cast<double>(count);
  switch (kind_) {
    case Kind::uniform:
      return 1 - n / parameter;
    case Kind::coin:
    case Kind::bernoulli_exp:
      return count == 0 ? 1 : rough_weight(1);
    case Kind::geometric:
      return std::exp(-n / parameter);
    case Kind::laplace:
      return std::exp(-n / 2 / parameter);
    case Kind::failures_before:
      return std::exp(n * rough_log_failure(parameter));
    case Kind::failures_before_coin:
      return std::exp(n * std::log1p(-parameter));
    case Kind::gaussian:
      return std::exp(-n * n / 8 / parameter);
    case Kind::table:
    case Kind::law:
      return rest(count).middle();
  }
  return 1;
}

}  // namespace selvage
