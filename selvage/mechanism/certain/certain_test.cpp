#include "selvage/mechanism/certain/certain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <nlohmann/json.hpp>

#include "selvage/mechanism/certain/certain_testing.hpp"
#include "selvage/mechanism/row_codes_testing.hpp"
#include "selvage/outcome/answering_source.hpp"
#include "selvage/outcome/outcome_tree.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

CertainRequest median_request() { return {Rational(1, 2), 1, {1, 1'000'000}, 1}; }
CertainRequest spread_request() { return {std::nullopt, 1, {1, 1'000'000}, 1}; }

// A table that is nothing but codes.
class Table : public Reader {
 public:
  Table(const Mechanism& mechanism, std::vector<std::int64_t> codes)
      : reading_(mechanism.needs().reading), codes_(std::move(codes)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override { return Cells{}; }

 private:
  Outcome each_row(const VisitRow& visit) override {
    for (const std::int64_t code : codes_) visit({.steps = code});
    return Done{};
  }
  Reading reading_;
  std::vector<std::int64_t> codes_;
};

Estimate answered(const CertainMechanism& mechanism, std::vector<std::int64_t> codes,
                  std::uint64_t seed = 1) {
  Table table(mechanism, std::move(codes));
  SeededSource random(seed);
  const Drawn drawn = *mechanism.run(table, random);
  EXPECT_TRUE(mechanism.can_draw(drawn));
  return mechanism.answer(drawn, {19, 20}).numbers[0].rows[0];
}

TEST(Certain, AValueThatManyShareIsShownAsItIs) {
  const auto mechanism = certain(median_request());
  const std::vector<std::int64_t> codes(100, 37);
  EXPECT_EQ(answered(*mechanism, codes), (Estimate{37, 37, 37, true, true}));
}

// With three rows a person it takes three times as many rows to be sure, and so many
// are read.
TEST(Certain, WhatManyPeopleOfSeveralRowsShareIsShown) {
  for (const CertainRequest& request : {median_request(), spread_request()}) {
    const auto mechanism = certain(request, certain_question(3));
    const std::int64_t code = request.at ? 37 : 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
      EXPECT_EQ(answered(*mechanism, std::vector<std::int64_t>(2000, 37), seed),
                (Estimate{code, code, code, true, true}));
  }
}

// Dates are shown as dates, and how far they are apart as a number of days.
TEST(Certain, MomentsAreShownAsSuch) {
  CertainRequest request = median_request();
  request.unit = *ColumnUnit::parse("day");
  const auto median = certain(request);
  const auto answer_of = [](const CertainMechanism& mechanism, std::int64_t code) {
    Table table(mechanism, std::vector<std::int64_t>(100, code));
    SeededSource random(1);
    return mechanism.answer(*mechanism.run(table, random), {19, 20}).numbers[0];
  };
  const Series days = answer_of(*median, 19'797);
  EXPECT_EQ(days.name, "median");
  EXPECT_EQ(days.text(days.rows[0].value), "2024-03-15");
  request.at.reset();
  const Series apart = answer_of(*certain(request), 19'797);
  EXPECT_EQ(apart.name, "IQR in days");
  EXPECT_FALSE(apart.moments);
  EXPECT_EQ(apart.rows[0].value, 0);
  // Codes beyond the calendar are none that a run draws, nor its last one.
  EXPECT_TRUE(median->can_draw({{0}, {}, {{2'932'895}}}));
  EXPECT_FALSE(median->can_draw({{0}, {}, {{2'932'896}}}));
}

TEST(Certain, NothingIsShownWhereOneRowDecides) {
  const auto mechanism = certain(median_request());
  std::vector<std::int64_t> codes(1001);
  std::iota(codes.begin(), codes.end(), 0);
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    EXPECT_FALSE(answered(*mechanism, codes, seed).known);
  EXPECT_FALSE(answered(*mechanism, {}).known);
  EXPECT_FALSE(answered(*mechanism, {4}).known);
}

// The quartiles of 0..9999 are 4999 and 5000 apart or so: within 4096..8191, and within
// 2896.3..5792.6 half an octave beside.
TEST(Certain, TheSizeOfASpreadIsShownWithItsOctave) {
  const auto mechanism = certain(spread_request());
  std::vector<std::int64_t> codes(10'000);
  std::iota(codes.begin(), codes.end(), 0);
  EXPECT_EQ(answered(*mechanism, codes), (Estimate{5792, 4096, 8191, true, true}));
  for (auto& code : codes) code = 7;
  EXPECT_EQ(answered(*mechanism, codes), (Estimate{0, 0, 0, true, true}));
  // At the edge of the first kind of octaves: 4096 or 4095 apart.
  for (std::size_t i = 0; i < codes.size(); ++i)
    codes[i] = static_cast<std::int64_t>(i * 8192 / 10'000);
  const Estimate beside = answered(*mechanism, codes);
  EXPECT_EQ(beside, (Estimate{4096, 2897, 5792, true, true}));
}

// Keeps the depths that were drawn for.
class KeepsDepths : public SeededSource {
 public:
  KeepsDepths() : SeededSource(1) {}
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>& law) override {
    depths.assign(in_out.begin(), in_out.end());
    SeededSource::draw(in_out, law);
  }
  std::vector<std::int64_t> depths;
};

// A spread next to the end of a whole octave is in the middle of one half an octave
// beside, and the other way round: each test is about the octave that it tells.
TEST(Certain, EachTestHasTheDepthOfItsOwnOctave) {
  int whole_is_less = 0, half_is_less = 0;
  for (const std::int64_t rows : {1, 2})
    for (std::int64_t apart = 64; apart <= 128; ++apart) {
      std::vector<std::int64_t> codes(200);
      for (std::size_t i = 0; i < codes.size(); ++i)
        codes[i] = static_cast<std::int64_t>(i) * apart;
      const auto mechanism = certain(spread_request(), certain_question(rows));
      Table table(*mechanism, codes);
      KeepsDepths random;
      ASSERT_TRUE(mechanism->run(table, random));
      const RankWindow all{200, 0, codes};
      const QuantilePair quartiles{all, all, {1, 4}, {3, 4}};
      const std::int64_t most = mechanism->table().depth();
      std::vector<std::int64_t> people;
      for (const Octaves octaves : {Octaves::whole, Octaves::half})
        people.push_back(
            std::min(most, (spread_depth(quartiles, octaves, 1000) + rows - 1) / rows));
      EXPECT_EQ(random.depths, people) << apart << ' ' << rows;
      whole_is_less += people[0] < people[1] ? 1 : 0;
      half_is_less += people[0] > people[1] ? 1 : 0;
    }
  EXPECT_GE(std::min(whole_is_less, half_is_less), 10);
}

TEST(Certain, PromisesAddUpOverTestsAndGroups) {
  const auto total = [](const CertainMechanism& mechanism) {
    return std::get<DpPromise>(mechanism.guarantees()[0].conclusion.promise);
  };
  const Domain groups = *Domain::make({{"g", KeyList::of({"p", "q", "r"}), true}});
  for (const auto& request : {median_request(), spread_request()})
    for (const std::int64_t cells : {1, 3}) {
      const auto mechanism = certain(request, certain_question(4, groups, cells));
      EXPECT_EQ(total(*mechanism).epsilon, Rational(1));
      EXPECT_EQ(total(*mechanism).delta, Rational(1, 1'000'000));
      const Rational tests = request.at ? cells : 2 * cells;  // of one person
      EXPECT_TRUE(mechanism->table().keeps(Rational(1) / tests,
                                           Rational(1, 1'000'000) / tests));
      EXPECT_EQ(mechanism->law()["rows"], 4);
    }
}

// Against the exact probability of its depth, 5 deviations wide at 100,000 runs.
TEST(Certain, IsShownAsOftenAsItsDepthSays) {
  const auto mechanism = certain(median_request());
  std::vector<std::int64_t> codes(25, 1);
  codes.insert(codes.end(), 13, 0);  // 12 more zeros make it another
  const double p =
      mechanism->table()
          .probability(change_depth({38, 0,
                                     [&] {
                                       auto sorted = codes;
                                       std::sort(sorted.begin(), sorted.end());
                                       return sorted;
                                     }()},
                                    {1, 2}, 28))
          .to_double();
  ASSERT_GT(p, 0.001);
  ASSERT_LT(p, 0.999);
  Table table(*mechanism, codes);
  SeededSource random(7);
  constexpr int kRuns = 100'000;
  int shown = 0;
  for (int i = 0; i < kRuns; ++i) {
    const Drawn drawn = *mechanism->run(table, random);
    shown += drawn.numbers[0][0] == 1 ? 1 : 0;
  }
  EXPECT_NEAR(shown, kRuns * p, 5 * std::sqrt(kRuns * p * (1 - p)));
}

// The numbers of people that are tested; everything is shown.
class Tested : public ConstantSource {
 public:
  Tested() : ConstantSource(0) {}
  void draw(std::span<std::int64_t> in_out,
            const std::shared_ptr<const Law>&) override {
    people.insert(people.end(), in_out.begin(), in_out.end());
    std::fill(in_out.begin(), in_out.end(), 1);
  }
  std::vector<std::int64_t> people;
};

// A value that all rows share is lost with the last one: 1, 3, 4 and 7 rows are 1, 1, 2
// and 3 people with three rows each.
TEST(Certain, RowsAreCountedInPeople) {
  for (const auto& [rows, people] :
       {std::pair(1, 1), std::pair(3, 1), std::pair(4, 2), std::pair(7, 3)}) {
    const auto mechanism = certain(median_request(), certain_question(3));
    Table table(*mechanism,
                std::vector<std::int64_t>(static_cast<std::size_t>(rows), 5));
    Tested random;
    ASSERT_TRUE(mechanism->run(table, random));
    EXPECT_EQ(random.people, std::vector<std::int64_t>{people}) << rows;
  }
}

// Whatever is shown, however unlikely: the quantile itself, or an interval in which the
// spread lies.
TEST(Certain, WhatIsShownHolds) {
  for (const auto& request : {median_request(), spread_request()})
    for (const RowCodes& rows : tables_of({-3, 0, 1, 2, 9, 40}, 5)) {
      const auto mechanism = certain(request);
      const auto law = law_of<TreeSource>({.cut = 0}, [&](RandomSource& random) {
        Table table(*mechanism, rows);
        return *mechanism->run(table, random);
      });
      const auto at = [&](std::size_t part) {
        return rows[(rows.size() * part + 3) / 4 - 1];
      };
      std::size_t shown = 0;
      for (const auto& [drawn, mass] : law.mass) {
        const Estimate one = mechanism->answer(drawn, {19, 20}).numbers[0].rows[0];
        if (!one.known) continue;
        ++shown;
        const std::int64_t truth = request.at ? at(2) : at(3) - at(1);
        EXPECT_LE(one.lower, truth) << testing::PrintToString(rows);
        EXPECT_GE(one.upper, truth) << testing::PrintToString(rows);
        if (request.at) {
          EXPECT_EQ(one.lower, one.upper);
        } else {
          EXPECT_LE(one.upper, one.lower * 2);
        }
      }
      EXPECT_EQ(shown > 0, !rows.empty());
    }
}

TEST(Certain, RefusesWhatIsWrongWithARequest) {
  const auto field_of = [](CertainRequest request,
                           const Question& question = certain_question()) {
    const auto made = CertainMechanism::make(question, std::move(request));
    return made ? std::string() : made.error().field;
  };
  EXPECT_EQ(field_of(median_request()), "");
  EXPECT_EQ(field_of({Rational(0), 1, {1, 1000}, 1}), "at");
  EXPECT_EQ(field_of({Rational(1), 1, {1, 1000}, 1}), "at");
  EXPECT_EQ(field_of({Rational(1, 2), 0, {1, 1000}, 1}), "epsilon");
  EXPECT_EQ(field_of({Rational(1, 2), 21, {1, 1000}, 1}), "epsilon");
  EXPECT_EQ(field_of({Rational(1, 2), {1, 1'000'000}, {1, 1000}, 1}), "epsilon");
  EXPECT_EQ(field_of({std::nullopt, {1, 500}, {1, 1'000'000}, 1}), "epsilon");
  EXPECT_EQ(field_of({Rational(1, 2), 1, 0, 1}), "delta");
  EXPECT_EQ(field_of({Rational(1, 2), 1, 1, 1}), "delta");
  EXPECT_EQ(field_of({Rational(1, 2), 1, *Rational::parse("1e-16"), 1}), "delta");
  EXPECT_EQ(field_of({Rational(1, 2), 1, {1, 1000}, {3}}), "unit");
  EXPECT_EQ(field_of(median_request(), certain_question(2'000'000)), "rows_per_person");
}

TEST(Certain, SaysWhatIsWrongWithANumber) {
  const auto said_of = [](const CertainRequest& request) {
    const auto made = CertainMechanism::make(certain_question(), request);
    return made ? std::string() : made.error().message;
  };
  EXPECT_EQ(said_of({Rational(3, 2), 1, {1, 1000}, 1}),
            "`at` 1.5 is not between 0 and 1; write for example 0.9");
  EXPECT_EQ(said_of({*Rational::parse("0.12345678901"), 1, {1, 1000}, 1}),
            "`at` 0.12345678901 has too many digits; write for example 0.9");
  EXPECT_EQ(said_of({Rational(1, 2), 1, 1, 1}),
            "`delta` 1 is not from 1e-15 on and below 1, where something can be shown; "
            "write for example 1e-6");
}

// By another program, in 9 of 10 cases: 236 and 557 at epsilon 1, 418 and
// 742 at 0.5, 177 and 236 at 2.
TEST(Certain, PlansSayHowManyPeopleItTakes) {
  const auto needed = [](const CertainRequest& request, const char* where) {
    return certain(request)
        ->plan_numbers({}, {9, 10})["people_needed"][where]
        .get<double>();
  };
  for (const auto& [epsilon, normal, lognormal] :
       {std::tuple(Rational(1, 2), 418, 742), std::tuple(Rational(1), 236, 557),
        std::tuple(Rational(2), 177, 236)}) {
    CertainRequest request = spread_request();
    request.epsilon = epsilon;
    for (const auto& [where, measured] :
         {std::pair("normal", normal), std::pair("lognormal", lognormal)}) {
      EXPECT_GT(needed(request, where), measured / 2.5) << epsilon.text() << where;
      EXPECT_LT(needed(request, where), measured * 2.5) << epsilon.text() << where;
    }
  }
  // Half of a tenth on either side, half a rank an edit: as many edits as a tenth of
  // the rows.
  const auto median = certain(median_request());
  EXPECT_NEAR(needed(median_request(), "shared_by_a_tenth"),
              10.0 * static_cast<double>(median->table().depth_for({9, 10})), 10);
  const auto lines = median->plan_lines({}, {9, 10});
  EXPECT_EQ(lines[1].head, "people");
}

TEST(Certain, DrawsOnlyWhatItCan) {
  const auto quantile = certain(median_request()), spread = certain(spread_request());
  const auto drawn = [](std::int64_t number) { return Drawn{{0}, {}, {{number}}}; };
  EXPECT_TRUE(quantile->can_draw(drawn(-17)));
  EXPECT_TRUE(quantile->can_draw(drawn(CertainMechanism::kNone)));
  EXPECT_FALSE(quantile->can_draw(drawn(std::int64_t{1} << 62)));
  EXPECT_TRUE(spread->can_draw(drawn(0)));
  EXPECT_FALSE(spread->can_draw(drawn(-1)));
  EXPECT_TRUE(spread->can_draw(drawn(127)));
  EXPECT_FALSE(spread->can_draw(drawn(131)));
  EXPECT_FALSE(spread->can_draw({{0, 1}, {}, {{1, 1}}}));
}

// Where an answer is hidden with probability exp(-epsilon) only, that still matters.
TEST(Certain, IsConfirmedAtEveryEpsilonThatIsTaken) {
  for (const std::int64_t part : {1'000, 1'000'000, 1'000'000'000})
    for (const std::int64_t epsilon : {29, 35, 40}) {
      const auto spread = certain({std::nullopt, epsilon, Rational(1, part), 1});
      EXPECT_TRUE(verify::verify_for_release(*spread)) << epsilon << ' ' << part;
    }
  EXPECT_TRUE(verify::verify_for_release(
      *certain({Rational(1, 2), 20, Rational(1, 1'000), 1})));
}

}  // namespace
}  // namespace selvage
