// The rules of extremes.
#include <algorithm>
#include <cassert>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/extremes.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

bool is_count_of_rows(const Rational& rows) { return rows.is_integer() && rows >= 1; }

Result<Guarantee> conclude_above_threshold(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  const Rational& first = number_in(inputs, "first");
  const Rational& second = number_in(inputs, "second");
  const Rational& rows = number_in(inputs, "rows_per_person");
  if (!premises.empty() || first.sign() <= 0 || second.sign() <= 0 ||
      !is_count_of_rows(rows))
    return misapplied(
        "above_threshold takes first > 0, second > 0, a whole rows_per_person >= 1 "
        "and no premises");
  return Guarantee{DpPromise{(first + second) * rows, 0},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_exponential_extreme(const Inputs& inputs,
                                               const std::vector<Guarantee>& premises) {
  const Rational& slope = number_in(inputs, "slope");
  const Rational& rows = number_in(inputs, "rows_per_person");
  if (!premises.empty() || slope.sign() <= 0 || !is_count_of_rows(rows))
    return misapplied(
        "exponential_extreme takes slope > 0, a whole rows_per_person >= 1 and no "
        "premises");
  return Guarantee{DpPromise{slope * rows * 2, 0}, Neighbours::add_remove_person};
}

Derivation extreme_leaf(const char* rule, Inputs inputs) {
  auto node = derive(rule, std::move(inputs), {});
  assert(node);
  return *std::move(node);
}

}  // namespace

Derivation above_threshold(const Rational& first, const Rational& second,
                           std::int64_t rows_per_person) {
  return extreme_leaf("above_threshold",
                      {{"first", first},
                       {"second", second},
                       {"rows_per_person", Rational(rows_per_person)}});
}

Derivation exponential_extreme(const Rational& slope, std::int64_t rows_per_person) {
  return extreme_leaf(
      "exponential_extreme",
      {{"slope", slope}, {"rows_per_person", Rational(rows_per_person)}});
}

// Bounds may be one too large, never too small.
std::optional<std::int64_t> people_beyond(const Rational& first, const Rational& second,
                                          std::int64_t threshold, std::int64_t places,
                                          const Rational& risk) {
  const auto one_minus_exp = [](const Rational& x) { return Interval(0) - expm1(-x); };
  const Interval both = one_minus_exp(first + second);
  const Interval none =
      exp(-(first * (Rational(threshold) + 1))) * one_minus_exp(second) / both;
  const Interval left = Interval(risk) - none;
  if (left.lower().sign() <= 0) return std::nullopt;
  const Interval many = Interval(places - 1) * one_minus_exp(first) / both;
  const auto more = (log(many / left) / second).upper().ceil().to_int64();
  if (!more) return std::nullopt;
  return std::max(threshold, threshold - 1 + *more);
}

std::optional<std::int64_t> people_beyond_drawn(const Rational& slope,
                                                std::int64_t people,
                                                std::int64_t places,
                                                const Rational& risk) {
  const Interval odds = Interval(places - 1) / Interval(risk);
  const auto needed = (log(odds) / slope).upper().ceil().to_int64();
  if (!needed || *needed > people) return std::nullopt;
  return people - 1 + std::max<std::int64_t>(1, *needed);
}

std::span<const Rule> extremes_rules() {
  static const Rule kRules[] = {
      {"above_threshold",
       "T103",
       "the first bin that few enough rows lie beyond, by noisy counts, hides any one "
       "person",
       {"first", "second", "rows_per_person"},
       conclude_above_threshold},
      {"exponential_extreme",
       "T105",
       "a bin drawn by how well the number of rows beyond it fits hides any one person",
       {"slope", "rows_per_person"},
       conclude_exponential_extreme},
  };
  return kRules;
}

}  // namespace selvage
