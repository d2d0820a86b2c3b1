// The rows of a text file bounded person by person: in memory, by all cores. Where they
// do not fit, the engine sorts them on disk: the only part of reading a text file that
// needs it.
#pragma once
#include <functional>
#include <memory>

#include "selvage/source/text_pieces.hpp"
#include "selvage/source/text_scan.hpp"
#include "selvage/summary/key_dictionary.hpp"
#include "selvage/summary/table_opener.hpp"

namespace selvage {

class TextPersons {
 public:
  struct Parts {
    std::function<std::unique_ptr<CodedScan>()> scan;
    const Reading& reading;  // these three must outlive it
    const KeyDictionary& dictionary;
    const TableOptions& options;
    std::uint64_t size;                 // of the file
    std::uint64_t piece = kUsualPiece;  // bytes of it that a thread reads at once
    Error broken;                       // what is said of a file that is
    std::function<double(std::uint64_t bytes)> share;  // of the file that is read
  };
  // Opens all that is needed: before the first row, so that no reading can fail for it.
  static Result<std::unique_ptr<TextPersons>> make(Parts parts);
  virtual ~TextPersons() = default;

  // Hands every kept row to `visit`: the same rows each time.
  virtual Outcome each_row(const VisitRows& visit) = 0;
};

}  // namespace selvage
