// From how many people on an answer is likely: what plans say, beside how often the
// program itself has an answer on tables from known laws.
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/experiment/trials/trials.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/verbs/verbs.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kTables = 60;

struct PlannedCase {
  TrialStatistic statistic;
  std::string verb, contender;
  Asked asked;
};

std::int64_t planned_people(const PlannedCase& of, const std::string& law,
                            const Rational& epsilon) {
  Asked asked = of.asked;
  asked.give("column", "x");
  asked.give("epsilon", epsilon.text());
  asked.give("delta", "1e-6");
  const auto planned = find_verb(of.verb)->plan(asked);
  EXPECT_TRUE(planned) << planned.error().message;
  return planned->plan->plan_numbers({}, {9, 10})["people_needed"][law]
      .get<std::int64_t>();
}

double share_answered(const PlannedCase& of, const std::string& law,
                      const Rational& epsilon, std::int64_t people) {
  const auto alone = [&](TrialStatistic statistic, const SampledLaw& sampled,
                         std::int64_t rows,
                         const Rational& at) -> Result<std::vector<Contender>> {
    auto all = robust_contenders(statistic, sampled, rows, at);
    if (!all) return all.error();
    std::erase_if(*all, [&](const auto& one) { return one.name != of.contender; });
    return all;
  };
  const auto results = run_trials({.seed = 5,
                                   .runs = kTables,
                                   .rows = {people},
                                   .epsilons = {epsilon},
                                   .statistics = {of.statistic},
                                   .laws = {law},
                                   .contending = alone});
  EXPECT_TRUE(results && results->size() == 1);
  return results->front().answered;
}

// With twice as many nine of ten tables have an answer, as far as so many tables can
// tell, three deviations; with half as many fewer. The seed is fixed.
TEST(PlansSlow, PeopleNeededAreRightToAFactorOfTwo) {
  constexpr std::int64_t kMostPeople = 400'000;
  const Asked tests = {{"mechanism", "propose-test-release"}, {"people", "1000"}};
  const PlannedCase cases[] = {
      {TrialStatistic::spread, "iqr", "selvage --certain", {{"certain", ""}}},
      {TrialStatistic::trimmed, "trimmed-mean", "selvage", {}},
      {TrialStatistic::spread, "iqr", "the paper, repaired", tests},
      {TrialStatistic::trimmed, "trimmed-mean", "the paper, repaired", tests},
      {TrialStatistic::median, "median", "the paper, repaired", tests}};
  for (const PlannedCase& one : cases)
    for (const char* law : {"normal", "lognormal"})
      for (const Rational& epsilon : {Rational(1, 2), Rational(1), Rational(2)}) {
        const std::int64_t needed = planned_people(one, law, epsilon);
        if (needed > kMostPeople) continue;  // a trimmed mean by the paper
        const double half = share_answered(one, law, epsilon, needed / 2),
                     twice = share_answered(one, law, epsilon, needed * 2);
        const std::string what = fmt::format(
            "{} {} of {} values, epsilon {}: planned {}, {:.2f} answered "
            "with half of them, {:.2f} with twice\n",
            one.verb, one.contender, law, epsilon.text(), needed, half, twice);
        fmt::print("{}", what);
        EXPECT_LT(half, 0.9) << what;
        EXPECT_GE(twice, 0.9 - 3 * std::sqrt(0.9 * 0.1 / kTables)) << what;
      }
}

}  // namespace
}  // namespace selvage
