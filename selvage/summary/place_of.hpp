// From one value of a column to its place among the column's cells, by this value
// alone. Known values only; keys that are not known have a KeyDictionary.
#pragma once
#include <optional>
#include <string_view>
#include <variant>

#include "selvage/summary/bin_edges.hpp"
#include "selvage/summary/domain.hpp"

namespace selvage {

// How a column's values reach us.
enum class ColumnKind { integer, real, text, moment };

class PlaceOf {
 public:
  // Nothing if such a column cannot hold such values, or an edge is beyond its range.
  // Requires values that are known.
  static std::optional<PlaceOf> make(const Values& values, ColumnKind kind);

  // What a loop over many values visits once.
  using Rule =
      std::variant<BinEdges<std::int64_t>, BinEdges<double>, CalendarBins, KeyList>;
  const Rule& rule() const { return rule_; }
  std::size_t missing() const { return missing_; }

  // Text is read as the rule needs it: a number, a moment, or itself.
  std::size_t of_text(std::string_view text) const;

 private:
  PlaceOf(Rule rule, std::size_t missing) : rule_(std::move(rule)), missing_(missing) {}
  Rule rule_;
  std::size_t missing_;
};

}  // namespace selvage
