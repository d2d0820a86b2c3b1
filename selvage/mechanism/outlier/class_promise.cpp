#include "selvage/mechanism/outlier/class_promise.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/whole_number.hpp"
#include "selvage/guarantee/outlier_conversion.hpp"
#include "selvage/guarantee/threshold_cells.hpp"
#include "selvage/guarantee/warped_cells.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;
using Promises = Result<std::vector<Derivation>>;

// What everybody has. After a first noise of its own a staircase sees nothing of the
// count but what that noise let through: its epsilon, and no delta. [T71]
Result<Derivation> promise_to_everybody(const CountNoise& noise, Derivation classes) {
  if (const auto* staircase = std::get_if<StaircaseNoise>(&noise);
      staircase != nullptr && !staircase->law.first.is_infinite())
    return discrete_laplace_cells(Rational(1) / staircase->law.first.finite(), 1);
  return dp_from_outlier(std::move(classes));
}

}  // namespace

Result<Derivation> class_promise(const NoisyCounts& counts, const PromiseChoice& choice,
                                 const ClassChoice& classes,
                                 const std::string& partition) {
  const CountNoise& noise = counts.noise;
  const bool staircase = std::holds_alternative<StaircaseNoise>(noise);
  if (choice.composition != Composition::sum || staircase == classes.profile.empty())
    return no_such_promise();
  if (const auto* warped = std::get_if<WarpedNoise>(&noise)) {
    if (choice.delta.sign() != 0) return no_such_promise();
    auto promise = warped_geometric_cells(warped->law->profile(), partition);
    if (!promise || !counts.key_threshold) return promise;
    return outlier_key_threshold(*std::move(promise), *counts.key_threshold);
  }
  if (counts.key_threshold) return no_such_promise();
  if (const auto* guess = std::get_if<LowerBoundNoise>(&noise))
    return lower_bound_cells(guess->law, choice.delta, partition);
  return staircase_cells(std::get<StaircaseNoise>(noise).law, classes.profile,
                         choice.delta, partition);
}

Promises class_promises(const NoisyCounts& counts, const ClassChoice& classes,
                        Derivation promise) {
  if (counts.share.cells > 1) {
    const auto* warped = std::get_if<WarpedNoise>(&counts.noise);
    if (warped == nullptr || counts.key_threshold || classes.sampling)
      return no_such_promise();
    auto sum = warped_cells_of_person(warped->law->profile(), counts.share.cells);
    if (!sum) return sum.error();
    return std::vector{*std::move(sum)};
  }
  std::vector<Derivation> all;
  const auto& outlier = std::get<OutlierPromise>(promise.conclusion.promise);
  if (!most(outlier.profile).is_infinite()) {
    auto dp = promise_to_everybody(counts.noise, promise);
    if (!dp) return dp.error();
    all.push_back(*std::move(dp));
  }
  all.push_back(promise);
  if (!classes.sampling) return all;
  auto sampled = distributional_from_outlier(
      std::move(promise), classes.sampling->people, classes.sampling->epsilon);
  if (!sampled) return sampled.error();
  all.push_back(*std::move(sampled));
  return all;
}

void add_to_json(const ClassChoice& classes, Json& promised) {
  if (!classes.profile.empty()) promised["profile"] = profile_text(classes.profile);
  if (classes.sampling)
    promised["sampled"] = {{"crowd", classes.sampling->people.crowd},
                           {"rate", classes.sampling->people.rate_high.text()},
                           {"known", classes.sampling->people.known},
                           {"epsilon", classes.sampling->epsilon.text()}};
}

std::optional<ClassChoice> read_class_choice(const Json& promised) {
  ClassChoice classes;
  const auto number = [](const Json& from, const char* name) {
    return Rational::parse(from.at(name).get_ref<const std::string&>());
  };
  if (promised.contains("profile")) {
    auto profile = parse_profile(promised["profile"].get<std::string>());
    if (!profile) return std::nullopt;
    classes.profile = *std::move(profile);
  }
  if (!promised.contains("sampled")) return classes;
  const Json& sampled = promised["sampled"];
  const auto rate = number(sampled, "rate"), epsilon = number(sampled, "epsilon");
  const auto crowd = whole_number(sampled.at("crowd")),
             known = whole_number(sampled.at("known"));
  if (!rate || !epsilon || !crowd || !known) return std::nullopt;
  classes.sampling = {.people = {*crowd, *rate, *known}, .epsilon = *epsilon};
  return classes;
}

}  // namespace selvage
