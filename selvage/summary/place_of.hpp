// From one value of a column to its place among the column's cells, by this value
// alone. Known values only; keys that are not known have a KeyDictionary.
#pragma once
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "selvage/summary/bin_edges.hpp"
#include "selvage/summary/domain.hpp"

namespace selvage {

// How a column's values reach us.
enum class ColumnKind { integer, real, text, moment };

// Keys of a column of whole numbers, found without their text.
class WholeKeys {
 public:
  // A key that is no whole number as it is written is nobody's.
  explicit WholeKeys(const KeyList& keys);
  std::size_t cell(std::int64_t value) const {
    const std::uint64_t place =
        static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least_);
    if (place < near_.size()) return near_[place];
    const auto found = far_.find(value);
    return found == far_.end() ? other_ : found->second;
  }

 private:
  std::int64_t least_ = 0;
  std::vector<std::uint32_t> near_;  // from the least one on, while most are keys
  std::unordered_map<std::int64_t, std::uint32_t> far_;
  std::uint32_t other_;
};

class PlaceOf {
 public:
  // Nothing if such a column cannot hold such values, or an edge is beyond its range.
  // Requires values that are known.
  static std::optional<PlaceOf> make(const Values& values, ColumnKind kind);

  // What a loop over many values visits once.
  using Rule = std::variant<BinEdges<std::int64_t>, BinEdges<double>, CalendarBins,
                            KeyList, std::shared_ptr<const WholeKeys>>;
  const Rule& rule() const { return rule_; }
  std::size_t missing() const { return missing_; }

  // Text is read as the rule needs it: a number, a moment, or itself. Requires that the
  // column is one of text.
  std::size_t of_text(std::string_view text) const;

 private:
  PlaceOf(Rule rule, std::size_t missing) : rule_(std::move(rule)), missing_(missing) {}
  Rule rule_;
  std::size_t missing_;
};

}  // namespace selvage
