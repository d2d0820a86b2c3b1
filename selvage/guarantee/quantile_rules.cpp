// The rules of quantiles.
#include <algorithm>
#include <cassert>

#include "selvage/guarantee/rule.hpp"
#include "selvage/guarantee/universal_quantile.hpp"

namespace selvage {
namespace {

Result<Guarantee> conclude_universal_quantile(const Inputs& inputs,
                                              const std::vector<Guarantee>& premises) {
  const Rational& at = number_in(inputs, "at");
  const Rational& left = number_in(inputs, "left");
  const Rational& right = number_in(inputs, "right");
  const Rational& rows = number_in(inputs, "rows_per_person");
  if (!premises.empty() || at.sign() <= 0 || at >= 1 || left.sign() <= 0 ||
      right.sign() <= 0 || !rows.is_integer() || rows < 1)
    return misapplied(
        "universal_quantile takes at between 0 and 1, left > 0, right > 0, a whole "
        "rows_per_person >= 1 and no premises");
  const Rational larger = std::max(at, Rational(1) - at);
  const Rational epsilon = std::max({left, right, larger * (left + right)}) * rows;
  return Guarantee{DpPromise{epsilon, 0}, Neighbours::add_remove_person};
}

Result<Guarantee> conclude_split_quantiles(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  const Rational& levels = number_in(inputs, "levels");
  const Rational& epsilon = number_in(inputs, "epsilon");
  const Rational& rows = number_in(inputs, "rows_per_person");
  if (!premises.empty() || !levels.is_integer() || levels < 1 || epsilon.sign() <= 0 ||
      !rows.is_integer() || rows < 1)
    return misapplied(
        "split_quantiles takes whole levels >= 1, epsilon > 0, a whole "
        "rows_per_person >= 1 and no premises");
  return Guarantee{DpPromise{levels * epsilon * rows, 0},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_rank_thresholds(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  const Rational& first = number_in(inputs, "first");
  const Rational& second = number_in(inputs, "second");
  const Rational& searches = number_in(inputs, "searches");
  const Rational& rows = number_in(inputs, "rows_per_person");
  if (!premises.empty() || first.sign() <= 0 || second.sign() <= 0 ||
      !searches.is_integer() || searches < 1 || !rows.is_integer() || rows < 1)
    return misapplied(
        "rank_thresholds takes first > 0, second > 0, whole searches >= 1, a whole "
        "rows_per_person >= 1 and no premises");
  return Guarantee{DpPromise{(first + second) * searches * rows, 0},
                   Neighbours::add_remove_person};
}

}  // namespace

Derivation rank_thresholds(const Rational& first, const Rational& second,
                           std::int64_t searches, std::int64_t rows_per_person) {
  auto node = derive("rank_thresholds",
                     {{"first", first},
                      {"second", second},
                      {"searches", Rational(searches)},
                      {"rows_per_person", Rational(rows_per_person)}},
                     {});
  assert(node);
  return *std::move(node);
}

Derivation split_quantiles(std::int64_t levels, const Rational& epsilon,
                           std::int64_t rows_per_person) {
  auto node = derive("split_quantiles",
                     {{"levels", Rational(levels)},
                      {"epsilon", epsilon},
                      {"rows_per_person", Rational(rows_per_person)}},
                     {});
  assert(node);
  return *std::move(node);
}

Derivation universal_quantile(const Rational& at, const Rational& left,
                              const Rational& right, std::int64_t rows_per_person) {
  auto node = derive("universal_quantile",
                     {{"at", at},
                      {"left", left},
                      {"right", right},
                      {"rows_per_person", Rational(rows_per_person)}},
                     {});
  assert(node);
  return *std::move(node);
}

std::span<const Rule> quantile_rules() {
  static const Rule kRules[] = {
      {"universal_quantile",
       "T91",
       "a quantile drawn by a public weight and these slopes hides any one person",
       {"at", "left", "right", "rows_per_person"},
       conclude_universal_quantile},
      {"split_quantiles",
       "T97",
       "several quantiles, each among the rows between two others, cost one row of a "
       "person so much in every level",
       {"levels", "epsilon", "rows_per_person"},
       conclude_split_quantiles},
      {"rank_thresholds",
       "T115",
       "candidates that are searched for one that a noisy rank stops hide any one "
       "person",
       {"first", "second", "searches", "rows_per_person"},
       conclude_rank_thresholds},
  };
  return kRules;
}

}  // namespace selvage
