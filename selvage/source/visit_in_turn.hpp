// One visitor of rows that several threads find.
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

}  // namespace selvage
