#include "selvage/mechanism/sampled_sensitivity/sampled.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled_verbs.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

const Rational kSure = *Rational::parse("0.999999999");

Asked asked_for(const std::string& verb) {
  Asked asked = {{"average_case", ""},
                 {"random_alpha", "2"},
                 {"random_gamma", "0.05"},
                 {"people", "6000"}};
  if (verb == "ridge") asked.give("y", "v=0:100");
  if (verb == "logistic") asked.give("y", "v=50");
  if (verb == "ridge" || verb == "logistic") {
    asked.give("x", "a=0:10,b=-1:1");
  } else {
    asked.give("column", "v");
    asked.give("bounds", "0:100");
  }
  return asked;
}

Verb verb_named(const std::string& name) {
  for (const auto& list : {sampled_mean_verbs(), sampled_fit_verbs()})
    for (const Verb& verb : list)
      if (verb.name == name) return verb;
  ADD_FAILURE() << name;
  return {};
}

std::shared_ptr<const SampledMechanism> planned(const std::string& verb,
                                                const Asked& asked) {
  const auto plan = verb_named(verb).plan(asked);
  EXPECT_TRUE(plan) << plan.error().message;
  return std::dynamic_pointer_cast<const SampledMechanism>(plan->plan);
}

constexpr const char* kAll[] = {"mean", "trimmed-mean", "ridge", "logistic"};

TEST(Sampled, PromisesAnAverageCaseAndSaysSoFirst) {
  for (const std::string verb : kAll) {
    const auto mechanism = planned(verb, asked_for(verb));
    const auto promise =
        std::get<RandomDpPromise>(mechanism->guarantees()[0].conclusion.promise);
    EXPECT_EQ(promise.alpha, Rational(2));
    EXPECT_EQ(promise.eta, *Rational::parse("1e-9"));
    EXPECT_LE(promise.gamma, *Rational::parse("0.05"));
    EXPECT_TRUE(holds(mechanism->guarantees()[0]));
    const std::string first = mechanism->warnings(kSure).front();
    for (const char* words :
         {"Average-case protection only.", "(alpha = 2, eta = 0.000000001, gamma = ",
          "the 6000 rows are independent draws", "Up to an expected 300 of the 6000",
          "the noise scale was estimated from the data", "Do not use this for health",
          "Alternative with a worst-case guarantee"})
      EXPECT_NE(first.find(words), std::string::npos) << verb << ": " << words;
    EXPECT_EQ(first.find("RDP"), std::string::npos);
  }
}

// Values from 40 to 60 and one of a hundred beyond: noise is for what 95 in a hundred
// pairs differ by, and the interval, whose chance to miss is 10^-9, holds the truth.
TEST(Sampled, AMeanHasNoiseForWhatPairsDifferBy) {
  const auto mechanism = planned("mean", asked_for("mean"));
  std::vector<std::int64_t> codes;
  const std::int64_t one = 10'000'000;  // steps of 1e-7
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < 6000; ++i) {
    codes.push_back(i % 100 == 0 ? 100 * one : (40 + i % 21) * one);
    sum += codes.back();
  }
  SeededSource random(20262);
  for (int i = 0; i < 20; ++i) {
    CodesReader reader(mechanism->needs().reading, codes);
    const auto drawn = mechanism->run(reader, random);
    ASSERT_TRUE(drawn && mechanism->can_draw(*drawn));
    const auto place = static_cast<std::size_t>(drawn->numbers[0][0]);
    EXPECT_GE(mechanism->terms().scales[place], 17 * one);
    EXPECT_LE(mechanism->terms().scales[place], 70 * one);
    const Answer answer = mechanism->answer(*drawn, kSure);
    const Series& mean = answer.numbers[0];
    const Rational truth = Rational(sum) / one / 6000;
    EXPECT_LE(mean.unit * mean.rows[0].lower, truth);
    EXPECT_GE(mean.unit * mean.rows[0].upper, truth);
    EXPECT_LT(mean.unit * (mean.rows[0].upper - mean.rows[0].lower), Rational(1));
  }
}

