// One pass over a table in text form: the wanted columns of each row, as text, and the
// cell in which it is counted.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/source/text_limits.hpp"
#include "selvage/summary/predicate_bind.hpp"
#include "selvage/summary/row_coder.hpp"

namespace selvage {

enum class ScanStep {
  row,
  skipped,  // a row that is not counted
  end,
  failed,
  lost  // where a row was guessed to begin there may be none
};

class TextScan {
 public:
  virtual ~TextScan() = default;
  // Sets one field for each wanted column; valid until the next call. One that is too
  // long to be a value is missing.
  virtual ScanStep next(std::vector<std::optional<std::string_view>>& fields) = 0;
  virtual std::uint64_t bytes_read() const = 0;
  // Where in the file the next row begins.
  virtual std::uint64_t position() const = 0;
  // Goes on with the row that begins there.
  virtual void begin_at(std::uint64_t position) = 0;
  // Goes on with what looks like a row: behind the first line end in [from, to). False
  // if there is none.
  virtual bool guess_row(std::uint64_t from, std::uint64_t to) = 0;
};

// `columns`: how many the header names; `wanted`: places among them.
std::unique_ptr<TextScan> scan_delimited(int descriptor, char delimiter,
                                         std::size_t columns,
                                         std::vector<std::size_t> wanted,
                                         const TextLimits& limits = {});
std::unique_ptr<TextScan> scan_json_lines(int descriptor, std::vector<std::string> keys,
                                          const TextLimits& limits = {});
std::unique_ptr<TextScan> scan_nothing();

struct ScannedRow {
  CodedRow coded;
  std::optional<std::string_view> person;     // valid until the next row
  std::span<const std::int64_t> beside = {};  // likewise
};

// The rows that the predicate keeps and that are counted. The scan's fields: those of
// the coder, the numbers beside them, then the person where there is one, then the
// predicate's columns.
class CodedScan {
 public:
  struct Parts {
    std::unique_ptr<TextScan> scan;
    RowCoder coder;
    std::size_t coded_fields;  // with the numbers beside
    bool has_person;
    std::optional<BoundPredicate> where;
    std::vector<Measure> beside = {};
  };
  explicit CodedScan(Parts parts) : p_(std::move(parts)) {}
  // Looks at one row.
  ScanStep next(ScannedRow& row);
  std::uint64_t bytes_read() const { return p_.scan->bytes_read(); }
  // The places of rows in the file.
  TextScan& rows() { return *p_.scan; }

 private:
  bool kept();
  // False if one of them is missing.
  bool read_beside();

  Parts p_;
  std::vector<std::optional<std::string_view>> fields_;
  std::vector<std::optional<Value>> row_;
  std::vector<std::int64_t> beside_;
};

}  // namespace selvage
