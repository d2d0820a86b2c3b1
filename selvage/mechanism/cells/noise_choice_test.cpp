#include "selvage/mechanism/cells/noise_choice.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace selvage {
namespace {

const Rational kDelta(1, 1'000'000);

const DpPromise& promise(const NoiseChoice& choice) {
  return std::get<DpPromise>(choice.derivations[0].conclusion.promise);
}

std::string refusal(const NoiseRequest& request) {
  const auto choice = choose_noise(request);
  return choice ? "taken" : choice.error().message;
}

TEST(NoiseChoice, OneNumberSpendsAllOfEpsilon) {
  const auto choice = choose_noise(
      {.per_row = {1}, .share = {3, 2, 3}, .epsilon = Rational(4, 3), .delta = 0});
  ASSERT_TRUE(choice);
  EXPECT_EQ(std::get<LaplaceNoise>(choice->noise[0]).scale, Rational(9, 4));
  EXPECT_EQ(promise(*choice), (DpPromise{Rational(4, 3), 0}));
  EXPECT_EQ(choice->reason, "discrete Laplace noise, the only way that applies");
}

TEST(NoiseChoice, SeveralNumbersShareIt) {
  const auto choice = choose_noise(
      {.per_row = {1, 500, 125'000}, .share = {2, 1, 2}, .epsilon = 3, .delta = 0});
  ASSERT_TRUE(choice);
  EXPECT_EQ(std::get<LaplaceNoise>(choice->noise[2]).scale, Rational(250'000));
  EXPECT_EQ(promise(*choice), (DpPromise{3, 0}));
  EXPECT_TRUE(holds(choice->derivations[0]));
}

// Every derivation holds, no promise is above the request, and what is chosen has the
// least expected error of all ways; over a grid.
TEST(NoiseChoice, KeepsEveryRequestAndTakesTheBest) {
  for (const Rational& epsilon : {Rational(1, 10), Rational(3)})
    for (const std::int64_t cells : {1, 2, 30})
      for (const bool once : {false, true})
        for (const std::int64_t per_row : {1, 1000}) {
          const std::int64_t in_cell = once ? 1 : per_row == 1 ? cells : 2;
          const PersonShare share{cells, cells, std::min(in_cell, cells)};
          NoiseRequest request{.per_row = {per_row},
                               .share = share,
                               .epsilon = epsilon,
                               .delta = kDelta};
          const auto best = choose_noise(request);
          ASSERT_TRUE(best);
          EXPECT_TRUE(holds(best->derivations[0]));
          EXPECT_LE(promise(*best).epsilon, epsilon);
          EXPECT_LE(promise(*best).delta, kDelta);
          for (const WantedNoise wanted :
               {WantedNoise::laplace, WantedNoise::gaussian}) {
            request.wanted = wanted;
            const auto other = choose_noise(request);
            ASSERT_TRUE(other);
            EXPECT_LE(promise(*other).epsilon, epsilon);
            EXPECT_LE(promise(*other).delta, kDelta);
            EXPECT_LE(mean_absolute_error(best->noise[0]),
                      mean_absolute_error(other->noise[0]));
          }
        }
}

TEST(NoiseChoice, GaussianWinsWhereAPersonIsInManyCells) {
  const NoiseRequest many{
      .per_row = {1}, .share = {50, 50, 1}, .epsilon = 1, .delta = kDelta};
  const auto choice = choose_noise(many);
  ASSERT_TRUE(choice);
  EXPECT_TRUE(std::holds_alternative<GaussianNoise>(choice->noise[0]));
  ASSERT_EQ(choice->derivations.size(), 2u);
  EXPECT_TRUE(
      std::holds_alternative<ZcdpPromise>(choice->derivations[1].conclusion.promise));
  EXPECT_NE(choice->reason.find("would err"), std::string::npos);
  const auto one =
      choose_noise({.per_row = {1}, .share = {1, 1, 1}, .epsilon = 1, .delta = kDelta});
  EXPECT_TRUE(std::holds_alternative<LaplaceNoise>(one->noise[0]));
}

Rational mean_error(const PersonShare& share, WantedNoise wanted) {
  const auto choice = choose_noise({.per_row = {1},
                                    .share = share,
                                    .epsilon = 1,
                                    .delta = kDelta,
                                    .wanted = wanted});
  EXPECT_TRUE(choice && holds(choice->derivations[0]));
  return mean_absolute_error(choice->noise[0]);
}

// A person with three rows in each of 100 cells: the error of the best Gaussian noise
// is 101, that of 300 rows anywhere is 300.
TEST(NoiseChoice, ACapWithinACellIsWorthItsNoise) {
  const PersonShare share{300, 100, 3};
  EXPECT_LT(mean_error(share, WantedNoise::any), Rational(102));
  EXPECT_GT(mean_error(share, WantedNoise::any), Rational(100));
  EXPECT_GT(mean_error({300, 100, 300}, WantedNoise::any), Rational(299));
  // Optimal composition of the cells is better than 300 / epsilon, too.
  EXPECT_LT(mean_error(share, WantedNoise::laplace), Rational(170));
  // Fewer rows in all than would fill the cells, by concentrated privacy.
  EXPECT_LT(mean_error({299, 100, 3}, WantedNoise::any), Rational(112));
  EXPECT_LT(mean_error({150, 100, 3}, WantedNoise::any), Rational(80));
}

TEST(NoiseChoice, UnknownKeysGetAThreshold) {
  const auto choice = choose_noise({.per_row = {1, 100},
                                    .share = {3, 2, 3},
                                    .epsilon = 2,
                                    .delta = kDelta,
                                    .unknown_keys = true});
  ASSERT_TRUE(choice);
  ASSERT_TRUE(choice->key_threshold);
  const Rational scale = std::get<LaplaceNoise>(choice->noise[0]).scale;
  EXPECT_EQ(scale, Rational(3));
  EXPECT_EQ(*choice->key_threshold, *least_key_threshold(scale, {3, 2, 3}, kDelta));
  EXPECT_LE(promise(*choice).delta, kDelta);
  EXPECT_EQ(promise(*choice).epsilon, Rational(2));
}

TEST(NoiseChoice, WrongRequestsBecomeOneSentence) {
  const NoiseRequest good{.per_row = {1}, .share = {}, .epsilon = 1, .delta = 0};
  NoiseRequest request = good;
  for (const char* epsilon : {"0", "-1", "1e-400", "1e-10", "1001", "1e300"}) {
    request.epsilon = *Rational::parse(epsilon);
    EXPECT_NE(refusal(request).find("is outside 1e-9 to 1000"), std::string::npos)
        << epsilon;
  }
  request = good;
  request.delta = 1;
  EXPECT_NE(refusal(request).find("delta 1 is not between"), std::string::npos);
  request = good;
  request.unknown_keys = true;
  EXPECT_EQ(refusal(request),
            "keys that are not known ('?') need a delta, the probability that a key "
            "one person alone brings is shown; add for example `delta` 1e-6, or name "
            "the keys");
  request = good;
  request.wanted = WantedNoise::gaussian;
  EXPECT_NE(refusal(request).find("Gaussian noise needs a delta"), std::string::npos);
  request = good;
  request.epsilon = *Rational::parse("1e-9");
  request.share = {1'000'000, 1, 1'000'000};
  request.per_row = {1'000'000'000'000};
  EXPECT_NE(refusal(request).find("more noise than 64 bits hold"), std::string::npos);
}

}  // namespace
}  // namespace selvage
