#include "selvage/mechanism/outlier/outlier_mechanism.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_law.hpp"
#include "selvage/mechanism/cells/warnings.hpp"
#include "selvage/mechanism/outlier/count_estimates.hpp"
#include "selvage/mechanism/outlier/profile_evidence.hpp"

namespace selvage {
namespace {

// What a profile leaves open.
void add_of_profile(const OutlierPlan& plan, const Rational& confidence,
                    std::vector<std::string>& result) {
  const auto* profile = promised_profile(plan);
  if (profile == nullptr) {
    result.emplace_back(
        "people in several cells are promised the sum of what they have, and nothing "
        "by their class");
    return;
  }
  const auto& steps = profile->profile;
  if (steps.size() > 1 && most(steps).is_infinite())
    result.push_back(fmt::format(
        "people in classes above {} have no protection {}: their counts "
        "are published as they are",
        *steps[steps.size() - 2].limit,
        plan.classes.sampling ? "from somebody who knows who was sampled" : "at all"));
  if (const WarpedGeometric* warped = warped_of(plan.noise());
      warped != nullptr && warped->least() > 0)
    result.push_back(
        fmt::format("counts up to {} are not told apart: {} stands for all of them",
                    warped->least(), warped->least()));
  result.push_back(fmt::format("cells under about {} people carry no usable count",
                               usable_from(plan.noise(), Rational(1) - confidence)));
}

}  // namespace

std::string OutlierMechanism::name() const { return mechanism_name(plan_); }

Json OutlierMechanism::law() const { return law_json(plan_); }

// Also how counts are shown, where not as they came out.
Json OutlierMechanism::shown() const {
  Json json = shown_json(plan_);
  add_to_json(plan_.classes, json["promised"]);
  if (plan_.display.kind != Display::Kind::noisy)
    json["display"] = display_name(plan_.display.kind);
  if (plan_.display.kind == Display::Kind::likely)
    json["prior_mean"] = plan_.display.prior_mean.text();
  return json;
}

std::optional<std::int64_t> OutlierMechanism::fewer_than() const {
  return hidden_below(plan_);
}

std::vector<std::pair<std::string, std::string>> OutlierMechanism::parameters() const {
  return mechanism_parameters(plan_);
}

// Of a sum over cells the profile that makes it.
std::vector<ProfileStep> OutlierMechanism::profile() const {
  if (const auto* promise = promised_profile(plan_)) return promise->profile;
  const WarpedGeometric* warped = warped_of(plan_.noise());
  return warped != nullptr ? warped->profile() : std::vector<ProfileStep>();
}

Rational OutlierMechanism::profile_delta() const {
  const auto* promise = promised_profile(plan_);
  return promise != nullptr ? promise->delta : Rational(0);
}

std::vector<ErrorRow> OutlierMechanism::errors(const std::optional<Prior>&,
                                               const Rational& confidence) const {
  std::vector<ErrorRow> rows;
  for (const CountErrorStatement& at :
       CountEstimates(plan_, confidence).errors_by_count())
    rows.push_back({.count = at.count,
                    .mean_absolute = at.mean_absolute,
                    .bound = Rational(at.bound)});
  return rows;
}

std::vector<std::string> OutlierMechanism::warnings(const Rational& confidence) const {
  std::vector<std::string> result;
  add_of_profile(plan_, confidence, result);
  for (std::string& warning :
       plan_warnings(plan_, warned_of(plan_, question_.table, confidence)))
    result.push_back(std::move(warning));
  return result;
}

Needs OutlierMechanism::needs() const {
  return {.reading = plan_.reading, .class_key = class_key(plan_)};
}

Result<Drawn> OutlierMechanism::run(Reader& reader, RandomSource& random) const {
  return selvage::run(plan_, reader, random);
}

bool OutlierMechanism::can_draw(const Drawn& drawn) const {
  if (!selvage::can_draw(plan_, drawn)) return false;
  const WarpedGeometric* warped = warped_of(plan_.noise());
  return warped == nullptr ||
         std::all_of(drawn.numbers[0].begin(), drawn.numbers[0].end(),
                     [&](std::int64_t output) { return output >= warped->least(); });
}

Answer OutlierMechanism::answer(const Drawn& drawn, const Rational& confidence) const {
  return answer_of(plan_, drawn, CountEstimates(plan_, confidence));
}

Quantity OutlierMechanism::quantity(const Series& number, const Rational&) const {
  return number.with_intervals ? true_count(question_) : Quantity{};
}

Evidence OutlierMechanism::evidence(Effort effort) const {
  return profile_evidence(plan_, cells_effort(plan_, effort));
}

std::optional<Interval> OutlierMechanism::class_epsilon(std::int64_t people) const {
  return selvage::class_epsilon(plan_, people);
}

}  // namespace selvage
