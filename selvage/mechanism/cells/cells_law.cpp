#include "selvage/mechanism/cells/cells_law.hpp"

#include <nlohmann/json.hpp>

namespace selvage {

nlohmann::ordered_json law_json(const CellsPlan& plan) {
  using Json = nlohmann::ordered_json;
  Json numbers = Json::array();
  for (const PlannedNumber& number : plan.numbers) {
    const auto [name, value] = number.noise->parameter();
    numbers.push_back({{"name", number.name},
                       {"noise", number.noise->name()},
                       {name, value},
                       {"per_row", number.per_row},
                       {"divisor", number.formula.divisor}});
    if (plan.together) numbers.back()["times"] = number.times;
  }
  return {
      {"numbers", numbers},
      {"together", plan.together ? Json(plan.together->per_row) : Json(nullptr)},
      {"share",
       {{"rows", plan.share.rows},
        {"cells", plan.share.cells},
        {"rows_in_cell", plan.share.rows_in_cell}}},
      {"threshold", plan.key_threshold ? Json(*plan.key_threshold) : Json(nullptr)}};
}

nlohmann::ordered_json shown_json(const CellsPlan& plan) {
  return {{"totals", plan.with_totals},
          {"margins", plan.with_margins},
          {"promised", to_json(plan.promise)}};
}

}  // namespace selvage
