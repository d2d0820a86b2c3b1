#include "selvage/random/sampling/failures_before.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/outcome/chi_square.hpp"
#include "selvage/outcome/outcome_tree.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

// A round accepts with probability (1 - 1/e) / (t (1 - exp(-1/t))), t = 2^width. [T2]
Interval acceptance(unsigned width) {
  const Rational t = Rational::power_of_two(width);
  return expm1(Rational(-1)) / (expm1(-(Rational(1) / t)) * t);
}

// Every branch of a round that reads narrow digits of E: what was walked is at most the
// exact probability, and what was not fills it up. [T8, T10]
TEST(FailuresBefore, LawIsExactByItsDraws) {
  const struct {
    Rational x;
    unsigned width;
    double cut;
    double unresolved;
    std::int64_t values;
  } cases[] = {{{1, 10}, 1, 1e-6, 7e-4, 4},
               {{1, 2}, 2, 1e-7, 4e-4, 8},
               {1, 4, 1e-6, 2e-3, 12},
               {{7, 3}, 8, 1e-6, 4e-3, 30}};
  for (const auto& c : cases) {
    const FailuresBefore law(FailuresBefore::Coin::exp_minus, c.x);
    const auto walked = law_of<TreeDraws>({.cut = c.cut}, [&](TreeDraws& draws) {
      return failures_before_round(draws, law, c.width);
    });
    EXPECT_LT(walked.unresolved.middle(), c.unresolved) << c.x.text();
    const Interval accepted = acceptance(c.width);
    const Draw exact = Draw::failures_before(c.x);
    for (std::int64_t g = 0; g < c.values; ++g) {
      const Interval p = exact.weight(static_cast<std::uint64_t>(g)).value();
      EXPECT_LE((walked.lower(g) / accepted).lower(), p.upper())
          << c.x.text() << ' ' << g;
      EXPECT_GE((walked.upper(g) / accepted).upper(), p.lower())
          << c.x.text() << ' ' << g;
    }
  }
}

// The decisions alone, given that E is exponential: an undecided piece of the line is
// cut in 16, down to 2^-36. The decided pieces of g make at most P(g), and what is
// undecided at the end is little.
struct DecidedLine {
  const FailuresBefore& law;
  std::map<std::int64_t, Interval> mass;
  Interval undecided;

  void walk(std::int64_t k, unsigned places) {
    const Rational size = Rational::power_of_two(-static_cast<long>(places));
    const auto value = law.at(PartialReal(static_cast<Uint128>(k), places));
    const auto piece = [&] { return exp(-(size * k)) * (Interval(0) - expm1(-size)); };
    if (value)
      mass[*value] = mass[*value] + piece();
    else if (places == 36)
      undecided = undecided + piece();
    else
      for (std::int64_t digit = 0; digit < 16; ++digit)
        walk(16 * k + digit, places + 4);
  }
};

TEST(FailuresBefore, DecisionsSplitTheExponentialExactly) {
  for (const Rational& x :
       {Rational(1, 10), Rational(1, 2), Rational(1), Rational(7, 3), Rational(4)}) {
    constexpr std::int64_t reach = 4;  // of E; the rest of the line is like it
    const FailuresBefore law(FailuresBefore::Coin::exp_minus, x);
    DecidedLine line{law, {}, {}};
    for (std::int64_t whole = 0; whole < reach; ++whole) line.walk(whole, 0);
    EXPECT_LT(line.undecided.middle(), 1e-8);
    const Draw exact = Draw::failures_before(x);
    for (std::uint64_t g = 0; exact.rest(g + 1).middle() > std::exp(-reach); ++g) {
      const Interval p = exact.weight(g).value();
      const Interval& decided = line.mass[static_cast<std::int64_t>(g)];
      EXPECT_LE(decided.lower(), p.upper()) << x.text() << ' ' << g;
      EXPECT_GE((decided + line.undecided).upper(), p.lower()) << x.text() << ' ' << g;
    }
  }
}

