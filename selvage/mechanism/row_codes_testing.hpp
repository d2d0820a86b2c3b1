// For tests: tables that are nothing but the codes of their rows, rising.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace selvage {

using RowCodes = std::vector<std::int64_t>;

// Every table of at most `rows` rows with these codes.
inline std::vector<RowCodes> tables_of(const RowCodes& codes, std::size_t rows) {
  std::vector<RowCodes> tables = {{}};
  for (std::size_t from = 0; from < tables.size(); ++from) {
    if (tables[from].size() == rows) continue;
    for (const std::int64_t code : codes)
      if (tables[from].empty() || tables[from].back() <= code) {
        RowCodes more = tables[from];
        more.push_back(code);
        tables.push_back(std::move(more));
      }
  }
  return tables;
}

inline RowCodes with_row(RowCodes rows, std::int64_t code) {
  rows.insert(std::upper_bound(rows.begin(), rows.end(), code), code);
  return rows;
}

// All tables that one row replaced makes of this one.
inline std::vector<RowCodes> with_one_replaced(const RowCodes& table,
                                               const RowCodes& codes) {
  std::vector<RowCodes> all;
  for (std::size_t i = 0; i < table.size(); ++i)
    for (const std::int64_t code : codes) {
      RowCodes other = table;
      other.erase(other.begin() + static_cast<std::ptrdiff_t>(i));
      all.push_back(with_row(std::move(other), code));
    }
  return all;
}

}  // namespace selvage
