#include "selvage/mechanism/outlier/outlier_record.hpp"

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/cells_record.hpp"
#include "selvage/mechanism/outlier/outlier_mechanism.hpp"
#include "selvage/mechanism/outlier/profile_planning.hpp"

namespace selvage {
namespace {

const std::string& text(const Json& json, const char* name) {
  return json.at(name).get_ref<const std::string&>();
}

// Every noise has a parameter of its own name.
std::shared_ptr<const CellNoise> noise_of(const Json& number) {
  for (const char* name : {"profile", "levels", "guess"}) {
    if (!number.contains(name)) continue;
    auto noise = read_count_noise(text(number, "noise"), text(number, name));
    if (noise && noise_parameter(*noise).first == name)
      return replacing_noise(*std::move(noise));
  }
  return nullptr;
}

// How counts are shown. None if the program does not show them so.
std::optional<Display> display_of(const Json& shown) {
  using Kind = Display::Kind;
  if (!shown.contains("display"))
    return shown.contains("prior_mean") ? std::nullopt : std::optional(Display{});
  if (text(shown, "display") == display_name(Kind::unbiased) &&
      !shown.contains("prior_mean"))
    return Display{Kind::unbiased, 0};
  if (text(shown, "display") != display_name(Kind::likely) ||
      !shown.contains("prior_mean"))
    return std::nullopt;
  const auto mean = Rational::parse(text(shown, "prior_mean"));
  // The public guess is a whole number of people in a cell.
  if (!mean || mean->sign() <= 0 || !mean->to_int64()) return std::nullopt;
  return Display{Kind::likely, *mean};
}

// Which sums over cells are shown: as a plan decides, by a public guess of how many
// people there are.
bool are_sums_of_a_plan(const OutlierPlan& plan) {
  const std::size_t sums = planned_sums(plan, 1).size();
  const std::size_t margins = sums > 1 ? plan.reading.domain.columns().size() : 0;
  return plan.with_margins.size() == margins && (sums > 0 || !plan.with_totals);
}

Outcome read_promises(const MechanismRecord& record, OutlierPlan& plan) {
  const Json& promised = record.shown.at("promised");
  const auto choice = read_promise_choice(promised);
  const auto classes = read_class_choice(promised);
  if (!choice || !classes) return unverified("nothing is promised in this way");
  plan.promise = *choice;
  plan.classes = *classes;
  if (plan.share.rows_in_cell != 1)
    return unverified(
        "a person counts more than once in a cell, and profiles are of people");
  const NoisyCounts counts = noisy_counts(plan);
  auto promise =
      class_promise(counts, plan.promise, plan.classes, partition_of(record.question));
  if (!promise) return unverified(promise.error().message);
  auto promises = class_promises(counts, plan.classes, *std::move(promise));
  if (!promises) return unverified(promises.error().message);
  plan.derivations = *std::move(promises);
  return Done{};
}

}  // namespace

bool tells_of_profile(const MechanismRecord& record) {
  const Json& numbers = record.law.at("numbers");
  return !numbers.empty() && is_count_noise(text(numbers[0], "noise"));
}

Result<Plan> read_outlier(const MechanismRecord& record) {
  auto cells = read_cells_plan(record, noise_of);
  if (!cells) return cells.error();
  OutlierPlan plan{*std::move(cells)};
  const auto display = display_of(record.shown);
  const WarpedGeometric* warped = warped_of(plan.noise());
  using Kind = Display::Kind;
  if (!display || (display->kind != Kind::noisy && warped == nullptr) ||
      (display->kind == Kind::unbiased && warped->least() > 0))
    return unverified("counts are shown in a way that is not known");
  plan.display = *display;
  if (!are_sums_of_a_plan(plan))
    return unverified("the sums shown are not those that this release shows");
  if (auto good = read_promises(record, plan); !good) return good.error();
  return Plan(
      std::make_shared<const OutlierMechanism>(record.question, std::move(plan)));
}

}  // namespace selvage
