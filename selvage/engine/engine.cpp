#include "selvage/engine/engine.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/interval.hpp"
#include "selvage/engine/stored_answer.hpp"
#include "selvage/noise/system_source.hpp"
#include "selvage/source/table_name.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

// What is said of a release, also for the neighbours that its ledger counts by. [T7]
std::vector<Derivation> promises_for(const Plan& plan, Neighbours neighbours) {
  std::vector<Derivation> promises = plan.derivations;
  if (neighbours == Neighbours::replace_person)
    if (auto replaced = replace_from_add_remove(promises.front()))
      promises.push_back(*std::move(replaced));
  return promises;
}

const Rational kLargeEpsilon(5);
const Rational kLargeDelta(1, 10'000);
constexpr std::uint64_t kMostTotalled = 1'000'000;
constexpr std::int64_t kGuessedKeys = 10;

std::string where_text(const Request& request) {
  return request.where ? predicate_text(*request.where) : std::string();
}

ReleasedNumber released(const Estimate& estimate) {
  return {estimate.value, estimate.lower, estimate.upper};
}

// Sums of what was released: of all cells, and for each place of each column.
void add_totals(const Estimator& estimator, Release& release) {
  const Domain& domain = release.question.domain;
  const bool complete = release.cells.size() == domain.cells();
  if (!release.error || !complete || domain.columns().empty() ||
      domain.cells() > kMostTotalled)
    return;
  Int128 all = 0;
  std::vector<std::vector<Int128>> sums;
  std::vector<std::vector<std::int64_t>> counts;
  for (const DomainColumn& column : domain.columns()) {
    sums.emplace_back(column.places());
    counts.emplace_back(column.places());
  }
  for (const auto& [cell, number] : release.cells) {
    all += number.value;
    const auto places = domain.places(cell);
    for (std::size_t c = 0; c < places.size(); ++c) {
      sums[c][places[c]] += number.value;
      ++counts[c][places[c]];
    }
  }
  const auto fits = [](Int128 sum) {
    return sum >= -kMaxRelease && sum <= kMaxRelease;
  };
  for (const auto& column : sums)
    if (!std::all_of(column.begin(), column.end(), fits)) return;
  if (!fits(all)) return;
  release.total = released(estimator.total(
      static_cast<std::int64_t>(all), static_cast<std::int64_t>(release.cells.size())));
  if (domain.columns().size() < 2) return;
  for (std::size_t c = 0; c < sums.size(); ++c) {
    auto& margin = release.margins.emplace_back();
    // All places of a column have as many cells: one bound for all.
    const Estimate zero = estimator.total(0, counts[c][0]);
    for (const Int128 wide : sums[c]) {
      const auto sum = static_cast<std::int64_t>(wide);
      const bool count = number_name(release) == "count";
      const std::int64_t low = sum - zero.upper, high = sum + zero.upper;
      margin.push_back({sum, count ? std::max<std::int64_t>(0, low) : low,
                        count ? std::max<std::int64_t>(0, high) : high});
    }
  }
}

Accuracy accuracy_of(const Request& request, const ErrorStatement& error,
                     const Rational& unit) {
  return {.alpha = 0,
          .beta = unit * error.bound,
          .gamma = Rational(1) - error.confidence,
          .distortion = Distortion::none,
          .metric = fmt::format("absolute error of one {}",
                                request.verb == "histogram" ? "count" : request.verb)};
}

// Keys of a domain file may hold commas; then their list is no text that could be
// asked.
std::string asked_text(const DomainColumn& column) {
  const std::string text = column.text();
  if (!std::holds_alternative<KeyList>(column.values) || text.starts_with('@'))
    return text;
  const auto again = parse_values(text);
  const bool same = again && keys_digest(*again) == keys_digest(column.values);
  return same ? text : "@ a list of the domain file";
}

// What is not listed has a smaller noisy count.
std::optional<std::int64_t> hidden_below(const Plan& plan) {
  if (!plan.key_threshold) return plan.fewer_than;
  return std::max(*plan.key_threshold, plan.fewer_than.value_or(0));
}

Release certify(const Request& request, const Plan& plan,
                std::vector<Derivation> promises, const Verification& verification,
                const CellsAnswer& answer, std::optional<LedgerNote> note) {
  const Estimator estimator(plan, request.confidence);
  Release release{.question = question_of(request, answer.domain),
                  .unit = estimator.unit(),
                  .cells = {},
                  .noisy = answer.numbers,
                  .fewer_than = hidden_below(plan),
                  .derivations = std::move(promises),
                  .accuracy = {},
                  .error = estimator.error(),
                  .confidence = request.confidence,
                  .mechanism = mechanism_used(plan),
                  .verification = verification,
                  .ledger = std::move(note),
                  .warnings = warnings(request, plan)};
  if (!release.ledger)
    release.warnings.emplace_back(
        "no ledger was kept: add up the epsilons of all releases about these people");
  if (release.error)
    release.accuracy.push_back(accuracy_of(request, *release.error, release.unit));
  std::vector<std::int64_t> numbers(answer.numbers.size());
  release.cells.reserve(answer.cells.size());
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = answer.numbers[n][i];
    release.cells.push_back({answer.cells[i], released(estimator.estimate(numbers))});
  }
  if (!release.fewer_than) add_totals(estimator, release);
  return release;
}

