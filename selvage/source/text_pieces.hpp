// A text table read by several threads. Each takes the next piece of the file and reads
// it from where a row seems to begin. That is a guess, since a line end may lie in a
// quoted field: the rows of a piece count only if the piece before it ended just there;
// else it is read again from where its first row does begin. So the rows are those of
// one scan from the start, whatever the pieces are and however many threads read them.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/source/text_scan.hpp"

namespace selvage {

// What one thread does with rows.
class PieceRows {
 public:
  virtual ~PieceRows() = default;
  // A row of the piece that is being read; what it views is gone after the call.
  virtual void add(const ScannedRow& row) = 0;
  // Those added since the last call are rows of the table; false stops the reading.
  virtual bool keep() = 0;
  // Or they are not.
  virtual void forget() = 0;
};

inline constexpr std::uint64_t kUsualPiece = 1 << 20;
// For a file that is read from its start alone, as a compressed one is, whose size says
// nothing of its rows.
inline constexpr std::uint64_t kOnePiece = std::uint64_t{1} << 63;

struct PieceParts {
  std::function<std::unique_ptr<CodedScan>()> scan;
  std::uint64_t size;                       // of the file
  std::uint64_t piece = kUsualPiece;        // bytes
  std::function<bool(double share)> watch;  // as of TableOptions
  Error broken;                             // what is said of a file that is
};

// Pieces come to keep() in any order, each in one call by the thread that read it. As
// many threads as there are `rows`, at most. False if keep() stopped it.
Result<bool> read_pieces(const PieceParts& parts,
                         const std::vector<std::unique_ptr<PieceRows>>& rows);

}  // namespace selvage
