#include "selvage/random/bulk/threshold_law.hpp"

#include <gtest/gtest.h>

#include "selvage/random/bulk/table_testing.hpp"
#include "selvage/random/inversion/geometric_inversion.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using namespace table_testing;

Rational decimal(const char* text) { return *Rational::parse(text); }

// T_m, within 1e-19 of this decimal.
void expect_threshold(const Result<ThresholdLaw>& law, std::int64_t m,
                      const char* text) {
  RealBounds bounds(192);
  law->bound(m, bounds, 192);
  const double lower = mpfr_get_d(bounds.lower, MPFR_RNDD);
  EXPECT_NEAR(lower, std::stod(text), 1e-15);
  mpfr_t x;
  mpfr_init2(x, 192);
  for (const mpfr_ptr end : {bounds.lower, bounds.upper}) {
    mpfr_sub_q(x, end, decimal(text).raw(), MPFR_RNDN);
    mpfr_div_q(x, x, decimal(text).raw(), MPFR_RNDN);
    EXPECT_LT(std::abs(mpfr_get_d(x, MPFR_RNDN)), 1e-18) << text;
  }
  EXPECT_LT(mpfr_cmp(bounds.lower, bounds.upper), 0);
  mpfr_clear(x);
}

TEST(ThresholdLaw, FloorsAreThoseOfTheTable) {
  const auto size = ThresholdLaw::two_sided(1)->floors(64);
  ASSERT_TRUE(size);
  ASSERT_GE(size->size(), 44u);
  EXPECT_EQ((*size)[0], 9922187141663961707u);
  EXPECT_EQ((*size)[1], 3650168660873808841u);
  EXPECT_EQ((*size)[2], 1342822007143768757u);
  EXPECT_EQ((*size)[9], 1224495171264120u);
  EXPECT_EQ((*size)[39], 114u);
}

TEST(ThresholdLaw, ThresholdsAreThoseOfTheVectors) {
  expect_threshold(ThresholdLaw::two_sided(1), 10, "6.6380016244128461156e-5");
  expect_threshold(ThresholdLaw::two_sided(2), 10, "0.0083881959654485656377");
  expect_threshold(ThresholdLaw::two_sided(10), 10, "0.3862581002327805841");
  expect_threshold(ThresholdLaw::two_sided(Rational(1, 2)), 10,
                   "3.6309161758148185777e-9");
  expect_threshold(ThresholdLaw::two_sided(1'000'000), 10, "0.99999050004499985829");
  expect_threshold(ThresholdLaw::truncated(2, 3), 3, "0.10153632409155180089");
  expect_threshold(ThresholdLaw::truncated_two_sided(2, 2), 2,
                   "0.24950957739020979036");  // twice 0.12475478869510489518
  expect_threshold(ThresholdLaw::gaussian(1), 3, "0.0091343428356065053228");
  expect_threshold(ThresholdLaw::gaussian(9), 9, "0.0044205646435717645834");
  expect_threshold(ThresholdLaw::gaussian(100), 30, "0.0031651179925766781052");
}

// Bit i of a geometric number is 1 with probability 1/(1 + exp(e 2^i)), which is a law
// truncated to 0..1.
TEST(ThresholdLaw, BitsOfAGeometricNumberAreThoseOfTheVectors) {
  const auto bit = [](const Rational& e, long i) {
    return ThresholdLaw::truncated(Rational(1) / (e * Rational::power_of_two(i)), 1);
  };
  expect_threshold(bit(1, 0), 1, "0.26894142136999512075");
  expect_threshold(bit(1, 3), 1, "3.3535013046647810388e-4");
  expect_threshold(bit(1, 6), 1, "1.603810890548637853e-28");
  const Rational small(1, 1'000'000);
  expect_threshold(bit(small, 0), 1, "0.49999975000000000002");
  expect_threshold(bit(small, 10), 1, "0.49974400002236961899");
  expect_threshold(bit(small, 20), 1, "0.2594986416446195827");
  expect_threshold(bit(small, 25), 1, "2.6760568726815640249e-15");
}