// How many cells of an empty table would pass the display threshold, on average.
Rational cells_listed_by_noise(const Plan& plan) {
  const auto* laplace = std::get_if<LaplaceNoise>(&plan.numbers[0].noise);
  if (!plan.fewer_than || plan.key_threshold || laplace == nullptr) return 0;
  const Rational rate = Rational(1) / laplace->scale;
  const Interval one = exp(-(rate * *plan.fewer_than)) / (exp(-rate) + 1);
  return (one * static_cast<std::int64_t>(plan.reading.domain.cells())).upper();
}

// Whether a plan with this epsilon is as accurate as wanted.
Result<bool> accurate_enough(const Request& request, const Rational& epsilon) {
  PlanRequest asked = request.plan;
  asked.epsilon = epsilon;
  const auto plan = plan_cells(asked);
  if (!plan) return plan.error();
  const Estimator estimator(*plan, request.confidence);
  const auto bound = estimator.planned_bound(planned_rows(request));
  return bound && estimator.unit() * *bound <= request.accuracy->bound;
}

// digits * 10^exponent
Rational decimal(std::int64_t digits, int exponent) {
  Rational result = digits;
  for (int i = 0; i < exponent; ++i) result = result * 10;
  for (int i = 0; i > exponent; --i) result = result / 10;
  return result;
}

// The least epsilon of three digits, from 1e-6 on.
Result<Rational> least_epsilon(const Request& request) {
  constexpr int kLowest = -8, kDecades = 10;  // 100e-8 to 999e1
  std::int64_t low = -1, high = kDecades * 900 - 1;
  const auto epsilon = [](std::int64_t i) {
    return std::min(Rational(1000),
                    decimal(100 + i % 900, kLowest + static_cast<int>(i / 900)));
  };
  const auto most = accurate_enough(request, epsilon(high));
  if (!most) return most.error();
  if (!*most)
    return Error{ErrorKind::invalid_request,
                 fmt::format("no epsilon up to 1000 gives an error of at most {} with "
                             "probability {}; allow more, or plan for more people",
                             request.accuracy->bound.short_text(),
                             request.confidence.short_text())};
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const auto enough = accurate_enough(request, epsilon(middle));
    // A plan may fail for its noise alone; more epsilon needs less of it.
    (enough && *enough ? high : low) = middle;
  }
  return epsilon(high);
}

}  // namespace

std::int64_t planned_rows(const Request& request) {
  Rational groups = 1;
  for (const DomainColumn& column : request.plan.reading.domain.columns()) {
    const auto named = std::visit(
        [](const auto& values) -> std::int64_t {
          using Kind = std::decay_t<decltype(values)>;
          if constexpr (std::is_same_v<Kind, UnknownKeys>)
            return kGuessedKeys;
          else if constexpr (std::is_same_v<Kind, KeyList>)
            return static_cast<std::int64_t>(values.size());
          else
            return static_cast<std::int64_t>(values.bins());
        },
        column.values);
    groups = groups * named;
  }
  const Rational rows = (Rational(request.people) / groups).floor();
  return rows.to_int64().value_or(0);
}

// For each kind of noise more epsilon means less error; between kinds it need not.
Result<Plan> make_plan(const Request& request) {
  if (!request.accuracy) return plan_cells(request.plan);
  std::vector<WantedNoise> kinds = {request.plan.wanted};
  if (request.plan.wanted == WantedNoise::any && request.plan.delta.sign() != 0)
    kinds = {WantedNoise::laplace, WantedNoise::gaussian};
  Request best = request;
  std::optional<Rational> least;
  std::optional<Error> refused;
  for (const WantedNoise kind : kinds) {
    Request of_kind = request;
    of_kind.plan.wanted = kind;
    const auto epsilon = least_epsilon(of_kind);
    if (!epsilon && !refused) refused = epsilon.error();
    if (!epsilon || (least && *least <= *epsilon)) continue;
    least = *epsilon;
    best = of_kind;
  }
  if (!least) return *refused;
  best.plan.epsilon = *least;
  return plan_cells(best.plan);
}

Question question_of(const Request& request, const Domain& domain) {
  Question question{.verb = request.verb,
                    .table = request.table,
                    .domain = domain,
                    .asked = {},
                    .person = request.plan.reading.person,
                    .measure = request.plan.reading.measure,
                    .where = where_text(request),
                    .delimiter = request.delimiter};
  for (const DomainColumn& column : request.plan.reading.domain.columns()) {
    question.asked.push_back(asked_text(column));
    question.keys.push_back(keys_digest(column.values));
  }
  return question;
}

