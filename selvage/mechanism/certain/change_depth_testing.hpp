// For tests: all small tables, and how many edits change something, by search.
#pragma once
#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "selvage/mechanism/certain/change_depth.hpp"

namespace selvage {

using Codes = std::vector<std::int64_t>;

inline RankWindow whole(Codes codes) {
  std::sort(codes.begin(), codes.end());
  const auto rows = static_cast<std::int64_t>(codes.size());
  return {rows, 0, std::move(codes)};
}

inline Codes repeated(std::int64_t code, std::size_t times, Codes more = {}) {
  more.insert(more.end(), times, code);
  return more;
}

// The least number of edits to another label, over all tables that edits reach.
using LabelOf = std::function<std::int64_t(const Codes&)>;

inline std::int64_t searched(const Codes& table, const LabelOf& label) {
  static const Codes kEdits = {-1000, 0, 1, 2, 4, 7, 1000};
  const std::int64_t now = label(table);
  std::set<Codes> seen = {table}, edge = {table};
  for (std::int64_t t = 1;; ++t) {
    std::set<Codes> next;
    for (const Codes& codes : edge) {
      const auto reach = [&](Codes other) {
        std::sort(other.begin(), other.end());
        if (seen.insert(other).second) next.insert(std::move(other));
      };
      for (const std::int64_t code : kEdits) reach(repeated(code, 1, codes));
      for (std::size_t i = 0; i < codes.size(); ++i) {
        Codes less = codes;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
        reach(less);
      }
    }
    for (const Codes& codes : next)
      if (label(codes) != now) return t;
    edge = std::move(next);
  }
}

// All tables of so many rows at most over these codes.
inline std::vector<Codes> small_tables(std::size_t rows) {
  const Codes universe = {0, 1, 2, 4, 7};
  std::vector<Codes> tables = {{}};
  for (std::size_t first = 0, r = 0; r < rows; ++r) {
    const std::size_t end = tables.size();
    for (std::size_t i = first; i < end; ++i)
      for (const std::int64_t code : universe)
        if (tables[i].empty() || code >= tables[i].back())
          tables.push_back(repeated(code, 1, tables[i]));
    first = end;
  }
  return tables;
}

}  // namespace selvage
