// Whom a promise is for: whoever one row is about, or whoever all rows with one value
// of a column are about. Promises for different units do not add up: somebody with k
// rows has k times the epsilon of a row.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace selvage {

struct PrivacyUnit {
  std::string column = {};  // of the people; empty: one row

  // "one row", "people of COLUMN": as ledgers and certificates say it. No two units
  // have the same text.
  std::string text() const;
  // The same within a sentence: "one row", "the people of 'COLUMN'".
  std::string words() const;
  // None for what text() never gives.
  static std::optional<PrivacyUnit> parse(std::string_view text);

  bool operator==(const PrivacyUnit&) const = default;
};

}  // namespace selvage
