// Rows of a delimited text file, one at a time, by rules that never fail.
//
// A row ends at LF or CR LF outside quotes, or at the end of the file, whatever its
// length; an empty line is a row only where the table has one column. A field that
// begins with a quote is quoted if the next quote that is not doubled stands before a
// delimiter, a line end or the end of the file. Else its quotes are ordinary
// characters, so that a quote that does not close damages its own row and no other. A
// value that is too long is missing, and so is one that a short row does not have; a
// long row is cut. A byte order mark before the first row is no part of it.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/source/byte_stream.hpp"
#include "selvage/source/text_limits.hpp"
#include "selvage/source/text_marks.hpp"

namespace selvage {

class DelimitedRows {
 public:
  struct Parts {
    int descriptor;
    char delimiter = ',';
    std::vector<std::size_t> wanted;  // columns, in any order
    TextLimits limits = {};
  };
  explicit DelimitedRows(const Parts& parts);

  // The header is one line whatever quotes it has: no row after it may change it.
  void skip_header() { bytes_.skip_line(); }
  // Where the table has several columns, empty lines are not rows.
  void skip_empty_lines(bool skip) { skip_empty_lines_ = skip; }
  // Moves to the next row; false at the end of the file or when reading failed.
  bool next();
  // Where in the file the next row begins, or empty lines before it.
  std::uint64_t position() const { return bytes_.position() + pending_; }
  // Goes on with the row that begins there.
  void begin_at(std::uint64_t position);
  // At what may be a row: behind the first LF in [from, to). False if there is none. It
  // may also lie in a quoted field, which looks like rows of any length: until
  // begin_at(), next() is false and lost() true where a row is read in pieces.
  bool guess_row(std::uint64_t from, std::uint64_t to);
  bool lost() const { return lost_; }
  // The wanted columns of this row, without their quotes. Valid until the next call.
  const std::vector<std::optional<std::string_view>>& values() const { return values_; }

  const ByteStream& bytes() const { return bytes_; }

 private:
  struct Wanted {
    std::size_t column;
    std::size_t slot;  // among the values
    auto operator<=>(const Wanted&) const = default;
  };
  bool take_plain_row();
  const char* pass_plain_row(std::string_view text);
  const char* pass_quoted(const char*& mark);
  std::size_t find_row_end();
  void consume(std::size_t bytes);
  void take_row(std::string_view row);
  void take_long_row();

  ByteStream bytes_;
  TextMarks marks_;
  bool marked_ = false;  // the marks go on at the next row
  char delimiter_;
  TextLimits limits_;
  bool skip_empty_lines_ = false;
  bool guessed_ = false, lost_ = false;
  std::size_t no_quote_ = 0;    // so many bytes of the window are known to hold none
  std::size_t pending_ = 0;     // bytes of the row last given, to be consumed first
  std::vector<Wanted> wanted_;  // from left to right
  std::vector<std::optional<std::string_view>> values_;
  std::vector<std::string> rooms_;  // for values that are not in the window as they are
};

}  // namespace selvage
