#include "selvage/distance/line_transport.hpp"

#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "selvage/distance/finite_transport.hpp"
#include "selvage/distance/line_average.hpp"
#include "selvage/distance/transport_programme.hpp"

namespace selvage {
namespace {

LineTransport transport(const LineHistogram& from, const LineHistogram& to) {
  return *LineTransport::make(from, to);
}

Rational average(const LineTransport& pair, const Rational& theta) {
  return *pair.average()->at(theta);
}

const LineHistogram kP = {{0, 5}, {3, 3}, {7, 2}, {15, 2}};
const LineHistogram kQ = {{1, 4}, {4, 4}, {6, 2}, {12, 2}};

TEST(LineTransport, ALossThatIsSmallerThanTheFarMassDoesNotHelp) {
  const auto pair = transport({{0, 9}, {10, 1}}, {{0, 9}, {1, 1}});
  EXPECT_EQ(pair.infinity(0), 9);
  EXPECT_EQ(pair.infinity({1, 20}), 9);
  EXPECT_EQ(pair.infinity({1, 10}), 0);
}

TEST(LineTransport, GivesTheVectors) {
  const auto pair = transport(kP, kQ);
  const Rational thetas[] = {0, {1, 12}, {1, 6}, {1, 4}, {11, 12}, 1};
  const std::int64_t expected[] = {4, 3, 3, 1, 1, 0};
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(pair.infinity(thetas[i]), expected[i]) << i;
  const Rational losses[] = {1, {1, 4}, {1, 4}, {1, 12}, 0};
  for (std::int64_t radius = 0; radius <= 4; ++radius)
    EXPECT_EQ(pair.loss(radius), losses[radius]) << radius;
  EXPECT_EQ(pair.profile(),
            (std::vector<LossStep>{{0, 1}, {1, {1, 4}}, {3, {1, 12}}, {4, 0}}));
  EXPECT_EQ(average(pair, 0), Rational(19, 12));
  EXPECT_EQ(average(pair, {1, 12}), Rational(5, 4));
  EXPECT_EQ(average(pair, {1, 4}), Rational(3, 4));
  EXPECT_EQ(average(pair, {1, 2}), Rational(1, 2));
}

TEST(LineTransport, GivesTheVectorsOfFourPoints) {
  const auto pair =
      transport({{0, 1}, {1, 1}, {5, 1}, {9, 1}}, {{2, 1}, {4, 1}, {8, 1}, {20, 1}});
  EXPECT_EQ(average(pair, 0), Rational(19, 4));
  EXPECT_EQ(average(pair, {1, 8}), Rational(11, 4));
  EXPECT_EQ(average(pair, {1, 4}), Rational(3, 4));
  EXPECT_EQ(average(pair, {1, 2}), Rational(1, 2));
}

TEST(LineTransport, RefusesWhatIsNoHistogram) {
  EXPECT_FALSE(LineTransport::make({}, {{0, 1}}));
  EXPECT_FALSE(LineTransport::make({{0, 1}}, {{0, 0}}));
  EXPECT_FALSE(LineTransport::make({{0, -1}}, {{0, 1}}));
  EXPECT_FALSE(LineTransport::make({{kFarthestPlace + 1, 1}}, {{0, 1}}));
  EXPECT_FALSE(LineTransport::make({{0, kMostItems}, {1, 1}}, {{0, 1}}));
}

TEST(LineTransport, SizesOnlySetTheShares) {
  LineHistogram many = kQ;
  for (LineBar& bar : many) bar.count *= 1'000'000'007;
  const auto few = transport(kP, kQ), scaled = transport(kP, many);
  EXPECT_EQ(few.profile(), scaled.profile());
  EXPECT_EQ(average(few, {1, 7}), average(scaled, {1, 7}));
}

// Masses of 124 bits and places at the very ends.
TEST(LineTransport, TheLargestNumbersThatItTakesDoNotOverflow) {
  const std::int64_t most = kMostItems - 1, end = kFarthestPlace;
  const auto pair = transport({{-end, most}, {end, 1}}, {{-end, 1}, {end, most - 1}});
  EXPECT_EQ(pair.infinity(0), 2 * end);
  EXPECT_EQ(pair.infinity(Rational(most - 1, most)), 0);
  EXPECT_EQ(average(pair, 1), Rational(0));
  const Rational moved = Rational(most, kMostItems) - Rational(1, most);
  EXPECT_EQ(average(pair, 0), moved * Rational(2) * Rational(end));
}

// Requires small numbers.
struct Random {
  std::mt19937 words;
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(words() % static_cast<std::uint64_t>(n));
  }
  LineHistogram histogram(std::int64_t bars, std::int64_t range, std::int64_t most) {
    std::vector<LineBar> list = {{below(range), 1 + below(most)}};
    for (std::int64_t i = 1 + below(bars); i > 1; --i)
      list.push_back({below(range), below(most + 1)});
    return *line_histogram(list);
  }
};

std::vector<std::int64_t> on_places(const LineHistogram& histogram, std::int64_t range,
                                    std::int64_t factor) {
  std::vector<std::int64_t> masses(static_cast<std::size_t>(range), 0);
  for (const auto& [place, count] : histogram)
    masses[static_cast<std::size_t>(place)] = count * factor;
  return masses;
}

// The definition, over all joint distributions on the places 0..5; exactly.
TEST(LineTransport, IsWhatALiteralLinearProgrammeFinds) {
  constexpr std::int64_t kRange = 6;
  Random random{std::mt19937(20)};
  for (int round = 0; round < 60; ++round) {
    const auto x = random.histogram(4, kRange, 4), y = random.histogram(4, kRange, 4);
    const std::int64_t total = size_of(x) * size_of(y);
    const GroundPair literal = {
        on_places(x, kRange, size_of(y)), on_places(y, kRange, size_of(x)),
        [](std::size_t a, std::size_t b) {
          return std::abs(static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b));
        }};
    TransportProgramme programme(literal);
    const auto pair = transport(x, y);
    for (std::int64_t radius = 0; radius < kRange; ++radius)
      EXPECT_EQ((pair.loss(radius) * Rational(total)).to_double(),
                programme.least_loss(radius));
    const auto profile = *pair.average();
    for (std::int64_t lost = 0; lost <= total; lost += 1 + total / 5)
      EXPECT_EQ((*profile.at(Rational(lost, total)) * Rational(total)).to_double(),
                programme.least_cost(static_cast<double>(lost)));
  }
}

