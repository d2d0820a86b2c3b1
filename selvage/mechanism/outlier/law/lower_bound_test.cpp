#include "selvage/mechanism/outlier/law/lower_bound.hpp"

#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

// epsilon(k) = min(1, 0.1 + k/100).
LowerBound ramp(std::int64_t shift) {
  LowerBound mechanism{{}, exact("0.1"), exact("0.05"), shift, true};
  for (std::int64_t k = 1; k < 90; ++k)
    mechanism.profile.push_back({k, Rational(10 + k, 100)});
  mechanism.profile.push_back({std::nullopt, 1});
  return mechanism;
}

TEST(LowerBound, Vectors) {
  const LowerBound mechanism = ramp(100);
  expect_tells(divergences(mechanism, 20, exact("0.3"))->removing, 0.0003546220980774);
  expect_tells(divergences(mechanism, 20, exact("0.3"))->adding, 0.0002081375453998);
  expect_tells(divergences(mechanism, 100, exact("0.6"))->removing, 0.004309717274917);
  expect_tells(*guess_at_most(mechanism, 20, 0), 0.9910710783567);
  EXPECT_LT(divergences(mechanism, 100, 1)->larger().upper(), exact("1e-40"));
  expect_tells(*guess_failure(mechanism), std::exp(-5.05) / (1 + std::exp(-0.05)));
  EXPECT_LT(guess_failure(mechanism)->upper().to_double(), std::exp(-5) / 2);
}

TEST(LowerBound, ErrorsOfTheTable) {
  const auto mean = [](std::int64_t shift, std::int64_t count) {
    return mean_absolute_error(ramp(shift), count)->middle();
  };
  EXPECT_NEAR(mean(263, 20), 19.99, .005);
  EXPECT_NEAR(mean(263, 100), 19.99, .005);
  EXPECT_NEAR(mean(263, 300), 4.18, .005);
  EXPECT_NEAR(mean(263, 500), 0.910, .0005);
  EXPECT_NEAR(mean(100, 100), 13.3, .05);
  EXPECT_LT(guess_failure(ramp(263))->upper(), exact("1e-6"));
}

// All guesses of 0 suppress; otherwise the noise is a mixture.
TEST(LowerBound, ErrorBoundIsTheLeastThatHolds) {
  const LowerBound mechanism{
      {{3, exact("0.4")}, {std::nullopt, 1}}, exact("0.2"), exact("0.2"), 4};
  const auto outside = [&](std::int64_t count, std::int64_t r) {
    double sum = 0;
    for (std::int64_t z = -300; z <= 300; ++z) {
      const std::int64_t guess = count + z - 4;
      const double weight = laplace_mass(exact("0.2"), z).middle();
      if (guess <= 0)
        sum += count > r ? weight : 0;
      else
        sum += weight * 2 *
               laplace_above(guess <= 3 ? exact("0.2") : exact("0.8"), r).middle();
    }
    return sum;
  };
  for (const std::int64_t count : {0, 4, 9, 40})
    for (const char* beta : {"0.3", "0.05", "0.001"}) {
      const std::int64_t r = *error_bound(mechanism, count, exact(beta));
      EXPECT_LE(outside(count, r), exact(beta).to_double() + 1e-12);
      if (r > 0) {
        EXPECT_GT(outside(count, r - 1), exact(beta).to_double());
      }
    }
  EXPECT_EQ(*error_bound(mechanism, 0, exact("0.9")), 0);
  EXPECT_FALSE(error_bound(mechanism, 0, 0));
}

