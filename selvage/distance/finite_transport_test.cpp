#include "selvage/distance/finite_transport.hpp"

#include <random>

#include <gtest/gtest.h>

#include "selvage/distance/key_transport.hpp"
#include "selvage/distance/transport_programme.hpp"

namespace selvage {
namespace {

const ExtendedRational kNoBound = ExtendedRational::infinity();

// Distances of no line: random ones, made a metric by the shortest ways.
std::vector<std::vector<std::int64_t>> random_metric(std::mt19937& words,
                                                     std::size_t points) {
  std::vector<std::vector<std::int64_t>> d(points, std::vector<std::int64_t>(points));
  for (std::size_t a = 0; a < points; ++a)
    for (std::size_t b = 0; b < a; ++b)
      d[a][b] = d[b][a] = 1 + static_cast<std::int64_t>(words() % 9);
  for (std::size_t k = 0; k < points; ++k)
    for (auto& row : d)
      for (std::size_t b = 0; b < points; ++b)
        row[b] = std::min(row[b], row[k] + d[k][b]);
  for (std::size_t a = 0; a < points; ++a) d[a][a] = 0;
  return d;
}

Distances table_of(const std::vector<std::vector<std::int64_t>>& numbers) {
  Distances table;
  for (const auto& row : numbers) table.emplace_back(row.begin(), row.end());
  return table;
}

TEST(FiniteTransport, IsWhatALiteralLinearProgrammeFinds) {
  std::mt19937 words(30);
  for (int round = 0; round < 60; ++round) {
    const auto metric = random_metric(words, 5);
    GroundPair literal = {
        {}, {}, [&](std::size_t a, std::size_t b) { return metric[a][b]; }};
    std::int64_t total = 12;
    for (auto* side : {&literal.p, &literal.q}) {
      side->assign(5, 0);
      for (std::int64_t i = 0; i < total; ++i) ++(*side)[words() % 5];
    }
    TransportProgramme programme(literal);
    const auto pair = *FiniteTransport::make(literal.p, literal.q, table_of(metric));
    for (const LossStep& step : pair.profile())
      EXPECT_EQ((step.loss * Rational(total)).to_double(),
                programme.least_loss(*step.distance.to_int64()));
    const auto mean = pair.average();
    for (std::int64_t lost = 0; lost <= total; lost += 3) {
      const auto farthest = pair.infinity(Rational(lost, total)).finite().to_int64();
      EXPECT_LE(programme.least_loss(*farthest), static_cast<double>(lost));
      if (*farthest > 0) {
        EXPECT_GT(programme.least_loss(*farthest - 1), static_cast<double>(lost));
      }
      EXPECT_EQ((*mean.at(Rational(lost, total)) * Rational(total)).to_double(),
                programme.least_cost(static_cast<double>(lost)));
    }
  }
}

// Wavg_theta = max over lambda of OT_lambda - lambda theta, where OT_lambda is the
// transport of everything at the cost min(d, lambda). [T152]
TEST(FiniteTransport, TheAverageIsItsDual) {
  std::mt19937 words(31);
  for (int round = 0; round < 40; ++round) {
    const auto metric = random_metric(words, 6);
    std::vector<std::int64_t> p(6), q(6);
    for (auto* side : {&p, &q})
      for (auto& mass : *side) mass = static_cast<std::int64_t>(words() % 5);
    ++p[0], ++q[5];
    const auto mean = FiniteTransport::make(p, q, table_of(metric))->average();
    for (std::int64_t k = 0; k <= 7; ++k) {
      const Rational theta(k, 7);
      Rational best = 0;
      for (std::int64_t lambda = 0; lambda <= 40; ++lambda) {
        auto cut = metric;
        for (auto& row : cut)
          for (auto& one : row) one = std::min(one, lambda);
        const auto whole = FiniteTransport::make(p, q, table_of(cut))->average().at(0);
        best = std::max(best, *whole - Rational(lambda) * theta);
      }
      EXPECT_EQ(*mean.at(theta), best);
    }
  }
}

TEST(FiniteTransport, KeysThatAreEquallyFarGiveTheTotalVariation) {
  Distances equal(3, std::vector<ExtendedRational>(3, 1));
  for (std::size_t i = 0; i < 3; ++i) equal[i][i] = 0;
  const auto pair = *FiniteTransport::make({5, 3, 2}, {2, 3, 5}, equal);
  EXPECT_EQ(pair.profile(), (std::vector<LossStep>{{0, {3, 10}}, {1, 0}}));
  EXPECT_EQ(pair.infinity({29, 100}), ExtendedRational(1));
  EXPECT_EQ(pair.infinity({3, 10}), ExtendedRational(0));
  EXPECT_EQ(*pair.average().at({1, 10}), Rational(1, 5));
}

TEST(KeyTransport, IsWhatFlowsFindAtEqualDistances) {
  std::mt19937 words(32);
  Distances equal(5, std::vector<ExtendedRational>(5, 1));
  for (std::size_t i = 0; i < 5; ++i) equal[i][i] = 0;
  for (int round = 0; round < 50; ++round) {
    std::vector<std::int64_t> p(5), q(5);
    for (auto* side : {&p, &q})
      for (auto& mass : *side) mass = static_cast<std::int64_t>(words() % 4);
    ++p[0], ++q[words() % 5];
    const auto keys = *KeyTransport::make(p, q);
    const auto flows = *FiniteTransport::make(p, q, equal);
    EXPECT_EQ(keys.profile(), flows.profile());
    for (std::int64_t k = 0; k <= 6; ++k)
      EXPECT_EQ(keys.average().at({k, 6}), flows.average().at({k, 6}));
  }
  EXPECT_FALSE(KeyTransport::make({1}, {1, 0}));
  EXPECT_FALSE(KeyTransport::make({1}, {0}));
}

TEST(FiniteTransport, WhatCannotBeMovedIsLostOrInfinitelyFar) {
  const auto pair = *FiniteTransport::make({1, 3}, {1, 1},
                                           {{Rational(1, 3), kNoBound}, {kNoBound, 2}});
  EXPECT_EQ(pair.infinity(0), kNoBound);
  EXPECT_EQ(pair.infinity({1, 4}), ExtendedRational(2));
  EXPECT_EQ(pair.infinity({3, 4}), ExtendedRational(Rational(1, 3)));
  EXPECT_FALSE(pair.average().at(0));
  EXPECT_EQ(*pair.average().at({1, 4}), Rational(1, 12) + Rational(1));
  EXPECT_EQ(pair.profile(),
            (std::vector<LossStep>{{0, 1}, {{1, 3}, {3, 4}}, {2, {1, 4}}}));
}

TEST(FiniteTransport, RefusesWhatIsNoTableOfDistances) {
  EXPECT_FALSE(FiniteTransport::make({1}, {1}, {}));
  EXPECT_FALSE(FiniteTransport::make({1}, {1}, {{0, 1}}));
  EXPECT_FALSE(FiniteTransport::make({1}, {1}, {{-1}}));
  EXPECT_FALSE(FiniteTransport::make({0}, {1}, {{1}}));
  EXPECT_FALSE(FiniteTransport::make({-1, 2}, {1}, {{1}, {1}}));
  EXPECT_TRUE(FiniteTransport::make({1}, {1}, {{0}}));
}

}  // namespace
}  // namespace selvage
