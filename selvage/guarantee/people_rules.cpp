// The rules of accuracy that count people instead of shares: what can be said of a
// release before the table is read, whatever its size. [T203 to T205, T291, T292]
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

// What the drops of so many bars exceed with the risk at most; none where there are no
// such drops.
std::optional<std::int64_t> most_dropped(const Inputs& inputs, const Rational& bars) {
  const Rational &epsilon = number_in(inputs, "epsilon"),
                 &row_delta = number_in(inputs, "row_delta"),
                 &risk = number_in(inputs, "risk");
  if (epsilon.sign() <= 0 || epsilon > kMostRowEpsilon || row_delta < kLeastRowDelta ||
      row_delta > Rational(1, 2) || !bars.is_integer() || bars < 1 ||
      bars > kMostPlaces || !is_risk(risk))
    return std::nullopt;
  const auto table = DropTable::greedy(epsilon, row_delta);
  if (!table) return std::nullopt;
  return most_dropped_in_all(*table, bars.to_int64().value(), risk);
}

FunctionAccuracy exact_without(std::int64_t people, const Rational& risk,
                               std::string function, const char* metric) {
  return {std::move(function),
          Accuracy{.alpha = people,
                   .beta = 0,
                   .gamma = risk,
                   .distortion = Distortion::drop,
                   .metric = metric},
          0, true};
}

Result<AccuracyStatement> conclude_dropped_people(const Inputs& inputs,
                                                  const Statements& premises) {
  const auto people = most_dropped(inputs, number_in(inputs, "bars"));
  if (!premises.empty() || !people)
    return misapplied(
        "dropped_people takes epsilon above 0 and at most 20, row_delta from 1e-15 to "
        "0.5, whole bars >= 1, risk from 0 and below 1, and no premises");
  return AccuracyStatement(
      exact_without(*people, number_in(inputs, "risk"), "identity", "move"));
}

Result<AccuracyStatement> conclude_dropped_of_key(const Inputs& inputs,
                                                  const Statements& premises) {
  const auto people = most_dropped(inputs, 1);
  if (!premises.empty() || !people)
    return misapplied(
        "dropped_of_key takes epsilon above 0 and at most 20, row_delta from 1e-15 to "
        "0.5, risk from 0 and below 1, and no premises");
  return AccuracyStatement(
      exact_without(*people, number_in(inputs, "risk"), "count_of_key", "absolute"));
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
  return AccuracyStatement(exact_without(*people, risk, statistic, "order"));
}

Result<AccuracyStatement> conclude_people_beyond_drawn(const Inputs& inputs,
                                                       const Statements& premises) {
  const Rational &slope = number_in(inputs, "slope"),
                 &people = number_in(inputs, "people"),
                 &bins = number_in(inputs, "bins"), &risk = number_in(inputs, "risk");
  const std::string& statistic = text_in(inputs, "statistic");
  const Error refused = misapplied(
      "people_beyond_drawn takes max or min, a slope above 0 and at most 50, whole "
      "people >= 1, whole bins >= 2, a risk above 0 and below 1 that these terms keep, "
      "and no premises");
  if (!premises.empty() || (statistic != "max" && statistic != "min") ||
      slope.sign() <= 0 || slope > kMostNoise || !people.is_integer() || people < 1 ||
      people > kMostRowsOfThreshold || !bins.is_integer() || bins < 2 ||
      bins > kMostPlaces || !is_risk(risk) || risk.sign() == 0)
    return refused;
  const auto beyond = people_beyond_drawn(slope, people.to_int64().value(),
                                          bins.to_int64().value(), risk);
  if (!beyond) return refused;
  return AccuracyStatement(exact_without(*beyond, risk, statistic, "bound"));
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
      {"dropped_of_key",
       "T292",
       "the drop of any one key is seldom large, whoever else there is",
       {"epsilon", "row_delta", "risk"},
       conclude_dropped_of_key},
      {"people_beyond",
       "T204",
       "an extreme by a noisy threshold lies between that of the table and that "
       "without "
       "a few people",
       {{"statistic", InputType::text}, "first", "second", "threshold", "bins", "risk"},
       conclude_people_beyond},
      {"people_beyond_drawn",
       "T291",
       "an extreme drawn by the number of people beyond it bounds those of the table "
       "without a few people",
       {{"statistic", InputType::text}, "slope", "people", "bins", "risk"},
       conclude_people_beyond_drawn},
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
