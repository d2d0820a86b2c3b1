#include "selvage/mechanism/outlier/display.hpp"

#include <glpk.h>

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

WarpedGeometric displayed(const std::string& profile) {
  return *WarpedGeometric::make(*parse_profile(profile));
}

// The median of P(count | output) by its definition.
std::int64_t median(const WarpedGeometric& law, std::int64_t j, double mean) {
  std::vector<double> weights;
  double total = 0;
  const auto [lowest, highest] = law.counts_behind(j, Rational(1, 1'000'000));
  for (std::int64_t k = lowest; k <= highest; ++k) {
    const double prior = std::pow(mean / (1 + mean), static_cast<double>(k));
    weights.push_back(prior * law.product(std::min(j, k), std::max(j, k)).middle());
    total += weights.back();
  }
  double sum = 0;
  for (std::int64_t k = lowest;; ++k)
    if ((sum += weights[static_cast<std::size_t>(k - lowest)]) >= total / 2) return k;
}

TEST(Display, TheLikelyCountIsTheMedianBehindTheOutput) {
  for (const char* profile : {"10:0.1,1", "1", "8:0,1", "20:0.05,0.5"})
    for (const int mean : {1, 8, 50}) {
      const WarpedGeometric law = displayed(profile);
      for (std::int64_t j = law.least(); j <= 40; j += 3)
        EXPECT_EQ(likely_count(law, j, mean), median(law, j, mean))
            << profile << ' ' << mean << ' ' << j;
    }
}

// What any mechanism with delta 0 could reach: the linear programme over all tables of
// probabilities P(k, j), k and j from 0 to `most`, for a prior w and a loss:
//   least sum of w_k P(k, j) loss(k, j), rows that sum to 1,
//   P(k, j) <= e(k) P(k-1, j) and P(k-1, j) <= e(k) P(k, j).
struct Instance {
  std::vector<double> factor;  // e(k) = exp(epsilon(k)), from k = 1 on
  std::vector<double> prior;
  std::function<double(int, int)> loss;
};

double programme_optimum(const Instance& instance) {
  const int size = static_cast<int>(instance.prior.size());
  const auto column = [size](int k, int j) { return k * size + j + 1; };
  const std::unique_ptr<glp_prob, void (*)(glp_prob*)> lp(glp_create_prob(),
                                                          glp_delete_prob);
  glp_term_out(GLP_OFF);
  glp_set_obj_dir(lp.get(), GLP_MIN);
  glp_add_cols(lp.get(), size * size);
  std::vector<int> rows = {0}, columns = {0};
  std::vector<double> values = {0};
  const auto add = [&](int row, int at, double value) {
    rows.push_back(row);
    columns.push_back(at);
    values.push_back(value);
  };
  for (int k = 0; k < size; ++k)
    for (int j = 0; j < size; ++j) {
      const auto row = static_cast<std::size_t>(k);
      glp_set_col_bnds(lp.get(), column(k, j), GLP_LO, 0, 0);
      glp_set_obj_coef(lp.get(), column(k, j),
                       instance.prior[row] * instance.loss(k, j));
    }
  for (int k = 0; k < size; ++k) {
    const int row = glp_add_rows(lp.get(), 1);
    glp_set_row_bnds(lp.get(), row, GLP_FX, 1, 1);
    for (int j = 0; j < size; ++j) add(row, column(k, j), 1);
  }
  for (int k = 1; k < size; ++k)
    for (int j = 0; j < size; ++j)
      for (const bool up : {true, false}) {
        const int row = glp_add_rows(lp.get(), 1);
        glp_set_row_bnds(lp.get(), row, GLP_UP, 0, 0);
        add(row, column(up ? k : k - 1, j), 1);
        add(row, column(up ? k - 1 : k, j),
            -instance.factor[static_cast<std::size_t>(k - 1)]);
      }
  glp_load_matrix(lp.get(), static_cast<int>(rows.size()) - 1, rows.data(),
                  columns.data(), values.data());
  EXPECT_EQ(glp_simplex(lp.get(), nullptr), 0);
  EXPECT_EQ(glp_exact(lp.get(), nullptr), 0);  // ends the simplex in fractions
  EXPECT_EQ(glp_get_status(lp.get()), GLP_OPT);
  return glp_get_obj_val(lp.get());
}