TEST(FailuresBefore, DigitsOfTheExponentialHaveTheirLaw) {
  constexpr unsigned places = 3, width = 4;
  const auto law = law_of<TreeDraws>({.cut = 1e-15}, [](TreeDraws& draws) {
    return exponential_digit_round(draws, places, width);
  });
  EXPECT_LT(law.unresolved.middle(), 1e-12);
  for (std::uint64_t digit = 1; digit < 16; ++digit) {
    const Interval ratio = exp(-Rational(static_cast<std::int64_t>(digit), 128));
    EXPECT_LE((law.lower(digit) / law.upper(0)).lower(), ratio.upper()) << digit;
    EXPECT_GE((law.upper(digit) / law.lower(0)).upper(), ratio.lower()) << digit;
  }
}

TEST(FailuresBefore, FineCoinsMultiplyTheirProbability) {
  const auto law = law_of<TreeDraws>({.cut = 0}, [](TreeDraws& draws) {
    FineCoins<TreeDraws> fine{draws, 186};
    return fine.coin(3, 7);
  });
  EXPECT_EQ(law.mass.at(true).single()->factor,
            Rational(3, 7) / Rational::power_of_two(186));
}

std::optional<std::int64_t> at(const FailuresBefore& law, const Rational& k,
                               unsigned places) {
  return law.at(PartialReal(to_fraction(k).numerator, places));
}

