#include "selvage/source/delimited.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/utf8.hpp"

namespace selvage {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

// Fields are short: most often the letter is too near to be worth a library call.
std::size_t find_near(std::string_view text, char wanted, std::size_t at) {
  const std::size_t near = std::min(text.size(), at + 12);
  for (; at < near; ++at)
    if (text[at] == wanted) return at;
  return text.find(wanted, at);
}

// The place after the closing quote of the field that opens at `open`, or kNotFound if
// it does not close well within the limit. Where the text is not the whole row and more
// of it could change the answer, `more` is set.
std::size_t close_quote(std::string_view text, std::size_t open, char delimiter,
                        bool whole, bool& more) {
  const std::string_view reach = text.substr(0, open + kMaxQuoted);
  for (std::size_t at = open + 1;; at += 2) {  // past a doubled quote, one of the text
    at = find_near(reach, '"', at);
    if (at == kNotFound) {
      more = !whole && text.size() < open + kMaxQuoted;
      return kNotFound;
    }
    const std::string_view next = text.substr(at + 1, 2);
    if (next.size() < 2 && !whole) {
      more = true;
      return kNotFound;
    }
    if (next.starts_with('"')) continue;
    const bool ends = next.empty() || next[0] == delimiter || next[0] == '\n' ||
                      next == "\r\n" || next == "\r";
    return ends ? at + 1 : kNotFound;
  }
}

// UTF-8 without control characters: what a header line must be.
bool is_text(std::string_view bytes) {
  const auto acts = [](char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') ||
           code == 0x7f;
  };
  return utf8_part(bytes) == bytes && std::none_of(bytes.begin(), bytes.end(), acts);
}

}  // namespace

// The place after the row's last byte, its line end not included; kNotFound if more
// bytes are needed to tell. Looks at kMaxRow bytes and no further, so that the answer
// does not depend on how the file fell into blocks.
std::size_t DelimitedRows::find_row_end() {
  const std::string_view window = bytes_.window();
  const std::string_view text = window.substr(0, kMaxRow);
  const bool whole = text.size() == kMaxRow || bytes_.at_end() || bytes_.failed();
  std::size_t line_end = text.find('\n');
  if (line_end == kNotFound && !whole) return kNotFound;
  line_end = std::min(line_end, text.size());
  if (quotes_ && no_quote_ < line_end)
    no_quote_ = std::min(window.find('"', no_quote_), window.size());
  row_has_quotes_ = quotes_ && no_quote_ < line_end;
  if (!row_has_quotes_) return line_end;
  // Only a quote that opens a field can hide a line end.
  for (std::size_t at = no_quote_;;) {
    at = find_near(text.substr(0, line_end), '"', at);
    if (at == kNotFound) return line_end;
    const std::size_t open = at++;
    if (open > 0 && text[open - 1] != delimiter_) continue;
    bool more = false;
    const std::size_t closed = close_quote(text, open, delimiter_, whole, more);
    if (more) return kNotFound;
    if (closed == kNotFound) continue;
    at = closed;
    if (closed <= line_end) continue;
    line_end = text.find('\n', closed);
    if (line_end == kNotFound && !whole) return kNotFound;
    line_end = std::min(line_end, text.size());
  }
}

void DelimitedRows::consume(std::size_t bytes) {
  bytes_.consume(bytes);
  no_quote_ -= std::min(bytes, no_quote_);
}

void DelimitedRows::skip_byte_order_mark() {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  while (bytes_.window().size() < kMark.size() && bytes_.extend()) {
  }
  if (bytes_.window().starts_with(kMark)) consume(kMark.size());
}

void DelimitedRows::discard_line() {
  for (;;) {
    const std::string_view text = bytes_.window();
    const std::size_t end = text.find('\n');
    consume(end == kNotFound ? text.size() : end + 1);
    if (end != kNotFound || !bytes_.extend()) return;
  }
}

