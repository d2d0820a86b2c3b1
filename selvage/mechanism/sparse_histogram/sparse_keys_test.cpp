#include "selvage/mechanism/sparse_histogram/sparse_keys.hpp"

#include <functional>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_histogram_verbs.hpp"
#include "selvage/outcome/divergence.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

Rational number(const char* text) { return *Rational::parse(text); }

Question towns() {
  return question_about("histogram", *Domain::make({{"town", UnknownKeys{}}}));
}

std::shared_ptr<const SparseKeys> made(const SparseKeysTerms& terms) {
  return *SparseKeys::make(towns(), terms);
}

// So many rows with each key.
Cells cells_of(const std::vector<std::int64_t>& counts) {
  Cells cells;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    cells.sums.push_back({.cell = 0,
                          .key = static_cast<std::uint32_t>(cells.keys.size()),
                          .rows = counts[i]});
    cells.keys.push_back({std::string(1, static_cast<char>('a' + i))});
  }
  return cells;
}

// A fifth of alpha, and half of eta, are the test's.
TEST(SparseKeys, TheTestHasTheNumbersOfTheSpecification) {
  const auto terms =
      SparseKeysTerms::make(number("0.5"), number("0.01"), number("2e-9"), 1'000'000);
  ASSERT_TRUE(terms) << terms.error().message;
  EXPECT_EQ(terms->test.most, 5012);
  EXPECT_EQ(terms->test.gap, 402);
  EXPECT_EQ(terms->test.passes, 4610);
  EXPECT_EQ(terms->alpha(), number("0.5"));
  EXPECT_LE(terms->eta, number("2e-9"));
  EXPECT_LE(terms->gamma, number("0.01"));
  EXPECT_GT(terms->gamma, number("0.00999"));
  EXPECT_EQ(terms->exposed(), 9999);
  EXPECT_EQ(std::get<RandomDpPromise>(terms->derivation().conclusion.promise),
            (RandomDpPromise{terms->alpha(), terms->eta, terms->gamma}));
}

