// The shipped run behind a reader, on all small tables, through the outcome tree: all
// tests and all noise together, for people who come or leave and for replaced ones,
// whether or not the table has as many as are said. [T134, T186, T187]
#include <gtest/gtest.h>

#include <map>

#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/row_codes_testing.hpp"
#include "selvage/mechanism/tested/tested_testing.hpp"
#include "selvage/outcome/divergence.hpp"

namespace selvage {
namespace {

using Kind = TestedRequest::Kind;

class TestedWorld {
 public:
  TestedWorld(const TestedRequest& request, RowCodes codes, std::size_t rows,
              double cut)
      : mechanism_(tested(request)), codes_(std::move(codes)), cut_(cut) {
    for (const RowCodes& table : tables_of(codes_, rows))
      laws_.emplace(table, law_on(table));
  }

  // Over all pairs, the larger of both directions, less the promised delta.
  RowCodes::size_type pairs() const { return pairs_; }
  struct Excess {
    Rational certain = -1, upper = -1;
  };
  Excess worst(std::size_t promise, const Rational& part) {
    const auto dp =
        std::get<DpPromise>(mechanism_->guarantees()[promise].conclusion.promise);
    Excess worst;
    const auto compare = [&](const RowCodes& one, const RowCodes& other) {
      const auto found = laws_.find(other);
      if (found == laws_.end()) return;
      ++pairs_;
      for (const auto& [p, q] : {std::pair(&laws_.at(one), &found->second),
                                 std::pair(&found->second, &laws_.at(one))}) {
        const Interval delta = between(*p, *q, dp.epsilon * part);
        worst.certain = std::max(worst.certain, delta.lower() - dp.delta);
        worst.upper = std::max(worst.upper, delta.upper() - dp.delta);
      }
    };
    for (const auto& [table, law] : laws_)
      if (promise == 0)
        for (const std::int64_t code : codes_) compare(table, with_row(table, code));
      else
        for (const RowCodes& other : with_one_replaced(table, codes_))
          if (table < other) compare(table, other);
    return worst;
  }

 private:
  OutcomeLaw<Drawn> law_on(const RowCodes& table) const {
    return law_of<TreeSource>({.cut = cut_}, [&](RandomSource& random) {
      CodesReader reader(mechanism_->needs().reading, table);
      return *mechanism_->run(reader, random);
    });
  }
  std::shared_ptr<const TestedMechanism> mechanism_;
  RowCodes codes_;
  double cut_;
  std::map<RowCodes, OutcomeLaw<Drawn>> laws_;
  std::size_t pairs_ = 0;
};

// What is left out of the walk counts in full against the promise; with a part of
// epsilon it is certainly not kept.
void expect_kept(TestedWorld world, const Rational& part) {
  for (const std::size_t promise : {0, 1}) {
    const Rational most = world.worst(promise, 1).upper;
    EXPECT_LE(most, Rational(0)) << promise << ' ' << most.to_double();
    const Rational less = world.worst(promise, part).certain;
    EXPECT_GT(less, Rational(1, 5)) << promise << ' ' << less.to_double();
  }
  EXPECT_GT(world.pairs(), 50u);
}

TestedRequest small(Kind kind, std::int64_t people, const Rational& epsilon) {
  return {.kind = kind,
          .people = people,
          .epsilon = epsilon,
          .delta = {3, 10},
          .unit = 1,
          .trimmed = {1, 2},
          .steps_per_bin = 2};
}

// With 4 people and fewer no test can pass but by chance: a quartile is the first row.
TEST(TestedWorlds, AScaleHidesEverybody) {
  expect_kept({small(Kind::scale, 5, 6), {0, 1, 3, 9}, 6, 1e-6}, {1, 2});
}

TEST(TestedWorlds, AMedianHidesEverybody) {
  expect_kept({small(Kind::median, 5, 24), {0, 1, 9}, 6, 1e-5}, {1, 4});
}

TEST(TestedWorlds, ATrimmedMeanHidesEverybody) {
  expect_kept({small(Kind::trimmed_mean, 5, 20), {0, 1, 9}, 6, 1e-5}, {1, 3});
}

// Longer tables of two values, where tests pass: more of the promise is used.
TEST(TestedWorlds, LongerTablesOfFewValues) {
  expect_kept({small(Kind::median, 8, 24), {0, 9}, 9, 1e-7}, {1, 3});
  expect_kept({small(Kind::trimmed_mean, 8, 20), {0, 9}, 9, 1e-5}, {1, 3});
}

}  // namespace
}  // namespace selvage
