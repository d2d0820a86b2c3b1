// A table that is nothing but the codes of its rows, each of them a person: what pairs
// of neighbours and experiments run a mechanism on.
#pragma once
#include <vector>

#include "selvage/summary/reader.hpp"

namespace selvage {

class CodesReader : public Reader {
 public:
  // The codes must outlive it.
  CodesReader(Reading reading, const std::vector<std::int64_t>& codes)
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
  const std::vector<std::int64_t>& codes_;
};

}  // namespace selvage
