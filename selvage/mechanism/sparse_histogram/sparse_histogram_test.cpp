#include "selvage/mechanism/sparse_histogram/sparse_histogram.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/number_testing.hpp"
#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_histogram_verbs.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"

namespace selvage {
namespace {

std::shared_ptr<const SparseHistogram> made(const char* alpha, const char* gamma,
                                            std::int64_t people) {
  const Domain domain = *Domain::make({{"age", *parse_values("0:22:1")}});  // 25 cells
  auto terms = SparseTerms::make(number(alpha), number(gamma), people, domain.cells());
  return *SparseHistogram::make(question_about("histogram", domain), *terms);
}

// A table with so many rows in each cell.
class CountsReader : public Reader {
 public:
  CountsReader(Reading reading, std::vector<std::int64_t> counts)
      : reading_(std::move(reading)), counts_(std::move(counts)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override {
    Cells cells;
    for (std::size_t i = 0; i < counts_.size(); ++i)
      if (counts_[i] > 0) cells.sums.push_back({.cell = i, .rows = counts_[i]});
    return cells;
  }

 private:
  Outcome each_row(const VisitRow&) override { return Done{}; }
  Reading reading_;
  std::vector<std::int64_t> counts_;
};

TEST(SparseHistogram, DecidesOnPublicNumbersAndPromisesWhatItAchieves) {
  const auto sparse = made("1", "0.05", 500), dense = made("1", "0.03", 500);
  EXPECT_EQ(sparse->terms().gamma, number("0.0352812"));
  EXPECT_EQ(std::get<RandomDpPromise>(sparse->guarantees()[0].conclusion.promise),
            (RandomDpPromise{1, 0, number("0.0352812")}));
  EXPECT_EQ(sparse->terms().exposed(), 18);
  EXPECT_FALSE(dense->terms().gamma);
  EXPECT_EQ(std::get<DpPromise>(dense->guarantees()[0].conclusion.promise),
            (DpPromise{Rational(1, 2), 0}));
}

TEST(SparseHistogram, TheWarningIsThereAndOnlyWhereItMustBe) {
  const auto all = made("0.2", "0.05", 500)->warnings(Rational(19, 20));
  ASSERT_FALSE(all.empty());
  for (const char* words :
       {"Average-case protection only.", "(alpha = 0.2, eta = 0, gamma = 0.0352812)",
        "the 500 rows are independent draws", "Up to an expected 18 of the 500 people",
        "whether a cell is empty is published exactly", "threshold 56"})  // T14
    EXPECT_NE(all[0].find(words), std::string::npos) << words;
  EXPECT_EQ(all[0].find("RDP"), std::string::npos);
  for (const std::string& one : made("0.2", "0.03", 500)->warnings(Rational(19, 20)))
    EXPECT_EQ(one.find("gamma"), std::string::npos);
}

// Empty cells are told exactly, full ones never without noise; the source is asked for
// as many draws whatever is full.
TEST(SparseHistogram, OnlyFullCellsHaveNoise) {
  const auto sparse = made("0.01", "0.05", 500);
  std::vector<std::int64_t> counts(25, 0);
  counts[3] = 300, counts[20] = 200;
  SeededSource random(20261);
  std::int64_t moved = 0;
  for (int i = 0; i < 200; ++i) {
    CountsReader reader(sparse->needs().reading, counts);
    const auto drawn = sparse->run(reader, random);
    ASSERT_TRUE(drawn);
    ASSERT_TRUE(sparse->can_draw(*drawn));
    for (std::size_t cell = 0; cell < 25; ++cell) {
      ASSERT_EQ(drawn->numbers[1][cell], counts[cell] > 0);
      if (counts[cell] == 0)
        ASSERT_EQ(drawn->numbers[0][cell], 0);
      else
        moved += drawn->numbers[0][cell] != counts[cell];
    }
  }
  EXPECT_GT(moved, 380);  // scale 200: each draw is 0 with chance 1/400
  SeededSource one(7), other(7);
  CountsReader few(sparse->needs().reading, counts),
      many(sparse->needs().reading, std::vector<std::int64_t>(25, 20));
  ASSERT_TRUE(sparse->run(few, one) && sparse->run(many, other));
  std::uint64_t left = 0, right = 1;
  one.uniform_below(std::span(&left, 1), 1ULL << 62);
  other.uniform_below(std::span(&right, 1), 1ULL << 62);
  EXPECT_EQ(left, right);
}

// Counts what is asked of the source.
class CountingSource : public SeededSource {
 public:
  using SeededSource::SeededSource;
  void discrete_laplace(std::span<std::int64_t> out, const Rational& scale) override {
    ++calls, drawn += out.size();
    SeededSource::discrete_laplace(out, scale);
  }
  std::size_t calls = 0, drawn = 0;
};

// Whatever is full, as many draws are made: one for each cell, by one call.
TEST(SparseHistogram, AsManyDrawsWhateverIsFull) {
  const auto sparse = made("1", "0.05", 500);
  for (std::size_t full = 0; full <= 25; ++full) {
    std::vector<std::int64_t> counts(25, 0);
    std::fill_n(counts.begin(), full, 20);
    CountsReader reader(sparse->needs().reading, counts);
    CountingSource random(20261);
    ASSERT_TRUE(sparse->run(reader, random));
    EXPECT_EQ(random.calls, 1U) << full;
    EXPECT_EQ(random.drawn, 25U) << full;
  }
}

// Rows that are left out are in one cell more, and people of several cells in all.
TEST(SparseHistogram, CellsAreThoseThatAPersonCanBeIn) {
  const Verb verb = sparse_histogram_verbs()[0];
  Asked asked = {{"column", "age=0:22:1"},
                 {"average_case", ""},
                 {"random_alpha", "1"},
                 {"random_gamma", "0.05"},
                 {"people", "500"}};
  Asked some = asked, people = asked, capped = asked;
  some.give("where", "age > 3");
  people.give("person", "id");
  people.give("per_person", "first");
  people.give("rows_per_person", "25");
  people.give("cells_per_person", "30");
  capped.give("person", "id");
  const auto promise = [&](const Asked& given) {
    const auto planned = verb.plan(given);
    EXPECT_TRUE(planned) << planned.error().message;
    const auto again =
        verb.read({planned->question, planned->plan->law(), planned->plan->shown()});
    EXPECT_TRUE(again);
    return std::get<RandomDpPromise>(planned->plan->guarantees()[0].conclusion.promise);
  };
  EXPECT_EQ(promise(asked), (RandomDpPromise{1, 0, number("0.0352812")}));
  EXPECT_EQ(promise(some), (RandomDpPromise{1, 0, number("0.0367512")}));
  EXPECT_EQ(promise(people), (RandomDpPromise{1, 0, number("0.0367512")}));
  EXPECT_EQ(verb.plan(people)->plan->parameters()[0].second, "25");
  const auto refused = verb.plan(capped);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("nobody's rows are chosen from"),
            std::string::npos);
}

// A noisy 0 is no empty cell, and an empty one is known to be empty.
TEST(SparseHistogram, AnEmptyCellIsToldFromOneWhoseNoisyCountIsZero) {
  const auto sparse = made("1", "0.05", 500);
  Drawn drawn{{}, {}, {{}, {}}};
  for (std::uint64_t i = 0; i < 25; ++i) {
    drawn.cells.push_back(i);
    drawn.numbers[0].push_back(i == 0 ? -9 : i == 1 ? 2 : i == 2 ? 100 : 0);
    drawn.numbers[1].push_back(i < 4 ? 1 : 0);
  }
  ASSERT_TRUE(sparse->can_draw(drawn));
  const Answer answer = sparse->answer(drawn, Rational(19, 20));
  const auto& rows = answer.numbers[0].rows;
  const std::int64_t bound = rows[2].upper - 100;
  EXPECT_EQ(rows[0], (Estimate{-9, 1, 1}));
  EXPECT_EQ(rows[1], (Estimate{2, 1, 2 + bound}));
  EXPECT_EQ(rows[2], (Estimate{100, 100 - bound, 100 + bound}));
  EXPECT_EQ(rows[3], (Estimate{0, 1, bound}));
  EXPECT_EQ(rows[4], (Estimate{0, 0, 0}));
  Drawn other = drawn;
  other.numbers[1][2] = 0;  // 100 people in an empty cell
  EXPECT_FALSE(sparse->can_draw(other));
  other = drawn;
  other.numbers[1][4] = 2;
  EXPECT_FALSE(sparse->can_draw(other));
  other = drawn;
  other.numbers.pop_back();
  EXPECT_FALSE(sparse->can_draw(other));
}

TEST(SparseHistogram, TheAuditHoldsAndHalvedNoiseFailsIt) {
  for (const char* gamma : {"0.05", "0.03"}) {
    const auto mechanism = made("1", gamma, 500);
    EXPECT_TRUE(verify::audit(*mechanism, {}).holds);
    Evidence lied = mechanism->evidence(Effort::audit);
    for (NeighbourPair& pair : lied.pairs)  // as of noise of half the scale
      if (!pair.epsilon.is_infinite()) pair.epsilon = pair.epsilon.finite() / 2;
    EXPECT_FALSE(verify::audit(mechanism->guarantees(), lied, {}).holds);
  }
}

TEST(SparseHistogram, ACertificateMakesTheSameOne) {
  const Verb verb = sparse_histogram_verbs()[0];
  const auto planned = verb.plan({{"column", "age=0:22:1"},
                                  {"average_case", ""},
                                  {"random_alpha", "1/3"},
                                  {"random_gamma", "0.05"},
                                  {"people", "500"}});
  ASSERT_TRUE(planned) << planned.error().message;
  const Mechanism& plan = *planned->plan;
  const auto again = verb.read({planned->question, plan.law(), plan.shown()});
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->law(), plan.law());
  Json law = plan.law();
  law["gamma"] = "0.001";
  EXPECT_FALSE(verb.read({planned->question, law, plan.shown()}));
  law = plan.law();
  law["cells"] = 24;
  EXPECT_FALSE(verb.read({planned->question, law, plan.shown()}));
  EXPECT_FALSE(verb.read({planned->question, plan.law(), plan.shown(), 5}));
}

}  // namespace
}  // namespace selvage