TEST(ThresholdLaw, TruncatedMassesAreThoseOfTheVectors) {
  RealBounds one(192), two(192), three(192);
  const auto law = ThresholdLaw::truncated(2, 3);
  law->bound(1, one, 192);
  law->bound(2, two, 192);
  law->bound(3, three, 192);
  const auto value = [](const RealBounds& x) { return mpfr_get_d(x.lower, MPFR_RNDN); };
  EXPECT_NEAR(1 - value(one), 0.45505423392341124478, 1e-15);
  EXPECT_NEAR(value(one) - value(two), 0.27600434470659363447, 1e-15);
  EXPECT_NEAR(value(two) - value(three), 0.16740509727844331986, 1e-15);
  const auto both = ThresholdLaw::truncated_two_sided(2, 2);
  both->bound(1, one, 192);
  both->bound(2, two, 192);
  EXPECT_NEAR(1 - value(one), 0.33911867512315156046, 1e-15);
  EXPECT_NEAR((value(one) - value(two)) / 2, 0.20568587374331932459, 1e-15);
}

struct Audited {
  const char* name;
  Result<ThresholdLaw> law;
  Kind kind;
  Rational parameter;
  std::int64_t last = 0;
};

std::vector<Audited> audited_laws() {
  const Rational tenth = Rational(1) / Rational::from_double(0.1);
  return {
      {"geometric 1", ThresholdLaw::geometric(1), Kind::geometric, 1},
      {"geometric 0.64", ThresholdLaw::geometric(Rational(25, 16)), Kind::geometric,
       Rational(25, 16)},
      {"geometric 17/7", ThresholdLaw::geometric(Rational(7, 17)), Kind::geometric,
       Rational(7, 17)},
      {"two-sided 1", ThresholdLaw::two_sided(1), Kind::two_sided, 1},
      {"two-sided 1/2", ThresholdLaw::two_sided(2), Kind::two_sided, 2},
      {"two-sided 0.1", ThresholdLaw::two_sided(tenth), Kind::two_sided, tenth},
      {"two-sided 4/9", ThresholdLaw::two_sided(Rational(9, 4)), Kind::two_sided,
       Rational(9, 4)},
      {"truncated 0.01", ThresholdLaw::truncated(100, 63), Kind::truncated, 100, 63},
      {"truncated 1/2", ThresholdLaw::truncated(2, 3), Kind::truncated, 2, 3},
      {"truncated 3/7 two-sided", ThresholdLaw::truncated_two_sided(Rational(7, 3), 20),
       Kind::truncated_two_sided, Rational(7, 3), 20},
      {"truncated 1/2 two-sided", ThresholdLaw::truncated_two_sided(2, 2),
       Kind::truncated_two_sided, 2, 2},
      {"gaussian 1", ThresholdLaw::gaussian(1), Kind::gaussian, 1},
      {"gaussian 9", ThresholdLaw::gaussian(9), Kind::gaussian, 9},
      {"gaussian 27/2", ThresholdLaw::gaussian(Rational(27, 2)), Kind::gaussian,
       Rational(27, 2)},
      {"gaussian 1/3", ThresholdLaw::gaussian(Rational(1, 3)), Kind::gaussian,
       Rational(1, 3)},
  };
}

// Every entry again, by sums of masses in fractions: power series instead of functions.
TEST(ThresholdLaw, FloorsAreThoseOfSumsOfFractions) {
  for (const auto& audited : audited_laws()) {
    const auto floors = audited.law->floors(64);
    ASSERT_TRUE(floors) << audited.name;
    const std::size_t length = floors->size() + 40;
    const auto thresholds =
        thresholds_of(audited.kind, audited.parameter, length, audited.last);
    const Rational words = Rational::power_of_two(64);
    for (std::size_t m = 1; m < thresholds.size(); ++m) {
      const Rational floor = (words * thresholds[m].lower).floor();
      ASSERT_EQ(floor, (words * thresholds[m].upper).floor()) << audited.name;
      if (m <= floors->size())
        EXPECT_EQ(floor, Rational::from_uint64((*floors)[m - 1]))
            << audited.name << ' ' << m;
      else
        EXPECT_EQ(floor, Rational(0)) << audited.name << ' ' << m;
    }
    if (audited.last > 0) {
      EXPECT_LE(floors->size(), static_cast<std::size_t>(audited.last));
    }
  }
}