// One plain sum over guesses and outputs.
double plain(const LowerBound& mechanism, std::int64_t count, double epsilon,
             bool removing) {
  const auto noise = [&](std::int64_t guess) {
    const auto a =
        guess == 0 ? mechanism.at_zero : epsilon_at(mechanism.profile, guess);
    return a.is_infinite() ? a : ExtendedRational(a.finite() - mechanism.epsilon);
  };
  constexpr std::int64_t kGuesses = 400, kOutputs = 400;
  const auto law = [&](std::int64_t c) {
    std::vector<std::vector<double>> masses(
        kGuesses, std::vector<double>(2 * kOutputs + 1));  // the last: suppressed
    for (std::int64_t z = -kGuesses; z < kGuesses; ++z) {
      const std::int64_t guess = std::max<std::int64_t>(0, c + z - mechanism.shift);
      if (guess >= kGuesses) continue;
      const double weight =
          std::tanh(mechanism.epsilon.to_double() / 2) *
          std::exp(-mechanism.epsilon.to_double() * static_cast<double>(std::abs(z)));
      auto& row = masses[mechanism.guess_told ? static_cast<std::size_t>(guess) : 0];
      const auto b = noise(guess);
      if (b.is_infinite()) {
        row[static_cast<std::size_t>(c + kOutputs)] += weight;
      } else if (b.sign() == 0) {
        row[2 * kOutputs] += weight;
      } else {
        const double e = b.finite().to_double();
        for (std::int64_t v = -kOutputs; v < kOutputs; ++v)
          row[static_cast<std::size_t>(v + kOutputs)] +=
              weight * std::tanh(e / 2) *
              std::exp(-e * static_cast<double>(std::abs(v - c)));
      }
    }
    return masses;
  };
  const auto p = law(removing ? count : count - 1);
  const auto q = law(removing ? count - 1 : count);
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < p[i].size(); ++j)
      sum += std::max(0.0, p[i][j] - std::exp(epsilon) * q[i][j]);
  return sum;
}

TEST(LowerBound, DivergencesAreThoseOfTheDefinition) {
  for (const bool told : {true, false})
    for (const bool zero : {true, false}) {
      LowerBound mechanism{{{3, exact("0.4")}, {8, exact("0.7")}, {std::nullopt, 1}},
                           zero ? exact("0.2") : exact("0.4"),
                           exact("0.2"),
                           4,
                           told};
      if (!zero) mechanism.profile.back().epsilon = ExtendedRational::infinity();
      for (const std::int64_t count : {1, 3, 6, 9, 15})
        for (const char* epsilon : {"0.1", "0.3", "0.6"}) {
          const auto both = *divergences(mechanism, count, exact(epsilon));
          const double e = exact(epsilon).to_double();
          EXPECT_NEAR(both.removing.middle(), plain(mechanism, count, e, true), 1e-12);
          EXPECT_NEAR(both.adding.middle(), plain(mechanism, count, e, false), 1e-12);
        }
    }
}

// [LP15, Theorem 20], with the proof repaired in T78.
TEST(LowerBound, TheProfileIsKeptWithTheChanceOfABadGuess) {
  for (const bool told : {true, false}) {
    LowerBound mechanism = ramp(100);
    mechanism.guess_told = told;
    const Rational delta = guess_failure(mechanism)->upper();
    EXPECT_TRUE(meets(mechanism, mechanism.profile, delta)->holds());
    for (const std::int64_t count : {1, 20, 60, 89})
      EXPECT_LT(
          divergences(mechanism, count, Rational(10 + count, 100))->larger().upper(),
          delta);
  }
  const auto verdict = meets(ramp(40), ramp(40).profile, exact("1e-3"));
  ASSERT_TRUE(verdict && verdict->failure);
  EXPECT_EQ(verdict->failure->epsilon, Rational(10 + verdict->failure->count, 100));
  EXPECT_GT(verdict->failure->delta.lower(), exact("1e-3"));
  EXPECT_TRUE(meets(ramp(0), {{std::nullopt, 1}}, 0)->holds());
  EXPECT_FALSE(meets(ramp(0), {{std::nullopt, exact("0.99")}}, 0)->holds());
}

TEST(LowerBound, RefusesWhatIsNoMechanism) {
  EXPECT_TRUE(check_lower_bound(ramp(100)));
  LowerBound mechanism = ramp(100);
  mechanism.epsilon = exact("0.11");
  EXPECT_FALSE(check_lower_bound(mechanism));
  mechanism.epsilon = 0;
  EXPECT_FALSE(check_lower_bound(mechanism));
  mechanism = ramp(100);
  mechanism.at_zero = exact("0.12");
  EXPECT_FALSE(check_lower_bound(mechanism));
  EXPECT_FALSE(check_lower_bound(ramp(-1)));
  mechanism = ramp(100);
  mechanism.profile.clear();
  EXPECT_FALSE(check_lower_bound(mechanism));
  EXPECT_FALSE(divergences(ramp(100), 0, 1));
  EXPECT_FALSE(divergences(ramp(100), 3, -1));
  EXPECT_FALSE(mean_absolute_error(ramp(100), -1));
}

