// T91 on all small tables, without a tolerance: log P(v|D) - log P(v|D') is a fraction
// and a difference of two logarithms, which are known between bounds.
#include <map>

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"
#include "selvage/mechanism/quantile/cell_bounds.hpp"
#include "selvage/mechanism/quantile/quantile_testing.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostCode = (std::int64_t{1} << 60) - 1;
const Codes kCodes = {-kMostCode, -3, 0, 1, 5, kMostCode};

// The penalty of every code of kCodes and of each gap between them, and ln Z.
struct TableLaw {
  std::vector<Rational> penalties;
  Interval log_sum;
};

TableLaw law_of_table(const QuantileTerms& terms, const Codes& rows) {
  TableLaw law;
  Interval sum(0);
  const Candidates all = candidates(whole_window(rows), terms.rank, terms.prior);
  for (const CandidateCell& cell : all.cells)
    sum = sum + Interval(to_rational(terms.mass(cell))) * exp(-terms.penalty(cell.off));
  for (const std::int64_t code : kCodes)
    for (const std::int64_t at : {code, code + 1}) {
      if (at > kMostCode) continue;
      const auto cell = std::find_if(
          all.cells.begin(), all.cells.end(),
          [&](const CandidateCell& c) { return c.first <= at && at <= c.last; });
      law.penalties.push_back(terms.penalty(cell->off));
    }
  law.log_sum = log(sum);
  return law;
}

// max over v of log P(v|D) - log P(v|D').
Interval worst_loss(const TableLaw& with, const TableLaw& without) {
  Rational most = without.penalties[0] - with.penalties[0];
  for (std::size_t i = 1; i < with.penalties.size(); ++i)
    most = std::max(most, without.penalties[i] - with.penalties[i]);
  return Interval(most) + without.log_sum - with.log_sum;
}

struct Worst {
  double loss = 0;  // over all pairs, for the eye
  int pairs = 0, violations = 0;
};

// All tables of up to `most` rows beside the background, and all that have up to
// `rows_per_person` fewer.
Worst worst_of(const QuantileTerms& terms, std::int64_t rows_per_person,
               const Rational& epsilon, std::size_t most,
               const Codes& background = {}) {
  std::map<Codes, TableLaw> laws;
  const auto known = [&](Codes rows) -> const TableLaw& {
    rows.insert(rows.end(), background.begin(), background.end());
    std::sort(rows.begin(), rows.end());
    const auto [found, fresh] = laws.try_emplace(rows);
    if (fresh) found->second = law_of_table(terms, rows);
    return found->second;
  };
  Worst worst;
  for (const Codes& rows : small_tables(kCodes, most))
    for (const Codes& person :
         small_tables(kCodes, static_cast<std::size_t>(rows_per_person))) {
      if (person.empty() || rows.size() + person.size() > most) continue;
      Codes more = rows;
      more.insert(more.end(), person.begin(), person.end());
      const TableLaw &with = known(more), &without = known(rows);
      for (const Interval& loss :
           {worst_loss(with, without), worst_loss(without, with)}) {
        ++worst.pairs;
        worst.loss = std::max(worst.loss, loss.middle());
        if (!surely_at_most(loss, epsilon)) ++worst.violations;
      }
    }
  return worst;
}

const QuantileRank kRanks[] = {{1, 2}, {1, 4}, {9, 10}, {1, 3}};

TEST(QuantilePrivacy, NoSmallTableTellsOfAPerson) {
  double tightest = 0;
  for (const QuantileRank& rank : kRanks)
    for (const Rational& epsilon : {Rational(1, 2), Rational(1), Rational(3)})
      for (const std::int64_t rows : {1, 2}) {
        const QuantileTerms terms{
            rank, quantile_slopes(Rational(rank.a, rank.b), epsilon, rows),
            UniversalPrior(60)};
        const Worst worst = worst_of(terms, rows, epsilon, 5);
        EXPECT_EQ(worst.violations, 0) << rank.a << '/' << rank.b << ' ' << rows;
        EXPECT_EQ(worst.pairs, rows == 1 ? 2 * 1260 : 2 * (1260 + 1764));
        tightest = std::max(tightest, worst.loss / epsilon.to_double());
      }
  EXPECT_GT(tightest, 0.95);  // else the lines above prove little
}

// With rows around, so that the far quantiles reach both of their slopes.
const Codes kBackground = {-3, -3, -3, -3, -3, -3, 5, 5, 5, 5, 5, 5};

TEST(QuantilePrivacy, NoTableWithABackgroundTellsOfAPerson) {
  for (const QuantileRank& rank : kRanks)
    for (const std::int64_t rows : {1, 2}) {
      const Rational epsilon(3, 2);
      const QuantileTerms terms{
          rank, quantile_slopes(Rational(rank.a, rank.b), epsilon, rows),
          UniversalPrior(60)};
      const Worst worst = worst_of(terms, rows, epsilon, 3, kBackground);
      EXPECT_EQ(worst.violations, 0) << rank.a << '/' << rank.b << ' ' << rows;
      EXPECT_GT(worst.loss, 0.65 * epsilon.to_double());
    }
}

TEST(QuantilePrivacy, DoubledSlopesAreSeen) {
  for (const QuantileRank& rank : kRanks) {
    Slopes slopes = quantile_slopes(Rational(rank.a, rank.b), 1, 1);
    slopes = {slopes.left * 2, slopes.right * 2};
    const QuantileTerms terms{rank, slopes, UniversalPrior(60)};
    EXPECT_GT(worst_of(terms, 1, 1, 3, kBackground).violations, 0);
  }
}

TEST(QuantilePrivacy, BothSlopesOfEpsilonAreTooMuchAwayFromTheMedian) {
  for (const QuantileRank& rank : {QuantileRank{1, 4}, QuantileRank{9, 10}}) {
    const QuantileTerms terms{rank, {1, 1}, UniversalPrior(60)};
    EXPECT_GT(worst_of(terms, 1, 1, 3, kBackground).violations, 0);
  }
}

// One row moves a rank by the larger one of q and 1 - q.
TEST(QuantilePrivacy, SlopesByTheSmallerSideAreSeen) {
  for (const QuantileRank& rank : {QuantileRank{1, 4}, QuantileRank{9, 10}}) {
    const Rational smaller(std::min(rank.a, rank.b - rank.a), rank.b);
    const Rational slope = Rational(1) / (smaller * 2);
    const QuantileTerms terms{rank, {slope, slope}, UniversalPrior(60)};
    EXPECT_GT(worst_of(terms, 1, 1, 3, kBackground).violations, 0);
  }
}

TEST(QuantilePrivacy, TwoRowsOfAPersonNeedHalfTheSlopes) {
  const Slopes slopes = quantile_slopes({1, 2}, 1, 1);
  EXPECT_GT(worst_of({{1, 2}, slopes, UniversalPrior(60)}, 2, 1, 4).violations, 0);
}

}  // namespace
}  // namespace selvage
