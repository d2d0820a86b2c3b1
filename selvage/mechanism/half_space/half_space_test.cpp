#include "selvage/mechanism/half_space/half_space.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/mechanism/half_space/half_space_testing.hpp"
#include "selvage/mechanism/half_space/half_space_verbs.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

TEST(HalfSpace, IsReadAndWritten) {
  for (const auto& [text, own] :
       {std::pair("2*age - 0.1*salary >= 30", "2*age - 0.1*salary >= 30"),
        {"-age<-3", "-age < -3"},
        {" 1*x+ 1/3*\"a b\" <= .5 ", "x + 1/3*\"a b\" <= 0.5"},
        {"x > 0", "x > 0"}}) {
    const auto half_space = parse_half_space(text);
    ASSERT_TRUE(half_space) << text;
    EXPECT_EQ(half_space->text(), own);
    EXPECT_EQ(*parse_half_space(own), *half_space);
  }
  for (const char* wrong :
       {"", "x", "x >= ", ">= 3", "x = 3", "x + x >= 1", "0*x >= 1", "2 >= 1",
        "x*y >= 1", "x >= 1 2", "2*3*x > 1", "x - > 1", "\"x > 1", "x >= y"})
    EXPECT_FALSE(parse_half_space(wrong)) << wrong;
}

TEST(HalfSpace, HoldsOnItsSide) {
  const auto at = [](const char* text, const Rational& sum) {
    return parse_half_space(text)->holds(sum);
  };
  EXPECT_TRUE(at("x >= 1", 1));
  EXPECT_FALSE(at("x > 1", 1));
  EXPECT_TRUE(at("x <= 1", 1));
  EXPECT_FALSE(at("x < 1", 1));
  EXPECT_FALSE(at("x >= 1", {1, 2}));
}

class GivenCells : public Reader {
 public:
  GivenCells(const Mechanism& mechanism, std::vector<CellSums> sums)
      : reading_(mechanism.needs().reading), sums_(std::move(sums)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override {
    Cells cells;
    cells.sums = sums_;
    return cells;
  }

 private:
  Outcome each_row(const VisitRow&) override { return Done{}; }
  Reading reading_;
  std::vector<CellSums> sums_;
};

// Every cell of the grid against the test itself; next to no noise.
TEST(HalfSpaceCounts, CountsTheMiddlesOfSteps) {
  const auto mechanism = made_half_spaces({"2*x - y >= 3", "x + y < 3"},
                                          "x=0:4:1,y=-1:2:1/2", Rational(100));
  const Domain domain = mechanism->needs().reading.domain;
  std::vector<CellSums> sums;
  std::int64_t wanted[] = {0, 0};
  for (std::uint64_t cell = 0; cell < domain.cells(); ++cell) {
    const auto places = domain.places(cell);
    const std::int64_t rows = 1000 + static_cast<std::int64_t>(cell);
    sums.push_back({.cell = cell, .rows = rows});
    if (places[0] < 1 || places[0] > 4 || places[1] < 1 || places[1] > 6) continue;
    const double x = static_cast<double>(places[0]) - 0.5,
                 y = -1 + 0.5 * (static_cast<double>(places[1]) - 0.5);
    if (2 * x - y >= 3) wanted[0] += rows;
    if (x + y < 3) wanted[1] += rows;
  }
  GivenCells table(*mechanism, sums);
  SeededSource random(1);
  const auto drawn = mechanism->run(table, random);
  ASSERT_TRUE(drawn);
  ASSERT_TRUE(mechanism->can_draw(*drawn));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(std::abs(drawn->numbers[i][0] - wanted[i]), 5);
    EXPECT_GT(wanted[i], 1000);
  }
  // By how much rows may have moved across a plane. [T217]
  EXPECT_EQ(mechanism->moved(0), Rational(5, 4));
  EXPECT_EQ(mechanism->moved(1), Rational(3, 4));
  EXPECT_EQ(mechanism->accuracy({19, 20})[0].alpha, Rational(5, 4));
  EXPECT_EQ(mechanism->answer(*drawn, {19, 20}).numbers[1].name, "x + y < 3");
}

TEST(HalfSpaceCounts, SeveralShareEpsilon) {
  const auto promise = [](const auto& mechanism) {
    return std::get<DpPromise>(mechanism->guarantees()[0].conclusion.promise);
  };
  EXPECT_EQ(promise(made_half_spaces({"x > 1", "x > 2", "x > 3"}, "x=0:4:1", 1)),
            (DpPromise{1, 0}));
  EXPECT_EQ(promise(made_half_spaces({"x > 1", "x > 2"}, "x=0:4:1", {1, 2},
                                     {.column = "who", .rows = 3, .cells = 2})),
            (DpPromise{{1, 2}, 0}));
}

TEST(HalfSpaceCounts, ACertificateMakesItAgain) {
  const auto mechanism =
      made_half_spaces({"2*x - y >= 3", "x < 3"}, "x=0:4:1,y=0:2:1", 1);
  const Verb verb = half_space_verb();
  const MechanismRecord record{.question = mechanism->question(),
                               .law = mechanism->law(),
                               .shown = mechanism->shown()};
  ASSERT_TRUE(tells_of_half_spaces(record));
  const auto again = verb.read(record);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(canonical_json((*again)->law()), canonical_json(mechanism->law()));
  MechanismRecord other = record;
  other.law["scale"] = "1";
  EXPECT_FALSE(verb.read(other));
  other = record;
  other.question.own[0].second = "2*x - z >= 3";
  EXPECT_FALSE(verb.read(other));
}

TEST(HalfSpaceCounts, RefusesColumnsWithoutAGrid) {
  const auto planned = half_space_verb().plan(
      {{"half_space", "x + z >= 3"}, {"x", "x=0:4:1"}, {"epsilon", "1"}});
  ASSERT_FALSE(planned);
  EXPECT_EQ(planned.error().field, "x");
}

}  // namespace
}  // namespace selvage
