// The compiler's promise, exactly: all pairs of laws of thirds on five places, behind
// the shipped noise. No pair that is close is left out, and of each it is certain that
// it cannot be told apart: all arithmetic is in fractions or rounded outward. How far
// laws are apart is for the room of distances. [T214]
#include <algorithm>
#include <cmath>

#include "selvage/distance/line_transport.hpp"
#include "selvage/mechanism/robust/robust_testing.hpp"
#include "selvage/outcome/outcome_tree.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kPlaces = 5, kThirds = 3;

using Shares = std::vector<std::int64_t>;  // of the places 0 to 4, in thirds

void add_shares(Shares& begun, std::int64_t left, std::vector<Shares>& all) {
  if (std::ssize(begun) + 1 == kPlaces) {
    begun.push_back(left);
    all.push_back(begun);
    begun.pop_back();
    return;
  }
  for (std::int64_t share = 0; share <= left; ++share) {
    begun.push_back(share);
    add_shares(begun, left - share, all);
    begun.pop_back();
  }
}

std::vector<Shares> all_shares() {
  std::vector<Shares> all;
  Shares begun;
  add_shares(begun, kThirds, all);
  return all;
}

// The scale of the noise that the shipped code draws, found in the outcome tree: every
// outcome has exactly the weight of discrete Laplace noise of that scale.
Rational scale_of_draws(const RobustMechanism& mechanism) {
  const auto law = law_of<TreeSource>({.cut = 1e-15}, [&](TreeSource& source) {
    return mechanism.drawn_of(Rational(0), source);
  });
  const auto at = [&](std::int64_t k) { return *law.mass.at(k).single(); };
  const Rational scale = at(0).constants.begin()->first.parameter;
  for (const auto& [k, mass] : law.mass) {
    EXPECT_EQ(at(k).factor, Rational(1));
    EXPECT_EQ(at(k).exponent, absolute(Rational(k)) / scale);
    EXPECT_EQ(at(k).constants, at(0).constants);
  }
  EXPECT_EQ(at(0).constants.begin()->first.kind, Constant::Kind::laplace);
  return scale;
}

// e^{-k/scale} for all k that are asked for.
std::vector<Interval> powers_of(const Rational& scale, std::int64_t width) {
  std::vector<Interval> powers;
  for (std::int64_t k = 0; k <= width + 2 * kPlaces; ++k)
    powers.push_back(exp(Interval(-Rational(k) / scale)));
  return powers;
}

// A mixture of such noise around the places.
class OutputLaw {
 public:
  // The powers must live as long.
  OutputLaw(Shares shares, const std::vector<Interval>& powers)
      : shares_(std::move(shares)), powers_(powers) {}

  Interval at(std::int64_t y) const {
    Interval sum(0);
    for (std::int64_t i = 0; i < kPlaces; ++i) sum = sum + share(i) * power(y - i);
    return sum * (Interval(1) - a()) / (Interval(1) + a());
  }
  // All outputs below 0, and all above the last place: each of them is e^{-1/scale}
  // times the one before, so their ratios to those of another law are all the same.
  Interval below() const { return at(-1) / (Interval(1) - a()); }
  Interval above() const { return at(kPlaces) / (Interval(1) - a()); }

  // Counts of 2^-50 at the places within `width` of those, and by how much shares of
  // these counts are wrong at most (total variation).
  std::pair<LineHistogram, Rational> rounded(std::int64_t width) const {
    LineHistogram bars;
    Rational total = 0, wrong = 0;
    for (std::int64_t y = -width; y < kPlaces + width; ++y) {
      const auto count = std::llround(std::ldexp(at(y).middle(), 50));
      if (count > 0) bars.push_back({y, count});
      total = total + Rational(count);
    }
    for (std::int64_t y = -width; y < kPlaces + width; ++y) {
      const auto found = std::find_if(
          bars.begin(), bars.end(), [&](const LineBar& bar) { return bar.place == y; });
      const Interval off =
          at(y) - Interval(found == bars.end() ? 0 : Rational(found->count) / total);
      wrong = wrong + std::max(absolute(off.lower()), absolute(off.upper()));
    }
    const Interval tails = (at(-width - 1) + at(kPlaces + width)) / (Interval(1) - a());
    return {bars, wrong + tails.upper()};
  }

  // The delta at this epsilon, certainly not above.
  static Rational told_apart(const OutputLaw& p, const OutputLaw& q,
                             const Rational& epsilon) {
    const Interval factor = exp(Interval(epsilon));
    Interval sum = positive_part(p.below() - factor * q.below()) +
                   positive_part(p.above() - factor * q.above());
    for (std::int64_t y = 0; y < kPlaces; ++y)
      sum = sum + positive_part(p.at(y) - factor * q.at(y));
    return sum.upper();
  }

 private:
  Interval a() const { return power(1); }
  const Interval& power(std::int64_t k) const {
    return powers_[static_cast<std::size_t>(k < 0 ? -k : k)];
  }
  Interval share(std::int64_t i) const {
    return Interval(Rational(shares_[static_cast<std::size_t>(i)], kThirds));
  }
  Shares shares_;
  const std::vector<Interval>& powers_;
};

struct Found {
  int close = 0;
  Rational excess = -1;  // over the delta that is promised
};

