// The shipped code on all small tables: the tests alone, with their exact law, and a
// whole run through the outcome tree. [T145, T149]
#include "selvage/mechanism/robust_regression/robust_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage {

class TestsAlone {
 public:
  explicit TestsAlone(const RobustRequest& request)
      : mechanism_(made_robust(request)),
        shape_{std::vector<std::int64_t>(request.x.slopes(), 0),
               std::vector<std::int64_t>(request.x.slopes(), 1), 11, 1024} {}

  using Law = std::map<std::vector<std::int64_t>, Rational>;
  Law law(const NumberRows& rows) const {
    Law law;
    Rational left = 1;
    std::int64_t grid = 0;
    for (const auto& [depth, cell] : mechanism_->tested(rows, shape_)) {
      deepest_ = std::max(deepest_, depth);
      const Rational shown = mechanism_->table_->probability(depth);
      std::vector<std::int64_t> told = {grid++};
      told.insert(told.end(), cell.begin(), cell.end());
      law[told] = left * shown;
      left = left * (Rational(1) - shown);
    }
    law[{}] = left;
    return law;
  }
  // The least delta of this pair at this part of the tests' epsilon; not too small.
  Rational delta(const Law& of, const Law& beside, const Rational& part) const {
    const RobustShares shares = robust_shares(mechanism_->request_);
    const Rational factor =
        exp(Interval(shares.test * mechanism_->tests() * part)).lower();
    Rational sum = 0;
    for (const auto& [told, mass] : of) {
      const auto other = beside.find(told);
      const Rational more =
          mass - (other == beside.end() ? Rational(0) : other->second * factor);
      if (more.sign() > 0) sum = sum + more;
    }
    return sum;
  }
  Rational promised() const { return mechanism_->request_.delta; }
  std::int64_t deepest() const { return deepest_; }

 private:
  std::shared_ptr<const RobustRegressionMechanism> mechanism_;
  RowShape shape_;
  mutable std::int64_t deepest_ = 0;
};

namespace {

using verify::SmallTable;

NumberRows numbers_of(const SmallTable& table) {
  NumberRows rows;
  for (const verify::SmallRow& row : table) {
    for (const auto& field : row.fields) rows.numbers.push_back(std::stoi(*field));
    if (!row.person.empty()) rows.people.push_back(person_name(row.person, {}));
  }
  return rows;
}

struct World {
  RobustRequest request;
  SmallTable possible;
  std::size_t rows;
  std::int64_t depth;          // that some table of it has
  SmallTable background = {};  // rows that every table has
  Rational needed = {1, 3};    // of delta, by some pair
};

// Both ways. A smaller delta is certainly not enough.
void expect_kept(const World& world) {
  const TestsAlone tests(world.request);
  Rational worst = 0;
  verify::for_each_neighbours(
      world.possible, world.rows,
      [&](const SmallTable& with, const SmallTable& without) {
        const auto law_with = [&](SmallTable table) {
          table.insert(table.end(), world.background.begin(), world.background.end());
          return tests.law(numbers_of(table));
        };
        const auto one = law_with(with), two = law_with(without);
        worst = std::max({worst, tests.delta(one, two, 1), tests.delta(two, one, 1)});
      });
  EXPECT_LE(worst, tests.promised()) << worst.to_double();
  EXPECT_GT(worst, tests.promised() * world.needed) << worst.to_double();
  EXPECT_GE(tests.deepest(), world.depth);
}

SmallTable rows_of(const std::vector<std::string>& people,
                   const std::vector<std::vector<verify::Field>>& values) {
  SmallTable rows;
  for (const std::string& person : people)
    for (const auto& fields : values) rows.push_back({person, fields});
  return rows;
}

// Tests of epsilon 1/2 each, so that a step of the depth is all that a person may move.
TEST(RobustWorlds, EveryRowMayBeAPerson) {
  expect_kept({{{{"x"}}, 2, Rational(3, 10), 1, {1}},
               rows_of({""}, {{"0", "-1"}, {"0", "1"}, {"9", "1"}}),
               9,
               4});
}

TEST(RobustWorlds, PeopleHaveSeveralRows) {
  expect_kept({{{{"x"}}, 2, Rational(3, 10), 1, {1}},
               rows_of({"a", "b", "c"}, {{"0", "-1"}, {"9", "1"}}),
               5,
               2,
               rows_of({"d", "e", "f", "g"}, {{"0", "-1"}, {"0", "1"}})});
}

// A key is a column of 0 and 1. [T270]
TEST(RobustWorlds, AColumnWithKeys) {
  const DomainColumn keyed{"k", *KeyList::parse("a"), true};
  expect_kept({{{{}, {keyed}}, 2, Rational(3, 10), 1, {1}},
               rows_of({""}, {{"0", "0"}, {"0", "1"}, {"9", "1"}}),
               9,
               3});
}

TEST(RobustWorlds, ThreeCoefficients) {
  SmallTable many;
  for (int i = 0; i < 50; ++i)
    many.push_back(
        {"", {"0", std::to_string(i % 5 - 2), std::to_string(i / 5 % 5 - 2)}});
  expect_kept({{{{"x1", "x2"}}, 2, Rational(4, 10), 1, {1}},
               rows_of({""}, {{"0", "-1", "0"}, {"9", "0", "-1"}, {"9", "0", "0"}}),
               8,
               4,
               many,
               {1, 20}});
}

// The count, the sizes that blocks tell, and all tests together.
TEST(RobustWorlds, AWholeRun) {
  const RobustSize size{.size_exponent = 1,
                        .middle_exponent = 1,
                        .blocks = 1,
                        .least_people = -1'000'000'000};
  const auto mechanism = made_robust({{{"x"}}, 50, Rational(1, 2), 1, {1}}, "", size);
  verify::WorldLaws laws({mechanism.get()}, 1e-7);
  const auto excess =
      verify::excess_of(laws, {rows_of({""}, {{"0", "0"}, {"2", "1"}}), 2}, *mechanism);
  EXPECT_LE(excess.certain, Rational(0));
  EXPECT_LE(excess.upper, Rational(1, 100)) << excess.upper.to_double();
}

}  // namespace
}  // namespace selvage
