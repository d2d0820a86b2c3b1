// One visitor, or one tally, of rows that several threads find.
#pragma once
#include <mutex>

#include "selvage/summary/cell_tally.hpp"

namespace selvage {

class VisitInTurn {
 public:
  explicit VisitInTurn(const VisitRow& visit) : visit_(visit) {}
  void operator()(std::span<const CodedRow> rows) {
    const std::lock_guard lock(mutex_);
    for (const CodedRow& row : rows) visit_(row);
  }

 private:
  std::mutex mutex_;
  const VisitRow& visit_;
};

class TallyInTurn {
 public:
  explicit TallyInTurn(const Reading& reading) : tally_(reading) {}
  void add(std::span<const CodedRow> rows) {
    const std::lock_guard lock(mutex_);
    tally_.add(rows);
  }
  std::vector<CellSums> sums() const { return tally_.sums(); }

 private:
  std::mutex mutex_;
  CellTally tally_;
};

}  // namespace selvage
