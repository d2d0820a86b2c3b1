#include "selvage/experiment/sparse_losses.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

const LossRow& row_of(const ExampleLosses& all, const std::string& name) {
  for (const LossRow& row : all.rows)
    if (row.release == name) return row;
  ADD_FAILURE() << name;
  return all.rows[0];
}

// The patterns that a reproduction must show, with means that another program computed.
// The seed is fixed, so this is either so or not.
TEST(SparseLosses, TheFirstExampleHasTheMeansOfAnotherProgram) {
  const auto example = sparse_examples()[0];
  const auto all = measured_losses(example, 1, 2000);
  EXPECT_NEAR(all.gamma, 0.03528115, 1e-8);
  EXPECT_NEAR(all.minimax, 0.0666648624, 1e-9);
  EXPECT_NEAR(row_of(all, "noise in every cell").mean(), 0.499168, 0.01);
  EXPECT_NEAR(row_of(all, "the same, taken from the first cells").mean(), 0.334, 0.03);
  EXPECT_NEAR(row_of(all, "taken from the largest cells").mean(), 0.473, 0.02);
  EXPECT_NEAR(row_of(all, "taken in proportion").mean(), 0.362, 0.02);
  EXPECT_NEAR(row_of(all, "water level").mean(), 0.118, 0.006);
  EXPECT_NEAR(row_of(all, "threshold and water level").mean(), 0.037, 0.004);
  EXPECT_NEAR(row_of(all, "average case and water level").mean(), 0.029974975, 0.0025);
  EXPECT_NEAR(row_of(all, "average case: noise in full cells").mean(), all.exact,
              0.003);
  // For everybody within 25 percent.
  EXPECT_LT(row_of(all, "threshold and water level").mean(),
            1.35 * row_of(all, "average case and water level").mean());
}

TEST(SparseLosses, TheSecondExampleSeparatesWhatHasNoThreshold) {
  const auto all = measured_losses(sparse_examples()[4], 1, 100);  // alpha 1, n = 8000
  const double most = row_of(all, "average case and water level").losses.back();
  for (const char* name : {"noise in every cell", "taken from the largest cells",
                           "taken in proportion", "water level"})
    EXPECT_LT(most, row_of(all, name).losses.front()) << name;
  EXPECT_LT(row_of(all, "threshold and water level").mean(),
            1.1 * row_of(all, "average case and water level").mean());
}

// Where full cells are as small as the threshold the gain is genuine.
TEST(SparseLosses, SmallCellsAreLostByAThreshold) {
  const auto all = measured_losses(sparse_examples()[5], 1, 100);
  EXPECT_GT(row_of(all, "threshold and water level").mean(), 1);
  EXPECT_LT(row_of(all, "average case and water level").mean(), 0.4);
}

}  // namespace
}  // namespace selvage
