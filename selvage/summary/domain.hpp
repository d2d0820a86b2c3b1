// What is publicly known of the columns that are counted: how each one's values fall
// into places, and how places of several columns make one cell.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "selvage/summary/calendar_bins.hpp"
#include "selvage/summary/key_list.hpp"
#include "selvage/summary/numeric_bins.hpp"

namespace selvage {

// The keys are whatever text the table holds: they are private until released.
struct UnknownKeys {};

using Values = std::variant<NumericBins, CalendarBins, KeyList, UnknownKeys>;

struct DomainColumn {
  std::string name;
  Values values;
  bool drop_missing = false;  // rows without a value are not in the data set

  // How many; `missing` is the last one unless it is dropped. 1 for unknown keys.
  std::size_t places() const;
  std::string label(std::size_t place) const;
  void append_label(std::size_t place, std::string& text) const;
  std::string text() const;  // "0:100:10", "a,b,c", "@depts.txt", "?"
};

// "LO:HI:STEP" of numbers or of dates, "a,b,c", "@FILE" or "?". Fails in one sentence
// that does not name the option.
Result<Values> parse_values(const std::string& text);

class Domain {
 public:
  static constexpr std::uint64_t kMaxCells = 100'000'000;

  // No column at all is one cell: everybody. Refuses a column twice and too many cells.
  static Result<Domain> make(std::vector<DomainColumn> columns);

  // Without a limit on the cells: released keys are few, their combinations many.
  // Requires names that differ and fewer than 2^64 cells.
  static Domain of_released(std::vector<DomainColumn> columns);

  const std::vector<DomainColumn>& columns() const { return columns_; }
  // The cells of the columns whose values are known, numbered from 0, the last column
  // changing fastest.
  std::uint64_t cells() const { return cells_; }
  bool has_unknown_keys() const;
  // The place in each column. Requires known values.
  std::vector<std::size_t> places(std::uint64_t cell) const;
  std::string label(std::uint64_t cell, std::size_t column) const;

 private:
  Domain(std::vector<DomainColumn> columns, std::uint64_t cells)
      : columns_(std::move(columns)), cells_(cells) {}
  std::vector<DomainColumn> columns_;
  std::uint64_t cells_;
};

}  // namespace selvage
