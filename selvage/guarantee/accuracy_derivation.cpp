#include "selvage/guarantee/accuracy_derivation.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/guarantee/derivation_text.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeepest = 64;  // a derivation is a page of text

const AccuracyRule* find_accuracy_rule(const std::string& name) {
  for (const AccuracyRule& rule : accuracy_rules())
    if (name == rule.name) return &rule;
  return nullptr;
}

Result<AccuracyStatement> conclusion_of(
    const std::string& name, const Inputs& inputs,
    const std::vector<AccuracyDerivation>& premises) {
  const AccuracyRule* rule = find_accuracy_rule(name);
  if (rule == nullptr)
    return misapplied(fmt::format("there is no rule {} of accuracy", plain_name(name)));
  if (auto fault = fault_of_inputs(rule->name, rule->inputs, inputs)) return *fault;
  std::vector<AccuracyStatement> known;
  for (const AccuracyDerivation& premise : premises)
    known.push_back(premise.conclusion);
  return rule->conclude(inputs, known);
}

constexpr const char* kDropPeople = "drop_people";

Json statement_json(const FunctionAccuracy& s) {
  Json json = {{"kind", "accuracy"}, {"function", s.function}};
  json.update(to_json(s.accuracy));
  if (s.in_people) json["distortion"] = kDropPeople;
  json["eta"] = s.eta.text();
  return json;
}
Json statement_json(const DistortionSensitivity& s) {
  return {{"kind", "distortion_sensitivity"},
          {"function", s.function},
          {"distortion", distortion_name(s.distortion)},
          {"theta", s.theta.text()},
          {"omega", s.omega.text()},
          {"at", s.at.text()},
          {"value", s.value.text()}};
}
Json statement_json(const ErrorSensitivity& s) {
  return {{"kind", "error_sensitivity"},
          {"function", s.function},
          {"distortion", distortion_name(s.distortion)},
          {"metric_in", s.metric_in},
          {"metric", s.metric},
          {"alpha", s.alpha.text()},
          {"gamma", s.gamma.text()},
          {"at", s.at.text()},
          {"lost", s.lost.text()},
          {"value", s.value.text()}};
}
Json statement_json(const MetricSensitivity& s) {
  return {{"kind", "metric_sensitivity"},
          {"function", s.function},
          {"metric", s.metric},
          {"at", s.at.text()},
          {"value", s.value.text()}};
}

std::string words_of(const FunctionAccuracy& s) {
  if (s.in_people)
    return fmt::format(
        "{}: {} at most {}, except with probability {}, once at most {} people are set "
        "aside",
        s.function, s.accuracy.metric, s.accuracy.beta.text(), s.accuracy.gamma.text(),
        s.accuracy.alpha.text());
  return fmt::format("{}: {}{}", s.function, sentence(s.accuracy),
                     s.accuracy.distortion == Distortion::drop_move
                         ? fmt::format(", moving at the price {}", s.eta.text())
                         : "");
}
std::string words_of(const DistortionSensitivity& s) {
  return fmt::format(
      "{}: a {} of {} of the output is one of at most {} of the input, up to a loss of "
      "{} and a way of {}",
      s.function, distortion_name(s.distortion), s.at.text(), s.value.text(),
      s.theta.text(), s.omega.text());
}
std::string words_of(const ErrorSensitivity& s) {
  return fmt::format(
      "{}: {} at most {} where the input is off by {} with a loss of {}, except with "
      "probability {}, after a {} of at most {}",
      s.function, s.metric, s.value.text(), s.at.text(), s.lost.text(), s.gamma.text(),
      distortion_name(s.distortion), s.alpha.text());
}
std::string words_of(const MetricSensitivity& s) {
  return fmt::format("{}: {} at most {} where items move by at most {}", s.function,
                     s.metric, s.value.text(), s.at.text());
}

