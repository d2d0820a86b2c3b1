#include "selvage/mechanism/sparse_histogram/stable_histogram.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/number_testing.hpp"
#include "selvage/mechanism/cells/cells_verbs.hpp"
#include "selvage/mechanism/outlier/outlier_verbs.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_choice.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

Question ages() {
  return question_about("histogram", *Domain::make({{"age", *parse_values("0:22:1")}}));
}

// The thresholds of another program are for a replaced person at alpha: ours, for one
// who comes or leaves, has it at epsilon alpha/2.
TEST(StableHistogram, HasTheThresholdsOfAnotherProgram) {
  const auto threshold = [](const char* epsilon, const char* delta) {
    return (*StableHistogram::make(ages(), number(epsilon), number(delta)))
        ->threshold();
  };
  EXPECT_EQ(threshold("0.5", "1e-6"), 28);
  EXPECT_EQ(threshold("0.1", "1e-6"), 133);
  EXPECT_EQ(threshold("0.25", "1e-9"), 82);
}

TEST(StableHistogram, TheAuditHoldsAndALowerThresholdFailsIt) {
  const auto stable = *StableHistogram::make(ages(), 1, number("1e-3"));
  EXPECT_TRUE(verify::audit(*stable, {}).holds);
  const auto lower =
      *StableHistogram::of_terms(ages(), stable->noise(), stable->threshold() - 1);
  EXPECT_TRUE(verify::audit(*lower, {}).holds);  // with its own, larger delta
  Evidence lied = lower->evidence(Effort::audit);
  const Rational delta =
      std::get<DpPromise>(stable->guarantees()[0].conclusion.promise).delta;
  for (NeighbourPair& pair : lied.pairs) pair.delta = delta;
  EXPECT_FALSE(verify::audit(stable->guarantees(), lied, {}).holds);
}

// A person with a million rows: nearly no outcome is walked, and the law is known.
TEST(StableHistogram, IsConfirmedWhereItsNoiseIsFarWiderThanAWalk) {
  Question question = ages();
  question.person = {"id", 1'000'000, 2};
  for (const char* epsilon : {"2", "1/3"}) {
    const auto stable =
        *StableHistogram::make(question, number(epsilon), number("1e-5"));
    EXPECT_TRUE(verify::verify_for_release(*stable));
    EXPECT_TRUE(verify::audit(*stable, {}).holds);
  }
}

TEST(StableHistogram, TellsNothingBelowTheThreshold) {
  const auto stable = *StableHistogram::make(ages(), 1, number("1e-6"));
  Drawn drawn{{}, {}, {{}}};
  for (std::uint64_t i = 0; i < 25; ++i) {
    drawn.cells.push_back(i);
    drawn.numbers[0].push_back(i == 3 ? 40 : 0);
  }
  EXPECT_TRUE(stable->can_draw(drawn));
  const auto rows = stable->answer(drawn, Rational(19, 20)).numbers[0].rows;
  EXPECT_EQ(rows[0].lower, 0);
  EXPECT_EQ(rows[0].upper, stable->threshold() - 1 + rows[3].upper - 40);
  drawn.numbers[0][5] = stable->threshold() - 1;
  EXPECT_FALSE(stable->can_draw(drawn));
}

// The formula against a simulation with the shipped sampler: 4000 releases of one full
// cell and ten empty ones, a fixed seed.
TEST(SparseChoice, TheExpectedLossIsTheMean) {
  SeededSource random(20261);
  for (const auto& [people, threshold] :
       {std::pair<std::int64_t, std::int64_t>{30, 9}, {9, 9}, {5, 9}, {2, 12}})
    for (const bool everywhere : {true, false}) {
      const double expected =
          expected_loss({people, 1, 11}, NoiseShape::laplace, 4, threshold, everywhere);
      double sum = 0, squares = 0;
      constexpr int kRuns = 4000;
      std::vector<std::int64_t> noise(11);
      for (int run = 0; run < kRuns; ++run) {
        random.discrete_laplace(noise, 4);
        double loss = 0;
        for (std::size_t i = 0; i < noise.size(); ++i) {
          const std::int64_t truth = i == 0 ? people : 0;
          std::int64_t shown = i == 0 || everywhere ? truth + noise[i] : 0;
          if (shown < threshold) shown = 0;
          loss += std::fabs(static_cast<double>(shown - truth));
        }
        sum += loss, squares += loss * loss;
      }
      const double mean = sum / kRuns;
      const double error = std::sqrt((squares / kRuns - mean * mean) / kRuns);
      EXPECT_NEAR(mean, expected, 5 * error + 1e-9) << people << " " << everywhere;
    }
}

