#include "selvage/mechanism/cells/cells_law.hpp"

#include <nlohmann/json.hpp>

namespace selvage {

nlohmann::ordered_json law_json(const CellsPlan& plan) {
  using Json = nlohmann::ordered_json;
  Json numbers = Json::array();
  for (const PlannedNumber& number : plan.numbers) {
    const auto [name, value] = noise_parameter(number.noise);
    numbers.push_back({{"name", number.name},
                       {"noise", noise_name(number.noise)},
                       {name, value},
                       {"per_row", number.per_row},
                       {"divisor", number.formula.divisor}});
  }
  return {
      {"numbers", numbers},
      {"share",
       {{"rows", plan.share.rows},
        {"cells", plan.share.cells},
        {"rows_in_cell", plan.share.rows_in_cell}}},
      {"threshold", plan.key_threshold ? Json(*plan.key_threshold) : Json(nullptr)}};
}

nlohmann::ordered_json shown_json(const CellsPlan& plan) {
  nlohmann::ordered_json json = {{"totals", plan.with_totals},
                                 {"margins", plan.with_margins},
                                 {"promised", to_json(plan.promise)}};
  if (plan.display.kind != Display::Kind::noisy)
    json["display"] = display_name(plan.display.kind);
  if (plan.display.kind == Display::Kind::likely)
    json["prior_mean"] = plan.display.prior_mean.text();
  return json;
}

}  // namespace selvage
