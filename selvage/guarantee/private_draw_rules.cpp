// The rules of private sampling.
#include <algorithm>
#include <cmath>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/private_draw.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

const Rational kMostDrawScale = *Rational::parse("1e12");
const Rational kLeastDrawScale(1, 1000);
const Rational kMostDrawEpsilon = 100;
const Rational kMostSpan = *Rational::parse("1e15");

bool is_place_count(const Rational& x) {
  return x.is_integer() && x.sign() >= 0 && x <= kMostSpan;
}

bool is_scale_of_draw(const Rational& scale) {
  return scale >= kLeastDrawScale && scale <= kMostDrawScale;
}

Result<Guarantee> conclude_private_draw(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const Rational &theta = number_in(inputs, "theta"),
                 &moved = number_in(inputs, "moved"),
                 &scale = number_in(inputs, "scale");
  if (!premises.empty() || theta.sign() < 0 || theta >= 1 || !is_place_count(moved) ||
      !is_scale_of_draw(scale))
    return misapplied(
        "private_draw takes theta from 0 to below 1, a whole moved >= 0, a scale from "
        "0.001 to 10^12, and no premises");
  return Guarantee{DpPromise{moved / scale, theta}, Neighbours::add_remove_person};
}

bool keeps_within(const PrivateDraw& draw, const Rational& span,
                  const Rational& epsilon) {
  const Rational most = span / draw.scale;
  // Noise alone: nothing has to be computed.
  if (draw.theta == 1 || draw.moved == span) return most <= epsilon;
  if (most > kMostDrawEpsilon * 10) return false;
  const Interval ratio = Interval(Rational(1) - draw.theta) *
                             exp(Interval(Rational(draw.moved) / draw.scale)) +
                         Interval(draw.theta) * exp(Interval(most));
  return surely_at_most(ratio, exp(Interval(epsilon)));
}

Result<Guarantee> conclude_private_draw_within(const Inputs& inputs,
                                               const std::vector<Guarantee>& premises) {
  const Rational &theta = number_in(inputs, "theta"),
                 &moved = number_in(inputs, "moved"), &span = number_in(inputs, "span"),
                 &scale = number_in(inputs, "scale"),
                 &epsilon = number_in(inputs, "epsilon");
  if (!premises.empty() || theta.sign() < 0 || theta > 1 || !is_place_count(moved) ||
      !is_place_count(span) || moved > span || !is_scale_of_draw(scale) ||
      epsilon.sign() <= 0 || epsilon > kMostDrawEpsilon)
    return misapplied(
        "private_draw_within takes theta from 0 to 1, whole moved and span, 0 <= moved "
        "<= span, a scale from 0.001 to 10^12, epsilon above 0 and at most 100, and no "
        "premises");
  if (!keeps_within({theta, moved.to_int64().value(), scale}, span, epsilon))
    return misapplied("private_draw_within needs a larger epsilon for such noise");
  return Guarantee{DpPromise{epsilon, 0}, Neighbours::add_remove_person};
}

}  // namespace

Result<Derivation> private_draw(const PrivateDraw& draw) {
  return derive(
      "private_draw",
      {{"theta", draw.theta}, {"moved", Rational(draw.moved)}, {"scale", draw.scale}},
      {});
}

Result<Derivation> private_draw_within(const PrivateDraw& draw, std::int64_t span,
                                       const Rational& epsilon) {
  return derive("private_draw_within",
                {{"theta", draw.theta},
                 {"moved", Rational(draw.moved)},
                 {"span", Rational(span)},
                 {"scale", draw.scale},
                 {"epsilon", epsilon}},
                {});
}

// span / ln(1 + (e^epsilon - 1) / theta), roughly, and up from there.
std::optional<Rational> least_draw_scale(std::int64_t span, const Rational& theta,
                                         const Rational& epsilon) {
  const double near =
      static_cast<double>(span) /
      std::log1p(std::expm1(std::min(epsilon.to_double(), 600.0)) / theta.to_double());
  if (!(near <= kMostDrawScale.to_double())) return std::nullopt;
  Rational unit = 1;
  const Rational start =
      std::max(Rational::from_double(near * (1 - 1e-9)), kLeastDrawScale);
  while (start >= unit * 10'000) unit = unit * 10;
  while (start * 10 < unit * 10'000) unit = unit / 10;
  Rational scale = (start / unit).ceil() * unit;
  for (int tried = 0; tried < 3; ++tried, scale = scale + unit)
    if (scale <= kMostDrawScale && keeps_within({theta, 0, scale}, span, epsilon))
      return scale;
  return std::nullopt;
}

std::span<const Rule> private_draw_rules() {
  static const Rule kRules[] = {
      {"private_draw",
       "T310",
       "noise hides how far one person moves the law of a draw, but for a share",
       {"theta", "moved", "scale"},
       conclude_private_draw},
      {"private_draw_within",
       "T311",
       "noise hides that share as well where all places are within a span",
       {"theta", "moved", "span", "scale", "epsilon"},
       conclude_private_draw_within},
  };
  return kRules;
}

}  // namespace selvage
