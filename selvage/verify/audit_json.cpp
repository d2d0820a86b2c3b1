#include <nlohmann/json.hpp>

#include "selvage/verify/audit.hpp"

namespace selvage::verify {

std::string to_json_text(const Audit& audit) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const auto& check : audit.checks) {
    checks.push_back({{"number", check.number},
                      {"count", check.count},
                      {"removed", check.removed},
                      {"epsilon", check.epsilon.text()},
                      {"delta_promised", check.delta_promised.text()},
                      {"delta_exact_upper", check.delta.upper_text(12)},
                      {"not_executed", check.not_executed.upper_text(3)},
                      {"holds", check.holds}});
    if (!check.epsilon_exact.empty())
      checks.back()["epsilon_exact_upper"] = check.epsilon_exact;
  }
  nlohmann::ordered_json curve = nlohmann::ordered_json::array();
  for (const auto& point : audit.curve)
    curve.push_back(
        {{"epsilon", point.epsilon.text()}, {"delta", point.delta.upper_text(12)}});
  const nlohmann::ordered_json json = {{"selvage", "0.1"},
                                       {"holds", audit.holds},
                                       {"checks", checks},
                                       {"curve", curve},
                                       {"level", level_name(audit.verification.level)},
                                       {"detail", audit.verification.detail}};
  return json.dump(2) + "\n";
}

}  // namespace selvage::verify