// Rows that are missing count as the middle, of more than were said the middle ones.
TEST(Sampled, ATableOfAnyNumberOfRowsIsReadAsSoMany) {
  for (const std::string verb : {"mean", "trimmed-mean"}) {
    const auto mechanism = planned(verb, asked_for(verb));
    for (const std::size_t rows : {0u, 1u, 5999u, 6000u, 6001u, 20000u}) {
      const std::vector<std::int64_t> codes(rows, 500'000'000);
      CodesReader reader(mechanism->needs().reading, codes);
      SeededSource random(3);
      const auto drawn = mechanism->run(reader, random);
      ASSERT_TRUE(drawn);
      const Answer answer = mechanism->answer(*drawn, kSure);
      const Estimate& mean = answer.numbers[0].rows[0];
      EXPECT_LE(answer.numbers[0].unit * mean.lower, Rational(50));
      EXPECT_GE(answer.numbers[0].unit * mean.upper, Rational(50));
    }
  }
}

std::string text_of(double number) { return fmt::format("{:.6f}", number); }

// v = 50 + 4 (a - 5) - 10 b, and all of it within bounds: the penalty draws the
// coefficients a little to 0.
verify::SmallTable explained_rows(std::int64_t rows, bool numbered) {
  verify::SmallTable table;
  for (std::int64_t i = 0; i < rows; ++i) {
    const double a = static_cast<double>(i % 11),
                 b = static_cast<double>(i % 7) / 3 - 1;
    const double v = 50 + 4 * (a - 5) - 10 * b;
    table.push_back({"", {text_of(v), text_of(a), text_of(b)}});
    if (numbered) table.back().fields.push_back(std::to_string(rows - i));
  }
  return table;
}

TEST(Sampled, RegressionsFindTheirCoefficients) {
  for (const bool numbered : {false, true})
    for (const std::string verb : {"ridge", "logistic"}) {
      Asked asked = asked_for(verb).without("random_alpha");
      asked.give("random_alpha", "40");
      if (numbered) asked.give("pair_by", "nr");
      const auto mechanism = planned(verb, asked);
      verify::SmallWorldReader reader(mechanism->needs().reading,
                                      explained_rows(6000, numbered));
      SeededSource random(5);
      const auto drawn = mechanism->run(reader, random);
      ASSERT_TRUE(drawn && mechanism->can_draw(*drawn));
      const Answer answer = mechanism->answer(*drawn, kSure);
      ASSERT_EQ(answer.numbers.size(), 3u);
      EXPECT_EQ(answer.numbers[1].name, "slope of a");
      const auto value = [&](std::size_t i) {
        return (answer.numbers[i].unit * answer.numbers[i].rows[0].value).to_double();
      };
      if (verb == "ridge") {
        EXPECT_NEAR(value(0), 50, 2);
        EXPECT_NEAR(value(1), 3.2, 0.6);
        EXPECT_NEAR(value(2), -8.1, 1.5);
      } else {
        EXPECT_GT(value(1), 0.1);
        EXPECT_LT(value(2), -0.1);
      }
    }
}

// By their numbers, in whatever order they are read.
TEST(Sampled, NumberedRowsArePairedByTheirNumbersAlone) {
  Asked asked = asked_for("mean");
  asked.give("pair_by", "nr");
  const auto mechanism = planned("mean", asked);
  verify::SmallTable rows, turned;
  for (int i = 1; i <= 6000; ++i)
    rows.push_back({"", {std::to_string(i % 97), std::to_string(i)}});
  turned.assign(rows.rbegin(), rows.rend());
  turned.push_back({"", {"3", "6001"}});  // beyond, and none
  turned.push_back({"", {"3", "0"}});
  turned.push_back({"", {"n/a", "5"}});
  const auto drawn = [&](const verify::SmallTable& table) {
    verify::SmallWorldReader reader(mechanism->needs().reading, table);
    SeededSource random(9);
    return *mechanism->run(reader, random);
  };
  EXPECT_EQ(drawn(rows), drawn(turned));
  const auto pairs = public_pairs(6001);
  EXPECT_EQ(pairs.size(), 3000u);
  std::vector<bool> taken(6001);
  for (const auto& [one, other] : pairs) {
    EXPECT_FALSE(taken[one] || taken[other]);
    taken[one] = taken[other] = true;
  }
}

TEST(Sampled, ASmoothScaleIsNotReleased) {
  Asked asked = asked_for("mean");
  asked.give("mechanism", "smooth");
  const auto mechanism = planned("mean", asked);
  const std::vector<std::int64_t> codes(6000, 500'000'000);
  CodesReader reader(mechanism->needs().reading, codes);
  SeededSource random(1);
  const auto drawn = mechanism->run(reader, random);
  ASSERT_TRUE(drawn && mechanism->can_draw(*drawn));
  EXPECT_EQ(drawn->numbers.size(), 1u);
  const Answer answer = mechanism->answer(*drawn, kSure);
  EXPECT_FALSE(answer.numbers[0].rows[0].has_interval);
  EXPECT_NEAR((answer.numbers[0].unit * answer.numbers[0].rows[0].value).to_double(),
              50, 0.1);
}

