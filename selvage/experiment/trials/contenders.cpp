#include "selvage/experiment/trials/contenders.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/experiment/rivals/bounded_quantile.hpp"
#include "selvage/experiment/rivals/clipped_sums.hpp"
#include "selvage/experiment/rivals/doubling_quantile.hpp"
#include "selvage/experiment/rivals/smooth_median.hpp"
#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/tested/tested.hpp"
#include "selvage/random/random_source.hpp"
#include "selvage/verbs/verbs.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMillion = 1'000'000;
constexpr double kCode = 1e-6;
constexpr double kMostCode = 1e18;
const CodeBounds kFar = {-kMillion * kMillion, kMillion* kMillion};  // of the values
const Rational kDelta(1, kMillion);

double value_of(std::int64_t code) { return static_cast<double>(code) * kCode; }

Rational rank_of(TrialStatistic statistic) {
  return statistic == TrialStatistic::median ? Rational(1, 2) : Rational(9, 10);
}

double quantile_of(const std::vector<double>& rising, const Rational& at) {
  const auto rank = (at * static_cast<std::int64_t>(rising.size())).ceil().to_int64();
  return rising[static_cast<std::size_t>(rank.value()) - 1];
}

double trimmed_mean_of(const std::vector<double>& rising) {
  const auto out =
      static_cast<std::ptrdiff_t>((rising.size() + 19) / 20);  // 5 % at either end
  return std::accumulate(rising.begin() + out, rising.end() - out, 0.0) /
         static_cast<double>(std::ssize(rising) - 2 * out);
}

double of_sample(TrialStatistic statistic, const std::vector<double>& rising) {
  if (statistic == TrialStatistic::maximum) return rising.back();
  if (statistic == TrialStatistic::trimmed) return trimmed_mean_of(rising);
  if (statistic == TrialStatistic::spread)
    return quantile_of(rising, {3, 4}) - quantile_of(rising, {1, 4});
  if (statistic == TrialStatistic::mean)
    return std::accumulate(rising.begin(), rising.end(), 0.0) /
           static_cast<double>(rising.size());
  return quantile_of(rising, rank_of(statistic));
}

Contender by_sample(TrialStatistic statistic) {
  return {"sample", [statistic](const SampledRows& rows, RandomSource&) {
            return std::optional(of_sample(statistic, rows.values));
          }};
}

Result<std::vector<Contender>> all_made(std::vector<Result<Contender>> all) {
  std::vector<Contender> made;
  for (auto& one : all) {
    if (!one) return one.error();
    made.push_back(*std::move(one));
  }
  return made;
}

// By a plan, from the rows as they are read.
Publish by_plan(const Plan& plan, const Rational& confidence) {
  return [plan, confidence](const SampledRows& rows,
                            RandomSource& random) -> std::optional<double> {
    const Reading reading = plan->needs().reading;
    std::vector<std::int64_t> codes;
    for (const double value : rows.values)
      codes.push_back(reading.measure->grid.steps(value).value());
    CodesReader reader(reading, codes);
    const auto drawn = plan->run(reader, random);
    assert(drawn);  // memory can be read
    const Answer answer = plan->answer(*drawn, confidence);
    const Series& first = answer.numbers.front();
    if (!first.rows.front().known) return std::nullopt;
    return first.real(first.rows.front().value);
  };
}

TestedRequest::Kind kind_of(TrialStatistic statistic) {
  if (statistic == TrialStatistic::median) return TestedRequest::Kind::median;
  return statistic == TrialStatistic::spread ? TestedRequest::Kind::scale
                                             : TestedRequest::Kind::trimmed_mean;
}

// With the threshold ln^2 n + 1 of [DL09], whatever delta that comes to.
Result<Plan> plan_of_paper(TrialStatistic statistic, std::int64_t rows,
                           const Rational& epsilon) {
  Question question = question_about("median", *Domain::make({}));
  question.column = std::string("x");
  const double log = std::log(static_cast<double>(rows));
  const auto made = TestedMechanism::make(
      question, {.kind = kind_of(statistic),
                 .people = rows,
                 .epsilon = epsilon,
                 .delta = kDelta,
                 .margin = static_cast<std::int64_t>(std::ceil(log * log))});
  if (!made) return made.error();
  return Plan(*made);
}

