// The shipped draw on every table of a few rows through the outcome tree: whoever lies
// within the covered pairs is hidden, wherever they stand; all others are rare, for
// every population on a grid. [T330 to T332]
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "selvage/mechanism/sampled_sensitivity/sampled.hpp"
#include "selvage/outcome/divergence.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kValues[] = {0, 1, 3};
using Table = std::vector<std::int64_t>;  // steps, row by row

struct WorldOf {
  const char *alpha, *gamma;
  bool smooth;
  std::string pair_by;
  std::int64_t people;
};

class SampledWorld {
 public:
  explicit SampledWorld(const WorldOf& world) : people_(world.people) {
    Question question = question_about("mean", *Domain::make({}));
    question.column = "v";
    SampledRequest request{.kind = SampledKind::mean,
                           .alpha = *Rational::parse(world.alpha),
                           .gamma = *Rational::parse(world.gamma),
                           .eta = {1, 1000},
                           .people = world.people,
                           .smooth = world.smooth,
                           .pair_by = world.pair_by,
                           .least_scale = {1, 3},
                           .bounds = "0:3",
                           .step = Rational(1)};
    auto made = SampledMechanism::make(question, request, {2, {2, 3}});
    EXPECT_TRUE(made) << made.error().message;
    mechanism_ = *std::move(made);
    // What one law has may be exp(alpha) times as rare in the other.
    cut_ = 1e-7 * std::exp(-request.alpha.to_double());
  }
  const SampledTerms& terms() const { return mechanism_->terms(); }

  // Whether the laws of two tables are (alpha part, eta)-close, for sure.
  bool close(const Table& one, const Table& other, const Rational& part) {
    const auto key = std::pair(key_of(one), key_of(other));
    auto& known = close_[part];
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    const Rational alpha = terms().asked.alpha * part;
    bool is_close = true;
    for (const auto& [p, q] :
         {std::pair(&law(one), &law(other)), std::pair(&law(other), &law(one))})
      is_close =
          is_close && hockey_stick(*p, *q, alpha).upper().upper() <= terms().asked.eta;
    return known.emplace(key, is_close).first->second;
  }

  // Whether the distance of the row and the fresh one is at most that at the covered
  // rank, among the pairs without the row.
  bool is_covered(const Table& table, std::size_t place, std::int64_t fresh) const {
    std::vector<std::int64_t> others;
    const auto distance = [&](std::size_t i, std::size_t j) {
      return std::abs(table[i] - table[j]);
    };
    if (terms().pairs == RowPairs::all) {
      for (std::size_t i = 0; i < table.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (i != place && j != place) others.push_back(distance(i, j));
    } else {
      for (const auto& [i, j] : public_pairs(people_))
        if (i != place && j != place) others.push_back(distance(i, j));
    }
    std::sort(others.begin(), others.end());
    return std::abs(table[place] - fresh) <=
           others[static_cast<std::size_t>(terms().covered - 1)];
  }

 private:
  using Key = std::pair<std::vector<std::int64_t>, std::int64_t>;
  Key key_of(const Table& table) const {
    std::int64_t sum = 0;
    for (const std::int64_t steps : table) sum += steps;
    return {mechanism_->within({table, {}}), sum};
  }
  const OutcomeLaw<Drawn>& law(const Table& table) {
    const Key key = key_of(table);
    const auto found = laws_.find(key);
    if (found != laws_.end()) return found->second;
    return laws_
        .emplace(key, law_of<TreeSource>({.cut = cut_},
                                         [&](RandomSource& random) {
                                           return mechanism_->draw(
                                               key.first, std::vector{key.second},
                                               random);
                                         }))
        .first->second;
  }

  std::int64_t people_;
  double cut_;
  std::shared_ptr<const SampledMechanism> mechanism_;
  std::map<Key, OutcomeLaw<Drawn>> laws_;
  std::map<Rational, std::map<std::pair<Key, Key>, bool>> close_;
};

Table table_of(std::int64_t code, std::int64_t people, std::array<int, 3>& counts) {
  Table table;
  counts = {};
  for (std::int64_t i = 0; i < people; ++i, code /= 3) {
    table.push_back(kValues[code % 3]);
    ++counts[static_cast<std::size_t>(code % 3)];
  }
  return table;
}

double power(double base, int exponent) {
  double result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

struct Found {
  double most_failing = 0;  // over populations and places
  bool covered_are_hidden = true;
};

// All tables of so many rows and a fresh one, a row of each replaced by it.
Found found_in(SampledWorld& world, std::int64_t people, const Rational& part) {
  constexpr int kParts = 6;  // of a probability
  Found found;
  std::int64_t tables = 1;
  for (std::int64_t i = 0; i < people; ++i) tables *= 3;
  std::vector<double> failing(static_cast<std::size_t>(people) * 28, 0);
  for (std::int64_t code = 0; code < tables; ++code) {
    std::array<int, 3> counts;
    const Table table = table_of(code, people, counts);
    for (std::size_t place = 0; place < table.size(); ++place)
      for (std::size_t fresh = 0; fresh < 3; ++fresh) {
        Table other = table;
        other[place] = kValues[fresh];
        if (other == table || world.close(table, other, part)) continue;
        if (part == 1 && world.is_covered(table, place, kValues[fresh]))
          found.covered_are_hidden = false;
        auto all = counts;
        ++all[fresh];
        std::size_t population = 0;
        for (int a = 0; a <= kParts; ++a)
          for (int b = 0; a + b <= kParts; ++b, ++population)
            failing[place * 28 + population] += power(a / 6.0, all[0]) *
                                                power(b / 6.0, all[1]) *
                                                power((kParts - a - b) / 6.0, all[2]);
      }
  }
  for (const double one : failing)
    found.most_failing = std::max(found.most_failing, one);
  return found;
}

void expect_kept(const WorldOf& of, double least_failing, const Rational& part) {
  SampledWorld world(of);
  const Found whole = found_in(world, of.people, 1);
  EXPECT_TRUE(whole.covered_are_hidden);
  EXPECT_LE(whole.most_failing, world.terms().gamma.to_double() + 1e-9);
  EXPECT_GE(whole.most_failing, least_failing);  // gamma is no empty word
  // A part of alpha is certainly not kept.
  EXPECT_GT(found_in(world, of.people, part).most_failing,
            world.terms().gamma.to_double());
}

// Eight people in four pairs, gamma 1/4.
TEST(SampledWorlds, NumberedPairsHideAllButAQuarter) {
  expect_kept({"34", "1/4", false, "number", 8}, 0.05, {1, 4});
}

TEST(SampledWorlds, AllPairsHideAllButAShare) {
  expect_kept({"90", "11/20", false, "", 7}, 0.01, {1, 8});
}

TEST(SampledWorlds, ASmoothScaleHidesAllButAQuarter) {
  expect_kept({"34", "1/4", true, "number", 8}, 0.05, {1, 4});
}

TEST(SampledWorlds, ASmoothScaleOfAllPairsHidesAllButAShare) {
  expect_kept({"20", "1/2", true, "", 7}, 0.01, {1, 8});
}

}  // namespace
}  // namespace selvage
