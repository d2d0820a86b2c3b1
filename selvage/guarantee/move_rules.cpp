// The rule of accuracy of private sampling: the law of what is released is close to
// that of the query, but for a share. [T313]
#include "selvage/guarantee/accuracy_derivation.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"

namespace selvage {
namespace {

const Rational kMostAccuracyScale = *Rational::parse("1e12");
const Rational kLeastAccuracyScale(1, 1000);

Result<AccuracyStatement> conclude_accuracy_of_draw(
    const Inputs& inputs, const std::vector<AccuracyStatement>& premises) {
  const Rational &scale = number_in(inputs, "scale"), &unit = number_in(inputs, "unit"),
                 &risk = number_in(inputs, "risk");
  const auto* known =
      premises.size() == 1 ? std::get_if<FunctionAccuracy>(&premises[0]) : nullptr;
  if (known == nullptr || known->function != "identity" || known->in_people ||
      known->accuracy.distortion != Distortion::drop ||
      known->accuracy.metric != "move" || scale < kLeastAccuracyScale ||
      scale > kMostAccuracyScale || unit.sign() <= 0 || risk.sign() <= 0 ||
      risk + known->accuracy.gamma >= 1)
    return misapplied(
        "accuracy_of_draw takes a scale from 0.001 to 10^12, unit > 0, a risk above 0 "
        "that with that of its premise is below 1, and one accuracy of the identity by "
        "drop and move");
  const Rational noise = Rational(laplace_size_bound(scale, 1, risk)) * unit;
  return AccuracyStatement(
      FunctionAccuracy{"draw",
                       Accuracy{.alpha = known->accuracy.alpha,
                                .beta = known->accuracy.beta + noise,
                                .gamma = known->accuracy.gamma + risk,
                                .distortion = Distortion::drop,
                                .metric = "lossy_wasserstein"},
                       0});
}

Result<AccuracyStatement> conclude_exact_after_moves(
    const Inputs&, const std::vector<AccuracyStatement>& premises) {
  const auto* dropped =
      premises.size() == 2 ? std::get_if<FunctionAccuracy>(&premises[0]) : nullptr;
  const auto* moved =
      premises.size() == 2 ? std::get_if<FunctionAccuracy>(&premises[1]) : nullptr;
  if (dropped == nullptr || moved == nullptr || dropped->function != "identity" ||
      !dropped->in_people || dropped->accuracy.beta.sign() != 0 ||
      moved->function != "identity" || moved->in_people ||
      moved->accuracy.distortion != Distortion::drop ||
      moved->accuracy.metric != "move" || moved->accuracy.alpha.sign() != 0 ||
      moved->accuracy.gamma.sign() != 0)
    return misapplied(
        "exact_after_moves takes an accuracy of the identity by drop_people that moves "
        "nobody, and one by move that drops nobody and always holds");
  FunctionAccuracy plane = *dropped;
  plane.function = "separator";
  plane.accuracy.beta = moved->accuracy.beta;
  plane.accuracy.metric = "steps_moved";
  return AccuracyStatement(plane);
}

}  // namespace

std::span<const AccuracyRule> move_rules() {
  static const AccuracyRule kRules[] = {
      {"accuracy_of_draw",
       "T313",
       "a row that is drawn is off by what rows moved and by the noise on top",
       {"scale", "unit", "risk"},
       conclude_accuracy_of_draw},
      {"exact_after_moves",
       "T212",
       "a separator is exactly that of the table without a few people, all others "
       "moved a little",
       {},
       conclude_exact_after_moves},
  };
  return kRules;
}

Result<AccuracyDerivation> accuracy_of_draw(const Rational& range, std::int64_t steps,
                                            const Rational& scale,
                                            const Rational& risk) {
  auto moved = bucketing(range, steps, 0);
  if (!moved) return moved.error();
  auto identity = accuracy_from_error(*std::move(moved));
  if (!identity) return identity.error();
  return derive_accuracy("accuracy_of_draw",
                         {{"scale", scale}, {"unit", range / steps}, {"risk", risk}},
                         {*std::move(identity)});
}

Result<AccuracyDerivation> separator_of_drops(const Rational& epsilon,
                                              const Rational& row_delta,
                                              std::int64_t bars, const Rational& risk) {
  auto dropped = statistic_of_drops("identity", epsilon, row_delta, bars, risk);
  if (!dropped) return dropped.error();
  auto step = bucketing(1, 1, 0);  // in steps
  if (!step) return step.error();
  auto moved = accuracy_from_error(*std::move(step));
  if (!moved) return moved.error();
  return derive_accuracy("exact_after_moves", {},
                         {*std::move(dropped), *std::move(moved)});
}

}  // namespace selvage
