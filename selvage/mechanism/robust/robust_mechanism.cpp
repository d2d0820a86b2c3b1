#include "selvage/mechanism/robust/robust_mechanism.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostRobustValue = std::int64_t{1} << 60;
// Of the other mechanism's answer, where it decides whether there is one.
const Rational kUsualConfidence(19, 20);

std::optional<Error> fault_of_wrapped(const Question& question, const Mechanism& base) {
  const auto refused = [](const std::string& why) {
    return wrong_field("robust", "`robust` " + why);
  };
  if (!question.domain.columns().empty())
    return refused(
        "is for one number; leave `by` out, or ask for one group by `where`");
  if (base.fewer_than())
    return refused("does not go with `fewer_than`; leave one of them out");
  for (const Derivation& promise : base.guarantees())
    if (std::holds_alternative<RandomDpPromise>(promise.conclusion.promise))
      return refused("does not go with an average-case promise; leave one of them out");
  for (const auto& [name, text] : question.own) {
    if (name == "at" && text.find(',') != std::string::npos &&
        question.verb == "quantile")
      return refused("is for one number; write one quantile at a time");
    if (name == "unit" && !Rational::parse(text))
      return refused("is for numbers, not for dates");
  }
  return std::nullopt;
}

}  // namespace

Rational robust_unit(const std::string& verb, const Rational& rho) {
  if (verb == "count" || rho.sign() == 0) return 1;
  return power_of_ten_below(rho) / 1000;
}

Result<std::shared_ptr<const RobustMechanism>> RobustMechanism::make(
    Question question, Plan base, RobustNoise noise) {
  if (auto fault = fault_of_wrapped(question, *base)) return *std::move(fault);
  if (noise.unit != robust_unit(question.verb, noise.rho))
    return unverified("the unit of the noise is another");
  if (const auto node = robust_noise(noise); !node) return node.error();
  return std::shared_ptr<const RobustMechanism>(
      new RobustMechanism(std::move(question), std::move(base), std::move(noise)));
}

Json RobustMechanism::law() const {
  return {{"of", base_->name()},
          {"base", base_->law()},
          {"robust",
           {{"rho", noise_.rho.text()},
            {"theta", noise_.theta.text()},
            {"unit", noise_.unit.text()},
            {"scale", noise_.scale.text()},
            {"window", noise_.window},
            {"epsilon", noise_.epsilon.text()},
            {"delta", noise_.delta.text()}}}};
}

Json RobustMechanism::shown() const { return base_->shown(); }

std::vector<std::pair<std::string, std::string>> RobustMechanism::parameters() const {
  auto all = base_->parameters();
  all.emplace_back("robust_scale", noise_.scale.text());
  all.emplace_back("robust_unit", noise_.unit.text());
  return all;
}

std::vector<Derivation> RobustMechanism::guarantees() const {
  auto all = base_->guarantees();
  auto noise = robust_noise(noise_);
  assert(noise);
  auto node = after_any_step(*std::move(noise));
  assert(node);
  all.push_back(*std::move(node));
  return all;
}

std::int64_t RobustMechanism::bound(const Rational& confidence) const {
  return laplace_size_bound(noise_.scale, 1, Rational(1) - confidence);
}

// Numbers other than counts were rounded before, by half a unit at most.
Rational RobustMechanism::error_bound(const Rational& confidence) const {
  const Rational rounded = question_.verb == "count" ? Rational(0) : Rational(1, 2);
  return (rounded + bound(confidence)) * noise_.unit;
}

std::vector<Accuracy> RobustMechanism::accuracy(const Rational& confidence) const {
  return {{.alpha = 0,
           .beta = error_bound(confidence),
           .gamma = Rational(1) - confidence,
           .distortion = Distortion::none,
           .metric = "from the " + question_.verb + " that is private without it"}};
}

