// Why an answer is as accurate as it says: a tree of theorems, like that of a
// guarantee. Each node names its rule, the inputs, the premises below it and what
// follows. A rule is a pure function, so anybody can recompute every conclusion from
// the leaves. [T157]
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "selvage/guarantee/accuracy.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {

// A mechanism is (alpha, beta, gamma)-accurate for the function. [T155]
struct FunctionAccuracy {
  std::string function;  // "identity", "max"
  Accuracy accuracy;
  Rational eta;  // the price of moving, where the distortion is drop_move; else 0
  // Whether alpha of a drop is a number of people instead of their share: drop_people.
  bool in_people = false;
  bool operator==(const FunctionAccuracy&) const = default;
};

// sigma^{theta,omega}(at) <= value: what distorts the function's output by `at` comes
// from distorting its input by `value`, up to a loss theta and a way omega.
struct DistortionSensitivity {
  std::string function;
  Distortion distortion;
  Rational theta, omega, at, value;
  bool operator==(const DistortionSensitivity&) const = default;
};

// tau^{alpha,gamma}(at, lost) <= value, of a mechanism for the function: inputs that
// are within `at` up to a loss `lost` give outputs within `value` up to a loss gamma,
// after a distortion of at most alpha.
struct ErrorSensitivity {
  std::string function;
  Distortion distortion;
  std::string metric_in, metric;
  Rational alpha, gamma, at, lost, value;
  bool operator==(const ErrorSensitivity&) const = default;
};

// Delta(at) <= value: histograms of one size whose items are moved by at most `at`.
struct MetricSensitivity {
  std::string function;
  std::string metric;
  Rational at, value;
  bool operator==(const MetricSensitivity&) const = default;
};

using AccuracyStatement = std::variant<FunctionAccuracy, DistortionSensitivity,
                                       ErrorSensitivity, MetricSensitivity>;

struct AccuracyDerivation {
  std::string rule;
  Inputs inputs;
  std::vector<AccuracyDerivation> premises;
  AccuracyStatement conclusion;
};

struct AccuracyRule {
  const char* name;
  const char* theorem;
  const char* says;  // one sentence, without a full stop
  std::vector<InputField> inputs;
  // Is given inputs that fit the list above.
  Result<AccuracyStatement> (*conclude)(const Inputs&,
                                        const std::vector<AccuracyStatement>&);
};
std::span<const AccuracyRule> accuracy_rules();
// Those that count people, of which the list above is made, too.
std::span<const AccuracyRule> people_rules();
// Those in which rows move.
std::span<const AccuracyRule> move_rules();
// How outputs of a statistic are compared; none if it is not known.
std::optional<std::string> metric_of(const std::string& statistic);

// The node that the rule of that name gives; one sentence where it does not take these.
Result<AccuracyDerivation> derive_accuracy(const std::string& rule, Inputs inputs,
                                           std::vector<AccuracyDerivation> premises);

// Whether every node's conclusion is what its rule concludes from its premises.
bool holds(const AccuracyDerivation& derivation);

// The tree as indented sentences, one line a node.
std::string sentences(const AccuracyDerivation& derivation);
std::string sentence(const AccuracyStatement& statement);
nlohmann::ordered_json to_json(const AccuracyDerivation& derivation);
// Reads what to_json() wrote. Refuses all else in one sentence; does not ask whether
// the derivation holds.
Result<AccuracyDerivation> parse_accuracy_derivation(std::string_view text);

// What mechanisms use.

// Every one of `bars` loses at most `width` of its items, and never gains one; the
// table has `people` at least. Error sensitivity of the identity, where its input is
// off by `at`. Refuses bars * width >= people: then nothing may be left.
Result<AccuracyDerivation> drop_only(std::int64_t bars, std::int64_t width,
                                     std::int64_t people, const Rational& at);
// Items within a range are moved to the middle of one of so many equal buckets.
Result<AccuracyDerivation> bucketing(const Rational& range, std::int64_t buckets,
                                     const Rational& at);
// max, min, quantile, support, range, max_k, mode or identity. Refuses at > 0 for mode
// and max_k, which no distance bounds.
Result<AccuracyDerivation> error_of_statistic(const std::string& statistic,
                                              const Rational& at);
Result<AccuracyDerivation> accuracy_from_error(AccuracyDerivation error);
// A statistic of bars from which noise of Greedy(epsilon, row_delta) takes away: at
// most so many people are set aside, but for `risk`. [T203, T205]
Result<AccuracyDerivation> statistic_of_drops(const std::string& statistic,
                                              const Rational& epsilon,
                                              const Rational& row_delta,
                                              std::int64_t bars, const Rational& risk);
// A row that is drawn out of a range of so many steps, with noise of this scale in
// steps: how far its law is from that of the query, but for the risk. [T313]
Result<AccuracyDerivation> accuracy_of_draw(const Rational& range, std::int64_t steps,
                                            const Rational& scale,
                                            const Rational& risk);
// The separator of what is left of so many bars: exact for a table without a few people
// in which all others moved by half a step at most. [T212]
Result<AccuracyDerivation> separator_of_drops(const Rational& epsilon,
                                              const Rational& row_delta,
                                              std::int64_t bars, const Rational& risk);
// The mechanism of `second` after that of `first`; what is dropped is dropped of what
// is left. [T158]
Result<AccuracyDerivation> compose_accuracy(AccuracyDerivation first,
                                            AccuracyDerivation second);

}  // namespace selvage