// With few bits every rounding shows: one in the wrong direction, or a tail that is
// forgotten, would leave the threshold outside.
TEST(ThresholdLaw, BoundsHoldTheThresholdAtEveryPrecision) {
  for (const auto& audited : audited_laws()) {
    const auto thresholds =
        thresholds_of(audited.kind, audited.parameter, 120, audited.last);
    for (const mpfr_prec_t bits : {20, 53, 100})
      for (std::size_t m = 1; m < std::min<std::size_t>(thresholds.size(), 70); ++m) {
        RealBounds bounds(bits);
        audited.law->bound(static_cast<std::int64_t>(m), bounds, bits);
        EXPECT_LE(mpfr_cmp_q(bounds.lower, thresholds[m].upper.raw()), 0)
            << audited.name << ' ' << m << ' ' << bits;
        EXPECT_GE(mpfr_cmp_q(bounds.upper, thresholds[m].lower.raw()), 0)
            << audited.name << ' ' << m << ' ' << bits;
      }
  }
}

// All words of 16 binary places: no value is decided more often than its probability,
// and no word is left open but those that hold a threshold. The exact path decides the
// same, at every word near a threshold and at many others.
TEST(ThresholdLaw, DecidesNoValueTooOften) {
  for (const auto& audited : audited_laws()) {
    const auto thresholds =
        thresholds_of(audited.kind, audited.parameter, 60, audited.last);
    auto floors = *audited.law->floors(16);
    if (!audited.law->last()) floors.push_back(0);  // infinitely many of them
    Census census;
    for (std::uint64_t word = 0; word < kAll; ++word) {
      std::optional<std::int64_t> value = 0;
      bool near = false;
      for (const std::uint64_t floor : floors) {
        if (word < floor && value) ++*value;
        if (word == floor) value = std::nullopt;
        near = near || (word <= floor + 1 && floor <= word + 1);
      }
      if (near || word % 97 == 0) {
        ASSERT_EQ(audited.law->at(PartialReal(word, 16)), value)
            << audited.name << ' ' << word;
      }
      count(census, word, 16, value, thresholds);
    }
    expect_brackets(census, thresholds, Rational::from_uint64(kAll), audited.name);
    floors.erase(std::unique(floors.begin(), floors.end()), floors.end());
    EXPECT_EQ(census.undecided, floors.size()) << audited.name;
  }
}

// The two forms of the same inversion, on the same bits, near thresholds too.
TEST(ThresholdLaw, AgreesWithTheClosedForm) {
  SeededWords words(11);
  for (const Rational& scale :
       {Rational(1), Rational(9, 4), Rational(100), Rational(1, 3), Rational(1'000'000),
        Rational(1L << 40)}) {
    for (const bool two : {false, true}) {
      const auto law =
          two ? ThresholdLaw::two_sided(scale) : ThresholdLaw::geometric(scale);
      const GeometricInversion closed(
          two ? GeometricInversion::Sides::two : GeometricInversion::Sides::one, scale);
      for (int i = 0; i < 200; ++i) {
        const std::uint64_t word = words() >> (i % 60);
        PartialReal u(word, 64);
        for (int more = 0; more < 2; ++more) {
          EXPECT_EQ(law->at(u), closed.at(u)) << scale.text() << ' ' << word;
          u.append(words(), 64);
        }
      }
      if (scale > Rational(100)) continue;
      const auto floors = *law->floors(64);
      for (std::size_t i = 0; i < floors.size(); i += 1 + i / 20) {
        const std::uint64_t floor = floors[i];
        PartialReal at(floor, 64);
        EXPECT_FALSE(law->at(at));
        EXPECT_FALSE(closed.at(at));
        for (const std::uint64_t next :
             {std::max<std::uint64_t>(floor, 2) - 1, floor + 1})
          EXPECT_EQ(law->at(PartialReal(next, 64)), closed.at(PartialReal(next, 64)));
        at.append(words(), 64);
        EXPECT_EQ(law->at(at), closed.at(at));
      }
    }
  }
}

