// One pass over a table in text form: the wanted columns of each row, as text.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/source/delimited.hpp"
#include "selvage/source/text_rows.hpp"
#include "selvage/summary/predicate_bind.hpp"

namespace selvage {

class TextScan {
 public:
  using Step = NumberScan::Step;
  virtual ~TextScan() = default;
  // Sets one field for each wanted column; valid until the next call.
  virtual Step next(std::vector<std::optional<std::string_view>>& fields) = 0;
  virtual std::uint64_t bytes_read() const = 0;
};

// `columns`: how many the header names; `wanted`: places among them.
std::unique_ptr<TextScan> scan_delimited(int descriptor, char delimiter,
                                         std::size_t columns,
                                         std::vector<std::size_t> wanted);
std::unique_ptr<TextScan> scan_json_lines(int descriptor,
                                          std::vector<std::string> keys);
std::unique_ptr<TextScan> scan_nothing();

// The first field as a number, of the rows that the predicate keeps; the further fields
// are the predicate's columns in its order.
std::unique_ptr<NumberScan> scan_numbers(std::unique_ptr<TextScan> scan,
                                         const std::optional<BoundPredicate>& where);

}  // namespace selvage
