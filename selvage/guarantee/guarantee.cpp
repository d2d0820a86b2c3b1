#include "selvage/guarantee/guarantee.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/interval.hpp"

namespace selvage {

std::string promised_text(const Rational& number) {
  std::string text = number.text();
  const std::size_t longest = text.find('/') == std::string::npos ? 14 : 9;
  return text.size() <= longest ? text : Interval(number).upper_text(4);
}

namespace {

using Json = nlohmann::ordered_json;

std::string compared(Neighbours neighbours) {
  return neighbours == Neighbours::add_remove_person
             ? "whether or not any one person is in the table"
             : "whatever any one person's data are (the table's size is public)";
}

std::string with_delta(const Rational& delta) {
  return delta.sign() == 0
             ? std::string()
             : fmt::format(", except with probability {}", promised_text(delta));
}

std::string say(const DpPromise& p, Neighbours neighbours) {
  return fmt::format(
      "{}-differential privacy: the odds of any output change by at most a factor "
      "exp({}){}, {}",
      p.delta.sign() == 0
          ? promised_text(p.epsilon)
          : fmt::format("({}, {})", promised_text(p.epsilon), promised_text(p.delta)),
      promised_text(p.epsilon), with_delta(p.delta), compared(neighbours));
}

std::string say_step(const ProfileStep& step) {
  if (step.limit) {
    const bool hidden = step.epsilon.sign() == 0;
    return fmt::format("{} in a class of at most {} people",
                       hidden ? "0 (cannot be noticed)" : step.epsilon.text(),
                       *step.limit);
  }
  return step.epsilon.is_infinite()
             ? "no promise in a larger class"
             : fmt::format("{} in any class", step.epsilon.text());
}

// A profile by a formula may have thousands of steps: the first ones and the last.
std::string say(const OutlierPromise& p, Neighbours) {
  constexpr std::size_t kShown = 6;
  std::string steps;
  for (std::size_t i = 0; i < p.profile.size(); ++i) {
    const bool last = i + 1 == p.profile.size();
    if (i >= kShown && !last) continue;
    if (!steps.empty()) steps += ", ";
    if (last && i > kShown) steps += fmt::format("{} more steps, ", i - kShown);
    steps += say_step(p.profile[i]);
  }
  return fmt::format("outlier privacy over {}: a person has parameter {}{}",
                     p.partition, steps, with_delta(p.delta));
}

std::string say(const RandomDpPromise& p, Neighbours) {
  return fmt::format(
      "random differential privacy, an average-case promise: ({}, {}) with "
      "probability 1 - {} over the draw of the data",
      p.alpha.text(), p.eta.text(), p.gamma.text());
}

std::string say(const RobustPromise& p, Neighbours) {
  const std::string but_for =
      p.theta.sign() == 0 ? ""
                          : fmt::format(", but for a share of {} of the chance,",
                                        promised_text(p.theta));
  return fmt::format(
      "robust privacy: tables whose answers without this noise are within {}{} cannot "
      "be told apart beyond epsilon {}, delta {}; this is about one number, and does "
      "not add up",
      promised_text(p.rho), but_for, promised_text(p.epsilon), promised_text(p.delta));
}

std::string say(const DistributionalPromise& p, Neighbours) {
  return fmt::format(
      "distributional privacy ({}, {}) against an adversary who is unsure who was "
      "sampled (rates {} to {}, all but {} people); valid only if what it knows is "
      "such "
      "a sample: people whose presence is correlated (families, batches) are not "
      "covered",
      p.epsilon.text(), p.delta.text(), p.rate_low.text(), p.rate_high.text(), p.known);
}

std::string say(const GroupPromise& p, Neighbours) {
  return fmt::format(
      "group privacy over {}: the odds of any output change by at most a factor "
      "exp({}){}, whether or not any {} people of one class of at most {} people are "
      "in "
      "the table",
      p.partition, promised_text(p.epsilon), with_delta(p.delta), p.people, p.size);
}

std::string say(const SubstitutionPromise& p, Neighbours) {
  return fmt::format(
      "over {} the odds of any output change by at most a factor exp({}){}, whether a "
      "person is in a class of at most {} people or in another of at most {} people",
      p.partition, promised_text(p.epsilon), with_delta(p.delta), p.from, p.to);
}

std::string say(const CrowdBlendingPromise& p, Neighbours) {
  return fmt::format(
      "crowd-blending privacy: each person is one of at least {} people in the table "
      "who could be exchanged unseen, or else the odds of any output change by at most "
      "a factor exp({}){}, whether or not that person is in the table",
      p.crowd, promised_text(p.epsilon), with_delta(p.delta));
}

std::string say(const ZcdpPromise& p, Neighbours neighbours) {
  return fmt::format(
      "{}-zero-concentrated differential privacy: the Renyi divergence of order a of "
      "the outputs is at most a times {}, {}",
      promised_text(p.rho), promised_text(p.rho), compared(neighbours));
}

std::string say_loss(const std::string& noise, std::int64_t shift,
                     Neighbours neighbours) {
  return fmt::format(
      "outputs are no easier to tell apart than {} with and without a shift by {}, {}",
      noise, shift, compared(neighbours));
}

std::string say(const LaplaceLossPromise& p, Neighbours neighbours) {
  return say_loss(fmt::format("discrete Laplace noise of scale {}", p.scale.text()),
                  p.shift, neighbours);
}

std::string say(const GaussianLossPromise& p, Neighbours neighbours) {
  return say_loss(
      fmt::format("discrete Gaussian noise of variance {}", p.variance.text()), p.shift,
      neighbours);
}

Json fields(const DpPromise& p) {
  return {{"kind", "dp"}, {"epsilon", p.epsilon.text()}, {"delta", p.delta.text()}};
}

Json fields(const OutlierPromise& p) {
  return {{"kind", "outlier"},
          {"profile", profile_json(p.profile)},
          {"delta", p.delta.text()},
          {"partition", p.partition}};
}

Json fields(const RandomDpPromise& p) {
  return {{"kind", "random_dp"},
          {"alpha", p.alpha.text()},
          {"eta", p.eta.text()},
          {"gamma", p.gamma.text()}};
}

Json fields(const RobustPromise& p) {
  return {{"kind", "robust"},
          {"rho", p.rho.text()},
          {"theta", p.theta.text()},
          {"epsilon", p.epsilon.text()},
          {"delta", p.delta.text()}};
}

Json fields(const DistributionalPromise& p) {
  return {{"kind", "distributional"},        {"rate_low", p.rate_low.text()},
          {"rate_high", p.rate_high.text()}, {"known", p.known},
          {"epsilon", p.epsilon.text()},     {"delta", p.delta.text()}};
}

Json fields(const GroupPromise& p) {
  return {{"kind", "group"},         {"people", p.people},
          {"size", p.size},          {"epsilon", p.epsilon.text()},
          {"delta", p.delta.text()}, {"partition", p.partition}};
}

Json fields(const SubstitutionPromise& p) {
  return {{"kind", "substitution"},
          {"from", p.from},
          {"to", p.to},
          {"epsilon", p.epsilon.text()},
          {"delta", p.delta.text()},
          {"partition", p.partition}};
}

Json fields(const CrowdBlendingPromise& p) {
  return {{"kind", "crowd_blending"},
          {"crowd", p.crowd},
          {"epsilon", p.epsilon.text()},
          {"delta", p.delta.text()}};
}

Json fields(const ZcdpPromise& p) { return {{"kind", "zcdp"}, {"rho", p.rho.text()}}; }

Json fields(const LaplaceLossPromise& p) {
  return {{"kind", "laplace_loss"}, {"scale", p.scale.text()}, {"shift", p.shift}};
}

Json fields(const GaussianLossPromise& p) {
  return {
      {"kind", "gaussian_loss"}, {"variance", p.variance.text()}, {"shift", p.shift}};
}

}  // namespace

std::string neighbours_name(Neighbours neighbours) {
  return neighbours == Neighbours::add_remove_person ? "add_remove_person"
                                                     : "replace_person";
}

std::string sentence(const Guarantee& guarantee) {
  return std::visit([&](const auto& p) { return say(p, guarantee.neighbours); },
                    guarantee.promise);
}

Json to_json(const Guarantee& guarantee) {
  Json json = std::visit([](const auto& p) { return fields(p); }, guarantee.promise);
  json["neighbours"] = neighbours_name(guarantee.neighbours);
  return json;
}

Json profile_json(const std::vector<ProfileStep>& profile) {
  Json json = Json::array();
  for (const auto& [limit, epsilon] : profile)
    json.push_back({limit ? Json(*limit) : Json(nullptr), Json(epsilon.text())});
  return json;
}

}  // namespace selvage