Result<Contender> by_paper(TrialStatistic statistic, std::int64_t rows,
                           const Rational& epsilon) {
  const auto plan = plan_of_paper(statistic, rows, epsilon);
  if (!plan) return plan.error();
  return Contender{"the paper's thresholds", by_plan(*plan, Rational(19, 20))};
}

// By a verb, as it is asked.
Result<Contender> by_verb(std::string name, const std::string& verb, Asked asked,
                          const Rational& epsilon) {
  asked.give("column", "x");
  asked.give("epsilon", epsilon.text());
  const auto planned = find_verb(verb)->plan(asked);
  if (!planned) return planned.error();
  const bool bounded = asked.has("bounds");
  return Contender{std::move(name), by_plan(planned->plan, planned->confidence),
                   bounded};
}

// A rival publishes a code.
template <class Rival>
Result<Contender> by_rival(std::string name, const Result<Rival>& rival, bool bounded) {
  if (!rival) return rival.error();
  return Contender{std::move(name),
                   [made = *rival](const SampledRows& rows,
                                   RandomSource& random) -> std::optional<double> {
                     if constexpr (std::is_same_v<Rival, ClippedMean>)
                       return value_of(made.mean(made.run(rows.codes, random)));
                     else
                       return value_of(made.run(rows.codes, random));
                   },
                   bounded};
}

}  // namespace

SampledRows::SampledRows(std::vector<double> rising) : values(std::move(rising)) {
  for (const double value : values)
    codes.push_back(std::llround(std::clamp(value / kCode, -kMostCode, kMostCode)));
}

const std::vector<TrialStatistic>& all_statistics() {
  static const std::vector<TrialStatistic> all = {
      TrialStatistic::median, TrialStatistic::high, TrialStatistic::mean,
      TrialStatistic::maximum};
  return all;
}

const char* name_of(TrialStatistic statistic) {
  switch (statistic) {
    case TrialStatistic::median:
      return "median";
    case TrialStatistic::high:
      return "0.9 quantile";
    case TrialStatistic::mean:
      return "mean";
    case TrialStatistic::spread:
      return "interquartile range";
    case TrialStatistic::trimmed:
      return "trimmed mean";
    case TrialStatistic::maximum:
      break;
  }
  return "maximum";
}

Result<std::vector<Contender>> contenders(TrialStatistic statistic,
                                          const SampledLaw& law,
                                          const Rational& epsilon) {
  const CodeBounds fit = {law.lower * kMillion, law.upper * kMillion};
  const Rational at =
      statistic == TrialStatistic::maximum ? Rational(1) : rank_of(statistic);
  const auto exponential = [&](const char* name, const CodeBounds& bounds) {
    return by_rival(name, BoundedQuantile::make({at, epsilon, bounds}), true);
  };
  const auto growing = [&] {
    return by_rival("growing candidates from 0",
                    DoublingQuantile::make({.at = at, .epsilon = epsilon}), false);
  };
  std::vector<Result<Contender>> all = {by_sample(statistic)};
  switch (statistic) {
    case TrialStatistic::median:
    case TrialStatistic::high:
      all.push_back(by_verb("selvage", "quantile", {{"at", at.text()}}, epsilon));
      if (statistic == TrialStatistic::high)
        all.push_back(by_verb("selvage --mechanism ladder", "quantile",
                              {{"at", at.text()}, {"mechanism", "ladder"}}, epsilon));
      all.push_back(growing());
      all.push_back(exponential("exponential, +-10^6", kFar));
      if (statistic == TrialStatistic::high) {
        all.push_back(exponential("exponential, bounds that fit", fit));
        break;
      }
      all.push_back(by_rival("smooth sensitivity, +-10^6",
                             SmoothMedian::make({epsilon, kDelta, kFar}), true));
      all.push_back(by_rival("smooth sensitivity, bounds that fit",
                             SmoothMedian::make({epsilon, kDelta, fit}), true));
      break;
    case TrialStatistic::mean:
      all.push_back(by_verb("selvage", "mean", {}, epsilon));
      all.push_back(
          by_rival("clipped, +-10^6", ClippedMean::make({epsilon, kFar}), true));
      all.push_back(by_rival("clipped, bounds that fit",
                             ClippedMean::make({epsilon, fit}), true));
      all.push_back(by_verb("selvage --bounds that fit", "mean",
                            {{"bounds", fmt::format("{}:{}", law.lower, law.upper)}},
                            epsilon));
      break;
    case TrialStatistic::maximum:
      all.push_back(by_verb("selvage", "max", {}, epsilon));
      all.push_back(by_verb("selvage --mechanism exponential", "max",
                            {{"mechanism", "exponential"}}, epsilon));
      all.push_back(growing());
      break;
    case TrialStatistic::spread:
    case TrialStatistic::trimmed:
      break;  // of robust_contenders
  }
  return all_made(std::move(all));
}

