// The rules of accuracy that count people instead of shares: what can be said of a
// release before the table is read, whatever its size. [T203 to T205]
#include "selvage/base/interval.hpp"
#include "selvage/guarantee/accuracy_derivation.hpp"
#include "selvage/guarantee/extremes.hpp"
#include "selvage/one_sided/drop_sums.hpp"

namespace selvage {
namespace {

using Statements = std::vector<AccuracyStatement>;

constexpr std::int64_t kMostRowsOfThreshold = 1'000'000'000'000;
constexpr std::int64_t kMostPlaces = 1'000'000'000;
const Rational kMostNoise = 50;
const Rational kMostRowEpsilon = 20;
const Rational kLeastRowDelta = *Rational::parse("1e-15");

bool is_risk(const Rational& risk) { return risk.sign() >= 0 && risk < 1; }

Result<AccuracyStatement> conclude_dropped_people(const Inputs& inputs,
                                                  const Statements& premises) {
  const Rational &epsilon = number_in(inputs, "epsilon"),
                 &row_delta = number_in(inputs, "row_delta"),
                 &bars = number_in(inputs, "bars"), &risk = number_in(inputs, "risk");
  const Error refused = misapplied(
      "dropped_people takes epsilon above 0 and at most 20, row_delta from 1e-15 to "
      "0.5, whole bars >= 1, risk from 0 and below 1, and no premises");
  if (!premises.empty() || epsilon.sign() <= 0 || epsilon > kMostRowEpsilon ||
      row_delta < kLeastRowDelta || row_delta > Rational(1, 2) || !bars.is_integer() ||
      bars < 1 || bars > kMostPlaces || !is_risk(risk))
    return refused;
  const auto table = DropTable::greedy(epsilon, row_delta);
  if (!table) return refused;
  return AccuracyStatement(FunctionAccuracy{
      "identity",
      Accuracy{.alpha = most_dropped_in_all(*table, bars.to_int64().value(), risk),
               .beta = 0,
               .gamma = risk,
               .distortion = Distortion::drop,
               .metric = "move"},
      0, true});
}

Result<AccuracyStatement> conclude_people_beyond(const Inputs& inputs,
                                                 const Statements& premises) {
  const Rational &first = number_in(inputs, "first"),
                 &second = number_in(inputs, "second"),
                 &threshold = number_in(inputs, "threshold"),
                 &bins = number_in(inputs, "bins"), &risk = number_in(inputs, "risk");
  const std::string& statistic = text_in(inputs, "statistic");
  const Error refused = misapplied(
      "people_beyond takes max or min, first and second above 0 and at most 50, a "
      "whole "
      "threshold >= 0, whole bins >= 2, a risk below 1 that these terms keep, and no "
      "premises");
  if (!premises.empty() || (statistic != "max" && statistic != "min") ||
      first.sign() <= 0 || first > kMostNoise || second.sign() <= 0 ||
      second > kMostNoise || !threshold.is_integer() || threshold.sign() < 0 ||
      threshold > kMostRowsOfThreshold || !bins.is_integer() || bins < 2 ||
      bins > kMostPlaces || !is_risk(risk))
    return refused;
  const auto people = people_beyond(first, second, threshold.to_int64().value(),
                                    bins.to_int64().value(), risk);
  if (!people) return refused;
  return AccuracyStatement(FunctionAccuracy{statistic,
                                            Accuracy{.alpha = *people,
                                                     .beta = 0,
                                                     .gamma = risk,
                                                     .distortion = Distortion::drop,
                                                     .metric = "order"},
                                            0, true});
}

Result<AccuracyStatement> conclude_of_statistic(const Inputs&,
                                                const Statements& premises) {
  const Error refused = misapplied(
      "accuracy_of_statistic takes an accuracy of the identity by drop or drop_people "
      "and move, and the metric sensitivity of a statistic at its beta or more");
  if (premises.size() != 2) return refused;
  const auto* known = std::get_if<FunctionAccuracy>(&premises[0]);
  const auto* statistic = std::get_if<MetricSensitivity>(&premises[1]);
  if (known == nullptr || statistic == nullptr || known->function != "identity" ||
      known->accuracy.distortion != Distortion::drop ||
      known->accuracy.metric != "move" || statistic->at < known->accuracy.beta)
    return refused;
  FunctionAccuracy of = *known;
  of.function = statistic->function;
  of.accuracy.beta = statistic->value;
  of.accuracy.metric = statistic->metric;
  return AccuracyStatement(of);
}

}  // namespace

std::span<const AccuracyRule> people_rules() {
  static const AccuracyRule kRules[] = {
      {"dropped_people",
       "T203",
       "drops of several bars together are seldom many",
       {"epsilon", "row_delta", "bars", "risk"},
       conclude_dropped_people},
      {"people_beyond",
       "T204",
       "an extreme by a noisy threshold lies between that of the table and that "
       "without "
       "a few people",
       {{"statistic", InputType::text}, "first", "second", "threshold", "bins", "risk"},
       conclude_people_beyond},
      {"accuracy_of_statistic",
       "T205",
       "a statistic of an accurate histogram is off by what items that move can do to "
       "it",
       {},
       conclude_of_statistic},
  };
  return kRules;
}

}  // namespace selvage