// W, and then for each output the answer with the least expected loss.
double warped_optimum(const WarpedGeometric& law, const Instance& instance) {
  const int size = static_cast<int>(instance.prior.size());
  double sum = 0;
  for (int j = 0; j < size; ++j) {
    double best = INFINITY;
    for (int z = 0; z < size; ++z) {
      double expected = 0;
      for (int k = 0; k < size; ++k)
        expected += instance.prior[static_cast<std::size_t>(k)] *
                    law.mass(k, j).to_double() * instance.loss(k, z);
      best = std::min(best, expected);
    }
    sum += best;
  }
  return sum;
}

TEST(Display, NoPriorOverrulesTheOutput) {
  const WarpedGeometric law = displayed("20:0.1,0.2");
  for (const std::int64_t j : {std::int64_t{3000}, std::int64_t{1} << 50}) {
    const std::int64_t shown = likely_count(law, j, 1);
    EXPECT_LT(shown, j);
    EXPECT_GT(shown, j - 100);
  }
  EXPECT_EQ(likely_count(displayed("1e-4"), 1'000'000, 1), 1'000'000);
}

TEST(Display, WithTheBestAnswersWIsTheOptimumOfTheLinearProgramme) {
  constexpr std::int64_t kCounts = 11;  // 0 to 10
  SeededSource random(5);
  const auto uniform = [&] {
    std::uint64_t word = 0;
    random.uniform_below(std::span(&word, 1), std::uint64_t{1} << 53);
    return std::ldexp(static_cast<double>(word), -53);
  };
  for (int trial = 0; trial < 24; ++trial) {
    // epsilon(k) in .02 to 1.5, in thousandths; above all counts nothing is asked, so
    // that outputs end with the counts.
    std::vector<ProfileStep> profile;
    for (std::int64_t k = 1; k < kCounts; ++k)
      profile.push_back(
          {k, Rational(20 + static_cast<std::int64_t>(1480 * uniform()), 1000)});
    profile.push_back({std::nullopt, ExtendedRational::infinity()});
    const auto law = WarpedGeometric::make(profile);
    ASSERT_TRUE(law);
    Instance instance;
    for (std::int64_t k = 1; k < kCounts; ++k)
      instance.factor.push_back(std::exp(epsilon_at(profile, k).finite().to_double()));
    double total = 0;
    for (int k = 0; k < kCounts; ++k)
      total += instance.prior.emplace_back(-std::log(1 - uniform()));
    for (double& weight : instance.prior) weight /= total;
    switch (trial % 3) {
      case 0:
        instance.loss = [](int k, int j) { return std::abs(k - j); };
        break;
      case 1:
        instance.loss = [](int k, int j) { return double(k - j) * (k - j); };
        break;
      default:
        instance.loss = [](int k, int j) { return std::abs(k - j) > 1 ? 1.0 : 0.0; };
    }
    const double best = programme_optimum(instance);
    EXPECT_NEAR(warped_optimum(*law, instance), best, 1e-9 * std::max(1.0, best))
        << "trial " << trial << ' ' << profile_text(law->profile());
  }
}

// The same with the noise doubled is worse: the comparison can fail.
TEST(Display, LessEpsilonIsWorseThanTheOptimum) {
  std::vector<ProfileStep> half, whole;
  Instance instance;
  for (std::int64_t k = 1; k <= 6; ++k) {
    half.push_back({k, Rational(k, 20)});
    whole.push_back({k, Rational(k, 10)});
    instance.factor.push_back(std::exp(0.1 * static_cast<double>(k)));
  }
  half.push_back({std::nullopt, ExtendedRational::infinity()});
  whole.push_back({std::nullopt, ExtendedRational::infinity()});
  instance.prior.assign(7, 1.0 / 7);
  instance.loss = [](int k, int j) { return std::abs(k - j); };
  const double best = programme_optimum(instance);
  EXPECT_NEAR(warped_optimum(*WarpedGeometric::make(whole), instance), best, 1e-9);
  EXPECT_GT(warped_optimum(*WarpedGeometric::make(half), instance), best + 0.05);
}

}  // namespace
}  // namespace selvage