// Reads the fields of a statement; the first that is missing is kept as the fault.
class StatementFields {
 public:
  explicit StatementFields(const Json& json) : json_(json) {}
  std::string text(const char* name) {
    const auto at = json_.find(name);
    if (at != json_.end() && at->is_string()) return at->get<std::string>();
    good_ = false;
    return {};
  }
  Rational number(const char* name) {
    const auto value = Rational::parse(text(name));
    // One number has one form: 1/2 is written 0.5.
    good_ &= value && value->text() == text(name);
    return value ? *value : Rational(0);
  }
  Distortion distortion(const char* name) {
    const auto known = read_distortion(text(name));
    good_ &= known.has_value();
    return known.value_or(Distortion::none);
  }
  // A drop of people is one, too.
  bool is_in_people(const char* name) { return text(name) == kDropPeople; }
  bool good() const { return good_; }

 private:
  const Json& json_;
  bool good_ = true;
};

std::optional<AccuracyStatement> read_statement(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  StatementFields f(json);
  const std::string kind = f.text("kind");
  std::optional<AccuracyStatement> read;
  // Braces: the fields are read from left to right.
  if (kind == "accuracy") {
    const bool people = f.is_in_people("distortion");
    read = FunctionAccuracy{
        f.text("function"),
        Accuracy{.alpha = f.number("alpha"),
                 .beta = f.number("beta"),
                 .gamma = f.number("gamma"),
                 .distortion = people ? Distortion::drop : f.distortion("distortion"),
                 .metric = f.text("metric")},
        f.number("eta"), people};
  } else if (kind == "distortion_sensitivity")
    read = DistortionSensitivity{f.text("function"), f.distortion("distortion"),
                                 f.number("theta"),  f.number("omega"),
                                 f.number("at"),     f.number("value")};
  else if (kind == "error_sensitivity")
    read = ErrorSensitivity{
        f.text("function"), f.distortion("distortion"), f.text("metric_in"),
        f.text("metric"),   f.number("alpha"),          f.number("gamma"),
        f.number("at"),     f.number("lost"),           f.number("value")};
  else if (kind == "metric_sensitivity")
    read = MetricSensitivity{f.text("function"), f.text("metric"), f.number("at"),
                             f.number("value")};
  return f.good() ? read : std::nullopt;
}

Error no_accuracy(const std::string& why) {
  return unreadable(fmt::format("this is no derivation of accuracy: {}", why));
}

Result<AccuracyDerivation> read_tree(const Json& json, int depth) {  // NOLINT
  if (depth > kDeepest) return no_accuracy("its tree is too deep");
  if (!json.is_object() || !json.contains("rule") || !json["rule"].is_string() ||
      !json.contains("inputs") || !json.contains("premises") ||
      !json["premises"].is_array() || !json.contains("conclusion"))
    return no_accuracy("a part of it is missing");
  AccuracyDerivation node;
  node.rule = json["rule"].get<std::string>();
  auto inputs = read_inputs(json["inputs"]);
  if (!inputs) return inputs.error();
  node.inputs = *std::move(inputs);
  for (const Json& premise : json["premises"]) {
    auto below = read_tree(premise, depth + 1);
    if (!below) return below.error();
    node.premises.push_back(*std::move(below));
  }
  auto statement = read_statement(json["conclusion"]);
  if (!statement) return no_accuracy("it states nothing known");
  node.conclusion = *std::move(statement);
  return node;
}

void append_lines(const AccuracyDerivation& node, int depth,  // NOLINT: recursion
                  std::string& text) {
  const AccuracyRule* rule = find_accuracy_rule(node.rule);
  text += fmt::format("{:{}}{} [{}]: {}.\n", "", 2 * depth,
                      rule != nullptr ? rule->says : node.rule.c_str(),
                      rule != nullptr ? rule->theorem : "unknown rule",
                      sentence(node.conclusion));
  for (const AccuracyDerivation& premise : node.premises)
    append_lines(premise, depth + 1, text);
}

}  // namespace

Result<AccuracyDerivation> derive_accuracy(const std::string& rule, Inputs inputs,
                                           std::vector<AccuracyDerivation> premises) {
  auto conclusion = conclusion_of(rule, inputs, premises);
  if (!conclusion) return conclusion.error();
  return AccuracyDerivation{rule, std::move(inputs), std::move(premises),
                            *std::move(conclusion)};
}

