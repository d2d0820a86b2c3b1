// Some cells of another reader, whose keys need not be known: a mechanism for groups
// that are known reads these as its own. The same rows are kept as there.
#pragma once
#include <unordered_map>

#include "selvage/summary/reader.hpp"

namespace selvage {

class ChosenCells : public Reader {
 public:
  // The i-th chosen one is cell i here; rows of all others are left out. Requires a
  // reading with as many cells or more, without unknown keys, and the measure of `all`,
  // which must live as long.
  ChosenCells(Reader& all, Reading reading, std::span<const CellSums> chosen);

  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override;

 private:
  Outcome each_row(const VisitRow& visit) override;
  Outcome each_batch(const VisitRows& visit) override;
  std::optional<CodedRow> here(const CodedRow& row) const;

  Reader& all_;
  Reading reading_;
  std::unordered_map<std::uint64_t, std::uint64_t> cells_;  // by cell * 2^32 + key
};

}  // namespace selvage
