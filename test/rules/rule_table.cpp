// Prints every rule: name, theorem, and inputs in order, as JSON.
#include <iostream>

#include <nlohmann/json.hpp>

#include "selvage/guarantee/accuracy_derivation.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

template <class AnyRule>
Json row_of(const AnyRule& rule) {
  constexpr const char* kTypes[] = {"number", "text", "profile"};
  constexpr const char* kCounts[] = {"one", "at most one", "numbered"};
  Json inputs = Json::array();
  for (const InputField& field : rule.inputs)
    inputs.push_back({field.name, kTypes[static_cast<std::size_t>(field.type)],
                      kCounts[static_cast<std::size_t>(field.count)]});
  return {{"name", rule.name}, {"theorem", rule.theorem}, {"inputs", inputs}};
}

}  // namespace
}  // namespace selvage

int main() {
  auto table = nlohmann::ordered_json::array();
  for (const auto family : selvage::rule_families())
    for (const selvage::Rule& rule : family) table.push_back(selvage::row_of(rule));
  for (const selvage::AccuracyRule& rule : selvage::accuracy_rules())
    table.push_back(selvage::row_of(rule));
  std::cout << table.dump(1) << "\n";
}