// What is promised by `promise`, of the noise of `noisy`. Every pair that may be close
// counts as close.
Found worst_of(const RobustMechanism& noisy, const RobustNoise& promise) {
  const Rational scale = scale_of_draws(noisy);
  const auto width = static_cast<std::int64_t>(35 * scale.to_double()) + 5;
  const std::vector<Interval> powers = powers_of(scale, width);
  std::vector<OutputLaw> laws;
  std::vector<std::pair<LineHistogram, Rational>> rounded;
  for (const Shares& shares : all_shares()) {
    laws.emplace_back(shares, powers);
    rounded.push_back(laws.back().rounded(width));
    EXPECT_LE(rounded.back().second, Rational(1, 1'000'000'000'000));
  }
  Found found;
  for (std::size_t i = 0; i < laws.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto transport = LineTransport::make(rounded[i].first, rounded[j].first);
      // The loss is a largest difference of probabilities: it is wrong by no more than
      // the laws are.
      if (transport->loss(promise.moved()) >
          promise.theta + rounded[i].second + rounded[j].second)
        continue;
      ++found.close;
      for (const Rational& apart :
           {OutputLaw::told_apart(laws[i], laws[j], promise.epsilon),
            OutputLaw::told_apart(laws[j], laws[i], promise.epsilon)})
        found.excess = std::max(found.excess, apart - promise.delta);
    }
  return found;
}

TEST(RobustWorlds, CloseOutputsCannotBeToldApart) {
  for (const char* robust :
       {"1:0:1.06", "1:0.1:1.06", "1:1/3:0.5", "2:0:1", "2:0.1:2", "0.5:0.4:1"}) {
    const auto mechanism = robust_count(robust);
    ASSERT_TRUE(mechanism);
    const Found found = worst_of(*mechanism, mechanism->noise());
    EXPECT_GT(found.close, 20) << robust;
    EXPECT_LE(found.excess, Rational(0)) << robust;
  }
}

std::shared_ptr<const RobustMechanism> with_half_the_noise(const char* robust) {
  const auto promised = robust_count(robust);
  RobustNoise half = promised->noise();
  half.scale = half.scale / 2;
  half.epsilon = 3;  // which it keeps
  half.window = robust_window(half.scale, half.moved());
  const auto planned = planned_robust(robust);
  auto noisy = RobustMechanism::make(planned->question, promised, half);
  EXPECT_TRUE(noisy) << noisy.error().message;
  return *std::move(noisy);
}

// What the worlds can see: noise of half the scale does not keep the promise.
TEST(RobustWorlds, HalvedNoiseIsFound) {
  EXPECT_GT(
      worst_of(*with_half_the_noise("1:0:1"), robust_count("1:0:1")->noise()).excess,
      Rational(1, 1000));
}

// The check before each release sees it, too: the noise is run, and compared with what
// the promise needs.
TEST(RobustWorlds, TheNoiseIsRunBeforeARelease) {
  for (const char* robust : {"1:0:1", "40:0.001:1", "100000:0:1"}) {
    const auto mechanism = robust_count(robust);
    const Evidence evidence = mechanism->evidence(Effort::before_release);
    ASSERT_FALSE(evidence.probes.empty());
    const Probed probed = evidence.probes.back().run();
    EXPECT_TRUE(probed.holds) << robust;
    EXPECT_GT(probed.outcomes, 50u) << robust;
  }
}

// Noise on two laws moves them no further apart, with any loss (L3.2 of the paper). A
// coupling has all of its mass: what fails stays where it is, on the diagonal (A8).
TEST(RobustWorlds, NoiseMovesLawsNoFurtherApart) {
  const auto powers = powers_of(scale_of_draws(*robust_count("1:0:1.06")), 80);
  const auto all = all_shares();
  const auto plain = [](const Shares& shares) {
    LineHistogram bars;
    for (std::int64_t i = 0; i < kPlaces; ++i)
      bars.push_back({i, shares[static_cast<std::size_t>(i)]});
    return bars;
  };
  for (std::size_t i = 0; i < all.size(); i += 3)
    for (std::size_t j = 0; j < i; j += 2) {
      const auto before = LineTransport::make(plain(all[i]), plain(all[j]));
      const auto one = OutputLaw(all[i], powers).rounded(80),
                 other = OutputLaw(all[j], powers).rounded(80);
      const auto after = LineTransport::make(one.first, other.first);
      for (std::int64_t radius = 0; radius < kPlaces; ++radius)
        EXPECT_LE(after->loss(radius),
                  before->loss(radius) + one.second + other.second);
    }
}

// The noise is within its bound but for a share of gamma: from the point mass that is
// how far the law of the answer lies, with a loss of gamma and no more (A8: the witness
// of L5.4 has mass 1 - gamma; with what is missing on the diagonal it is a coupling).
TEST(RobustWorlds, TheAnswerLiesWithinItsBound) {
  const auto mechanism = robust_count("2:0:1");
  const auto powers = powers_of(scale_of_draws(*mechanism), 300);
  const OutputLaw law({0, 0, kThirds, 0, 0}, powers);
  const auto transport = LineTransport::make({{2, 1}}, law.rounded(300).first);
  for (const Rational& gamma : {Rational(1, 20), Rational(1, 1000)}) {
    const Rational beta = mechanism->accuracy(Rational(1) - gamma)[0].beta;
    EXPECT_EQ(transport->infinity(gamma), beta.to_int64());
    EXPECT_GT(transport->infinity(gamma * Rational(1, 2)), beta.to_int64());
  }
}

}  // namespace
}  // namespace selvage
