#include "selvage/mechanism/cells/cells_record.hpp"

#include <algorithm>

#include "selvage/base/errors.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/mechanism/cells/cells_answer.hpp"
#include "selvage/mechanism/cells/cells_mechanism.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/cells_request.hpp"

namespace selvage {

namespace {

const std::string& text(const Json& json, const char* name) {
  return json.at(name).get_ref<const std::string&>();
}

// -1 for what no honest record has.
std::int64_t whole(const Json& json) { return whole_number(json).value_or(-1); }

Result<Reading> reading_of(const Question& question) {
  const Statistic statistic = statistic_of(question.verb);
  Reading reading{
      .domain = question.domain, .measure = std::nullopt, .person = question.person};
  const Person& person = reading.person;
  for (const std::int64_t cap :
       {person.rows, person.cells, person.rows_in_cell.value_or(1)})
    if (cap < 1 || cap > kMostCap) return unverified("there are no such caps");
  if (question.column.empty() != (statistic == Statistic::count))
    return unverified("sums need a column to sum, and counts have none");
  if (statistic == Statistic::count) return reading;
  const std::string *bounds = nullptr, *step = nullptr, *sums = nullptr;
  for (const auto& [name, value] : question.own) {
    if (name == "bounds") bounds = &value;
    if (name == "step") step = &value;
    if (name == "sum_per_cell") sums = &value;
  }
  const auto width = step != nullptr ? Rational::parse(*step)
                                     : Result<Rational>(unverified("no step"));
  if (bounds == nullptr || !width || width->text() != *step)
    return unverified("the step is no number");
  const auto grid = grid_for(statistic, *bounds, *width);
  if (!grid || grid->text() != *bounds)
    return unverified("there is no such grid within these bounds, in their own form");
  reading.measure = Measure{question.column, *grid};
  if (sums == nullptr) return reading;
  const auto range = sum_range(*sums, *width);
  if (!range || range->text != *sums || statistic != Statistic::sum ||
      person.column.empty())
    return unverified("there is no such bound of what a person adds to a cell");
  reading.person.sum_in_cell = range->steps;
  return reading;
}

std::shared_ptr<const CellNoise> noise_of(const Json& number) {
  for (const char* name : {"scale", "variance"}) {
    if (!number.contains(name)) continue;
    auto noise = read_noise(text(number, "noise"), text(number, name));
    if (noise && noise_parameter(*noise).first == name)
      return added_noise(*std::move(noise));
  }
  return nullptr;
}

Outcome other_numbers() {
  return unverified("the mechanism has other numbers than the question needs");
}

// The noisy numbers of a cell. [T35, T95]
Outcome read_numbers(const Json& law, const ReadCellNoise& read, CellsPlan& plan) {
  const Json& told = law.at("numbers");
  const bool together = is_told_together(plan.statistic);
  std::vector<NumberUnit> units;
  std::vector<std::shared_ptr<const CellNoise>> noises;
  for (const Json& number : told) {
    units.push_back({.times = number.contains("times") ? whole(number["times"]) : 1,
                     .divisor = whole(number.at("divisor"))});
    if (!is_unit(units.back()) || (!together && units.back().times != 1) ||
        (units.back().divisor != 1 && text(number, "name") == "count"))
      return unverified("a number is divided by what is no power of ten");
    noises.push_back(read(number));
    if (noises.back() == nullptr)
      return unverified("noise of this size is never added");
    const auto& first = noises.front();
    if (together && (units.back() != units.front() || first->added() == nullptr ||
                     noises.back()->name() != first->name() ||
                     noises.back()->parameter() != first->parameter()))
      return unverified(
          "numbers that are released together have one noise and one unit");
  }
  if (told.empty()) return other_numbers();
  const Noise* added = noises.front()->added();
  units.resize(std::max<std::size_t>(units.size(), 3));
  auto planned = planned_numbers(plan.statistic, plan.reading,
                                 together ? std::vector(3, units[0]) : units,
                                 added == nullptr ? Norm::sum : norm_of(*added));
  plan.numbers = std::move(planned.numbers);
  plan.together = std::move(planned.together);
  if (told.size() != plan.numbers.size()) return other_numbers();
  for (std::size_t i = 0; i < plan.numbers.size(); ++i) {
    if (plan.numbers[i].per_row >= kMaxRelease) return other_numbers();
    plan.numbers[i].set_noise(std::move(noises[i]));
  }
  if (plan.together && plan.together->per_row >= kMaxRelease) return other_numbers();
  return Done{};
}

// What is listed: cells from a threshold on, or all.
Outcome read_threshold(const MechanismRecord& record, CellsPlan& plan) {
  const Json& threshold = record.law.at("threshold");
  if (threshold.is_null() == plan.reading.domain.has_unknown_keys())
    return unverified("a threshold belongs to unknown keys, and they to a threshold");
  if (!threshold.is_null()) plan.key_threshold = whole(threshold);
  plan.fewer_than = record.fewer_than;
  const bool counts = plan.statistic == Statistic::count;
  const std::int64_t least =
      std::max(plan.key_threshold.value_or(0), plan.numbers[0].noise->least_told());
  if (least > 0 && !plan.fewer_than)
    return unverified("what the mechanism never shows would be listed");
  if (plan.fewer_than &&
      (*plan.fewer_than < std::max<std::int64_t>(1, least) ||
       (!counts && (!plan.key_threshold || plan.fewer_than != plan.key_threshold))))
    return unverified("the hidden cells are not those that this release hides");
  if (plan.reading.domain.cells() > kMostVisited && !plan.key_threshold &&
      (!counts || !plan.fewer_than))
    return unverified("that many cells are not listed");
  return Done{};
}

Outcome read_promises(const Json& promised, CellsPlan& plan) {
  const auto choice = read_promise_choice(promised);
  if (!choice) return unverified("nothing is promised in this way");
  plan.promise = *choice;
  for (const auto& [name, value] : promised.items())
    if (name != "composition" && name != "delta")
      return unverified(no_such_promise().message);
  auto promises = added_promises(noisy_numbers(plan), plan.promise);
  if (!promises) return unverified(promises.error().message);
  plan.derivations = *std::move(promises);
  return Done{};
}

}  // namespace

Result<CellsPlan> read_cells_plan(const MechanismRecord& record,
                                  const ReadCellNoise& read_noise) {
  auto reading = reading_of(record.question);
  if (!reading) return reading.error();
  const PersonShare share = person_share(reading->person, reading->domain);
  CellsPlan plan{.statistic = statistic_of(record.question.verb),
                 .reading = *std::move(reading),
                 .share = share,
                 .numbers = {},
                 .derivations = {},
                 .reason = record.reason};
  if (auto good = read_numbers(record.law, read_noise, plan); !good)
    return good.error();
  if (auto good = read_threshold(record, plan); !good) return good.error();
  plan.with_totals = record.shown.at("totals").get<bool>();
  plan.with_margins = record.shown.at("margins").get<std::vector<bool>>();
  return plan;
}

Result<Plan> read_cells(const MechanismRecord& record) {
  auto plan = read_cells_plan(record, noise_of);
  if (!plan) return plan.error();
  for (const auto& [name, value] : record.shown.items())
    if (name != "totals" && name != "margins" && name != "promised")
      return unverified("counts are shown in a way that is not known");
  if (!plan->with_totals || !plan->with_margins.empty())
    return unverified("the sums shown are not those that this release shows");
  if (auto good = read_promises(record.shown.at("promised"), *plan); !good)
    return good.error();
  return Plan(
      std::make_shared<const CellsMechanism>(record.question, *std::move(plan)));
}

}  // namespace selvage
