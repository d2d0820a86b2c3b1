// The rule of medians over blocks of people.
#include <cassert>

#include "selvage/guarantee/block_medians.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

Result<Guarantee> conclude_block_medians(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const Rational& coefficients = number_in(inputs, "coefficients");
  const Rational& slope = number_in(inputs, "slope");
  if (!premises.empty() || slope.sign() <= 0 || !coefficients.is_integer() ||
      coefficients < 1)
    return misapplied(
        "block_medians takes whole coefficients >= 1, slope > 0 and no premises");
  return Guarantee{DpPromise{coefficients * slope * 2, 0},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_block_thresholds(const Inputs& inputs,
                                            const std::vector<Guarantee>& premises) {
  const Rational& searches = number_in(inputs, "searches");
  const Rational& first = number_in(inputs, "first");
  const Rational& second = number_in(inputs, "second");
  if (!premises.empty() || first.sign() <= 0 || second.sign() <= 0 ||
      !searches.is_integer() || searches < 1)
    return misapplied(
        "block_thresholds takes whole searches >= 1, first > 0, second > 0 and no "
        "premises");
  return Guarantee{DpPromise{(first * 2 + second) * searches, 0},
                   Neighbours::add_remove_person};
}

}  // namespace

Derivation block_thresholds(std::int64_t searches, const Rational& first,
                            const Rational& second) {
  auto node = derive(
      "block_thresholds",
      {{"searches", Rational(searches)}, {"first", first}, {"second", second}}, {});
  assert(node);
  return *std::move(node);
}

Derivation block_medians(std::int64_t coefficients, const Rational& slope) {
  auto node = derive("block_medians",
                     {{"coefficients", Rational(coefficients)}, {"slope", slope}}, {});
  assert(node);
  return *std::move(node);
}

std::span<const Rule> block_rules() {
  static const Rule kRules[] = {
      {"block_medians",
       "T140",
       "medians of what blocks of whole people say, one block of which a person can "
       "change, hide any one person",
       {"coefficients", "slope"},
       conclude_block_medians},
      {"block_thresholds",
       "T271",
       "candidates that are searched for one around the middle of what blocks of whole "
       "people say, one block of which a person can change, hide any one person",
       {"searches", "first", "second"},
       conclude_block_thresholds},
  };
  return kRules;
}

}  // namespace selvage
