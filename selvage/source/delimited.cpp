#include "selvage/source/delimited.hpp"

#include <algorithm>

#include "selvage/source/delimited_field.hpp"
#include "selvage/source/long_row.hpp"

namespace selvage {
namespace {

// Whether a field may end before this, given two bytes of it or all there are.
bool ends_field(std::string_view next, char delimiter) {
  return next.empty() || next[0] == delimiter || next[0] == '\n' || next == "\r\n" ||
         next == "\r";
}

}  // namespace

DelimitedRows::DelimitedRows(const Parts& parts)
    : bytes_(parts.descriptor, parts.limits.block),
      marks_(parts.delimiter),
      delimiter_(parts.delimiter),
      limits_(parts.limits),
      values_(parts.wanted.size()),
      rooms_(parts.wanted.size()) {
  for (std::size_t slot = 0; slot < parts.wanted.size(); ++slot)
    wanted_.push_back({parts.wanted[slot], slot});
  std::sort(wanted_.begin(), wanted_.end());
  bytes_.skip_byte_order_mark();
}

// The next row, if all of it is in the window and its quotes enclose whole fields,
// without quotes or line ends in them: then the marks alone tell its fields. If it is
// not so plain, nothing is passed.
bool DelimitedRows::take_plain_row() {
  const std::string_view text = bytes_.window();
  if (!marked_) marks_.begin(text);
  const char* const end = pass_plain_row(text);
  marked_ = end != nullptr;
  if (marked_) pending_ = static_cast<std::size_t>(end + 1 - text.data());
  return marked_;
}

// Its line end; null if it is not plain.
const char* DelimitedRows::pass_plain_row(std::string_view text) {
  const char* field = text.data();
  const char* mark = nullptr;
  auto wanted = wanted_.begin();
  for (std::size_t column = 0; wanted != wanted_.end(); ++column) {
    mark = marks_.next();
    if (mark == nullptr) return nullptr;
    const char* end = mark;
    if (*mark == '"') {
      if (mark != field++) return nullptr;
      end = pass_quoted(mark);
      if (end == nullptr) return nullptr;
    } else if (*mark == '\n' && end > field && end[-1] == '\r') {
      --end;
    }
    const auto size = static_cast<std::size_t>(end - field);
    for (; wanted != wanted_.end() && wanted->column == column; ++wanted) {
      auto& value = values_[wanted->slot];
      if (size <= limits_.value)
        value = std::string_view(field, size);
      else
        value.reset();
    }
    if (*mark == '\n') {
      for (; wanted != wanted_.end(); ++wanted) values_[wanted->slot].reset();
      return mark;
    }
    field = mark + 1;
  }
  // Of the rest only a quote that opens a field matters: it can hide a line end.
  do {
    mark = marks_.next_quote_or_end();
    if (mark == nullptr) return nullptr;
    if (*mark == '\n') return mark;
    if (mark != text.data() && mark[-1] != delimiter_) return nullptr;
    if (pass_quoted(mark) == nullptr) return nullptr;
  } while (*mark != '\n');
  return mark;
}

// Behind the quote that opens a field: the one that closes it, and the mark that ends
// the field. Null if the field is not plain.
const char* DelimitedRows::pass_quoted(const char*& mark) {
  const char* const close = marks_.next_quote_or_end();
  if (close == nullptr || *close != '"') return nullptr;
  mark = marks_.next();
  if (mark == nullptr || *mark == '"') return nullptr;
  const bool ends =
      mark == close + 1 || (mark == close + 2 && *mark == '\n' && close[1] == '\r');
  return ends ? close : nullptr;
}

// The place after the row's last byte, its line end not included; kNowhere if more
// bytes are needed to tell.
std::size_t DelimitedRows::find_row_end() {
  const std::string_view text = bytes_.window();
  const bool whole = bytes_.at_end() || bytes_.failed();
  std::size_t line_end = text.find('\n');
  if (line_end == kNowhere && !whole) return kNowhere;
  line_end = std::min(line_end, text.size());
  if (no_quote_ < line_end)
    no_quote_ = std::min(text.find('"', no_quote_), text.size());
  if (no_quote_ >= line_end) return line_end;
  // Only a quote that opens a field can hide a line end.
  for (std::size_t at = no_quote_;;) {
    at = find_near(text.substr(0, line_end), '"', at);
    if (at == kNowhere) return line_end;
    const std::size_t open = at++;
    if (open > 0 && text[open - 1] != delimiter_) continue;
    const std::size_t close = find_closing_quote(text, open);
    if (!whole && (close == kNowhere || text.size() - close < 3)) return kNowhere;
    if (close == kNowhere || !ends_field(text.substr(close + 1, 2), delimiter_))
      continue;
    at = close + 1;
    if (at <= line_end) continue;
    line_end = text.find('\n', at);
    if (line_end == kNowhere && !whole) return kNowhere;
    line_end = std::min(line_end, text.size());
  }
}

void DelimitedRows::consume(std::size_t bytes) {
  bytes_.consume(bytes);
  no_quote_ -= std::min(bytes, no_quote_);
}

bool DelimitedRows::next() {
  for (;;) {
    consume(pending_);
    pending_ = 0;
    if (take_plain_row()) {
      const bool empty = bytes_.window().substr(0, pending_) == "\n" ||
                         bytes_.window().substr(0, pending_) == "\r\n";
      if (empty && skip_empty_lines_) continue;
      return true;
    }
    std::size_t end = find_row_end();
    while (end == kNowhere && bytes_.window().size() < limits_.row) {
      bytes_.extend();
      end = find_row_end();
    }
    if (end == kNowhere) {
      lost_ = guessed_;
      if (lost_) return false;
      take_long_row();
      return true;
    }
    const std::string_view text = bytes_.window();
    if (text.empty()) return false;
    pending_ = std::min(end + 1, text.size());
    std::string_view row = text.substr(0, end);
    if (row.ends_with('\r')) row.remove_suffix(1);
    if (row.empty() && skip_empty_lines_) continue;
    take_row(row);
    return true;
  }
}

void DelimitedRows::begin_at(std::uint64_t position) {
  bytes_.seek(position);
  pending_ = no_quote_ = 0;
  marked_ = false;
  guessed_ = lost_ = false;
}

bool DelimitedRows::guess_row(std::uint64_t from, std::uint64_t to) {
  pending_ = no_quote_ = 0;
  marked_ = false;
  guessed_ = true;
  lost_ = false;
  return bytes_.seek_line(from, to);
}

void DelimitedRows::take_row(std::string_view row) {
  std::size_t at = 0, passed = 0;
  RowField field;
  for (const auto& [column, slot] : wanted_) {
    for (; passed <= column && at != kNowhere; ++passed)
      field = take_field(row, delimiter_, at);
    values_[slot].reset();
    if (passed <= column) continue;  // the row is too short
    const std::string_view text = field_text(field, rooms_[slot]);
    if (text.size() <= limits_.value) values_[slot] = text;
  }
}

void DelimitedRows::take_long_row() {
  std::fill(values_.begin(), values_.end(), std::nullopt);
  LongRow row(bytes_, delimiter_, limits_.value);
  auto next = wanted_.begin();
  bool more = true;
  for (std::size_t column = 0; more; ++column) {
    more = row.pass();
    for (; next != wanted_.end() && next->column == column; ++next)
      if (const auto text = row.text())
        values_[next->slot] = rooms_[next->slot] = *text;
  }
  no_quote_ = 0;
}

}  // namespace selvage
