#include "selvage/guarantee/privacy_unit.hpp"

namespace selvage {
namespace {

constexpr std::string_view kRow = "one row", kPeople = "people of ";

}  // namespace

std::string PrivacyUnit::text() const {
  return column.empty() ? std::string(kRow) : std::string(kPeople) + column;
}

std::string PrivacyUnit::words() const {
  return column.empty() ? std::string(kRow) : "the people of '" + column + "'";
}

std::optional<PrivacyUnit> PrivacyUnit::parse(std::string_view text) {
  if (text == kRow) return PrivacyUnit{};
  if (!text.starts_with(kPeople) || text.size() == kPeople.size()) return std::nullopt;
  return PrivacyUnit{std::string(text.substr(kPeople.size()))};
}

}  // namespace selvage
