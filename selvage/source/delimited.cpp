#include "selvage/source/delimited.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace selvage {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

bool ends_field(std::string_view text, std::size_t at, char delimiter) {
  return at >= text.size() || text[at] == delimiter || text[at] == '\n' ||
         text[at] == '\r';
}

// The place after the closing quote of the field that opens at `open`, or kNotFound if
// it does not close well within the limit. `at_end`: the text ends with the file;
// otherwise `more` is set where more text could change the answer.
std::size_t close_quote(std::string_view text, std::size_t open, char delimiter,
                        bool at_end, bool& more) {
  const std::size_t limit = std::min(text.size(), open + kMaxQuoted);
  for (std::size_t at = open + 1;;) {
    at = text.find('"', at);
    if (at == kNotFound || at >= limit) {
      more = !at_end && text.size() < open + kMaxQuoted;
      return kNotFound;
    }
    if (at + 1 == text.size() && !at_end) {
      more = true;
      return kNotFound;
    }
    if (at + 1 < text.size() && text[at + 1] == '"') {
      at += 2;  // a doubled quote is one quote of the text
      continue;
    }
    return ends_field(text, at + 1, delimiter) ? at + 1 : kNotFound;
  }
}

// Valid UTF-8 without NUL: what a header line must be.
bool is_text(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead == 0) return false;
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xc2 ? 0
                               : lead < 0xe0 ? 2
                               : lead < 0xf0 ? 3
                               : lead < 0xf5 ? 4
                                             : 0;
    if (length == 0 || i + length > bytes.size()) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(bytes[i + k]) & 0xc0) != 0x80) return false;
    i += length;
  }
  return true;
}

}  // namespace

// The place after the row's last byte, its line end not included. `found` tells whether
// it is certain; if not, more bytes are needed.
std::size_t DelimitedRows::find_row_end(bool& found) {
  const std::string_view text = bytes_.window();
  const bool at_end = bytes_.at_end() || bytes_.failed();
  found = true;
  std::size_t line_end = text.find('\n');
  if (line_end == kNotFound && !at_end && text.size() < kMaxRow) {
    found = false;
    return 0;
  }
  line_end = std::min(line_end, text.size());
  row_has_quotes_ =
      quotes_ && line_end > 0 && std::memchr(text.data(), '"', line_end) != nullptr;
  if (!row_has_quotes_) return line_end;
  // Field by field: only a quote that opens a field can hide a line end.
  const char end_bytes[] = {delimiter_, '\n'};
  const std::string_view ends(end_bytes, 2);
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '"') {
      bool more = false;
      const std::size_t closed = close_quote(text, at, delimiter_, at_end, more);
      if (more) {
        found = false;
        return 0;
      }
      if (closed != kNotFound) at = closed;
    }
    at = text.find_first_of(ends, at);
    if (at == kNotFound) {
      if (at_end || text.size() >= kMaxRow) return text.size();
      found = false;
      return 0;
    }
    if (text[at] == '\n') return at;
    ++at;  // past the delimiter
  }
  if (at_end) return text.size();
  found = false;
  return 0;
}

void DelimitedRows::discard_line() {
  for (;;) {
    const std::string_view text = bytes_.window();
    const std::size_t end = text.find('\n');
    bytes_.consume(std::min(end == kNotFound ? end : end + 1, text.size()));
    if (end != kNotFound || !bytes_.extend()) return;
  }
}

bool DelimitedRows::next() {
  for (;;) {
    bytes_.consume(pending_);
    pending_ = 0;
    if (discard_) discard_line();
    discard_ = false;
    bool found = false;
    std::size_t end = 0;
    while (end = find_row_end(found), !found) bytes_.extend();
    const std::string_view text = bytes_.window();
    if (text.empty()) return false;
    const bool whole = end < text.size() && text[end] == '\n';
    pending_ = whole ? end + 1 : end;
    discard_ = !whole && !bytes_.at_end();
    row_ = text.substr(0, end);
    if (!row_.empty() && row_.back() == '\r') row_.remove_suffix(1);
    if (!row_.empty() || !skip_empty_lines_) return true;
  }
}

std::optional<std::string_view> DelimitedRows::field(std::size_t column) {
  std::size_t at = 0;
  for (std::size_t i = 0;; ++i) {
    std::size_t end = 0, closed = kNotFound;
    if (row_has_quotes_ && at < row_.size() && row_[at] == '"') {
      bool more = false;
      closed = close_quote(row_, at, delimiter_, true, more);
    }
    end = row_.find(delimiter_, closed == kNotFound ? at : closed);
    end = std::min(end, row_.size());
    if (i == column) {
      if (closed == kNotFound) return row_.substr(at, end - at);
      unquoted_.clear();
      for (std::size_t k = at + 1; k + 1 < closed; ++k) {
        unquoted_ += row_[k];
        if (row_[k] == '"') ++k;
      }
      return unquoted_;
    }
    if (end == row_.size()) return std::nullopt;
    at = end + 1;
  }
}

std::vector<std::string> DelimitedRows::fields() {
  std::vector<std::string> result;
  while (const auto text = field(result.size())) result.emplace_back(*text);
  return result;
}

Result<DelimitedHeader> read_header(const OpenFile& file, const std::string& path,
                                    std::optional<char> delimiter) {
  DelimitedHeader header;
  constexpr char kCandidates[] = {',', ';', '|', '\t'};
  std::size_t most = 0;
  for (const char candidate : kCandidates) {
    if (delimiter && candidate != kCandidates[0]) break;
    const char used = delimiter.value_or(candidate);
    DelimitedRows rows(file.descriptor(), used);
    if (!rows.next()) {
      if (rows.bytes().failed())
        return Error{ErrorKind::unreadable,
                     fmt::format("cannot read '{}': reading failed", path)};
      return header;
    }
    auto names = rows.fields();
    if (names.size() <= most) continue;
    most = names.size();
    header = {used, std::move(names)};
  }
  if (header.names[0].starts_with("\xef\xbb\xbf")) header.names[0].erase(0, 3);
  for (const std::string& name : header.names)
    if (!is_text(name))
      return Error{ErrorKind::unreadable,
                   fmt::format("cannot read '{}': its first line is not UTF-8 text, so "
                               "it is no table in text form",
                               path)};
  return header;
}

}  // namespace selvage