Result<std::vector<Contender>> robust_contenders(TrialStatistic statistic,
                                                 const SampledLaw& law,
                                                 std::int64_t rows,
                                                 const Rational& epsilon) {
  const CodeBounds fit = {law.lower * kMillion, law.upper * kMillion};
  const std::string verb = statistic == TrialStatistic::median   ? "median"
                           : statistic == TrialStatistic::spread ? "iqr"
                                                                 : "trimmed-mean";
  const std::string delta = kDelta.text();
  std::vector<Result<Contender>> all = {by_sample(statistic)};
  if (statistic == TrialStatistic::trimmed)
    all.push_back(by_verb("selvage", verb, {{"delta", delta}}, epsilon));
  else {
    all.push_back(by_verb("selvage", verb, {}, epsilon));
    all.push_back(by_verb("selvage --certain", verb,
                          {{"certain", ""}, {"delta", delta}}, epsilon));
  }
  all.push_back(by_verb("the paper, repaired", verb,
                        {{"mechanism", "propose-test-release"},
                         {"people", std::to_string(rows)},
                         {"delta", delta}},
                        epsilon));
  all.push_back(by_paper(statistic, rows, epsilon));
  if (statistic == TrialStatistic::median) {
    all.push_back(by_rival("exponential, +-10^6",
                           BoundedQuantile::make({{1, 2}, epsilon, kFar}), true));
    all.push_back(by_rival("smooth sensitivity, +-10^6",
                           SmoothMedian::make({epsilon, kDelta, kFar}), true));
  }
  if (statistic == TrialStatistic::trimmed) {
    all.push_back(
        by_rival("clipped mean, +-10^6", ClippedMean::make({epsilon, kFar}), true));
    all.push_back(by_rival("clipped mean, bounds that fit",
                           ClippedMean::make({epsilon, fit}), true));
  }
  return all_made(std::move(all));
}

Result<Rational> delta_of_paper(TrialStatistic statistic, std::int64_t rows,
                                const Rational& epsilon) {
  const auto plan = plan_of_paper(statistic, rows, epsilon);
  if (!plan) return plan.error();
  return std::get<DpPromise>((*plan)->guarantees().front().conclusion.promise).delta;
}

double error_of(TrialStatistic statistic, const SampledLaw& law,
                const SampledRows& rows, const std::optional<double>& answer) {
  if (!answer) return std::numeric_limits<double>::infinity();
  switch (statistic) {
    case TrialStatistic::median:
      return std::abs(*answer - law.median);
    case TrialStatistic::high:
      return std::abs(*answer - law.high);
    case TrialStatistic::mean:
      return std::abs(*answer - law.mean);
    case TrialStatistic::spread:
      return std::abs(*answer - law.spread);
    case TrialStatistic::trimmed:
      return std::abs(*answer - law.trimmed);
    case TrialStatistic::maximum:
      break;
  }
  return static_cast<double>(rows.values.end() - std::upper_bound(rows.values.begin(),
                                                                  rows.values.end(),
                                                                  *answer));
}

bool is_outside(const SampledRows& rows, const std::optional<double>& answer) {
  return answer && (*answer < rows.values.front() || *answer > rows.values.back());
}

}  // namespace selvage
