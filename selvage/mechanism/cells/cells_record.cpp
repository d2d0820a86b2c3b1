#include "selvage/mechanism/cells/cells_record.hpp"

#include <algorithm>

#include "selvage/base/whole_number.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_mechanism.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/cells_request.hpp"
#include "selvage/mechanism/cells/count_noise.hpp"
#include "selvage/mechanism/cells/profile_planning.hpp"

namespace selvage {
namespace {

Error misfit(const std::string& what) { return {ErrorKind::unverified, what}; }

const std::string& text(const Json& json, const char* name) {
  return json.at(name).get_ref<const std::string&>();
}

// -1 for what no honest record has.
std::int64_t whole(const Json& json) { return whole_number(json).value_or(-1); }

Result<Reading> reading_of(const Question& question) {
  const Statistic statistic = statistic_of(question.verb);
  Reading reading{
      .domain = question.domain, .measure = std::nullopt, .person = question.person};
  for (const std::int64_t cap : {reading.person.rows, reading.person.cells})
    if (cap < 1 || cap > kMostCap) return misfit("there are no such caps");
  if (question.column.empty() != (statistic == Statistic::count))
    return misfit("sums need a column to sum, and counts have none");
  if (statistic == Statistic::count) return reading;
  const std::string *bounds = nullptr, *step = nullptr;
  for (const auto& [name, value] : question.own) {
    if (name == "bounds") bounds = &value;
    if (name == "step") step = &value;
  }
  const auto width =
      step != nullptr ? Rational::parse(*step) : Result<Rational>(misfit("no step"));
  if (bounds == nullptr || !width || width->text() != *step)
    return misfit("the step is no number");
  const auto grid = grid_for(statistic, *bounds, *width);
  if (!grid || grid->text() != *bounds)
    return misfit("there is no such grid within these bounds, in their own form");
  reading.measure = Measure{question.column, *grid};
  return reading;
}

// Every noise has a parameter of its own name.
std::optional<Noise> noise_of(const Json& number) {
  for (const char* name : {"scale", "variance", "profile", "levels", "guess"}) {
    if (!number.contains(name)) continue;
    auto noise = read_noise(text(number, "noise"), text(number, name));
    if (noise && noise_parameter(*noise).first == name) return noise;
  }
  return std::nullopt;
}

// The noisy numbers of a cell. [T35]
Outcome read_numbers(const Json& law, CellsPlan& plan) {
  const Json& told = law.at("numbers");
  std::vector<std::int64_t> divisors(3, 1);
  for (std::size_t i = 0; i < divisors.size() && i < told.size(); ++i) {
    divisors[i] = whole(told[i].at("divisor"));
    if (divisors[i] < 1 || divisors[i] > kMostDivisor ||
        (divisors[i] != 1 && text(told[i], "name") == "count") ||
        power_of_ten_below(divisors[i]) != Rational(divisors[i]))
      return misfit("a number is divided by what is no power of ten");
  }
  plan.numbers = planned_numbers(plan.statistic, plan.reading, divisors);
  if (told.size() != plan.numbers.size())
    return misfit("the mechanism has other numbers than the question needs");
  for (std::size_t i = 0; i < plan.numbers.size(); ++i) {
    auto noise = noise_of(told[i]);
    if (!noise) return misfit("noise of this size is never added");
    if (plan.numbers[i].per_row >= kMaxRelease ||
        (!is_added(*noise) && plan.statistic != Statistic::count))
      return misfit("the mechanism has other numbers than the question needs");
    plan.numbers[i].set_noise(*std::move(noise));
  }
  return Done{};
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

// What is listed: cells from a threshold on, or all.
Outcome read_threshold(const MechanismRecord& record, CellsPlan& plan) {
  const Json& threshold = record.law.at("threshold");
  if (threshold.is_null() == plan.reading.domain.has_unknown_keys())
    return misfit("a threshold belongs to unknown keys, and they to a threshold");
  if (!threshold.is_null()) plan.key_threshold = whole(threshold);
  plan.fewer_than = record.fewer_than;
  const bool counts = plan.statistic == Statistic::count;
  const Noise& noise = plan.numbers[0].noise;
  const std::int64_t least =
      std::max(plan.key_threshold.value_or(0), is_added(noise) ? 0 : least_told(noise));
  if (least > 0 && !plan.fewer_than)
    return misfit("what the mechanism never tells would be listed");
  if (plan.fewer_than &&
      (*plan.fewer_than < std::max<std::int64_t>(1, least) ||
       (!counts && (!plan.key_threshold || plan.fewer_than != plan.key_threshold))))
    return misfit("other cells are hidden than such a release hides");
  if (plan.reading.domain.cells() > kMostVisited && !plan.key_threshold &&
      (!counts || !plan.fewer_than))
    return misfit("so many cells are not listed");
  return Done{};
}

// Which sums over cells are shown: as a plan decides, as far as anybody can tell.
Outcome read_sums(const Json& shown, CellsPlan& plan) {
  plan.with_totals = shown.at("totals").get<bool>();
  plan.with_margins = shown.at("margins").get<std::vector<bool>>();
  const bool added = is_added(plan.numbers[0].noise);
  // Under a profile by a public guess of how many people there are.
  const std::size_t sums = added ? 0 : planned_sums(plan, 1).size();
  const std::size_t margins = sums > 1 ? plan.reading.domain.columns().size() : 0;
  if (plan.with_margins.size() != margins || (added && !plan.with_totals) ||
      (!added && sums == 0 && plan.with_totals))
    return misfit("other sums are shown than such a release shows");
  return Done{};
}

Outcome read_promises(const MechanismRecord& record, CellsPlan& plan) {
  const auto choice = read_promise_choice(record.shown.at("promised"));
  if (!choice) return misfit("nothing is promised in such a way");
  plan.promise = *choice;
  const NoisyNumbers numbers = noisy_numbers(plan);
  Result<std::vector<Derivation>> promises = misfit("nothing is promised");
  if (is_added(plan.numbers[0].noise)) {
    promises = added_promises(numbers, plan.promise);
  } else {
    if (plan.share.rows_in_cell != 1)
      return misfit(
          "a person counts more than once in a cell, and profiles are of people");
    auto promise = class_promise(numbers, plan.promise, partition_of(record.question));
    if (!promise) return misfit(promise.error().message);
    promises = class_promises(numbers, plan.promise, *std::move(promise));
  }
  if (!promises) return misfit(promises.error().message);
  plan.derivations = *std::move(promises);
  return Done{};
}

}  // namespace

Result<Plan> read_cells(const MechanismRecord& record) {
  auto reading = reading_of(record.question);
  if (!reading) return reading.error();
  const PersonShare share = person_share(reading->person, reading->domain);
  CellsPlan plan{.statistic = statistic_of(record.question.verb),
                 .reading = *std::move(reading),
                 .share = share,
                 .numbers = {},
                 .derivations = {},
                 .reason = record.reason};
  if (auto good = read_numbers(record.law, plan); !good) return good.error();
  const auto display = display_of(record.shown);
  const auto* warped = std::get_if<WarpedNoise>(&plan.numbers[0].noise);
  using Kind = Display::Kind;
  if (!display || (display->kind != Kind::noisy && warped == nullptr) ||
      (display->kind == Kind::unbiased && warped->law->least() > 0))
    return misfit("counts are shown in a way that is not known");
  plan.display = *display;
  if (auto good = read_threshold(record, plan); !good) return good.error();
  if (auto good = read_sums(record.shown, plan); !good) return good.error();
  if (auto good = read_promises(record, plan); !good) return good.error();
  return Plan(std::make_shared<const CellsMechanism>(record.question, std::move(plan)));
}

}  // namespace selvage
