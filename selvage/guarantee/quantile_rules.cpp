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

}  // namespace

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
  };
  return kRules;
}

}  // namespace selvage
