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

double of_sample(TrialStatistic statistic, const std::vector<double>& rising) {
  if (statistic == TrialStatistic::maximum) return rising.back();
  if (statistic == TrialStatistic::mean)
    return std::accumulate(rising.begin(), rising.end(), 0.0) /
           static_cast<double>(rising.size());
  return quantile_of(rising, rank_of(statistic));
}

// By a verb, as it is asked.
Result<Contender> by_verb(std::string name, const std::string& verb, Asked asked,
                          const Rational& epsilon) {
  asked.give("column", "x");
  asked.give("epsilon", epsilon.text());
  const auto planned = find_verb(verb)->plan(asked);
  if (!planned) return planned.error();
  const bool bounded = asked.has("bounds");
  return Contender{
      std::move(name),
      [plan = planned->plan, confidence = planned->confidence](
          const SampledRows& rows, RandomSource& random) -> std::optional<double> {
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
        return static_cast<double>(first.rows.front().value) * first.unit.to_double();
      },
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
  std::vector<Result<Contender>> all = {
      Contender{"sample", [statistic](const SampledRows& rows, RandomSource&) {
                  return std::optional(of_sample(statistic, rows.values));
                }}};
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
  }
  std::vector<Contender> made;
  for (auto& one : all) {
    if (!one) return one.error();
    made.push_back(*std::move(one));
  }
  return made;
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