// The value changes from n-1 to n where E crosses n * rate, to 2^-105, at parameters
// that no tree reaches; and where the crossing lies inside, it is not decided.
TEST(FailuresBefore, ChangesExactlyAtTheMultiplesOfTheRate) {
  constexpr unsigned places = 105;
  const struct {
    Rational x;
    std::vector<std::int64_t> values;
  } cases[] = {{{1, 1'000'000'000}, {1, 2, 5}},
               {{1, 10}, {1, 2, 7}},
               {1, {1, 3, 50}},
               {5, {1, 2, 140, 1000}},
               {{25, 2}, {1, 77'777, 2'000'000}},
               {30, {1, 123'456'789, 10'000'000'000'000, 70'000'000'000'001}},
               {43, {1'000'000'000'007, kMaxNoise - 1, kMaxNoise}},
               {60, {kMaxNoise / 3, kMaxNoise}}};
  for (const auto& c : cases) {
    const FailuresBefore law(FailuresBefore::Coin::exp_minus, c.x);
    const Interval rate = Interval(0) - log(Interval(0) - expm1(-c.x));
    for (const std::int64_t n : c.values) {
      const Interval crossing = rate * n * Rational::power_of_two(places);
      const Rational k = crossing.lower().floor();
      ASSERT_EQ(crossing.upper().floor(), k);
      EXPECT_EQ(at(law, k - 1, places), n - 1) << c.x.text() << ' ' << n;
      EXPECT_EQ(at(law, k, places), std::nullopt) << c.x.text() << ' ' << n;
      EXPECT_EQ(at(law, k + 1, places), n) << c.x.text() << ' ' << n;
    }
  }
}

// The rate of x is e where x is the rate of e. So a fraction x, 2^-180 beside that, has
// its first crossing that close to e = k/2^places, inside the piece above e or below
// it: then this piece must not be decided, and only bounds rounded outward see that.
TEST(FailuresBefore, BoundsAreRoundedOutward) {
  for (const unsigned places : {20u, FailuresBefore::kWidth, 90u})
    for (std::int64_t i = 1; i < 200; ++i) {
      const Rational k = (Rational::power_of_two(places) * Rational(i, 97)).floor();
      const Rational e = k / Rational::power_of_two(places);
      const Interval x = Interval(0) - log(Interval(0) - expm1(-e));
      EXPECT_EQ(
          at(FailuresBefore(FailuresBefore::Coin::exp_minus, x.lower()), k, places),
          std::nullopt)
          << i;
      EXPECT_EQ(
          at(FailuresBefore(FailuresBefore::Coin::exp_minus, x.upper()), k - 1, places),
          std::nullopt)
          << i;
    }
}

// A decision made early, from few digits and at low precision, is the one that all the
// digits give. Some are made early, and some late.
TEST(FailuresBefore, ReadingMoreDigitsNeverChangesADecision) {
  SeededWords words(5);
  int early = 0, late = 0;
  for (const Rational& x : {Rational(1, 10), Rational(1), Rational(5), Rational(25, 2),
                            Rational(30), Rational(43)}) {
    const FailuresBefore law(FailuresBefore::Coin::exp_minus, x);
    for (int i = 0; i < 60; ++i) {
      const std::uint64_t whole = words() % 3;
      const std::uint64_t digits[3] = {words(), words(), words()};
      PartialReal all(whole, 0);
      for (const std::uint64_t digit : digits) all.append(digit, 64);
      const auto full = law.at(all);
      ASSERT_TRUE(full);
      for (const unsigned width : {1u, 16u, 64u}) {
        PartialReal e(whole, 0);
        auto decided = law.at(e);
        for (unsigned read = 0; read < 192; read += width) {
          const std::uint64_t rest = digits[read / 64] << read % 64;
          e.append(rest >> (64 - width), width);
          const auto now = law.at(e);
          if (decided) {
            ASSERT_EQ(now, decided);
          }
          if (now && !decided) ++(read < 32 ? early : late);
          decided = now;
        }
        ASSERT_EQ(decided, full);
      }
    }
  }
  EXPECT_GT(early, 150);
  EXPECT_GT(late, 150);
}

// About 20 cells of equal probability, fewer where single values have more.
std::vector<std::int64_t> quantiles(const Rational& x) {
  const double rate = -std::log1p(-std::exp(-x.to_double()));
  std::vector<std::int64_t> cells;
  for (int i = 1; i <= 20; ++i) {
    const auto cell =
        static_cast<std::int64_t>(std::ceil(-std::log1p(-i / 21.0) / rate));
    if (cells.empty() || cell > cells.back()) cells.push_back(cell);
  }
  return cells;
}

// A fixed seed: the outcome never changes. With a fresh one the first line would fail
// with probability at most 1e-9; the second shows that 2 % of x would be seen.
TEST(FailuresBefore, FitsItsLaw) {
  const struct {
    Rational x;
    std::size_t draws;
  } cases[] = {{{1, 10}, 1 << 21},
               {1, 1 << 18},
               {5, 1 << 16},
               {{25, 2}, 1 << 16},
               {30, 1 << 16}};
  for (const auto& c : cases) {
    SeededSource source(21);
    std::vector<std::int64_t> sample(c.draws);
    source.failures_before(sample, c.x);
    const auto cells = quantiles(c.x);
    const Rational off = c.x * Rational(51, 50);
    EXPECT_GT(fit_by_cells(sample, Draw::failures_before(c.x), cells), 1e-9)
        << c.x.text();
    EXPECT_LT(fit_by_cells(sample, Draw::failures_before(off), cells), 1e-9)
        << c.x.text();
    double sum = 0;
    for (const std::int64_t g : sample) sum += static_cast<double>(g);
    const auto n = static_cast<double>(sample.size());
    const double p = std::exp(-c.x.to_double());
    EXPECT_NEAR(sum / n, (1 - p) / p, 6.2 * std::sqrt((1 - p) / n) / p) << c.x.text();
  }
}

// At x = 43 more than a third of the gaps reach the cap: its share is (1-p)^(2^62).
TEST(FailuresBefore, TheCapKeepsItsShare) {
  SeededSource source(22);
  std::vector<std::int64_t> sample(1 << 15);
  source.failures_before(sample, 43);
  EXPECT_GT(fit_by_cells(sample, Draw::failures_before(43),
                         {kMaxNoise / 4, kMaxNoise / 2, kMaxNoise}),
            1e-9);
  EXPECT_EQ(*std::max_element(sample.begin(), sample.end()), kMaxNoise);
}

struct CountedWords {
  SeededWords words{23};
  int* served;
  std::uint64_t operator()() {
    ++*served;
    return words();
  }
};

TEST(FailuresBefore, ExtremesTakeNoMoreWordsThanOthers) {
  const Rational huge = Rational::power_of_two(62);
  const struct {
    Rational x;
    std::int64_t value;  // of all draws but one in a million
  } cases[] = {{Rational(1) / huge, 0}, {{1, 1'000'000'000}, 0},
               {60, kMaxNoise},         {1'000'000'007, kMaxNoise},
               {huge - 1, kMaxNoise},   {huge, kMaxNoise},
               {huge / 3, kMaxNoise},   {Rational(3) / (huge - 5), 0}};
  for (const auto& c : cases) {
    int served = 0;
    SamplingSource<CountedWords> source(CountedWords{.served = &served});
    std::vector<std::int64_t> sample(2000);
    source.failures_before(sample, c.x);
    for (const std::int64_t g : sample) ASSERT_EQ(g, c.value) << c.x.text();
    EXPECT_LT(served, 2000 * 15) << c.x.text();
  }
  for (const Rational& x : {Rational(1), Rational(30), Rational(43)}) {
    int served = 0;
    SamplingSource<CountedWords> source(CountedWords{.served = &served});
    std::vector<std::int64_t> sample(2000);
    source.failures_before(sample, x);
    EXPECT_LT(served, 2000 * 15) << x.text();
  }
}

// The law that a source keeps for the next batch is that of the last x only.
TEST(FailuresBefore, ASourceFollowsAChangeOfParameter) {
  SeededSource one(24), two(24);
  std::vector<std::int64_t> from_one(50), from_two(50);
  one.failures_before(from_one, 1);
  two.failures_before(from_two, 9);
  EXPECT_NE(from_one, from_two);
  one.failures_before(from_one, 9);
  two.failures_before(from_two, 9);
  EXPECT_EQ(from_one, from_two);
}

// T11, what it is for: which of four cells are hit, by jumps and by a coin for each.
TEST(FailuresBefore, JumpsAreACoinForEachCell) {
  const Rational x(3, 2);
  const auto jumps = law_of<TreeSource>({.cut = 1e-12}, [&](RandomSource& random) {
    unsigned hit = 0;
    for (std::int64_t cell = 0;; ++cell) {
      std::int64_t gap[1];
      random.failures_before(gap, x);
      cell += gap[0];
      if (cell >= 4) return hit;
      hit |= 1u << cell;
    }
  });
  EXPECT_LT(jumps.unresolved.middle(), 1e-9);
  const auto coins = law_of<TreeSource>({}, [&](RandomSource& random) {
    std::uint8_t coin[4];
    random.bernoulli_exp(coin, x);
    return static_cast<unsigned>(coin[0] | coin[1] << 1 | coin[2] << 2 | coin[3] << 3);
  });
  for (unsigned hit = 0; hit < 16; ++hit) {
    EXPECT_LE(jumps.lower(hit).lower(), coins.lower(hit).upper()) << hit;
    EXPECT_GE(jumps.upper(hit).upper(), coins.lower(hit).lower()) << hit;
  }
}

// And a coin exp(-T/scale) followed by noise >= 0 is noise >= T.
TEST(FailuresBefore, ACoinAndNoiseFromZeroAreNoiseFromTheThreshold) {
  const Rational scale(7, 3);
  const std::int64_t threshold = 5;
  const auto law = law_of<TreeSource>({}, [&](RandomSource& random) {
    std::uint8_t coin[1];
    std::int64_t noise[1];
    random.bernoulli_exp(coin, Rational(threshold) / scale);
    if (coin[0] == 0) return std::int64_t{-1};
    random.discrete_laplace(noise, scale);
    return noise[0] < 0 ? -1 : threshold + noise[0];
  });
  const Draw exact = Draw::laplace(scale);
  for (std::uint64_t i = 0; i < 60; ++i)
    if (exact.value(i) >= threshold) {
      EXPECT_EQ(exact_ratio(*law.mass.at(exact.value(i)).single(), exact.weight(i)),
                (ExactRatio{1, 0}));
    }
}

}  // namespace
}  // namespace selvage
