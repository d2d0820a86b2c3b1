// How texts of a table are written, as far as the request says it: the sign before
// decimals, the form of dates, and whether blanks around a text count. A text is made
// plain, one value at a time, and then read as in every other table.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "selvage/summary/date_format.hpp"
#include "selvage/summary/domain.hpp"
#include "selvage/summary/predicate_bind.hpp"
#include "selvage/summary/text_use.hpp"

namespace selvage {

TextUse use_of(const Values& values);
TextUse use_of(ValueKind kind);  // in a predicate

struct Dialect {
  bool decimal_comma = false;
  DateFormat date_format = {};
  bool trim = false;  // also: a text of nothing but blanks is missing

  bool is_plain() const { return !decimal_comma && !date_format && !trim; }
  // The text as it would be written in a plain table, or none where it is missing. It
  // may lie in `room`.
  std::optional<std::string_view> plain(std::string_view text, TextUse use,
                                        std::string& room) const;
};

}  // namespace selvage
