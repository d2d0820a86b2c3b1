// For evidence: a table that is nothing but the codes of its rows.
#pragma once
#include <vector>

#include "selvage/summary/reader.hpp"

namespace selvage {

class CodeReader : public Reader {
 public:
  using Codes = std::vector<std::int64_t>;

  // The codes must outlive it.
  CodeReader(Reading reading, const Codes& codes)
      : reading_(std::move(reading)), codes_(codes) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override {
    CellTally tally(reading_);
    if (const auto done = each_row([&](const CodedRow& row) { tally.add(row); }); !done)
      return done.error();
    return Cells{tally.sums(), {}};
  }

 private:
  Outcome each_row(const VisitRow& visit) override {
    for (const std::int64_t code : codes_) visit({.steps = code});
    return Done{};
  }
  Reading reading_;
  const Codes& codes_;
};

}  // namespace selvage