TEST(Sampled, TheAuditHoldsAndHalvedNoiseFailsIt) {
  for (const char* scale : {"private-scale", "smooth"})
    for (const std::string verb : kAll) {
      Asked asked = asked_for(verb);
      asked.give("mechanism", scale);
      const auto mechanism = planned(verb, asked);
      EXPECT_TRUE(verify::audit(*mechanism, {}).holds) << verb << ' ' << scale;
      Evidence lied = mechanism->evidence(Effort::audit);
      for (NeighbourPair& pair : lied.pairs)  // as of noise of half the scale
        pair.epsilon = pair.epsilon.finite() / 3;
      EXPECT_FALSE(verify::audit(mechanism->guarantees(), lied, {}).holds)
          << verb << ' ' << scale;
    }
}

TEST(Sampled, ACertificateMakesTheSameOne) {
  for (const std::string name : kAll)
    for (const char* scale : {"private-scale", "smooth"})
      for (const bool numbered : {false, true}) {
        const Verb verb = verb_named(name);
        Asked asked = asked_for(name);
        asked.give("mechanism", scale);
        if (numbered) asked.give("pair_by", "nr");
        const auto made = verb.plan(asked);
        ASSERT_TRUE(made) << made.error().message;
        MechanismRecord record{made->question, made->plan->law(), made->plan->shown()};
        EXPECT_TRUE(tells_of_sampled_sensitivity(record));
        const auto again = verb.read(record);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ((*again)->law(), made->plan->law());
        for (const char* lie : {"rank", "covered", "scales", "largest", "people"}) {
          MechanismRecord other = record;
          other.law[lie] = other.law[lie].get<std::int64_t>() + 2;
          EXPECT_FALSE(verb.read(other)) << lie;
        }
        for (const char* lie : {"gamma", "choice", "noise", "per_distance"}) {
          MechanismRecord other = record;
          other.law[lie] = "0.001";
          EXPECT_FALSE(verb.read(other)) << lie;
        }
      }
}

TEST(Sampled, RefusesWhatIsWrongWithARequest) {
  const auto field_of = [](const std::string& verb, const char* field,
                           const char* text) {
    Asked asked = asked_for(verb).without(field);
    if (text != nullptr) asked.give(field, text);
    const auto made = verb_named(verb).plan(asked);
    return made ? std::string() : made.error().field;
  };
  const auto expect_wrong = [&](const std::string& verb, const char* field,
                                const char* text) {
    EXPECT_EQ(field_of(verb, field, text), field) << verb << ' ' << (text ? text : "");
  };
  for (const std::string verb : kAll) {
    for (const char* text : {"0", "-1", "1", "0.2"})
      expect_wrong(verb, "random_gamma", text);
    for (const char* text : {"0", "-1", "101"})
      expect_wrong(verb, "random_alpha", text);
    for (const char* text : {"0", "1", "0.5"}) expect_wrong(verb, "random_eta", text);
    for (const char* text : {"99", "200", "100000000000"})
      expect_wrong(verb, "people", text);
    for (const char* text : {"0", "1", "2"}) expect_wrong(verb, "least_scale", text);
    for (const char* field : {"random_gamma", "random_alpha", "people"})
      expect_wrong(verb, field, nullptr);
    expect_wrong(verb, "mechanism", "robust");
    expect_wrong(verb, "person", "who");
    expect_wrong(verb, "where", "v > 3");
    expect_wrong(verb, "pair_by", "v");
  }
  expect_wrong("mean", "bounds", nullptr);
  expect_wrong("mean", "bounds", "5:5");
  expect_wrong("trimmed-mean", "trim", "1");
  for (const char* verb : {"ridge", "logistic"}) {
    for (const char* text : {"0", "-1", "101"}) expect_wrong(verb, "lambda", text);
    for (const char* text : {"a", "a=0:1,a=0:1", "v=0:1", "a=1:0", ""})
      expect_wrong(verb, "x", text);
    expect_wrong(verb, "x", nullptr);
    expect_wrong(verb, "y", "v");
    expect_wrong(verb, "average_case", nullptr);
  }
  expect_wrong("logistic", "y", "v=0");
}

}  // namespace
}  // namespace selvage
