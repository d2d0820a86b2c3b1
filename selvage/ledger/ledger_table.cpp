#include "selvage/ledger/ledger_table.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "selvage/base/escaped_utf8.hpp"

namespace selvage {
namespace {

// The part before a table's name, where `asked` is a table of a database.
std::size_t end_of_database(const std::string& asked) {
  const auto colon = asked.rfind(':');
  if (colon == std::string::npos || colon + 1 == asked.size()) return 0;
  std::string file = asked.substr(0, colon);
  std::transform(file.begin(), file.end(), file.begin(), [](char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  constexpr std::array<std::string_view, 3> kEndings = {".duckdb", ".ddb", ".db"};
  const bool known =
      std::any_of(kEndings.begin(), kEndings.end(),
                  [&](std::string_view ending) { return file.ends_with(ending); });
  return known ? colon : 0;
}

}  // namespace

bool is_ledger_of(const std::string& table, const std::string& whole) {
  const std::size_t colon = end_of_database(whole);
  // A folder is asked for with a slash at its end.
  const std::string asked =
      colon != 0 ? whole : whole.substr(0, whole.find_last_not_of('/') + 1);
  if (table.empty() || whole.empty()) return false;
  if (table == asked || table == whole) return true;
  const auto slash = asked.rfind('/', colon != 0 ? colon : std::string::npos);
  const std::string base = slash == std::string::npos ? asked : asked.substr(slash + 1);
  if (table == base || table == escaped_utf8(base)) return true;
  if (colon != 0) return table == asked.substr(colon + 1);
  const auto point = base.rfind('.');
  return point != std::string::npos && point != 0 && table == base.substr(0, point);
}

}  // namespace selvage