TEST(LineTransport, IsWhatFlowsFindOnTheSamePoints) {
  Random random{std::mt19937(21)};
  for (int round = 0; round < 150; ++round) {
    const auto x = random.histogram(9, 40, 12), y = random.histogram(9, 40, 12);
    std::vector<std::int64_t> from, to;
    std::vector<Rational> from_places, to_places;
    for (const auto& [place, count] : x)
      from.push_back(count), from_places.emplace_back(place);
    for (const auto& [place, count] : y)
      to.push_back(count), to_places.emplace_back(place);
    const auto flows =
        *FiniteTransport::make(from, to, line_distances(from_places, to_places));
    const auto pair = transport(x, y);
    EXPECT_EQ(pair.profile(), flows.profile());
    const auto one = *pair.average(), other = flows.average();
    for (std::int64_t k = 0; k <= 12; ++k) {
      EXPECT_EQ(ExtendedRational(pair.infinity({k, 12})), flows.infinity({k, 12}));
      EXPECT_EQ(*one.at({k, 12}), *other.at({k, 12})) << round << ' ' << k;
    }
  }
}

TEST(LineTransport, WithoutLossItIsTheMonotoneCoupling) {
  Random random{std::mt19937(22)};
  for (int round = 0; round < 50; ++round) {
    const auto x = random.histogram(40, 1000, 9), y = random.histogram(40, 1000, 9);
    std::vector<std::int64_t> from, to;  // each item as often as the other has items
    for (const auto& [place, count] : x)
      from.insert(from.end(), static_cast<std::size_t>(count * size_of(y)), place);
    for (const auto& [place, count] : y)
      to.insert(to.end(), static_cast<std::size_t>(count * size_of(x)), place);
    std::int64_t farthest = 0, sum = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      farthest = std::max(farthest, std::abs(from[i] - to[i]));
      sum += std::abs(from[i] - to[i]);
    }
    const auto pair = transport(x, y);
    EXPECT_EQ(pair.infinity(0), farthest);
    EXPECT_EQ(average(pair, 0), Rational(sum, static_cast<std::int64_t>(from.size())));
  }
}

TEST(LineTransport, AShortProfileHoldsTheStepsOfTheWholeOneThatAShareNeeds) {
  Random random{std::mt19937(23)};
  for (int round = 0; round < 40; ++round) {
    const auto pair =
        transport(random.histogram(30, 300, 20), random.histogram(30, 300, 20));
    const auto whole = pair.profile(), some = pair.profile(10);
    const auto distance_at = [](const std::vector<LossStep>& steps,
                                const Rational& theta) {
      std::size_t at = 0;
      while (steps[at].loss > theta) ++at;
      return steps[at].distance;
    };
    EXPECT_LE(some.size(), 12U);
    for (std::int64_t k = 0; k <= 10; ++k) {
      EXPECT_EQ(distance_at(whole, {k, 10}), Rational(pair.infinity({k, 10})));
      EXPECT_EQ(distance_at(some, {k, 10}), distance_at(whole, {k, 10}));
    }
    for (const LossStep& step : some)
      EXPECT_EQ(pair.loss(*step.distance.to_int64()), step.loss);
  }
}

// Winf_{s+t}(P, R) <= Winf_s(P, Q) + Winf_t(Q, R), and Wavg_t <= Winf_t <= Wavg_s /
// (t - s) for s < t. [T150]
TEST(LineTransport, KeepsTheTriangleAndTheOrderOfTheTwoDistances) {
  Random random{std::mt19937(24)};
  for (int round = 0; round < 100; ++round) {
    const auto p = random.histogram(6, 30, 5), q = random.histogram(6, 30, 5),
               r = random.histogram(6, 30, 5);
    const auto pq = transport(p, q), qr = transport(q, r), pr = transport(p, r);
    const auto mean = *pq.average();
    for (std::int64_t s = 0; s <= 4; ++s)
      for (std::int64_t t = 0; t <= 4; ++t) {
        EXPECT_LE(pr.infinity({s + t, 8}), pq.infinity({s, 8}) + qr.infinity({t, 8}));
        const Rational farthest = pq.infinity({t, 8});
        EXPECT_LE(*mean.at({t, 8}), farthest);
        if (s < t) {
          EXPECT_LE(farthest * Rational(t - s, 8), *mean.at({s, 8}));
        }
      }
  }
}

TEST(LineAverage, PairsOfNeighboursAreRegrettedForTwoOthers) {
  // 0 . 3 . 4 . 8: first the gap of 1; then, instead of it, those of 3 and 4.
  const std::vector<std::int64_t> places = {0, 3, 4, 8};
  EXPECT_EQ(costs_of_pairs(places), (std::vector<std::int64_t>{1, 6}));
}

}  // namespace
}  // namespace selvage
