#include "selvage/engine/certify.hpp"

#include <algorithm>

#include "selvage/engine/planning.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/mechanism/cells/warnings.hpp"

namespace selvage {
namespace {

std::string where_text(const Request& request) {
  return request.where ? predicate_text(*request.where) : std::string();
}

ReleasedNumber released(const Estimate& estimate) {
  return {estimate.value, estimate.lower, estimate.upper, estimate.known};
}

// Sums of what was released: of all cells, and for each place of each column.
void add_totals(const Estimator& estimator, const CellsPlan& plan, Release& release) {
  const Statistic statistic = plan.statistic;
  const Domain& domain = release.question.domain;
  const bool complete = release.cells.size() == domain.cells();
  const bool adds_up = statistic == Statistic::count || statistic == Statistic::sum;
  if (!adds_up || !complete || domain.columns().empty() ||
      domain.cells() > kMostTotalled)
    return;
  Int128 all = 0;
  std::vector<std::vector<Int128>> sums;
  std::vector<std::vector<std::int64_t>> counts;
  for (const DomainColumn& column : domain.columns()) {
    sums.emplace_back(column.places());
    counts.emplace_back(column.places());
  }
  std::vector<std::int64_t> numbers(release.noisy.size());
  for (std::size_t i = 0; i < release.cells.size(); ++i) {
    for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = release.noisy[n][i];
    const Int128 summand = estimator.summand(numbers);
    all += summand;
    const auto places = domain.places(release.cells[i].cell);
    for (std::size_t c = 0; c < places.size(); ++c) {
      sums[c][places[c]] += summand;
      ++counts[c][places[c]];
    }
  }
  if (plan.with_totals)
    if (const auto total =
            estimator.total(all, static_cast<std::int64_t>(release.cells.size())))
      release.total = released(*total);
  std::vector<std::vector<ReleasedNumber>> margins;
  for (std::size_t c = 0; c < sums.size(); ++c) {
    auto& margin = margins.emplace_back();
    if (!shows_margin(plan, c)) continue;
    // All places of a column have as many cells: one bound for all.
    const auto zero = estimator.total(0, counts[c][0]);
    for (std::size_t place = 0; place < sums[c].size(); ++place) {
      const auto value = estimator.total_value(sums[c][place]);
      if (!value || !zero) return;
      const bool count = statistic == Statistic::count;
      const std::int64_t low = *value - zero->upper, high = *value + zero->upper;
      margin.push_back({*value, count ? std::max<std::int64_t>(0, low) : low,
                        count ? std::max<std::int64_t>(0, high) : high});
    }
  }
  const bool any = std::any_of(margins.begin(), margins.end(),
                               [](const auto& margin) { return !margin.empty(); });
  if (domain.columns().size() >= 2 && any) release.margins = std::move(margins);
}

Accuracy accuracy_of(const Request& request, const ErrorStatement& error,
                     const Rational& unit) {
  return {.alpha = 0,
          .beta = unit * error.bound,
          .gamma = Rational(1) - error.confidence,
          .distortion = Distortion::none,
          .metric = error_metric(request.verb)};
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

}  // namespace

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

MechanismUsed mechanism_used(const CellsPlan& plan) {
  MechanismUsed used{.name = mechanism_name(plan),
                     .reason = plan.reason,
                     .parameters = mechanism_parameters(plan),
                     .numbers = {},
                     .share = plan.share,
                     .key_threshold = plan.key_threshold};
  if (plan.display.kind != Display::Kind::noisy)
    used.display = display_name(plan.display.kind);
  if (plan.display.kind == Display::Kind::likely)
    used.prior_mean = plan.display.prior_mean.text();
  for (const PlannedNumber& number : plan.numbers)
    used.numbers.push_back({number.name, noise_name(number.noise),
                            noise_parameter(number.noise), number.per_row,
                            number.formula.divisor});
  return used;
}

std::optional<std::int64_t> hidden_below(const CellsPlan& plan) {
  if (!plan.key_threshold) return plan.fewer_than;
  return std::max(*plan.key_threshold, plan.fewer_than.value_or(0));
}

Release certify(const Request& request, const CellsPlan& plan,
                const CellsAnswer& answer, Promised promised) {
  const Estimator estimator(plan, request.confidence);
  Release release{.question = question_of(request, answer.domain),
                  .unit = estimator.unit(),
                  .cells = {},
                  .noisy = answer.numbers,
                  .fewer_than = hidden_below(plan),
                  .derivations = std::move(promised.derivations),
                  .accuracy = {},
                  .error = estimator.error(),
                  .errors_by_count = estimator.errors_by_count(),
                  .confidence = request.confidence,
                  .mechanism = mechanism_used(plan),
                  .verification = std::move(promised.verification),
                  .ledger = std::move(promised.ledger),
                  .notes = request.notes,
                  .warnings = release_warnings(request, plan)};
  if (!release.ledger) release.warnings.emplace_back(kNoLedgerWarning);
  if (release.error)
    release.accuracy.push_back(accuracy_of(request, *release.error, release.unit));
  std::vector<std::int64_t> numbers(answer.numbers.size());
  release.cells.reserve(answer.cells.size());
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = answer.numbers[n][i];
    release.cells.push_back({answer.cells[i], released(estimator.estimate(numbers))});
  }
  if (!release.fewer_than) add_totals(estimator, plan, release);
  return release;
}

}  // namespace selvage
