// Rows of a delimited text file, one at a time, by rules that never fail:
// a short row is padded with missing, a long one cut; a quote that does not close is an
// ordinary character, so that it damages its own row and no other; an empty line is a
// row only where the table has one column. A row ends at LF or CR LF outside quotes. A
// byte order mark before the first row is no part of it.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/source/byte_stream.hpp"

namespace selvage {

// A quote opens a field where it stands first in it, and closes it well where the
// delimiter, a line end or the end of the file follows. A field that closes otherwise
// or is longer than this is not quoted: its quotes are ordinary characters.
inline constexpr std::size_t kMaxQuoted = 1 << 20;
// Of a longer row the rest is not looked at.
inline constexpr std::size_t kMaxRow = 1 << 24;

class DelimitedRows {
 public:
  DelimitedRows(int descriptor, char delimiter)
      : bytes_(descriptor), delimiter_(delimiter) {}
  // Plain lines: every line end ends a row.
  explicit DelimitedRows(int descriptor) : bytes_(descriptor), quotes_(false) {}

  // Moves to the next row; false at the end of the file or when reading failed.
  bool next();
  // The same, but the row is one line whatever quotes it has: for the header, which no
  // row after it may change.
  bool next_line();
  // The text of a column of this row, without its quotes; nullopt if it is too short.
  // Valid until the next call.
  std::optional<std::string_view> field(std::size_t column);
  std::string_view row() const { return row_; }
  // All fields of this row, for the header.
  std::vector<std::string> fields();
  // Whether one of these had a quote and was not quoted.
  bool has_stray_quote() const { return stray_quote_; }
  // One of them opens a field and does not close it.
  bool has_open_quote() const { return open_quote_; }

  // Where the table has several columns, empty lines are not rows.
  void skip_empty_lines(bool skip) { skip_empty_lines_ = skip; }
  const ByteStream& bytes() const { return bytes_; }

 private:
  std::size_t find_row_end();
  void consume(std::size_t bytes);
  void skip_byte_order_mark();
  void discard_line();
  std::string_view take_field(std::size_t& at, bool wanted);

  ByteStream bytes_;
  char delimiter_ = ',';
  bool quotes_ = true;
  bool skip_empty_lines_ = false;
  bool at_start_ = true;
  bool discard_ = false;         // the row last given was cut at kMaxRow
  std::size_t no_quote_ = 0;     // so many bytes of the window are known to hold none
  std::size_t pending_ = 0;      // bytes of the row last given, to be consumed first
  std::string_view line_, row_;  // with a CR at its end and without
  bool row_has_quotes_ = false, stray_quote_ = false, open_quote_ = false;
  std::string unquoted_;
};

struct DelimitedHeader {
  char delimiter = ',';
  std::vector<std::string> names;  // empty if the file is
};

// Reads the header line alone. The delimiter is the given one, or whichever of
// , ; | tab makes the most names of it without cutting quoted ones. Fails if this is no
// text.
Result<DelimitedHeader> read_header(const OpenFile& file, const std::string& path,
                                    std::optional<char> delimiter);

}  // namespace selvage