bool holds(const AccuracyDerivation& derivation) {
  for (const AccuracyDerivation& premise : derivation.premises)
    if (!holds(premise)) return false;
  const auto known =
      conclusion_of(derivation.rule, derivation.inputs, derivation.premises);
  return known && *known == derivation.conclusion;
}

std::string sentence(const AccuracyStatement& statement) {
  return std::visit([](const auto& one) { return words_of(one); }, statement);
}

std::string sentences(const AccuracyDerivation& derivation) {
  std::string text;
  append_lines(derivation, 0, text);
  return text;
}

Json to_json(const AccuracyDerivation& derivation) {
  const AccuracyRule* rule = find_accuracy_rule(derivation.rule);
  Json premises = Json::array();
  for (const AccuracyDerivation& premise : derivation.premises)
    premises.push_back(to_json(premise));
  return {{"rule", derivation.rule},
          {"theorem", rule != nullptr ? rule->theorem : ""},
          {"inputs", inputs_json(derivation.inputs)},
          {"premises", premises},
          {"conclusion", std::visit([](const auto& one) { return statement_json(one); },
                                    derivation.conclusion)}};
}

Result<AccuracyDerivation> parse_accuracy_derivation(std::string_view text) {
  const auto json = parse_bounded_json(text);
  if (!json) return no_accuracy("it is not JSON");
  return read_tree(*json, 0);
}

Result<AccuracyDerivation> drop_only(std::int64_t bars, std::int64_t width,
                                     std::int64_t people, const Rational& at) {
  return derive_accuracy(
      "drop_only", {{"bars", bars}, {"width", width}, {"people", people}, {"at", at}},
      {});
}

Result<AccuracyDerivation> bucketing(const Rational& range, std::int64_t buckets,
                                     const Rational& at) {
  return derive_accuracy("bucketing",
                         {{"range", range}, {"buckets", buckets}, {"at", at}}, {});
}

Result<AccuracyDerivation> error_of_statistic(const std::string& statistic,
                                              const Rational& at) {
  auto sensitivity = derive_accuracy("sensitivity_of_statistic",
                                     {{"statistic", statistic}, {"at", at}}, {});
  if (!sensitivity) return sensitivity.error();
  return derive_accuracy("error_of_function", {{"gamma", Rational(0)}},
                         {*std::move(sensitivity)});
}

Result<AccuracyDerivation> accuracy_from_error(AccuracyDerivation error) {
  return derive_accuracy("accuracy_from_error", {}, {std::move(error)});
}

Result<AccuracyDerivation> statistic_of_drops(const std::string& statistic,
                                              const Rational& epsilon,
                                              const Rational& row_delta,
                                              std::int64_t bars, const Rational& risk) {
  auto dropped = derive_accuracy(
      "dropped_people",
      {{"epsilon", epsilon}, {"row_delta", row_delta}, {"bars", bars}, {"risk", risk}},
      {});
  if (!dropped || statistic == "identity") return dropped;
  auto sensitivity = derive_accuracy(
      "sensitivity_of_statistic", {{"statistic", statistic}, {"at", Rational(0)}}, {});
  if (!sensitivity) return sensitivity.error();
  return derive_accuracy("accuracy_of_statistic", {},
                         {*std::move(dropped), *std::move(sensitivity)});
}

Result<AccuracyDerivation> compose_accuracy(AccuracyDerivation first,
                                            AccuracyDerivation second) {
  const auto* error = std::get_if<ErrorSensitivity>(&second.conclusion);
  if (error == nullptr)
    return misapplied("compose_accuracy takes an error sensitivity as its second");
  auto distortion = derive_accuracy(
      "identity_distortion",
      {{"theta", Rational(0)}, {"omega", Rational(0)}, {"at", error->alpha}}, {});
  if (!distortion) return distortion.error();
  return derive_accuracy("compose_accuracy", {},
                         {std::move(first), *std::move(distortion), std::move(second)});
}

}  // namespace selvage
