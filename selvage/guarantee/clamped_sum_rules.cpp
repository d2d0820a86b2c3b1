// The rules of sums without bounds: the choice of a radius, and the sums within it.
#include <cassert>

#include "selvage/guarantee/clamped_sums.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

Result<Guarantee> conclude_scored_choice(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const Rational& slope = number_in(inputs, "slope");
  const Rational& rows = number_in(inputs, "rows_per_person");
  if (!premises.empty() || slope.sign() <= 0 || !rows.is_integer() || rows < 1)
    return misapplied(
        "scored_choice takes slope > 0, a whole rows_per_person >= 1 and no premises");
  return Guarantee{DpPromise{slope * rows * 2, 0}, Neighbours::add_remove_person};
}

Result<Guarantee> conclude_clamped_sums(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const Rational& scale = number_in(inputs, "scale");
  const Rational& rows = number_in(inputs, "rows_per_person");
  if (!premises.empty() || scale.sign() <= 0 || !rows.is_integer() || rows < 1)
    return misapplied(
        "clamped_sums takes scale > 0, a whole rows_per_person >= 1 and no premises");
  return Guarantee{DpPromise{rows / scale, 0}, Neighbours::add_remove_person};
}

Derivation leaf(const char* rule, const char* name, const Rational& value,
                std::int64_t rows_per_person) {
  auto node =
      derive(rule, {{name, value}, {"rows_per_person", Rational(rows_per_person)}}, {});
  assert(node);
  return *std::move(node);
}

}  // namespace

Derivation scored_choice(const Rational& slope, std::int64_t rows_per_person) {
  return leaf("scored_choice", "slope", slope, rows_per_person);
}

Derivation clamped_sums(const Rational& scale, std::int64_t rows_per_person) {
  return leaf("clamped_sums", "scale", scale, rows_per_person);
}

std::span<const Rule> clamped_sum_rules() {
  static const Rule kRules[] = {
      {"scored_choice",
       "T107",
       "a choice drawn by a public weight and by scores, none of which one row changes "
       "by more than 1, hides any one person",
       {"slope", "rows_per_person"},
       conclude_scored_choice},
      {"clamped_sums",
       "T108",
       "noisy sums, to which one row adds no more than their width in all, hide any "
       "one person",
       {"scale", "rows_per_person"},
       conclude_clamped_sums},
  };
  return kRules;
}

}  // namespace selvage
