// How far a mean without bounds is from the mean of the law that the rows came from,
// against how far the mean of the sample is.
#include <cmath>
#include <functional>
#include <random>

#include <fmt/format.h>

#include "selvage/mechanism/bound_free/bound_free_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

constexpr int kRows = 10'000;
constexpr int kTables = 200;

// Root of the mean square, over data sets.
struct Errors {
  double sample = 0, published = 0;
  double ratio() const { return std::sqrt(published / sample); }
};

using RandomValue = std::function<double(std::mt19937_64&)>;

Errors errors_of(const RandomValue& value, double truth) {
  std::mt19937_64 random(3);
  SeededSource source(3);
  const auto mean = made_bound_free("mean", {.epsilon = 1});
  Errors errors;
  for (int table = 0; table < kTables; ++table) {
    std::vector<std::string> values;
    double sum = 0;
    for (int row = 0; row < kRows; ++row) {
      const double x = value(random);
      sum += x;
      values.push_back(fmt::format("{}", x));
    }
    const Answer answer =
        mean->answer(drawn_from(*mean, rows_with(values), source), {19, 20});
    const Series& means = answer.numbers[0];
    EXPECT_TRUE(means.rows[0].known);
    const double published = means.real(means.rows[0].value) - truth;
    errors.published += published * published;
    errors.sample += std::pow(sum / kRows - truth, 2);
  }
  return errors;
}

template <class Distribution>
RandomValue shifted(double by, Distribution distribution) {
  return [by, distribution](std::mt19937_64& random) mutable {
    return by + static_cast<double>(distribution(random));
  };
}

class BoundFreeAccuracy : public testing::Test {
 protected:
  static void expect_near(const char* law, const RandomValue& value, double truth) {
    const double ratio = errors_of(value, truth).ratio();
    fmt::print("{}: {:.3f} times the sampling error\n", law, ratio);
    EXPECT_LT(ratio, 1.7) << law;
  }
};

TEST_F(BoundFreeAccuracy, Normal) {
  expect_near("normal", shifted(37.3, std::normal_distribution<double>(0, 1)), 37.3);
}

TEST_F(BoundFreeAccuracy, Laplace) {
  std::exponential_distribution<double> side(1);
  expect_near(
      "Laplace",
      [side](std::mt19937_64& random) mutable {
        return 37.3 + side(random) - side(random);
      },
      37.3);
}

TEST_F(BoundFreeAccuracy, Uniform) {
  expect_near("uniform", shifted(37.3, std::uniform_real_distribution<double>(-1, 1)),
              37.3);
}

TEST_F(BoundFreeAccuracy, Poisson) {
  expect_near("Poisson", shifted(0, std::poisson_distribution<int>(3)), 3);
}

TEST_F(BoundFreeAccuracy, StudentOfThree) {
  expect_near("t(3)", shifted(37.3, std::student_t_distribution<double>(3)), 37.3);
}

}  // namespace
}  // namespace selvage
