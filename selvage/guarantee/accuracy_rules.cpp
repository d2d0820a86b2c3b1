// The rules of accuracy, with the theorems of flexible accuracy [BCDP22] as they are
// true: metrics that see sizes, whole items. [T157, T158]
#include <algorithm>
#include <cassert>

#include "selvage/guarantee/accuracy_derivation.hpp"

namespace selvage {
namespace {

using Statements = std::vector<AccuracyStatement>;

constexpr const char* kMove = "move";

bool is_share(const Rational& x) { return x.sign() >= 0 && x <= 1; }

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <class T>
const T* premise_at(const Statements& premises, std::size_t i) {
  return i < premises.size() ? std::get_if<T>(&premises[i]) : nullptr;
}

Result<AccuracyStatement> conclude_drop_only(const Inputs& inputs,
                                             const Statements& premises) {
  const Rational &bars = number_in(inputs, "bars"), &width = number_in(inputs, "width"),
                 &people = number_in(inputs, "people"), &at = number_in(inputs, "at");
  if (!premises.empty() || !bars.is_integer() || bars < 1 || !width.is_integer() ||
      width < 0 || !people.is_integer() || bars * width >= people || at.sign() < 0)
    return misapplied(
        "drop_only takes whole bars >= 1, width >= 0 and people > bars * width, at >= "
        "0, and no premises");
  return AccuracyStatement(ErrorSensitivity{.function = "identity",
                                            .distortion = Distortion::drop,
                                            .metric_in = kMove,
                                            .metric = kMove,
                                            .alpha = bars * width / people,
                                            .gamma = 0,
                                            .at = at,
                                            .lost = 0,
                                            .value = at});
}

Result<AccuracyStatement> conclude_bucketing(const Inputs& inputs,
                                             const Statements& premises) {
  const Rational &range = number_in(inputs, "range"),
                 &buckets = number_in(inputs, "buckets"), &at = number_in(inputs, "at");
  if (!premises.empty() || range.sign() <= 0 || !buckets.is_integer() || buckets < 1 ||
      at.sign() < 0)
    return misapplied(
        "bucketing takes range > 0, whole buckets >= 1, at >= 0, and no premises");
  return AccuracyStatement(
      ErrorSensitivity{.function = "identity",
                       .distortion = Distortion::drop,
                       .metric_in = kMove,
                       .metric = kMove,
                       .alpha = 0,
                       .gamma = 0,
                       .at = at,
                       .lost = 0,
                       .value = at + range / (Rational(2) * buckets)});
}

Result<AccuracyStatement> conclude_sensitivity(const Inputs& inputs,
                                               const Statements& premises) {
  const std::string& statistic = text_in(inputs, "statistic");
  const Rational& at = number_in(inputs, "at");
  const auto metric = metric_of(statistic);
  const bool only_exact = is_one_of(statistic, {"max_k", "mode"});
  if (!premises.empty() || !metric || at.sign() < 0 || (only_exact && at.sign() > 0))
    return misapplied(
        "sensitivity_of_statistic takes a statistic that it knows, at >= 0, which is 0 "
        "for mode and max_k, and no premises");
  return AccuracyStatement(
      MetricSensitivity{.function = statistic,
                        .metric = *metric,
                        .at = at,
                        .value = statistic == "range" ? Rational(2) * at : at});
}

Result<AccuracyStatement> conclude_error_of_function(const Inputs& inputs,
                                                     const Statements& premises) {
  const Rational& gamma = number_in(inputs, "gamma");
  const auto* known = premise_at<MetricSensitivity>(premises, 0);
  if (premises.size() != 1 || known == nullptr || !is_share(gamma))
    return misapplied(
        "error_of_function takes gamma from 0 to 1 and one metric sensitivity");
  return AccuracyStatement(ErrorSensitivity{.function = known->function,
                                            .distortion = Distortion::drop,
                                            .metric_in = kMove,
                                            .metric = known->metric,
                                            .alpha = 0,
                                            .gamma = gamma,
                                            .at = known->at,
                                            .lost = gamma,
                                            .value = known->value});
}

Result<AccuracyStatement> conclude_distortion(const Inputs& inputs,
                                              const Statements& premises) {
  const Rational &theta = number_in(inputs, "theta"),
                 &omega = number_in(inputs, "omega"), &at = number_in(inputs, "at");
  if (!premises.empty() || !is_share(theta) || omega.sign() < 0 || !is_share(at))
    return misapplied(
        "identity_distortion takes theta and at from 0 to 1, omega >= 0, and no "
        "premises");
  return AccuracyStatement(DistortionSensitivity{.function = "identity",
                                                 .distortion = Distortion::drop,
                                                 .theta = theta,
                                                 .omega = omega,
                                                 .at = at,
                                                 .value = at});
}

Result<AccuracyStatement> conclude_from_error(const Inputs&,
                                              const Statements& premises) {
  const auto* error = premise_at<ErrorSensitivity>(premises, 0);
  if (premises.size() != 1 || error == nullptr || error->at != 0 || error->lost != 0)
    return misapplied(
        "accuracy_from_error takes one error sensitivity, at an input that is not off");
  return AccuracyStatement(FunctionAccuracy{error->function,
                                            Accuracy{.alpha = error->alpha,
                                                     .beta = error->value,
                                                     .gamma = error->gamma,
                                                     .distortion = error->distortion,
                                                     .metric = error->metric},
                                            0});
}

Result<AccuracyStatement> conclude_drop_move(const Inputs& inputs,
                                             const Statements& premises) {
  const Rational& eta = number_in(inputs, "eta");
  const auto metric = metric_of(text_in(inputs, "statistic"));
  const auto* known = premise_at<FunctionAccuracy>(premises, 0);
  if (premises.size() != 1 || known == nullptr || known->function != "identity" ||
      known->accuracy.distortion != Distortion::drop || known->in_people ||
      known->accuracy.metric != kMove || eta.sign() < 0 || !metric)
    return misapplied(
        "accuracy_by_drop_move takes eta >= 0, a statistic that it knows, and one "
        "accuracy of the identity by drop and move");
  return AccuracyStatement(FunctionAccuracy{
      text_in(inputs, "statistic"),
      Accuracy{.alpha = known->accuracy.alpha + eta * known->accuracy.beta,
               .beta = 0,
               .gamma = known->accuracy.gamma,
               .distortion = Distortion::drop_move,
               .metric = *metric},
      eta});
}

// T158. The fourth premise is there exactly if theta or omega is not 0.
Result<AccuracyStatement> conclude_composition(const Inputs&,
                                               const Statements& premises) {
  const Error refused = misapplied(
      "compose_accuracy takes an accuracy of the identity, its distortion sensitivity, "
      "and the error sensitivity of what follows at that much distortion, error and "
      "loss, or more; and that of its function alone where there is a loss or a way");
  const auto* first = premise_at<FunctionAccuracy>(premises, 0);
  const auto* sigma = premise_at<DistortionSensitivity>(premises, 1);
  const auto* tau = premise_at<ErrorSensitivity>(premises, 2);
  if (first == nullptr || sigma == nullptr || tau == nullptr) return refused;
  const Accuracy& of = first->accuracy;
  const bool fits =
      first->function == "identity" && !first->in_people &&
      sigma->function == "identity" && of.distortion == Distortion::drop &&
      sigma->distortion == Distortion::drop && tau->distortion == Distortion::drop &&
      of.metric == tau->metric_in && sigma->at == tau->alpha && tau->at >= of.beta &&
      tau->lost >= of.gamma;
  const bool lossy = sigma->theta.sign() > 0 || sigma->omega.sign() > 0;
  if (!fits || premises.size() != (lossy ? 4U : 3U)) return refused;
  Rational beta = tau->value;
  if (lossy) {
    const auto* own = premise_at<ErrorSensitivity>(premises, 3);
    if (own == nullptr || own->function != tau->function ||
        own->metric != tau->metric || own->metric_in != kMove || own->alpha != 0 ||
        own->gamma != sigma->theta || own->lost != sigma->theta ||
        own->at != sigma->omega)
      return refused;
    beta = beta + own->value;
  }
  const Rational gamma = tau->gamma + sigma->theta;
  if (gamma > 1) return refused;
  const Rational kept = (Rational(1) - of.alpha) * (Rational(1) - sigma->value);
  return AccuracyStatement(FunctionAccuracy{tau->function,
                                            Accuracy{.alpha = Rational(1) - kept,
                                                     .beta = beta,
                                                     .gamma = gamma,
                                                     .distortion = Distortion::drop,
                                                     .metric = tau->metric},
                                            0});
}

}  // namespace

std::optional<std::string> metric_of(const std::string& statistic) {
  if (statistic == "identity") return kMove;
  if (statistic == "support") return "hausdorff";
  if (is_one_of(statistic, {"max", "min", "quantile", "range", "max_k", "mode"}))
    return "absolute";
  return std::nullopt;
}

std::span<const AccuracyRule> accuracy_rules() {
  static const std::vector<AccuracyRule> kRules = [] {
    std::vector<AccuracyRule> all = {
        {"drop_only",
         "T157",
         "bars that only lose items lose a bounded share, and what is near stays near",
         {"bars", "width", "people", "at"},
         conclude_drop_only},
        {"bucketing",
         "T157",
         "an item moves by at most half a bucket",
         {"range", "buckets", "at"},
         conclude_bucketing},
        {"sensitivity_of_statistic",
         "T157",
         "items that move a little move the statistic a little",
         {{"statistic", InputType::text}, "at"},
         conclude_sensitivity},
        {"error_of_function",
         "T157",
         "a function errs by what its input is off",
         {"gamma"},
         conclude_error_of_function},
        {"identity_distortion",
         "T157",
         "what is dropped of the output could have been dropped of the input",
         {"theta", "omega", "at"},
         conclude_distortion},
        {"accuracy_from_error",
         "T157",
         "the error at an input that is not off is the accuracy",
         {},
         conclude_from_error},
        {"accuracy_by_drop_move",
         "T157",
         "a statistic of a histogram that was dropped from and moved is exact",
         {"eta", {"statistic", InputType::text}},
         conclude_drop_move},
        {"compose_accuracy",
         "T158",
         "one mechanism after another: shares that are kept multiply, errors go "
         "through",
         {},
         conclude_composition},
    };
    for (const auto more : {people_rules(), move_rules()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return kRules;
}

}  // namespace selvage
