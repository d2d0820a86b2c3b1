#include <cmath>

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/distance/line_transport.hpp"
#include "selvage/mechanism/sample/private_sampling.hpp"
#include "selvage/mechanism/sample/sample_testing.hpp"
#include "selvage/mechanism/sample/sample_verbs.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

TEST(Sample, PromisesEpsilonAndNoDelta) {
  const auto one = made_sample("0:200000:1000", 9000, 1);
  const auto guarantees = one->guarantees();
  ASSERT_EQ(guarantees.size(), 1u);
  EXPECT_EQ(std::get<DpPromise>(guarantees[0].conclusion.promise), (DpPromise{1, 0}));
  EXPECT_TRUE(holds(guarantees[0]));
  // 199 / ln(1 + 9000 (e - 1)) = 20.63...: a tenth of the line, where noise that hides
  // a row alone would have all of it.
  EXPECT_NEAR(one->scale().to_double(), 199 / std::log1p(9000 * std::expm1(1.0)), 0.01);
  const auto three = made_sample("0:200000:1000", 9000, 1, {}, 3);
  EXPECT_EQ(std::get<DpPromise>(three->guarantees()[0].conclusion.promise),
            (DpPromise{1, 0}));
  EXPECT_GT(three->scale(), one->scale());
}

TEST(Sample, MissingRowsStandAtTheMiddle) {
  const auto mechanism = made_sample("0:5:1", 10, 1, {1, 2, 3, 0, 1});
  EXPECT_EQ(mechanism->masses({0, 0, 0, 0, 0}),
            (std::vector<std::int64_t>{0, 0, 10, 0, 0}));
  EXPECT_EQ(mechanism->masses({1, 1, 1, 9, 1}),
            (std::vector<std::int64_t>{1, 2, 6, 0, 1}));
  EXPECT_EQ(mechanism->masses({10, 0, 1, 0, 0}),
            (std::vector<std::int64_t>{10, 0, 3, 0, 0}));
  // Counts beyond all bounds are cut before they could wrap around.
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  std::int64_t sum = 0;
  for (const std::int64_t mass : mechanism->masses({huge, huge, huge, huge, huge})) {
    EXPECT_GE(mass, 0);
    sum += mass;
  }
  EXPECT_GT(sum, 0);
}

TEST(Sample, AnswersAreMiddlesOfSteps) {
  const auto mechanism = made_sample("0.25:5.25:0.5", 10, 1);
  const Answer answer = mechanism->answer({{0}, {}, {{-1}}}, {19, 20});
  ASSERT_EQ(answer.numbers.size(), 1u);
  const Series& series = answer.numbers[0];
  EXPECT_EQ(series.name, "draw");
  EXPECT_EQ(series.unit * series.rows[0].value, Rational(0));  // 0.5 less a step
  const Rational half_width =
      series.unit * (series.rows[0].upper - series.rows[0].value);
  EXPECT_EQ(half_width, mechanism->accuracy({19, 20})[0].beta);
  EXPECT_FALSE(mechanism->can_draw({{0}, {}, {{1}, {1}}}));
  EXPECT_FALSE(mechanism->can_draw({{0}, {}, {{kFarthestDraw + 1}}}));
}

// T313, measured by the room of distances: a million draws of a fixed seed lie within
// beta of the law of the query, but for the share gamma (and a thousandth of chance).
TEST(Sample, DrawsAreAsNearAsPromised) {
  const auto mechanism = made_sample("0:50:1", 40, 1);
  std::vector<std::int64_t> rows(50);
  rows[3] = 20;
  rows[30] = 25;
  const auto masses = mechanism->masses(rows);
  LineHistogram law, seen;
  for (std::size_t i = 0; i < masses.size(); ++i)
    if (masses[i] > 0) law.push_back({static_cast<std::int64_t>(i), masses[i]});
  SeededSource random(11);
  for (const std::int64_t draw :
       private_draws(masses, mechanism->scale(), 1'000'000, random))
    seen.push_back({draw, 1});
  const auto transport = LineTransport::make(law, *line_histogram(seen));
  ASSERT_TRUE(transport);
  for (const Rational& gamma : {Rational(1, 20), Rational(1, 100)}) {
    const auto trees = mechanism->accuracy_derivations(Rational(1) - gamma);
    ASSERT_EQ(trees.size(), 1u);
    ASSERT_TRUE(holds(trees[0]));
    const auto& known = std::get<FunctionAccuracy>(trees[0].conclusion);
    EXPECT_EQ(known.accuracy.beta, mechanism->accuracy(Rational(1) - gamma)[0].beta);
    EXPECT_EQ(known.accuracy.gamma, gamma);
    const Rational noise = known.accuracy.beta - Rational(1, 2);  // of values: a half
    EXPECT_LE(transport->infinity(gamma + Rational(1, 1000)), noise.to_int64());
  }
}