TEST(SparseChoice, TakesTheBetterOneAndSaysWhy) {
  const Verb verb = with_full_cells(counting_verbs()[0]);
  const auto chosen = [&](const char* column, const char* delta, const char* people) {
    auto planned = verb.plan({{"column", column},
                              {"epsilon", "1"},
                              {"delta", delta},
                              {"people", people},
                              {"full_cells", "2"}});
    EXPECT_TRUE(planned) << planned.error().message;
    EXPECT_FALSE(planned->notes.empty());
    return planned->plan->name();
  };
  EXPECT_EQ(chosen("age=0:100000:1", "1e-4", "600"), "stable_histogram");
  // Fifteen people a cell are lost by the threshold for 1e-12, 29, and not by that of
  // 26 cells, 6.
  EXPECT_EQ(chosen("age=0:23:1", "1e-12", "30"), "discrete_laplace");
  const auto without = verb.plan({{"column", "age=0:23:1"}, {"epsilon", "1"}});
  ASSERT_TRUE(without);
  EXPECT_EQ(without->plan->name(), "discrete_laplace");
  EXPECT_TRUE(without->notes.empty());
}

// Three full cells of four: a threshold would lose them, and W does not. Its loss is
// the mean of what its own errors say.
TEST(SparseChoice, WIsTakenWhereAThresholdLosesSmallCells) {
  const Verb verb = with_full_cells(outlier_verbs()[0]);
  const Asked asked = {{"column", "age=0:23:1"},
                       {"epsilon", "1"},
                       {"people", "120"},
                       {"full_cells", "24"}};
  const auto planned = verb.plan(asked);
  ASSERT_TRUE(planned) << planned.error().message;
  EXPECT_EQ(planned->plan->name(), "warped_geometric");
  EXPECT_EQ(std::get<DpPromise>(planned->plan->guarantees()[0].conclusion.promise),
            (DpPromise{1, 0}));
  EXPECT_NE(planned->notes.back().find("W, whose counts are never below 0"),
            std::string::npos);
  for (const auto& row : planned->plan->errors(Prior{1}, Rational(19, 20)))
    if (row.count == 0) {
      EXPECT_NEAR(row.mean_absolute->to_double(),
                  expected_loss({0, 1, 2}, NoiseShape::laplace, 1, 1, true) -
                      expected_loss({0, 1, 1}, NoiseShape::laplace, 1, 1, true),
                  1e-5);
    }
  // The average case stands beside it, and is not taken.
  const auto few = verb.plan({{"column", "age=0:2:1"},
                              {"epsilon", "1"},
                              {"people", "600"},
                              {"full_cells", "2"}});
  ASSERT_TRUE(few && few->other_way);
  EXPECT_EQ(few->plan->name(), "discrete_laplace");
  EXPECT_EQ(few->other_way().numbers["average_case"]["exposed_people"], 3);
}

TEST(StableHistogram, ACertificateMakesTheSameOne) {
  const Verb verb = with_full_cells(counting_verbs()[0]);
  const auto planned = verb.plan({{"column", "age=0:100000:1"},
                                  {"epsilon", "1/3"},
                                  {"delta", "1e-4"},
                                  {"people", "600"},
                                  {"full_cells", "2"}});
  ASSERT_TRUE(planned);
  const Mechanism& plan = *planned->plan;
  ASSERT_EQ(plan.name(), "stable_histogram");
  const auto again = verb.read({planned->question, plan.law(), plan.shown()});
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->law(), plan.law());
  Json law = plan.law();
  law["stable_threshold"] = 1;
  EXPECT_FALSE(verb.read({planned->question, law, plan.shown()}));
  EXPECT_FALSE(verb.read({planned->question, plan.law(), plan.shown(), 5}));
}

}  // namespace
}  // namespace selvage
