// From the texts of one row to the cell it is counted in: text files and small worlds.
#pragma once
#include <memory>
#include <span>

#include "selvage/summary/cell_tally.hpp"
#include "selvage/summary/key_dictionary.hpp"
#include "selvage/summary/place_of.hpp"

namespace selvage {

class RowCoder {
 public:
  // Fails if an edge is beyond the numbers. The dictionary must outlive the coder.
  static Result<RowCoder> make(const Reading& reading, KeyDictionary& dictionary);

  // The fields: the domain's columns in its order, then the measure's. Nothing if the
  // row is not counted: it has no number, or misses a value that must be there.
  std::optional<CodedRow> code(std::span<const std::optional<std::string_view>> fields);

 private:
  RowCoder(const Reading& reading, KeyDictionary& dictionary)
      : reading_(reading), keys_(dictionary) {}
  Reading reading_;
  KeyFinder keys_;
  // None for unknown keys. Copies of the coder share them: there may be many edges.
  std::shared_ptr<const std::vector<std::optional<PlaceOf>>> places_;
  std::string key_;
};

// The sentence for bins whose edges no number of the column reaches.
Error beyond_numbers(const DomainColumn& column);

}  // namespace selvage
