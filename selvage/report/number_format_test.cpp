#include "selvage/report/number_format.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace selvage {
namespace {

NumberFormat times_coarser(NumberFormat format, int times) {
  for (int i = 0; i < times; ++i) format = format.coarser();
  return format;
}

TEST(NumberFormat, NumbersAreExactMultiplesOfTheUnit) {
  const NumberFormat counts(1, Script::unicode);
  EXPECT_EQ(counts.both({4321, 4201, 4441}), "4,321 ±120");
  EXPECT_EQ(counts.both({-5, -12, 2}), "-5 ±7");
  EXPECT_EQ(counts.both({4321, 4201, 4442}), "4,321 [4,201, 4,442]");
  const NumberFormat cents({1, 100}, Script::ascii);
  EXPECT_EQ(cents.both({123450, 123400, 123500}), "1,234.50 +-0.50");
  EXPECT_EQ(cents.value(-7), "-0.07");
  EXPECT_EQ(cents.value(1200), "12.00");
  EXPECT_EQ(NumberFormat(1000, Script::unicode).value(12), "12,000");
  EXPECT_EQ(NumberFormat(*Rational::parse("1e-12"), Script::unicode).value(-1234),
            "-0.000000001234");
  EXPECT_EQ(NumberFormat(*Rational::parse("1e-18"), Script::unicode).value(-1234),
            "-1.234e-15");
}

// What a far end says of its own distance is no reason to round the value, or the end
// that is near.
TEST(NumberFormat, AFarEndTakesNoDigitFromTheValue) {
  Series series{.name = "IQR", .unit = Rational(1, 1000)};
  series.rows = {{13'924, 0, 9'223'372'036'854'775'807}};
  EXPECT_EQ(NumberFormat(series, Script::unicode).both(series.rows[0]),
            "13.92 [0.00, 9.23e15]");
  series.rows = {{14'000, 1'000, 58'720'704'000}};
  EXPECT_EQ(NumberFormat(series, Script::unicode).both(series.rows[0]),
            "14.00 [1.00, 58,800,000]");
  series.rows = {{80, -9'223'372'036'854'775'807, 1'767}};
  EXPECT_EQ(NumberFormat(series, Script::unicode).both(series.rows[0]),
            "0.080 [-9.23e15, 1.767]");
}

TEST(NumberFormat, ANumberWithoutAnIntervalIsItsDigits) {
  const Series series{.name = "sum",
                      .unit = Rational(1, 1000),
                      .rows = {without_interval(12'500), without_interval(300)}};
  const NumberFormat format(series, Script::ascii);
  EXPECT_EQ(format.both(series.rows[0]), "12.5");
  EXPECT_EQ(format.both(series.rows[1]), "0.3");
  EXPECT_EQ(format.spread(series.rows[0]), "");
  EXPECT_TRUE(rounding_note(format).empty());
  const Series whole{
      .name = "sum", .unit = Rational(1, 1000), .rows = {without_interval(900'000)}};
  EXPECT_EQ(NumberFormat(whole, Script::ascii).both(whole.rows[0]), "900");
}

TEST(NumberFormat, LimitsAreWrittenAsTheyAre) {
  using Limits = std::numeric_limits<std::int64_t>;
  const NumberFormat format(1, Script::unicode);
  EXPECT_EQ(format.value(Limits::min()), "-9,223,372,036,854,775,808");
  EXPECT_EQ(format.spread({Limits::max(), Limits::max() - 1, Limits::max()}),
            "[9,223,372,036,854,775,806, 9,223,372,036,854,775,807]");
  EXPECT_EQ(format.spread({-1, Limits::min(), Limits::max() - 1}),
            "±9,223,372,036,854,775,807");
}

TEST(NumberFormat, DroppedDigitsRoundTheValueAndWidenTheInterval) {
  const NumberFormat cents({1, 100}, Script::unicode);
  const Estimate number{123456, 123436, 123476};  // 1234.56 ±0.20
  EXPECT_EQ(times_coarser(cents, 1).both(number), "1,234.6 ±0.3");
  EXPECT_EQ(times_coarser(cents, 2).both(number), "1,235 ±1");
  EXPECT_EQ(times_coarser(cents, 4).both(number), "1.2e3 ±1e2");
  EXPECT_EQ(times_coarser(cents, 2).both({-120, -149, 20}), "-1 [-2, 1]");
  EXPECT_FALSE(times_coarser(cents, 1).is_exact());
}

// What is written holds the interval that was meant, however few digits are left.
TEST(NumberFormat, CoarseIntervalsHoldTheFineOnes) {
  const NumberFormat exact(1, Script::unicode);
  std::int64_t factor = 1;
  for (int digits = 0; digits < 6; ++digits, factor *= 10)
    for (std::int64_t value = -54321; value < 54321; value += 997)
      for (const std::int64_t half : {0, 1, 49, 50, 777}) {
        const std::string text =
            times_coarser(exact, digits).both({value, value - half, value + half});
        std::string plain;
        for (const char c : text)
          if (c != ',') plain += c;
        const auto at = plain.find("±");
        const auto shown = std::stod(plain);
        const auto spread = std::stod(plain.substr(at + std::string("±").size()));
        EXPECT_LE(shown - spread, static_cast<double>(value - half)) << text;
        EXPECT_GE(shown + spread, static_cast<double>(value + half)) << text;
        EXPECT_LE(spread, static_cast<double>(half + 3 * factor / 2 + 1)) << text;
      }
}

TEST(NumberFormat, FitsWhateverTheNumber) {
  const Estimate number{std::int64_t{1} << 61, -(std::int64_t{1} << 60), 77};
  for (const char* unit : {"1", "1e-6", "1e-30", "1e5"})
    for (std::size_t room = 24; room < 80; ++room) {
      const auto widest = [&](const NumberFormat& f) { return places(f.both(number)); };
      const NumberFormat format =
          fitted(NumberFormat(*Rational::parse(unit), Script::unicode), room, widest);
      EXPECT_LE(widest(format), room) << format.both(number);
    }
}

TEST(NumberFormat, APlaceThatIsExactHasNoSpread) {
  Series series{"0.9 quantile", Rational::power_of_two(-32)};
  series.places = CodeUnit{};
  const CodeScale scale = series.places->scale();
  const std::int64_t code = scale.nearest(Rational(60) / series.unit),
                     above = scale.nearest(Rational(61) / series.unit);
  series.rows = {{code, code, code}, {code, code, above}};
  const NumberFormat format(series, Script::unicode);
  EXPECT_EQ(format.both(series.rows[0]), "60 ±0");
  EXPECT_EQ(format.both(series.rows[1]), "60 [60, 61]");
  series.rows.pop_back();  // no width says how many digits are needless
  EXPECT_EQ(NumberFormat(series, Script::unicode).both(series.rows[0]), "60 ±0");
}

}  // namespace
}  // namespace selvage