TEST(ThresholdLaw, EndsOfTheIntervalAreThoseOfTheLaw) {
  EXPECT_FALSE(ThresholdLaw::geometric(1)->at(PartialReal(0, 64)));
  EXPECT_FALSE(ThresholdLaw::gaussian(9)->at(PartialReal(0, 64)));
  EXPECT_EQ(ThresholdLaw::truncated(2, 3)->at(PartialReal(0, 64)), 3);
  EXPECT_EQ(ThresholdLaw::truncated_two_sided(2, 2)->at(PartialReal(0, 64)), 2);
  EXPECT_EQ(ThresholdLaw::truncated(1, 1)->at(PartialReal(0, 64)), 1);
  EXPECT_EQ(ThresholdLaw::truncated(1, 1)->at(PartialReal(~std::uint64_t{0}, 64)), 0);
  EXPECT_EQ(ThresholdLaw::geometric(1)->at(PartialReal(~std::uint64_t{0}, 64)), 0);
  // Far out: T_13 = 1.6e-37 at variance 1, between 2^-123 and 2^-122.
  EXPECT_FALSE(ThresholdLaw::gaussian(1)->at(PartialReal(1, 123)));
  for (const bool upper : {false, true}) {
    PartialReal far(1, 123);
    far.append(upper ? ~std::uint64_t{0} : 0, 64);
    EXPECT_EQ(ThresholdLaw::gaussian(1)->at(far), upper ? 12 : 13);
  }
}

TEST(ThresholdLaw, WorksAtTheEndsOfItsParameters) {
  const Rational tiny = Rational::power_of_two(-62), huge = Rational::power_of_two(62);
  for (const auto& law : {ThresholdLaw::geometric(tiny), ThresholdLaw::two_sided(tiny),
                          ThresholdLaw::gaussian(tiny)}) {
    EXPECT_EQ(law->floors(64), std::vector<std::uint64_t>{});
    EXPECT_EQ(law->at(PartialReal(1, 64)), 0);
  }
  const auto wide = ThresholdLaw::geometric(huge);
  EXPECT_EQ(wide->at(PartialReal(~std::uint64_t{0}, 64)), 0);
  EXPECT_TRUE(wide->at(PartialReal(Uint128{3} << 126, 128)));  // ln(4/3) 2^62
  // ln 4 2^62 is more than any value: more bits, which will say less.
  EXPECT_FALSE(wide->at(PartialReal(Uint128{1} << 62, 64)));
  EXPECT_EQ(ThresholdLaw::truncated(huge, 5)->at(PartialReal(1, 4)), 5);  // T_5 = 1/6
}

TEST(ThresholdLaw, RefusesWhatIsNoLaw) {
  const Rational tiny = Rational::power_of_two(-63), huge = Rational::power_of_two(63);
  for (const Rational& bad : {Rational(0), Rational(-1), tiny, huge}) {
    EXPECT_FALSE(ThresholdLaw::geometric(bad));
    EXPECT_FALSE(ThresholdLaw::two_sided(bad));
    EXPECT_FALSE(ThresholdLaw::truncated(bad, 3));
    EXPECT_FALSE(ThresholdLaw::gaussian(bad));
  }
  EXPECT_FALSE(ThresholdLaw::gaussian(1 << 21));
  for (const std::int64_t bad :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 62})
    EXPECT_FALSE(ThresholdLaw::truncated(1, bad));
  EXPECT_EQ(ThresholdLaw::geometric(0).error().message,
            "the scale is 0, not between 2^-62 and 2^62");
}

}  // namespace
}  // namespace selvage
