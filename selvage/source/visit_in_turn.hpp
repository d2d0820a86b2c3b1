// One visitor of rows that several threads find.
#pragma once
#include <mutex>
#include <vector>

#include "selvage/summary/cell_tally.hpp"

namespace selvage {

class VisitInTurn {
 public:
  explicit VisitInTurn(const VisitRow& visit) : visit_(visit) {}
  // Shows them, and clears the list.
  void hand_on(std::vector<CodedRow>& rows) {
    const std::lock_guard lock(mutex_);
    for (const CodedRow& row : rows) visit_(row);
    rows.clear();
  }

 private:
  std::mutex mutex_;
  const VisitRow& visit_;
};

}  // namespace selvage
