#include "selvage/mechanism/robust/robust_verbs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/mechanism/robust/robust_mechanism.hpp"

namespace selvage {
namespace {

constexpr const char* kRobustExample = "5:0.01:0.5";

struct Robustness {
  Rational rho, theta, epsilon;
};

// "RHO:THETA:EPS".
Result<Robustness> parse_robust(const std::string& text) {
  const auto wrong_robust = [&](const std::string& why) {
    return wrong_field(
        "robust", fmt::format("`robust` {}; write for example {}", why, kRobustExample),
        kRobustExample);
  };
  const auto first = text.find(':'), second = text.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos)
    return wrong_robust(
        "is RHO:THETA:EPS, how close answers are, the share that may be left out, and "
        "the epsilon between them");
  const auto rho = Rational::parse(text.substr(0, first)),
             theta = Rational::parse(text.substr(first + 1, second - first - 1)),
             epsilon = Rational::parse(text.substr(second + 1));
  if (!rho || !theta || !epsilon)
    return wrong_robust(fmt::format("'{}' is not three numbers", text));
  if (rho->sign() < 0)
    return wrong_robust(
        fmt::format("has a distance of {}, and none is below 0", rho->short_text()));
  if (theta->sign() < 0 || *theta >= 1)
    return wrong_robust(
        fmt::format("leaves out a share of {}, which is not from 0 to "
                    "below 1",
                    theta->short_text()));
  if (epsilon->sign() <= 0 || *epsilon > 100)
    return wrong_robust(
        fmt::format("has an epsilon of {}, which is not above 0 and at "
                    "most 100",
                    epsilon->short_text()));
  return Robustness{*rho, *theta, *epsilon};
}

// What would be paid for and not shown, or be about another number than the one shown.
std::optional<Error> fault_beside(const Asked& asked) {
  for (const auto& [field, why] :
       {std::pair("interval", "shows none of an answer before its noise"),
        std::pair("check", "shows none of what is noticed before its noise"),
        std::pair("accuracy",
                  "adds noise of its own, which it knows nothing of; ask "
                  "with `epsilon`")})
    if (asked.has(field))
      return wrong_field(
          field,
          fmt::format(
              "`{}` does not go with `robust`, which {}{}", field, why,
              std::string(field) == "accuracy" ? "" : "; leave one of them out"));
  return std::nullopt;
}

Result<Planned> plan_robust(const Verb& verb, const Asked& asked) {
  const auto texts = asked.texts("robust");
  if (texts.empty()) return verb.plan(asked);
  const auto request = parse_robust(texts[0]);
  if (!request) return request.error();
  if (auto fault = fault_beside(asked)) return *std::move(fault);
  if (request->rho.sign() == 0 && verb.name != "count")
    return wrong_field("robust",
                       "`robust` with a distance of 0 is for counts: of other numbers "
                       "it says how finely they are told; write for example 5:0.01:0.5",
                       kRobustExample);
  auto planned = verb.plan(asked);
  if (!planned) return planned.error();
  const auto noise =
      least_robust_noise(request->rho, request->theta,
                         robust_unit(verb.name, request->rho), request->epsilon);
  if (!noise)
    return wrong_field(
        "robust",
        fmt::format("`robust` {} needs more noise than there is; write a "
                    "larger epsilon or a smaller distance",
                    texts[0]),
        kRobustExample);
  if (noise->delta >= 1)
    return wrong_field(
        "robust",
        fmt::format("`robust` {} comes to a delta of {}, and a delta of 1 or more "
                    "promises nothing; write a smaller share",
                    texts[0], promised_text(noise->delta)),
        kRobustExample);
  const auto mechanism =
      RobustMechanism::make(planned->question, planned->plan, *noise);
  if (!mechanism) return mechanism.error();
  planned->plan = *mechanism;
  return planned;
}

std::optional<RobustNoise> noise_in(const Json& law) {
  const auto& robust = law["robust"];
  const auto number = [&](const char* name) -> std::optional<Rational> {
    if (!robust.is_object() || !robust.contains(name) || !robust[name].is_string())
      return std::nullopt;
    auto value = Rational::parse(robust[name].get_ref<const std::string&>());
    return value ? std::optional(*std::move(value)) : std::nullopt;
  };
  const auto rho = number("rho"), theta = number("theta"), unit = number("unit"),
             scale = number("scale"), epsilon = number("epsilon"),
             delta = number("delta");
  if (!rho || !theta || !unit || !scale || !epsilon || !delta ||
      !robust.contains("window"))
    return std::nullopt;
  const auto window = whole_number(robust["window"]);
  if (!window) return std::nullopt;
  return RobustNoise{*rho, *theta, *unit, *scale, *window, *epsilon, *delta};
}

bool tells_of_robust(const MechanismRecord& record) {
  return record.law.is_object() && record.law.contains("robust") &&
         record.law.contains("base");
}

// The form of a law within another is checked by nobody before.
Result<Plan> read_base(const Verb& verb, const MechanismRecord& record) {
  try {
    return verb.read({.question = record.question,
                      .law = record.law["base"],
                      .shown = record.shown,
                      .fewer_than = record.fewer_than,
                      .reason = record.reason});
  } catch (const Json::exception&) {
    return unverified("the law before the noise has another form");
  }
}

Result<Plan> read_robust(const Verb& verb, const MechanismRecord& record) {
  if (!tells_of_robust(record)) return verb.read(record);
  const Error other = unverified("its law is not that of noise on another one");
  const auto noise = noise_in(record.law);
  // That one's own noise is on trust only as far as its rule confirms it.
  if (!noise || record.law["base"].contains("robust")) return other;
  const auto base = read_base(verb, record);
  if (!base) return base.error();
  const auto mechanism = RobustMechanism::make(record.question, *base, *noise);
  if (!mechanism) return mechanism.error();
  if (canonical_json((*mechanism)->law()) != canonical_json(record.law)) return other;
  return Plan(*mechanism);
}

}  // namespace

Verb with_robust(Verb verb) {
  Verb robust = verb;
  const auto epsilon =
      std::find_if(robust.fields.begin(), robust.fields.end(),
                   [](const Field& field) { return field.name == "epsilon"; });
  robust.fields.insert(
      epsilon + (epsilon == robust.fields.end() ? 0 : 1),
      {"robust", "R:T:E", "also hide tables whose answers are within R, but for T"});
  robust.plan = [verb](const Asked& asked) { return plan_robust(verb, asked); };
  robust.read = [verb](const MechanismRecord& record) {
    return read_robust(verb, record);
  };
  return robust;
}

}  // namespace selvage