TEST(SparseKeys, WhatIsWrongIsOneSentence) {
  const auto refused = [](const char* alpha, const char* gamma, const char* eta,
                          std::int64_t people) {
    const auto terms =
        SparseKeysTerms::make(number(alpha), number(gamma), number(eta), people);
    EXPECT_FALSE(terms);
    return terms ? "" : terms.error().message;
  };
  EXPECT_EQ(refused("1", "0.01", "0", 1'000'000),
            "`random_eta` 0 is not from 1e-40 to 0.001; write for example 1e-9");
  EXPECT_EQ(
      refused("1", "0.01", "1e-9", 5000),
      "`people` 5000 is too few for keys that are not known, which need 41,496 at "
      "these parameters; ask with `epsilon` and `delta` instead of "
      "`average_case`, or write the keys");
  EXPECT_FALSE(SparseKeysTerms::make(1, number("0.01"), number("1e-9"), 41'495));
  EXPECT_TRUE(SparseKeysTerms::make(1, number("0.01"), number("1e-9"), 41'496));
  EXPECT_NE(refused("1", "0", "1e-9", 1000).find("`random_gamma` 0 is no share"),
            std::string::npos);
}

// A small world: four people, and up to two of five may be alone.
SparseKeysTerms small_terms() {
  return {.asked_alpha = 8,
          .asked_gamma = number("0.7"),
          .asked_eta = number("0.04"),
          .people = 4,
          .noise = {Rational(1, 2)},
          .test_noise = {Rational(1, 2)},
          .test = {.most = 2, .gap = 2, .passes = 0},
          .threshold = 3,
          .gamma = number("0.7"),
          .eta = number("0.0325")};
}

using KeysLaw = OutcomeLaw<Drawn>;

// The share of the pairs (last row, fresh row) of five rows with which the two tables
// of four are not close as promised: by the laws of the shipped code.
Rational failing(const std::vector<std::int64_t>& rows, const SparseKeys& mechanism,
                 const Rational& alpha, const Rational& eta) {
  std::vector<KeysLaw> without;
  for (std::size_t key = 0; key < rows.size(); ++key) {
    auto counts = rows;
    --counts[key];
    const Cells cells = cells_of(counts);
    without.push_back(law_of<TreeSource>(
        {.cut = 1e-6, .paths = 1 << 18},
        [&](RandomSource& random) { return mechanism.release(cells, random); }));
  }
  std::int64_t failed = 0, all = 0;
  for (std::size_t last = 0; last < rows.size(); ++last)
    for (std::size_t fresh = 0; fresh < rows.size(); ++fresh) {
      const std::int64_t pairs = rows[last] * (rows[fresh] - (last == fresh ? 1 : 0));
      all += pairs;
      if (last == fresh) continue;  // the same table
      const bool close =
          surely_at_most(hockey_stick(without[last], without[fresh], alpha).upper(),
                         eta) &&
          surely_at_most(hockey_stick(without[fresh], without[last], alpha).upper(),
                         eta);
      failed += close ? 0 : pairs;
    }
  return Rational(failed, all);
}

const std::vector<std::vector<std::int64_t>> kTables = {
    {5}, {4, 1}, {3, 2}, {3, 1, 1}, {2, 2, 1}, {2, 1, 1, 1}, {1, 1, 1, 1, 1}};

// All tables of five people, up to the names of their keys. Where no more are alone
// than the test is for, only those are told apart; where more are, nobody is. [T345]
bool keeps_its_promise(const SparseKeys& mechanism, const SparseKeysTerms& promised) {
  for (const auto& rows : kTables) {
    const auto alone = std::count(rows.begin(), rows.end(), 1);
    const Rational most = alone <= promised.test.most
                              ? failure_given_singletons(promised.people, alone)
                              : Rational(0);
    if (failing(rows, mechanism, promised.alpha(), promised.eta) > most) return false;
  }
  return true;
}

TEST(SparseKeys, TheReleaseKeepsItsPromiseOnAllSmallTables) {
  const auto mechanism = made(small_terms());
  EXPECT_TRUE(keeps_its_promise(*mechanism, small_terms()));
  // It is no empty promise: two that are alone are told apart.
  EXPECT_EQ(failing({3, 1, 1}, *mechanism, 8, number("0.0325")),
            failure_given_singletons(4, 2));
}

// With half of the noise, without that of the test, or with a lower threshold it is
// broken. The terms promise what these have; what is asked of them is the honest one's.
TEST(SparseKeys, UnsoundVariantsFailTheSameAudit) {
  SparseKeysTerms halved = small_terms();
  halved.noise.scale = Rational(1, 4);
  EXPECT_FALSE(keeps_its_promise(*made(halved), small_terms()));
  SparseKeysTerms not_private = small_terms();  // all keys iff s(X) <= 0
  not_private.test_noise.scale = Rational(1, 64);
  const auto mechanism = made(not_private);
  EXPECT_FALSE(keeps_its_promise(*mechanism, small_terms()));
  // Nobody of {3, 2} is alone, and 3/5 of all pairs tell which of the two tables it is.
  EXPECT_EQ(failing({3, 2}, *mechanism, 8, number("0.0325")), Rational(3, 5));
  SparseKeysTerms lower = small_terms();
  lower.threshold = 2;
  lower.eta = number("0.14");
  EXPECT_FALSE(keeps_its_promise(*made(lower), small_terms()));
  SparseKeysTerms passing = small_terms();
  passing.test = {.most = 2, .gap = 0, .passes = 2};
  passing.eta = number("0.9");
  EXPECT_FALSE(keeps_its_promise(*made(passing), small_terms()));
}

TEST(SparseKeys, TellsAllKeysOrThoseFromTheThresholdOn) {
  const auto terms = SparseKeysTerms::make(10, number("0.1"), number("1e-6"), 100'000);
  ASSERT_TRUE(terms) << terms.error().message;
  const auto mechanism = made(*terms);
  SeededSource random(20261);
  const Cells few = cells_of({90'000, 1, 9998, 1});
  Drawn drawn = mechanism->release(few, random);
  ASSERT_EQ(drawn.keys, (std::vector<std::vector<std::string>>{{"a", "b", "c", "d"}}));
  EXPECT_EQ(drawn.numbers[1], (std::vector<std::int64_t>(4, 1)));
  EXPECT_TRUE(mechanism->can_draw(drawn));
  drawn.numbers[0][1] = -3;  // noise; the key is told nevertheless
  EXPECT_TRUE(mechanism->can_draw(drawn));
  const auto rows = mechanism->answer(drawn, Rational(19, 20)).numbers[0].rows;
  EXPECT_EQ(rows[1], (Estimate{-3, 1, 1}));
  drawn.numbers[1] = std::vector<std::int64_t>(4, terms->threshold);
  EXPECT_FALSE(mechanism->can_draw(drawn));  // too small for it
  drawn.numbers[1] = {1, 1, 1, terms->threshold};
  EXPECT_FALSE(mechanism->can_draw(drawn));
  drawn.numbers.pop_back();
  EXPECT_FALSE(mechanism->can_draw(drawn));

  Cells many = cells_of({90'000});  // and ten thousand people alone
  for (std::uint32_t i = 1; i <= 10'000; ++i) {
    many.sums.push_back({.cell = 0, .key = i, .rows = 1});
    many.keys.push_back({"z" + std::to_string(i)});
  }
  drawn = mechanism->release(many, random);
  EXPECT_EQ(drawn.keys, (std::vector<std::vector<std::string>>{{"a"}}));
  EXPECT_EQ(drawn.numbers[1], (std::vector<std::int64_t>{terms->threshold}));
  EXPECT_TRUE(mechanism->can_draw(drawn));
}

TEST(SparseKeys, TheWarningIsThere) {
  const auto terms = SparseKeysTerms::make(1, number("0.05"), number("1e-6"), 20'000);
  ASSERT_TRUE(terms) << terms.error().message;
  const auto all = made(*terms)->warnings(Rational(19, 20));
  for (const std::string& words :
       {std::string("Average-case protection only."),
        "(alpha = 1, eta = " + terms->eta.text() + ", gamma = 0.0499587)",
        std::string("Up to an expected 1000 of the 20000 people")})
    EXPECT_NE(all[0].find(words), std::string::npos) << words << "\n" << all[0];
}

TEST(SparseKeys, TheAuditHoldsAndHalvedNoiseFailsIt) {
  const auto terms = SparseKeysTerms::make(1, number("0.05"), number("1e-6"), 20'000);
  ASSERT_TRUE(terms);
  const auto mechanism = made(*terms);
  EXPECT_TRUE(verify::audit(*mechanism, {}).holds);
  Evidence lied = mechanism->evidence(Effort::audit);
  for (NeighbourPair& pair : lied.pairs) pair.epsilon = pair.epsilon.finite() / 2;
  EXPECT_FALSE(verify::audit(mechanism->guarantees(), lied, {}).holds);
}

TEST(SparseKeys, ACertificateMakesTheSameOne) {
  const Verb verb = sparse_histogram_verbs()[0];
  const auto planned = verb.plan({{"column", "town=?"},
                                  {"average_case", ""},
                                  {"random_alpha", "1/3"},
                                  {"random_gamma", "0.05"},
                                  {"random_eta", "1e-9"},
                                  {"people", "100000"},
                                  {"where", "age > 3"}});
  ASSERT_TRUE(planned) << planned.error().message;
  const Mechanism& plan = *planned->plan;
  EXPECT_EQ(plan.name(), "sparse_keys");
  const auto again = verb.read({planned->question, plan.law(), plan.shown()});
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->law(), plan.law());
  for (const char* name : {"most", "passes", "threshold"}) {
    Json law = plan.law();
    law[name] = law[name].get<std::int64_t>() + 1;
    EXPECT_FALSE(verb.read({planned->question, law, plan.shown()})) << name;
  }
  EXPECT_FALSE(verb.read({planned->question, plan.law(), plan.shown(), 5}));
}

}  // namespace
}  // namespace selvage
