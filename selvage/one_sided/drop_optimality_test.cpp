// Greedy is the best by computation: a linear programme over all mechanisms that only
// take away finds nothing better. [T161]
#include <glpk.h>

#include <cmath>
#include <functional>
#include <memory>

#include <gtest/gtest.h>

#include "selvage/one_sided/drop_table.hpp"

namespace selvage {
namespace {

// All tables of probabilities P(k, y), outputs y <= k for counts k from 0 to `most`,
// neighbours k and k+1 at (epsilon, delta) in both directions:
//   s(k, y) >= P(k, y) - E P(k+1, y),  sum_y s(k, y) <= delta, and the same back.
class DropOnlyProgramme {
 public:
  DropOnlyProgramme(double epsilon, double delta, int most)
      : most_(most), lp_(glp_create_prob(), glp_delete_prob) {
    glp_term_out(GLP_OFF);
    const double growth = std::exp(epsilon);
    first_slack_ = cells() + 1;
    glp_add_cols(lp_.get(), cells() + 2 * most * (most + 2));
    for (int c = 1; c <= glp_get_num_cols(lp_.get()); ++c)
      glp_set_col_bnds(lp_.get(), c, GLP_LO, 0, 0);
    for (int k = 0; k <= most; ++k) {
      const int row = new_row(GLP_FX, 1);
      for (int y = 0; y <= k; ++y) add(row, cell(k, y), 1);
    }
    int slack = first_slack_;
    for (int k = 0; k < most; ++k)
      for (const bool up : {true, false}) {
        const int sum = new_row(GLP_UP, delta);
        for (int y = 0; y <= k + 1; ++y) {
          const int row = new_row(GLP_UP, 0);
          const int from = up ? k : k + 1, to = up ? k + 1 : k;
          if (y <= from) add(row, cell(from, y), 1);
          if (y <= to) add(row, cell(to, y), -growth);
          add(row, slack, -1);
          add(sum, slack, 1);
          ++slack;
        }
      }
    glp_load_matrix(lp_.get(), static_cast<int>(rows_.size()) - 1, rows_.data(),
                    columns_.data(), values_.data());
  }

  // The largest sum of weight(k, y) P(k, y).
  double largest(const std::function<double(int, int)>& weight) {
    glp_set_obj_dir(lp_.get(), GLP_MAX);
    for (int k = 0; k <= most_; ++k)
      for (int y = 0; y <= k; ++y)
        glp_set_obj_coef(lp_.get(), cell(k, y), weight(k, y));
    EXPECT_EQ(glp_simplex(lp_.get(), nullptr), 0);
    EXPECT_EQ(glp_exact(lp_.get(), nullptr), 0);  // ends the simplex in fractions
    EXPECT_EQ(glp_get_status(lp_.get()), GLP_OPT);
    return glp_get_obj_val(lp_.get());
  }

 private:
  int cells() const { return (most_ + 1) * (most_ + 2) / 2; }
  static int cell(int k, int y) { return k * (k + 1) / 2 + y + 1; }
  int new_row(int kind, double bound) {
    const int row = glp_add_rows(lp_.get(), 1);
    glp_set_row_bnds(lp_.get(), row, kind, bound, bound);
    return row;
  }
  void add(int row, int column, double value) {
    rows_.push_back(row);
    columns_.push_back(column);
    values_.push_back(value);
  }

  int most_, first_slack_ = 0;
  std::unique_ptr<glp_prob, void (*)(glp_prob*)> lp_;
  std::vector<int> rows_ = {0}, columns_ = {0};
  std::vector<double> values_ = {0};
};

TEST(DropOptimality, NoMechanismHasASmallerTailAtAnyCount) {
  const struct {
    const char *epsilon, *delta;
  } cases[] = {{"1", "0.05"}, {"0.5", "0.1"}, {"2", "0.001"}, {"0.3", "0.2"}};
  constexpr int kMost = 8;
  for (const auto& [epsilon, delta] : cases) {
    const Rational e = *Rational::parse(epsilon), d = *Rational::parse(delta);
    DropOnlyProgramme programme(e.to_double(), d.to_double(), kMost);
    const DropTable greedy = *DropTable::greedy(e, d);
    for (const int count : {1, 3, kMost})
      for (int drop = 0; drop < count; ++drop)
        EXPECT_NEAR(programme.largest([&](int k, int y) {
          return k == count && k - y <= drop ? 1.0 : 0.0;
        }),
                    greedy.at_most(drop).to_double(), 1e-7)
            << epsilon << ' ' << delta << ' ' << count << ' ' << drop;
  }
}

// All of these at once, by one mechanism: the least mean drops of all counts, summed.
TEST(DropOptimality, OneMechanismIsTheBestForAllCountsTogether) {
  constexpr int kMost = 7;
  DropOnlyProgramme programme(0.8, 0.03, kMost);
  const DropTable greedy =
      *DropTable::greedy(*Rational::parse("0.8"), *Rational::parse("0.03"));
  double kept = 0;
  for (int k = 0; k <= kMost; ++k)
    for (int drop = 0; drop < k; ++drop) kept += greedy.at_most(drop).to_double();
  EXPECT_NEAR(programme.largest([](int, int y) { return y; }), kept, 1e-6);
}

}  // namespace
}  // namespace selvage