TEST(Sample, IsWalkedBeforeARelease) {
  // Of a long line only a part can be run, and the level says so.
  for (const auto& [grid, level] :
       {std::pair("0:20:1", VerificationLevel::exact_law),
        std::pair("0:200000:1000", VerificationLevel::exact_law),
        std::pair("0:100000:1", VerificationLevel::theorem_only)}) {
    const auto mechanism = made_sample(grid, 500, 1);
    const auto verified = verify::verify_for_release(*mechanism);
    ASSERT_TRUE(verified) << grid;
    EXPECT_EQ(verified->level, level) << grid;
  }
}

TEST(Sample, ACertificateMakesItAgain) {
  const Verb verb = sample_verbs().front();
  const auto planned = verb.plan({{"column", "v=0:3:1"},
                                  {"at_least", "50"},
                                  {"weights", "1,0,2"},
                                  {"draws", "2"},
                                  {"epsilon", "1"}});
  ASSERT_TRUE(planned) << planned.error().message;
  const Mechanism& mechanism = *planned->plan;
  const auto read = [&](const Json& law) {
    return verb.read({.question = planned->question,
                      .law = law,
                      .shown = mechanism.shown(),
                      .reason = mechanism.reason()});
  };
  ASSERT_TRUE(read(mechanism.law()));
  for (const auto& [name, text] : {std::pair("scale", "0.3"),
                                   {"epsilon", "0.9"},
                                   {"theta", "0.02"},
                                   {"scale", "x"}}) {
    Json law = mechanism.law();
    law[name] = text;
    EXPECT_FALSE(read(law)) << name;
  }
}

TEST(Sample, RefusesWhatIsWrongInOneSentence) {
  const Verb verb = sample_verbs().front();
  struct Case {
    const char *field, *text, *blamed;
  };
  for (const auto& [field, text, blamed] :
       {Case{"column", "v", "column"}, Case{"column", "v=a,b", "column"},
        Case{"column", "v=0:1:1", "column"}, Case{"column", "v=0:1e9:1", "column"},
        Case{"column", "=0:3:1", "column"}, Case{"at_least", "", "at_least"},
        Case{"at_least", "0", "at_least"}, Case{"weights", "1,2", "weights"},
        Case{"weights", "1,-2,3", "weights"}, Case{"weights", "0,0,0", "weights"},
        Case{"weights", "1,2.5,3", "weights"}, Case{"weights", "", "weights"},
        Case{"weights", "1,2,9999999", "weights"},
        Case{"weights", "@/no/such/file", "weights"}, Case{"draws", "0", "draws"},
        Case{"draws", "101", "draws"}, Case{"epsilon", "0", "epsilon"},
        Case{"epsilon", "101", "epsilon"}, Case{"epsilon", "1e-16", "epsilon"}}) {
    Asked asked;
    for (const auto& [name, value] :
         {std::pair("column", "v=0:3:1"), {"at_least", "50"}, {"epsilon", "1"}})
      if (std::string(name) != field) asked.give(name, value);
    if (std::string(field) != "at_least" || *text != 0) asked.give(field, text);
    const auto planned = verb.plan(asked);
    ASSERT_FALSE(planned) << field << ' ' << text;
    EXPECT_EQ(planned.error().field, blamed) << field << ' ' << text;
  }
  const auto heavy = verb.plan({{"column", "v=0:3:1"},
                                {"at_least", "5"},
                                {"weights", "1,6,1"},
                                {"epsilon", "1"}});
  ASSERT_FALSE(heavy);
  EXPECT_EQ(heavy.error().field, "at_least");
}

}  // namespace
}  // namespace selvage