bool DelimitedRows::next() {
  if (at_start_) skip_byte_order_mark();
  at_start_ = false;
  for (;;) {
    consume(pending_);
    pending_ = 0;
    if (discard_) discard_line();
    discard_ = false;
    std::size_t end = 0;
    while (end = find_row_end(), end == kNotFound) bytes_.extend();
    const std::string_view text = bytes_.window();
    if (text.empty()) return false;
    const bool line = end < text.size() && text[end] == '\n';
    pending_ = line ? end + 1 : end;
    discard_ = !line && end == kMaxRow;
    line_ = row_ = text.substr(0, end);
    if (row_.ends_with('\r')) row_.remove_suffix(1);
    if (!row_.empty() || !skip_empty_lines_) return true;
  }
}

bool DelimitedRows::next_line() {
  quotes_ = false;
  const bool found = next();
  quotes_ = true;
  row_has_quotes_ = row_.find('"') != kNotFound;
  return found;
}

// The field that begins at `at`, and in `at` where the next one does, or kNotFound.
// Its text is made only where it is wanted.
std::string_view DelimitedRows::take_field(std::size_t& at, bool wanted) {
  std::size_t closed = kNotFound;
  if (row_has_quotes_ && at < row_.size() && row_[at] == '"') {
    bool more = false;
    closed = close_quote(line_, at, delimiter_, true, more);
  }
  const std::size_t begin = at;
  const std::size_t delimiter =
      find_near(row_, delimiter_, closed == kNotFound ? begin : closed);
  at = delimiter == kNotFound ? kNotFound : delimiter + 1;
  if (!wanted) return {};
  if (closed == kNotFound)
    return row_.substr(begin, std::min(delimiter, row_.size()) - begin);
  unquoted_.clear();
  for (std::size_t k = begin + 1; k + 1 < closed; ++k) {
    unquoted_ += row_[k];
    if (row_[k] == '"') ++k;
  }
  return unquoted_;
}

std::optional<std::string_view> DelimitedRows::field(std::size_t column) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < column; ++i) {
    take_field(at, false);
    if (at == kNotFound) return std::nullopt;
  }
  return take_field(at, true);
}

std::vector<std::string> DelimitedRows::fields() {
  std::vector<std::string> result;
  stray_quote_ = open_quote_ = false;
  for (std::size_t at = 0; at != kNotFound;) {
    const std::string_view text = take_field(at, true);
    const bool plain = text.data() != unquoted_.data();
    if (plain && text.find('"') != kNotFound) stray_quote_ = true;
    if (plain && text.starts_with('"')) open_quote_ = true;
    result.emplace_back(text);
  }
  return result;
}

Result<DelimitedHeader> read_header(const OpenFile& file, const std::string& path,
                                    std::optional<char> delimiter) {
  DelimitedHeader header;
  constexpr char kCandidates[] = {',', ';', '|', '\t'};
  std::pair<bool, std::size_t> best = {false, 0};  // without stray quotes, of names
  bool open_quote = false;
  for (const char candidate : kCandidates) {
    if (delimiter && candidate != kCandidates[0]) break;
    const char used = delimiter.value_or(candidate);
    DelimitedRows rows(file.descriptor(), used);
    if (!rows.next_line()) {
      if (rows.bytes().failed())
        return Error{ErrorKind::unreadable,
                     fmt::format("cannot read '{}': reading failed", path)};
      return header;
    }
    auto names = rows.fields();
    const bool clean = !rows.has_stray_quote();
    const auto merit = std::pair(clean, names.size());
    if (merit <= best) continue;
    best = merit;
    header = {used, std::move(names)};
    open_quote = rows.has_open_quote();
  }
  // What comes after the first line may not decide what the names are.
  if (open_quote)
    return Error{
        ErrorKind::unreadable,
        fmt::format("cannot read '{}': a quote in its first line does not close "
                    "there; write the names of the columns in one line",
                    path)};
  for (const std::string& name : header.names)
    if (!is_text(name))
      return Error{ErrorKind::unreadable,
                   fmt::format("cannot read '{}': its first line is not UTF-8 text, so "
                               "it is no table in text form",
                               path)};
  return header;
}

}  // namespace selvage
