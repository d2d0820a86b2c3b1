#include <algorithm>

#include "selvage/mechanism/cells/warnings.hpp"
#include "selvage/verify/certificate_parts.hpp"

namespace selvage::verify {

Check check_warnings(const Json& json, const Setting& setting,
                     const std::vector<Derivation>& derivations) {
  const char* subject = "warnings";
  const auto confidence = Rational::parse(text(json, "confidence"));
  if (!confidence || confidence->sign() <= 0 || *confidence >= 1)
    return wrong(subject, "the confidence is no probability");
  CellsPlan plan = setting.plan;
  plan.derivations = derivations;
  if (!json["fewer_than"].is_null()) plan.fewer_than = whole(json["fewer_than"]);
  auto expected =
      plan_warnings(plan, {.confidence = *confidence,
                           .table = text(json["question"], "table"),
                           .cells = setting.cells,
                           .grouped = !json["question"]["columns"].empty()});
  if (json["ledger"].is_null()) expected.emplace_back(kNoLedgerWarning);
  auto stated = json["warnings"].get<std::vector<std::string>>();
  // How many cells a list of keys makes may not be to be seen.
  if (!setting.cells && !plan.key_threshold) {
    const auto last =
        std::remove_if(stated.begin(), stated.end(), is_about_empty_cells);
    if (stated.end() - last > 1) return wrong(subject, "a warning stands there twice");
    stated.erase(last, stated.end());
  }
  if (stated != expected)
    return wrong(subject, "a warning is missing, or one is there that should not be");
  return holds(subject, "all that should be warned of is");
}

}  // namespace selvage::verify
