#include "selvage/mechanism/separator/separator_testing.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/mechanism/separator/separator_verbs.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

// Counts by lattice point and label; a table that holds nothing else but `outside`
// rows below the first axis.
class LabelledTable : public Reader {
 public:
  LabelledTable(const Mechanism& mechanism,
                std::vector<std::pair<std::uint64_t, std::int64_t>> counts)
      : reading_(mechanism.needs().reading), counts_(std::move(counts)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override {
    Cells cells;
    for (const auto& [cell, rows] : counts_)
      cells.sums.push_back({.cell = cell, .rows = rows});
    return cells;
  }

 private:
  Outcome each_row(const VisitRow&) override { return Done{}; }
  Reading reading_;
  std::vector<std::pair<std::uint64_t, std::int64_t>> counts_;
};

const Rational kConfidence(19, 20);

SeparatorRequest plane_request() {
  return {{"a", "b"}, *parse_axes("x=0:100:10,y=-5:5:1")};
}

TEST(Separator, CellsOfTheDomainAreThoseOfTheLattice) {
  const SeparatorRequest request = plane_request();
  const Domain domain = *request.domain("l");
  EXPECT_EQ(domain.cells(), 12u * 12 * 3);
  for (std::int64_t place = 0; place < request.points(); ++place)
    for (const bool second : {false, true}) {
      const auto places = domain.places(request.cell(place, second));
      EXPECT_EQ(places[0], static_cast<std::size_t>(place / 10 + 1));
      EXPECT_EQ(places[1], static_cast<std::size_t>(place % 10 + 1));
      EXPECT_EQ(places[2], second ? 1u : 0u);
    }
}

// 1000 people in each of three points, which no drop empties.
TEST(Separator, TheAnswerIsInTheUnitsOfTheColumns) {
  const auto mechanism =
      made_separator("x=0:100:10,y=-5:5:1", 1, *Rational::parse("1e-6"));
  const SeparatorRequest request = plane_request();
  // x 25 with label a; x 45, y 1.5 and -1.5 with label b: the plane is x = 35.
  const auto at = [&](std::int64_t x, std::int64_t y, bool second) {
    return std::pair<std::uint64_t, std::int64_t>(request.cell(10 * x + y, second),
                                                  1000);
  };
  LabelledTable table(
      *mechanism, {at(2, 5, false), at(4, 3, true), at(4, 7, true), {0, 1'000'000}});
  SeededSource random(1);
  const auto drawn = mechanism->run(table, random);
  ASSERT_TRUE(drawn);
  ASSERT_TRUE(mechanism->can_draw(*drawn));
  const Answer answer = mechanism->answer(*drawn, kConfidence);
  ASSERT_EQ(answer.numbers.size(), 6u);
  const auto value = [&](std::size_t i) {
    return answer.numbers[i].unit * answer.numbers[i].rows[0].value;
  };
  EXPECT_EQ(answer.numbers[0].name, "coefficient of x");
  EXPECT_EQ(value(0), Rational(1, 10));
  EXPECT_EQ(value(1), Rational(0));
  EXPECT_EQ(value(2), Rational(-7, 2));
  EXPECT_EQ(value(3), Rational(1));  // a step of x on either side
  EXPECT_LE(value(4), Rational(1000));
  EXPECT_GT(value(4), Rational(900));
  EXPECT_GT(value(5), Rational(1900));
  ASSERT_TRUE(answer.line);
  EXPECT_EQ(answer.line->half, Rational(1));
  // What no run draws: counts below the supports, codes outside the grid, one behind
  // none, one twice, all of one label.
  const std::int64_t first = drawn->numbers[2][0], second = drawn->numbers[3][0];
  const auto forged = [&](std::size_t number, std::int64_t other_code) {
    Drawn other = *drawn;
    other.numbers[number][0] = other_code;
    return mechanism->can_draw(other);
  };
  EXPECT_FALSE(forged(0, 0));
  EXPECT_FALSE(forged(1, 1));
  for (std::size_t number = 2; number <= 4; ++number) {
    EXPECT_FALSE(forged(number, -2));
    EXPECT_FALSE(forged(number, 200));
  }
  EXPECT_FALSE(forged(2, -1));
  EXPECT_FALSE(forged(3, first));
  EXPECT_FALSE(forged(2, second - 2));
}

TEST(Separator, NoneWhereNoPlaneSeparates) {
  const auto mechanism = made_separator("x=0:3:1", 1, Rational(1, 1000));
  const SeparatorRequest request{{"a", "b"}, *parse_axes("x=0:3:1")};
  for (const bool both : {false, true}) {
    std::vector<std::pair<std::uint64_t, std::int64_t>> counts = {
        {request.cell(0, false), 500}, {request.cell(2, false), 500}};
    if (both) counts.emplace_back(request.cell(1, true), 500);
    LabelledTable table(*mechanism, counts);
    SeededSource random(2);
    const auto drawn = mechanism->run(table, random);
    ASSERT_TRUE(drawn);
    EXPECT_TRUE(mechanism->can_draw(*drawn));
    EXPECT_EQ(drawn->numbers[2][0], SeparatorMechanism::kNoSupport);
    const Answer answer = mechanism->answer(*drawn, kConfidence);
    EXPECT_FALSE(answer.numbers[0].rows[0].known);
    EXPECT_FALSE(answer.line);
  }
}

// Every point that is left held people of its label, and each loses at most the width:
// the separator is that of a table without these, for all of many draws. [T212]
TEST(Separator, IsThatOfATableWithAFewDropped) {
  const auto mechanism = made_separator("x=0:6:1,y=0:6:1", 2, Rational(1, 100));
  const SeparatorRequest request{{"a", "b"}, *parse_axes("x=0:6:1,y=0:6:1")};
  std::vector<std::pair<std::uint64_t, std::int64_t>> counts;
  std::vector<LabelledPoint> sure;
  const std::int64_t width = drop_terms_in(mechanism->law())->width();
  for (std::int64_t place = 0; place < 36; ++place) {
    const LatticePoint at = lattice_point(request.sizes(), place);
    if (at[0] + at[1] == 5) continue;
    const bool second = at[0] + at[1] > 5;
    const std::int64_t rows = 1 + place * 7 % (2 * width);
    counts.emplace_back(request.cell(place, second), rows);
    if (rows > width) sure.push_back({at, second});
  }
  std::sort(counts.begin(), counts.end());
  const auto widest = max_margin(sure);
  ASSERT_TRUE(widest);
  SeededSource random(3);
  for (int round = 0; round < 200; ++round) {
    LabelledTable table(*mechanism, counts);
    const auto drawn = mechanism->run(table, random);
    ASSERT_TRUE(drawn);
    const Answer answer = mechanism->answer(*drawn, kConfidence);
    const Rational margin = answer.numbers[3].unit * answer.numbers[3].rows[0].value;
    // Points that cannot be lost bound it above, all points below.
    EXPECT_LE(margin * margin * 4, widest->squared_gap);
    EXPECT_GE(margin * margin * 4, Rational(1));
  }
}

TEST(Separator, ACertificateMakesItAgain) {
  const auto mechanism = made_separator("x=0:3:1", 1, Rational(1, 1000));
  const Verb verb = separator_verbs()[0];
  const auto again = verb.read({.question = mechanism->question(),
                                .law = mechanism->law(),
                                .shown = mechanism->shown()});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(canonical_json((*again)->law()), canonical_json(mechanism->law()));
  Json law = mechanism->law();
  law["points"] = 4;
  EXPECT_FALSE(verb.read(
      {.question = mechanism->question(), .law = law, .shown = mechanism->shown()}));
  Question other = mechanism->question();
  other.own[0].second = "a,b,c";
  EXPECT_FALSE(verb.read(
      {.question = other, .law = mechanism->law(), .shown = mechanism->shown()}));
}

}  // namespace
}  // namespace selvage