// The other guesses of the paper, here only to be refuted or compared.
struct Guess {
  double weight_larger, weight_smaller, noise;  // noise: infinity tells, 0 suppresses
};

double pair_delta(const Guess& guess, double epsilon) {
  const double ratio = std::exp(epsilon);
  if (std::isinf(guess.noise)) return guess.weight_larger;
  const double q = guess.noise == 0 ? 1 : std::exp(-guess.noise);
  if (q == 1) return std::max(0.0, guess.weight_larger - ratio * guess.weight_smaller);
  return (std::max(0.0, guess.weight_larger - ratio * guess.weight_smaller * q) +
          std::max(0.0, guess.weight_larger * q - ratio * guess.weight_smaller)) /
         (1 + q);
}

// Noise on 1/epsilon(k) = 12 - min(k, 10), shifted by `shift`: the index I of the noise
// is told. Counts 1 and 0.
struct InverseGuess {
  double safe = 0, exact_count = 0, delta = 0;
};
InverseGuess inverse_guess(std::int64_t shift) {
  const Rational noise = exact("0.05");
  const double limit = 1.0 / 11;
  InverseGuess result;
  for (std::int64_t index = 0; index <= 1500; ++index) {
    const auto weight = [&](std::int64_t inverse) {
      const std::int64_t z = index - inverse - shift;
      return index == 0 ? laplace_above(noise, -z - 1).middle()
                        : laplace_mass(noise, z).middle();
    };
    const double a =
        index == 0 ? HUGE_VAL : std::max(0.05, 1 / static_cast<double>(index));
    const double larger = weight(11);
    if (a <= limit) result.safe += larger;
    if (index == 0) result.exact_count = larger;
    result.delta += pair_delta({larger, weight(12), a == 0.05 ? 0 : a - 0.05}, limit);
  }
  return result;
}

TEST(LowerBound, NoiseOnTheInverseHasTheWrongSignInThePaper) {
  const InverseGuess paper = inverse_guess(-100);
  EXPECT_NEAR(paper.safe, 0.0034531802947, 1e-12);
  EXPECT_NEAR(paper.exact_count, 0.9943066681966, 1e-12);
  EXPECT_NEAR(paper.delta, 0.9944882948322, 1e-12);
  EXPECT_GT(paper.delta, 100 * std::exp(-5) / 2);
  const InverseGuess corrected = inverse_guess(100);
  EXPECT_NEAR(corrected.safe, 0.9967152332956, 1e-12);
  EXPECT_NEAR(corrected.delta, 0.0021022491048, 1e-12);
  EXPECT_LT(corrected.delta, std::exp(-5) / 2);
}

// Noise on epsilon(k) itself, in units of 1/100, for the ramp: kept, and on the good
// event never above what noise on k guesses.
TEST(LowerBound, NoiseOnTheValueIsKeptAndNeverBetter) {
  const Rational noise = exact("0.05");
  const auto units = [](std::int64_t k) { return std::min<std::int64_t>(100, 10 + k); };
  for (const std::int64_t count : {1, 20, 60, 89}) {
    double delta = 0;
    for (std::int64_t index = 5; index <= 1500; ++index) {
      const auto weight = [&](std::int64_t k) {
        const std::int64_t z = index - units(k) + 100;
        return index == 5 ? laplace_above(noise, -z - 1).middle()
                          : laplace_mass(noise, z).middle();
      };
      const double b = static_cast<double>(index - 5) / 100;
      delta += pair_delta({weight(count), weight(count - 1), b},
                          static_cast<double>(units(count)) / 100);
    }
    EXPECT_LT(delta, std::exp(-5) / 2) << count;
    EXPECT_GT(delta, 1e-6) << count;
    for (std::int64_t z = -400; z <= 100; ++z)
      EXPECT_LE(std::max<std::int64_t>(units(count) + z - 100, 5),
                units(std::max<std::int64_t>(count + z - 100, 0)));
  }
}

