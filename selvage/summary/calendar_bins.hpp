// Public bins of the calendar: [from, from + step), ... up to `to`. Every moment has a
// cell: `below` from, a bin, at or `above` to, or `missing`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/summary/calendar.hpp"

namespace selvage {

// One of the two is 0: months differ in length.
struct CalendarStep {
  std::int64_t months = 0, microseconds = 0;
};

class CalendarBins {
 public:
  static constexpr std::size_t kMaxBins = 10'000'000;

  // "FROM:TO:STEP": dates or moments as parse_timestamp reads them, and a whole number
  // of second(s), minute(s), hour(s), day(s), week(s), month(s), quarter(s) or year(s):
  // 2025-01-01:2026-01-01:1month. Refuses from >= to, a step of 0, too many bins,
  // months that begin after the 28th, and a TO that no whole number of steps reaches:
  // the sentence says which ends fit.
  static Result<CalendarBins> parse(std::string_view text);

  // Cells in order: below, the bins, above, missing.
  std::size_t bins() const { return edges_->size() - 1; }
  std::size_t cells() const { return bins() + 3; }
  std::size_t below() const { return 0; }
  std::size_t above() const { return bins() + 1; }
  std::size_t missing() const { return bins() + 2; }

  // Edge 0 is from, edge bins() is to.
  Timestamp edge(std::size_t i) const { return (*edges_)[i]; }
  // The cell of a moment that is there; a rule of this moment alone.
  std::size_t cell(Timestamp moment) const;
  // "2025-03" where every bin is a calendar month, "2025-Q1" for quarters, "2025" for
  // years, "2025-03-01" for days, else "[2025-01-01,2025-01-15)"; "before 2025-01-01",
  // "2026-01-01 and after", "missing".
  std::string label(std::size_t cell) const;
  std::string text() const { return text_; }  // as it would be asked

 private:
  CalendarBins(std::shared_ptr<const std::vector<Timestamp>> edges, CalendarStep step,
               std::string text)
      : edges_(std::move(edges)), step_(step), text_(std::move(text)) {}
  std::shared_ptr<const std::vector<Timestamp>> edges_;  // shared: copies are cheap
  CalendarStep step_;
  std::string text_;
};

}  // namespace selvage