std::vector<PlanLine> RobustMechanism::plan_lines(const Prior& prior,
                                                  const Rational& confidence) const {
  auto lines = base_->plan_lines(prior, confidence);
  lines.push_back(
      {"robust",
       fmt::format("noise of scale {} on top, at most {} with probability {}: tables "
                   "whose answers are within {}, but for a share of {}, cannot be told "
                   "apart beyond epsilon {}, delta {}",
                   (noise_.scale * noise_.unit).short_text(),
                   error_bound(confidence).short_text(), confidence.text(),
                   noise_.rho.short_text(), noise_.theta.short_text(),
                   noise_.epsilon.short_text(), noise_.delta.short_text())});
  return lines;
}

Json RobustMechanism::plan_numbers(const Prior& prior,
                                   const Rational& confidence) const {
  Json numbers = base_->plan_numbers(prior, confidence);
  numbers["robust_scale"] = (noise_.scale * noise_.unit).text();
  numbers["robust_bound"] = error_bound(confidence).text();
  return numbers;
}

std::vector<std::string> RobustMechanism::warnings(const Rational& confidence) const {
  auto all = base_->warnings(confidence);
  all.push_back(fmt::format(
      "noise of `robust` is added on top: the answer is further off than one without "
      "it, by at most {} with probability {}",
      error_bound(confidence).text(), confidence.text()));
  return all;
}

std::int64_t RobustMechanism::drawn_of(const std::optional<Rational>& value,
                                       RandomSource& random) const {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1), noise_.scale);
  if (!value) return kNone;
  const Rational units = (*value / noise_.unit + Rational(1, 2)).floor();
  const Rational most = kMostRobustValue;
  return std::clamp(units, -most, most).to_int64().value() + noise;
}

// What the other one would have answered leaves only behind the noise, which is drawn
// also where there is no answer.
Result<Drawn> RobustMechanism::run(Reader& reader, RandomSource& random) const {
  const auto drawn = base_->run(reader, random);
  if (!drawn) return drawn.error();
  const Series first = base_->answer(*drawn, kUsualConfidence).numbers.front();
  std::optional<Rational> value;
  if (!first.rows.empty() && first.rows[0].known)
    value = first.unit * first.rows[0].value;
  return Drawn{{0}, {}, {{drawn_of(value, random)}}};
}

bool RobustMechanism::can_draw(const Drawn& drawn) const {
  if (drawn.cells != std::vector<std::uint64_t>{0} || !drawn.keys.empty() ||
      drawn.numbers.size() != 1 || drawn.numbers[0].size() != 1)
    return false;
  const std::int64_t value = drawn.numbers[0][0];
  constexpr std::int64_t kMost = kMostRobustValue + kMaxNoise;
  return value == kNone || (-kMost <= value && value <= kMost);
}

Answer RobustMechanism::answer(const Drawn& drawn, const Rational&) const {
  assert(can_draw(drawn));
  const std::int64_t value = drawn.numbers[0][0];
  // Counts have an interval elsewhere, and another name here.
  const std::string name = question_.verb == "count" ? "rough count" : question_.verb;
  Series series{name, noise_.unit, {}, true};
  series.rows.push_back(without_interval(value == kNone ? 0 : value));
  series.rows.back().known = value != kNone;
  return {question_.domain, drawn.cells, {std::move(series)}};
}

// Differential privacy is that of the other one: noise on top only hides more.
Evidence RobustMechanism::evidence(Effort effort) const {
  Evidence evidence = base_->evidence(effort);
  evidence.probes.push_back({[this] {
    // Two tables of which one answers rho above the other: the ratio is largest
    // far outside both.
    const Interval ratio = exp(Interval(Rational(noise_.moved()) / noise_.scale));
    return Probed{.holds = surely_at_most(ratio, exp(Interval(noise_.epsilon))),
                  .says =
                      "noise for robustness on top; that promise rests on its theorem, "
                      "and on pairs of small laws in the tests"};
  }});
  return evidence;
}

}  // namespace selvage
