#include "selvage/mechanism/cells/cells_evidence.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/cells/cells_audit_testing.hpp"
#include "selvage/mechanism/cells/cells_plan.hpp"

namespace selvage {
namespace {

using verify::Audit;
using verify::AuditCheck;

CellsPlan plan_of(const Rational& epsilon, std::int64_t rows_per_person = 1,
                  const char* values = "0:10:1") {
  Person person;
  if (rows_per_person > 1) person = {"p", rows_per_person, rows_per_person};
  return *plan_cells(
      {.reading = {*Domain::make({{"x", *parse_values(values)}}), std::nullopt, person},
       .epsilon = epsilon});
}

TEST(CellsEvidence, ConfirmsTheShippedCodeExactly) {
  for (const Rational& epsilon :
       {Rational(3), Rational(1), Rational(1, 3), Rational(7, 50)})
    for (const std::int64_t rows : {1, 2, 5}) {
      const Audit audit = audited(plan_of(epsilon, rows), {.values = {1, 4, 1000}},
                                  {.limits = {.cut = 0x1p-48}});
      EXPECT_TRUE(audit.holds);
      EXPECT_EQ(audit.verification.level, VerificationLevel::exact_law);
      for (const auto& check : audit.checks)
        EXPECT_EQ(check.delta.upper(), Rational(0));
      // Just below the promise the curve is above 0: the noise is not wasted.
      EXPECT_GT(audit.curve[7].delta.lower(), Rational(0));
    }
}

TEST(CellsEvidence, FailsAPlanWhoseCodeAddsHalfTheNoise) {
  CellsPlan plan = plan_of(1);
  const CellsPlan louder = plan_of(2);
  plan.numbers[0].add_noise = louder.numbers[0].add_noise;
  const Audit audit = audited(plan, {.values = {5}});
  EXPECT_FALSE(audit.holds);
  EXPECT_GT(audit.checks[0].delta.lower(), Rational(1, 2));
  const auto refused = confirmed(plan);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::unverified);
}

TEST(CellsEvidence, FailsAPlanThatLeavesSmallCountsAlone) {
  CellsPlan plan = plan_of(1);
  plan.numbers[0].add_noise = [shipped = plan.numbers[0].add_noise](
                                  std::span<std::int64_t> counts,
                                  RandomSource& random) {
    if (counts[0] >= 3) shipped(counts, random);
  };
  const Audit audit = audited(plan, {.values = {2, 3, 9}});
  EXPECT_FALSE(audit.holds);
  ASSERT_EQ(audit.checks.size(), 4u);  // count 1, the person's own rows, comes first
  for (const auto& check : audit.checks) EXPECT_EQ(check.holds, check.count == 9);
}

TEST(CellsEvidence, FailsAPlanThatRoundsTheTailsAway) {
  CellsPlan plan = plan_of(1);
  plan.numbers[0].add_noise = [shipped = plan.numbers[0].add_noise](
                                  std::span<std::int64_t> counts,
                                  RandomSource& random) {
    const std::int64_t before = counts[0];
    shipped(counts, random);
    if (counts[0] > before + 6)
      counts[0] = before + 6;  // truncated noise has delta > 0
  };
  EXPECT_FALSE(audited(plan, {.values = {5}}).holds);
}

// Each of these looks right where a cell stands alone.
TEST(CellsEvidence, FailsAPlanWhoseCellsShareTheirNoise) {
  CellsPlan plan = plan_of(1);
  plan.numbers[0].add_noise = [](std::span<std::int64_t> counts, RandomSource& random) {
    std::int64_t noise = 0;
    random.discrete_laplace(std::span(&noise, 1), 1);
    for (auto& count : counts) count += noise;
  };
  EXPECT_FALSE(confirmed(plan));
  plan.numbers[0].add_noise = [](std::span<std::int64_t> counts, RandomSource& random) {
    std::vector<std::int64_t> noise(counts.size());
    random.discrete_laplace(noise, 1);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += noise[i / 2];
  };
  EXPECT_FALSE(confirmed(plan));
}

TEST(CellsEvidence, FailsAPlanThatLeavesOutCellsOrCounts) {
  CellsPlan plan = plan_of(1);
  const auto shipped = plan.numbers[0].add_noise;
  plan.numbers[0].add_noise = [&](std::span<std::int64_t> counts,
                                  RandomSource& random) {
    shipped(counts.first(1), random);
  };
  EXPECT_FALSE(confirmed(plan));
  plan.numbers[0].add_noise = [&](std::span<std::int64_t> counts,
                                  RandomSource& random) {
    std::vector<std::int64_t> before(counts.begin(), counts.end());
    shipped(counts, random);
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (before[i] == 777) counts[i] = 777;
  };
  EXPECT_FALSE(confirmed(plan));
}

TEST(CellsEvidence, SaysWhenTheExecutedDrawsAreTooFew) {
  const Audit audit = audited(plan_of(Rational(1, 1000000)),
                              {.values = {1}, .most_walked = 1000, .window = 1000},
                              {.limits = {.paths = 1000}});
  EXPECT_TRUE(audit.holds);
  EXPECT_EQ(audit.verification.level, VerificationLevel::theorem_only);
}

TEST(CellsEvidence, WideNoiseIsRunInManyCellsAtOnce) {
  const CellsPlan plan = *plan_cells(
      {.statistic = Statistic::mean,
       .reading = {*Domain::make({}), Measure{"x", *Grid::stepped("0:10000", 1)}},
       .epsilon = 1});
  const auto seen = confirmed(plan);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->level, VerificationLevel::exact_law);
  CellsPlan wrong = plan;
  wrong.numbers[1].add_noise = [shipped = plan.numbers[1].add_noise](
                                   std::span<std::int64_t> sums, RandomSource& random) {
    const std::vector<std::int64_t> before(sums.begin(), sums.end());
    shipped(sums, random);
    for (std::size_t i = 0; i < sums.size(); ++i)  // one draw of 10^4 is not added
      if (sums[i] - before[i] == 5'432) sums[i] = before[i];
  };
  EXPECT_FALSE(confirmed(wrong));
}

TEST(CellsEvidence, FailsAThresholdThatShowsKeysTooEarly) {
  const CellsPlan plan = *plan_cells(
      {.reading = {*Domain::make({{"k", UnknownKeys{}}}), std::nullopt, {"p", 3, 2}},
       .epsilon = 1,
       .delta = Rational(1, 1'000'000)});
  EXPECT_TRUE(confirmed(plan));
  const Audit whole = audited(plan, {.values = {5}});
  EXPECT_TRUE(whole.holds);
  EXPECT_EQ(whole.checks.back().number, "new key");
  CellsPlan early = plan;
  --*early.key_threshold;
  EXPECT_FALSE(confirmed(early));
}

TEST(CellsEvidence, GaussianPlansAreAuditedByTheirExactLaw) {
  PlanRequest request{.reading = {*Domain::make({{"k", *parse_values("a,b,c")}}),
                                  std::nullopt,
                                  {"p", 8, 8, PerPerson::first}},
                      .epsilon = 1,
                      .delta = Rational(1, 1'000'000),
                      .wanted = WantedNoise::gaussian};
  const CellsPlan plan = *plan_cells(request);
  const Audit audit = audited(plan, {.values = {5, 100}});
  EXPECT_TRUE(audit.holds);
  EXPECT_EQ(audit.verification.level, VerificationLevel::exact_law);
  // The worst neighbours use up the promised delta, but for the last steps of a search.
  const AuditCheck& worst = audit.checks.back();
  EXPECT_LE(worst.delta.upper(), worst.delta_promised);
  EXPECT_GT(worst.delta.upper() * 3, worst.delta_promised);
  CellsPlan weak = plan;
  const Rational half = std::get<GaussianNoise>(plan.numbers[0].added()).variance / 4;
  weak.numbers[0].add_noise = [half](std::span<std::int64_t> counts,
                                     RandomSource& random) {
    add_noise(GaussianNoise{half}, counts, random);
  };
  EXPECT_FALSE(confirmed(weak));
}

// A cap within a cell, where a person may fill all cells and where not: the shipped
// code is confirmed, half of its noise is found, and so is a share that is too small.
TEST(CellsEvidence, ACapWithinACellIsAuditedAsEveryOther) {
  for (const std::int64_t rows : {6, 5})
    for (const WantedNoise wanted : {WantedNoise::laplace, WantedNoise::gaussian}) {
      const CellsPlan plan =
          *plan_cells({.reading = {*Domain::make({{"k", *parse_values("a,b,c")}}),
                                   std::nullopt,
                                   {"p", rows, 2, PerPerson::sum, 3}},
                       .epsilon = 1,
                       .delta = Rational(1, 1'000'000),
                       .wanted = wanted});
      EXPECT_EQ(plan.share, (PersonShare{rows, 2, 3}));
      const Audit audit = audited(plan, {.values = {5, 100}});
      EXPECT_TRUE(audit.holds);
      EXPECT_EQ(audit.verification.level, VerificationLevel::exact_law);
      CellsPlan weak = plan;
      const Noise noise = plan.numbers[0].added();
      weak.numbers[0].add_noise = [noise](std::span<std::int64_t> counts,
                                          RandomSource& random) {
        if (const auto* laplace = std::get_if<LaplaceNoise>(&noise))
          add_noise(LaplaceNoise{laplace->scale / 2}, counts, random);
        else
          add_noise(GaussianNoise{std::get<GaussianNoise>(noise).variance / 4}, counts,
                    random);
      };
      EXPECT_FALSE(confirmed(weak));
      CellsPlan wider = plan;
      wider.reading.person.rows_in_cell = 4;
      EXPECT_FALSE(confirmed(wider));
      // Epsilons add up over rows, squares do not.
      wider.share.rows_in_cell = 4;
      EXPECT_EQ(bool(confirmed(wider)), wanted == WantedNoise::laplace);
    }
}

// The promise must follow from what the plan does, not only from its own derivation.
TEST(CellsEvidence, FailsPlansWhosePromiseDoesNotFollow) {
  const Measure pay{"x", *Grid::stepped("0:10000", 1)};
  const auto plan_for = [&](Statistic statistic, const Person& person,
                            const char* values, WantedNoise wanted, bool delta) {
    std::vector<DomainColumn> columns;
    if (*values != '\0') columns.push_back({"k", *parse_values(values)});
    Reading reading{*Domain::make(std::move(columns)), std::nullopt, person};
    if (statistic != Statistic::count) reading.measure = pay;
    return *plan_cells({.statistic = statistic,
                        .reading = reading,
                        .epsilon = 1,
                        .delta = delta ? Rational(1, 1'000'000) : Rational(0),
                        .wanted = wanted});
  };
  const auto with_noise = [](CellsPlan plan, std::size_t i, const Noise& noise) {
    plan.numbers[i].noise = added_noise(noise);
    plan.numbers[i].add_noise = [noise](std::span<std::int64_t> numbers,
                                        RandomSource& random) {
      add_noise(noise, numbers, random);
    };
    return plan;
  };
  const auto any = WantedNoise::any;
  const CellsPlan count = plan_for(Statistic::count, {}, "a,b", any, false);
  EXPECT_TRUE(confirmed(count));
  EXPECT_FALSE(confirmed(with_noise(count, 0, LaplaceNoise{Rational(1, 10)})));

  CellsPlan caps = count;
  caps.reading.person = {"p", 5, 5};
  EXPECT_FALSE(confirmed(caps));

  const CellsPlan mean = plan_for(Statistic::mean, {}, "", any, false);
  EXPECT_TRUE(confirmed(mean));
  EXPECT_FALSE(confirmed(with_noise(mean, 1, LaplaceNoise{1})));
  CellsPlan not_centred = mean;
  not_centred.numbers[1].formula = {.of_sum = 1};
  EXPECT_FALSE(confirmed(not_centred));
  CellsPlan squares = plan_for(Statistic::variance, {}, "", any, false);
  EXPECT_TRUE(confirmed(squares));
  squares.numbers[2].formula.of_rows += squares.numbers[2].per_row / 2;
  EXPECT_FALSE(confirmed(squares));

  CellsPlan early =
      plan_for(Statistic::count, {"p", 10, 10, PerPerson::first}, "?", any, true);
  EXPECT_TRUE(confirmed(early));
  --*early.key_threshold;
  EXPECT_FALSE(confirmed(early));

  const auto gaussian = WantedNoise::gaussian;
  for (const Statistic statistic : {Statistic::sum, Statistic::mean}) {
    const CellsPlan plan = plan_for(statistic, {}, "", gaussian, true);
    EXPECT_TRUE(confirmed(plan));
    CellsPlan weak = plan;
    for (std::size_t i = 0; i < plan.numbers.size(); ++i)
      weak = with_noise(
          weak, i,
          GaussianNoise{std::get<GaussianNoise>(plan.numbers[i].added()).variance / 2});
    EXPECT_FALSE(confirmed(weak));
  }
}

// At a large epsilon the noise seldom spans a row: outcomes of one law are draws of the
// other that are too rare to be walked.
TEST(CellsEvidence, GaussianPlansAtALargeEpsilonAreConfirmed) {
  for (const std::int64_t epsilon : {30, 100, 1000})
    for (const auto& [statistic, measure] :
         {std::pair{Statistic::count, std::optional<Measure>()},
          std::pair{
              Statistic::sum,
              std::optional(Measure{"x", *Grid::stepped("0:10", Rational(1, 10))})}}) {
      const CellsPlan plan = *plan_cells({.statistic = statistic,
                                          .reading = {*Domain::make({}), measure},
                                          .epsilon = epsilon,
                                          .delta = Rational(1, 1'000'000),
                                          .wanted = WantedNoise::gaussian});
      const auto verified = confirmed(plan);
      ASSERT_TRUE(verified) << epsilon;
      EXPECT_EQ(verified->level, VerificationLevel::exact_law);
      CellsPlan weak = plan;
      const auto half = std::get<GaussianNoise>(plan.numbers[0].added()).variance / 2;
      weak.numbers[0].add_noise = [half](std::span<std::int64_t> numbers,
                                         RandomSource& random) {
        add_noise(GaussianNoise{half}, numbers, random);
      };
      EXPECT_FALSE(confirmed(weak)) << epsilon;
    }
}

// Narrow bounds far from 0: the squares are small differences of large numbers.
TEST(CellsEvidence, VariancesWithinNarrowBoundsFarAwayAreConfirmed) {
  for (const char* bounds : {"23192:23193", "-47:-46.99999", "1e9:1000000001"}) {
    const auto grid = grid_for(Statistic::variance, bounds, std::nullopt);
    ASSERT_TRUE(grid) << bounds;
    const auto plan =
        plan_cells({.statistic = Statistic::variance,
                    .reading = {*Domain::make({{"k", *parse_values("a,b,c")}}),
                                Measure{"x", *grid}},
                    .epsilon = 10});
    ASSERT_TRUE(plan) << bounds;
    EXPECT_TRUE(confirmed(*plan)) << bounds;
  }
}

TEST(CellsEvidence, GaussianSumsHaveATrueDelta) {
  const CellsPlan plan = *plan_cells(
      {.statistic = Statistic::sum,
       .reading = {*Domain::make({}), Measure{"x", *Grid::stepped("0:10000", 1)}},
       .epsilon = 1,
       .delta = Rational(1, 1'000'000),
       .wanted = WantedNoise::gaussian});
  const Audit audit = audited(plan, {.values = {5}, .window = 1 << 12});
  EXPECT_TRUE(audit.holds);
  for (const AuditCheck& check : audit.checks) {
    EXPECT_GT(check.delta.upper(), *Rational::parse("1e-7"));
    EXPECT_LE(check.delta.upper(), *Rational::parse("1.00000000001e-6"));
  }
}

TEST(CellsEvidence, JsonCarriesExactNumbersAsText) {
  const auto json = nlohmann::json::parse(
      verify::to_json_text(audited(plan_of(Rational(1, 3)), {.values = {5}})));
  EXPECT_EQ(json["holds"], true);
  EXPECT_EQ(json["checks"][0]["epsilon"], "1/3");
  EXPECT_EQ(json["checks"][0]["delta_exact_upper"], "0");
  EXPECT_EQ(json["level"], "exact_law");
  EXPECT_EQ(json["curve"].size(), 9u);
  EXPECT_NE(json["detail"].get<std::string>().find(
                "sampler of the draws for the count was run"),
            std::string::npos);
}

}  // namespace
}  // namespace selvage
