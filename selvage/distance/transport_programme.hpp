// For tests: the distances by their definition, as a linear programme over all joint
// distributions phi on the ground set, solved in exact arithmetic (GLPK, glp_exact).
#pragma once
#include <glpk.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace selvage {

// Masses on one ground set, of one total; distances in whole numbers.
struct GroundPair {
  std::vector<std::int64_t> p, q;
  std::function<std::int64_t(std::size_t, std::size_t)> distance;
};

class TransportProgramme {
 public:
  explicit TransportProgramme(const GroundPair& pair) : pair_(pair) {}

  // min TV(phi_1, P) + TV(phi_2, Q) over joint phi on pairs within the radius, times
  // the total mass.
  double least_loss(std::int64_t radius) {
    return solved([&](std::size_t a, std::size_t b) {
      return Entry{pair_.distance(a, b) <= radius, 0};
    });
  }
  // min sum phi(a, b) d(a, b) over those that lose at most `loss` mass, times the
  // total.
  double least_cost(double loss) {
    return solved(
        [&](std::size_t a, std::size_t b) {
          return Entry{true, static_cast<double>(pair_.distance(a, b))};
        },
        loss);
  }

 private:
  struct Entry {
    bool allowed;
    double cost;
  };

  // Columns: phi(a, b); over_a and under_a with phi_1(a) - over + under = P(a), and the
  // same for Q. Half their sum is the loss: minimised, or bounded by `loss`.
  double solved(const std::function<Entry(std::size_t, std::size_t)>& entry,
                double loss = -1) const {
    const std::size_t n = pair_.p.size();
    const auto joint = static_cast<int>(n * n), slack = static_cast<int>(4 * n);
    const std::unique_ptr<glp_prob, void (*)(glp_prob*)> lp(glp_create_prob(),
                                                            glp_delete_prob);
    glp_term_out(GLP_OFF);
    glp_set_obj_dir(lp.get(), GLP_MIN);
    glp_add_cols(lp.get(), joint + slack);
    glp_add_rows(lp.get(), static_cast<int>(2 * n) + 2);
    std::vector<int> rows = {0}, columns = {0};
    std::vector<double> values = {0};
    const auto add = [&](int row, int column, double value) {
      rows.push_back(row);
      columns.push_back(column);
      values.push_back(value);
    };
    const int total_row = static_cast<int>(2 * n) + 1, loss_row = total_row + 1;
    double total = 0;
    for (std::size_t a = 0; a < n; ++a) {
      const int p_row = static_cast<int>(a) + 1, q_row = p_row + static_cast<int>(n);
      total += static_cast<double>(pair_.p[a]);
      glp_set_row_bnds(lp.get(), p_row, GLP_FX, static_cast<double>(pair_.p[a]), 0);
      glp_set_row_bnds(lp.get(), q_row, GLP_FX, static_cast<double>(pair_.q[a]), 0);
      for (std::size_t b = 0; b < n; ++b) {
        const int column = static_cast<int>(a * n + b) + 1;
        const Entry one = entry(a, b);
        glp_set_col_bnds(lp.get(), column, one.allowed ? GLP_LO : GLP_FX, 0, 0);
        glp_set_obj_coef(lp.get(), column, one.cost);
        add(p_row, column, 1);
        add(static_cast<int>(b + n) + 1, column, 1);
        add(total_row, column, 1);
      }
      for (int k = 0; k < 4; ++k) {
        const int column = joint + static_cast<int>(4 * a) + k + 1;
        glp_set_col_bnds(lp.get(), column, GLP_LO, 0, 0);
        glp_set_obj_coef(lp.get(), column, loss < 0 ? 0.5 : 0);
        add(k < 2 ? p_row : q_row, column, k % 2 == 0 ? -1 : 1);
        add(loss_row, column, 0.5);
      }
    }
    glp_set_row_bnds(lp.get(), total_row, GLP_FX, total, 0);
    glp_set_row_bnds(lp.get(), loss_row, loss < 0 ? GLP_FR : GLP_UP, 0, loss);
    glp_load_matrix(lp.get(), static_cast<int>(values.size()) - 1, rows.data(),
                    columns.data(), values.data());
    glp_std_basis(lp.get());
    EXPECT_EQ(glp_exact(lp.get(), nullptr), 0);
    EXPECT_EQ(glp_get_status(lp.get()), GLP_OPT);
    return glp_get_obj_val(lp.get());
  }

  const GroundPair& pair_;
};

}  // namespace selvage