// Laplace noise with a density; H_E of two of them by their distribution functions: on
// each piece between the centres the log ratio is linear.
struct Density {
  double centre, scale;
  double log_at(double x) const {
    return -std::abs(x - centre) / scale - std::log(2 * scale);
  }
  double between(double a, double b) const {
    const auto tail = [&](double x) { return 0.5 * std::exp(-x / scale); };
    if (a >= centre) return tail(a - centre) - (std::isinf(b) ? 0 : tail(b - centre));
    if (b <= centre) return tail(centre - b) - (std::isinf(a) ? 0 : tail(centre - a));
    return between(a, centre) + between(centre, b);
  }
};

double density_delta(const Density& p, const Density& q, double epsilon) {
  const auto above = [&](double x) { return p.log_at(x) - epsilon - q.log_at(x); };
  const double far = 2000 * std::max(p.scale, q.scale);
  const double left = std::min(p.centre, q.centre),
               right = std::max(p.centre, q.centre);
  double sum = 0;
  for (const auto& [low, high] : {std::pair(left - far, left), std::pair(left, right),
                                  std::pair(right, right + far)}) {
    if (low == high) continue;
    double a = low, b = high;
    const double at_a = above(a), at_b = above(b);
    if (at_a <= 0 && at_b <= 0) continue;
    const double root = a + (b - a) * at_a / (at_a - at_b);
    if (at_a < 0) a = root;
    if (at_b < 0) b = root;
    sum += p.between(a, b) - std::exp(epsilon) * q.between(a, b);
  }
  return sum;
}

const double kPaperBeta = 0.1 / (2 * std::log(2 / 1e-6));

TEST(LowerBound, SmoothnessParametersOfThePaperAndOfItsRepair) {
  EXPECT_NEAR(kPaperBeta, 0.003446218175458, 1e-14);
  EXPECT_NEAR(std::log1p(0.1 / (2 * (10 + std::log(1e6)))), 0.002097271289795, 1e-14);
}

// sup over k' > 0 of |epsilon(k) - epsilon(k')| e^(-beta |k - k'|), literally.
TEST(LowerBound, TheSmoothSensitivityOfThePaperIsNotSmooth) {
  const auto value = [](int k) { return k <= 1 ? 1.0 : k == 2 ? 1.001 : 1.002; };
  const auto sensitivity = [&](int k) {
    double largest = 0;
    for (int other = 1; other < 50; ++other)
      largest = std::max(largest, std::abs(value(k) - value(other)) *
                                      std::exp(-kPaperBeta * std::abs(k - other)));
    return largest;
  };
  EXPECT_NEAR(sensitivity(1), 0.0019862625240, 1e-12);
  EXPECT_NEAR(sensitivity(2), 0.0009965597132, 1e-12);
  EXPECT_GT(sensitivity(1) / sensitivity(2), 1.9);  // e^beta = 1.0034 is claimed
  const auto guess = [&](int k, double alpha) {
    const double scale = 2 * sensitivity(k) / 0.1;
    return Density{value(k) - alpha * scale, scale};
  };
  const auto worst = [&](double alpha) {
    return std::max(density_delta(guess(2, alpha), guess(1, alpha), 0.1),
                    density_delta(guess(1, alpha), guess(2, alpha), 0.1));
  };
  EXPECT_NEAR(worst(0), 0.2252595658, 1e-9);  // 1e-6 is claimed
  EXPECT_NEAR(worst(10), 0.9652, 5e-5);
}

// Even the true smooth sensitivity: the shift depends on it, and is not paid for.
TEST(LowerBound, TheShiftBySmoothSensitivityIsNotPaidFor) {
  const auto delta = [](double beta, bool removing) {
    const auto guess = [&](int k) {
      const double smooth = 1e-3 * std::exp(-beta * (k == 9 ? 1 : 0));
      return Density{1 - 27 * 2 * smooth / 0.1, 2 * smooth / 0.1};
    };
    return removing ? density_delta(guess(10), guess(9), 0.1)
                    : density_delta(guess(9), guess(10), 0.1);
  };
  EXPECT_NEAR(delta(kPaperBeta, true), 8.8636244741e-05, 1e-13);
  EXPECT_NEAR(delta(kPaperBeta, false), 0, 1e-15);
  const double repaired = std::log1p(0.1 / (2 * (27 + std::log(1e6))));
  EXPECT_LT(delta(repaired, true), 1e-15);
}

}  // namespace
}  // namespace selvage
