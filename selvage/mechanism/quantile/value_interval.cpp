#include "selvage/mechanism/quantile/value_interval.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/bisect.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kOctaveParts = 16;
// A candidate that is farther off stops with probability exp(-40).
constexpr std::int64_t kMostExponent = 40;

// 0 to 15, then 16 to every octave: 16, 17, .., 31, 32, 34, ..
std::int64_t distance_of(std::int64_t place) {
  if (place < kOctaveParts) return place;
  return (kOctaveParts + place % kOctaveParts) << (place / kOctaveParts - 1);
}

// How many of these distances are below this one.
std::int64_t distances_below(std::int64_t far) {
  constexpr std::int64_t kAll = kOctaveParts * 60;  // below 2^63
  return least_above(-1, kAll, [&](std::int64_t place) {
    return place == kAll || distance_of(place) >= far;
  });
}

std::int64_t larger_part(const QuantileRank& rank) {
  return std::max(rank.a, rank.b - rank.a);
}

// The search inwards on one side, over the candidates that lie before the outermost
// code; `off_at` is f of a distance.
template <class OffAt>
std::int64_t drawn_distance(const IntervalTerms& terms, std::int64_t outermost,
                            const OffAt& off_at, RandomSource& random) {
  const auto& [rank, first, second, shift, most] = terms;
  std::int64_t rho = 0;
  random.geometric(std::span(&rho, 1), Rational(larger_part(rank)) / first);
  const Int128 far = Int128{rank.b} * terms.reach();
  std::int64_t kept = outermost;
  for (std::int64_t place = distances_below(outermost); place-- > 0;) {
    const std::int64_t distance = distance_of(place);
    const Int128 off = std::clamp<Int128>(off_at(distance), -far, far) + rho;
    const Int128 need = -floor_quotient(-off, rank.b) - shift;
    std::uint8_t stops = 0;
    random.bernoulli_exp(
        std::span(&stops, 1),
        second * static_cast<std::int64_t>(std::clamp<Int128>(need, 0, most)));
    if (stops != 0) return kept;
    kept = distance;
  }
  return kept;
}

}  // namespace

std::int64_t most_need(const Rational& second) {
  return (Rational(kMostExponent) / second).ceil().to_int64().value();
}

bool fits(const IntervalTerms& terms) {
  const Rational whole = terms.second.numerator() * terms.most;
  return terms.first.sign() > 0 && terms.second.sign() > 0 && terms.shift >= 0 &&
         terms.most >= 1 &&
         fits_sampler(Rational(larger_part(terms.rank)) / terms.first) &&
         fits_sampler(whole) && fits_sampler(terms.second);
}

// exp(-first (b shift + 1) / m) (1 - s) / (1 - s exp(-first b / m)), s = exp(-second).
Interval end_risk(const IntervalTerms& terms) {
  const auto& [rank, first, second, shift, most] = terms;
  const Rational step = first / larger_part(rank);
  return exp(-(step * (Rational(rank.b) * shift + 1))) *
         (Interval(0) - expm1(-second)) /
         (Interval(0) - expm1(-(second + step * rank.b)));
}

std::int64_t least_shift(IntervalTerms terms, const Rational& risk) {
  const auto holds = [&](std::int64_t shift) {
    terms.shift = shift;
    return surely_at_most(end_risk(terms), Interval(risk));
  };
  std::int64_t high = 1;
  while (!holds(high)) high *= 2;
  return least_above(-1, high, holds);
}

std::int64_t draw_upper(const IntervalTerms& terms, const PublishedCode& published,
                        const RowsAround& around, RandomSource& random) {
  const auto& [code, lowest, most] = published;
  return code + drawn_distance(
                    terms, most - code,
                    [&](std::int64_t distance) {
                      return Int128{terms.rank.b} * around.up_to(code + distance) -
                             Int128{terms.rank.a} * around.rows;
                    },
                    random);
}

std::int64_t draw_lower(const IntervalTerms& terms, const PublishedCode& published,
                        const RowsAround& around, RandomSource& random) {
  const auto& [code, lowest, most] = published;
  return code - drawn_distance(
                    terms, code - lowest,
                    [&](std::int64_t distance) {
                      return Int128{terms.rank.a} * around.rows -
                             Int128{terms.rank.b} * around.below(code - distance);
                    },
                    random);
}

bool can_be(const CodeInterval& interval, const PublishedCode& published) {
  const auto& [code, lowest, most] = published;
  const auto is_end = [](std::int64_t distance, std::int64_t outermost) {
    return distance == outermost ||
           (distance >= 0 && distance < outermost &&
            distance_of(distances_below(distance)) == distance);
  };
  return interval.lower >= lowest && interval.upper <= most &&
         is_end(code - interval.lower, code - lowest) &&
         is_end(interval.upper - code, most - code);
}

}  // namespace selvage