MechanismUsed mechanism_used(const Plan& plan) {
  MechanismUsed used{.name = mechanism_name(plan),
                     .reason = plan.reason,
                     .parameters = mechanism_parameters(plan),
                     .numbers = {},
                     .share = plan.share,
                     .key_threshold = plan.key_threshold};
  for (const PlannedNumber& number : plan.numbers)
    used.numbers.push_back({number.name, noise_name(number.noise),
                            noise_parameter(number.noise), number.per_row});
  return used;
}

namespace {

LedgerNote note_of(const LedgerRecord& record, const std::string& file, bool before) {
  return {.file = file,
          .entry = record.entry.id,
          .seal = record.seal,
          .answered_before = before,
          .spent = spent_sentence(record)};
}

// The charge stays, whatever happened: it is on disk before the first row is read.
Error after_charge(Error error, const LedgerPlace& place, const std::string& file) {
  error.message +=
      fmt::format("; entry {} of the ledger '{}' stays charged", place.id, file);
  return error;
}

}  // namespace

Result<Answered> answer(const Request& request, const TableOptions& options,
                        const LedgerChoice& choice) {
  const auto plan = make_plan(request);  // no data yet
  if (!plan) return plan.error();
  const auto verification = verify::verify_for_release(*plan);
  if (!verification) return verification.error();
  const auto random = make_system_source();  // no entropy, no release
  if (!random) return random.error();
  const auto key = fresh_bounding_key();
  if (!key) return key.error();
  TableOptions rows = options;
  rows.where = request.where;
  rows.bounding_key = *key;
  const auto table = bind_table(request.table, plan->reading, rows);  // schema only
  if (!table) return table.error();
  if (choice.kind == LedgerChoice::Kind::none) {
    const auto released = run(*plan, **table, **random);
    if (!released) return released.error();
    return Answered{certify(request, *plan, plan->derivations, *verification, *released,
                            std::nullopt),
                    std::nullopt};
  }

  const auto name = parse_table_name(request.table);
  if (!name) return name.error();
  const std::string file = ledger_file(choice, *name);
  auto ledger = open_ledger(choice, *name);
  if (!ledger) return ledger.error();
  const std::string question =
      question_identity(question_of(request, plan->reading.domain),
                        mechanism_used(*plan), hidden_below(*plan));
  const auto promises = promises_for(*plan, ledger->terms().neighbours);
  const auto finish = [&](const CellsAnswer& released, std::int64_t entry,
                          bool before) -> Result<Answered> {
    auto record = ledger->record(entry);
    if (!record) return record.error();
    return Answered{certify(request, *plan, promises, *verification, released,
                            note_of(*record, file, before)),
                    *std::move(record)};
  };
  const auto known = ledger->find_answer(question, choice.version);
  if (!known) return known.error();
  if (*known) {
    const auto stored = read_stored(*plan, (*known)->json);
    if (!stored) return stored.error();
    return finish(*stored, (*known)->entry.id, true);
  }
  const auto place = ledger->charge({.question = question,  // spend first,
                                     .version = choice.version,
                                     .guarantees = promises});
  if (!place) return place.error();
  const auto released = run(*plan, **table, **random);  // look second
  if (!released) return after_charge(released.error(), *place, file);
  if (const auto kept = ledger->store_answer(place->id, stored_text(*plan, *released));
      !kept)
    return after_charge(kept.error(), *place, file);
  return finish(*released, place->id, false);
}

std::vector<std::string> warnings(const Request& request, const Plan& plan) {
  std::vector<std::string> result;
  const DpPromise& promise = promised_dp(plan);
  if (promise.epsilon > kLargeEpsilon)
    result.push_back(fmt::format(
        "epsilon {} promises little: one person may change the odds of an output by a "
        "factor of {}",
        promise.epsilon.short_text(), exp(Interval(promise.epsilon)).upper_text(2)));
  if (promise.delta > kLargeDelta)
    result.push_back(fmt::format(
        "delta {} is large: with that probability the promise says nothing; a usual "
        "delta is far below one in the number of people",
        Interval(promise.delta).upper_text(2)));
  if (const auto by_noise = cells_listed_by_noise(plan); by_noise >= Rational(1, 20))
    result.push_back(
        fmt::format("about {} empty cells are listed by noise alone; listed counts "
                    "near {} are more "
                    "often too high than too low",
                    Interval(by_noise).upper_text(2), *plan.fewer_than));
  if (request.plan.reading.person.column.empty())
    result.emplace_back(
        "every row is taken for a person of its own; if people have several rows, name "
        "their column with --person");
  const auto table = parse_table_name(request.table);
  if (table && table->format == TableFormat::json_lines)
    result.emplace_back(
        "JSON lines have no header: a misspelt column counts everybody as missing");
  return result;
}

}  // namespace selvage
