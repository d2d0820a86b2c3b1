#include "selvage/source/header_line.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/utf8.hpp"
#include "selvage/source/delimited_field.hpp"

namespace selvage {
namespace {

// UTF-8 without control characters but tabs.
bool is_text(std::string_view bytes) {
  const auto acts = [](char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return (code < 0x20 && code != '\t') || code == 0x7f;
  };
  return is_utf8(bytes) && std::none_of(bytes.begin(), bytes.end(), acts);
}

// A header line cut at one delimiter.
struct Cut {
  char delimiter = ',';
  std::vector<std::string> names;
  bool stray_quote = false;  // a name has a quote and is not quoted
  bool open_quote = false;   // one begins with it
  bool bare_return = false;  // a name has a CR and is not quoted

  auto merit() const { return std::pair(!stray_quote, names.size()); }
};

Cut cut_line(std::string_view line, char delimiter) {
  Cut cut;
  cut.delimiter = delimiter;
  std::string room;
  for (std::size_t at = 0; at != kNowhere;) {
    const RowField field = take_field(line, delimiter, at);
    if (!field.quoted) {
      cut.stray_quote |= field.text.find('"') != kNowhere;
      cut.open_quote |= field.text.starts_with('"');
      cut.bare_return |= field.text.find('\r') != kNowhere;
    }
    cut.names.emplace_back(field_text(field, room));
  }
  return cut;
}

Cut best_cut(std::string_view line) {
  Cut best = cut_line(line, ',');
  for (const char delimiter : {';', '|', '\t'}) {
    Cut cut = cut_line(line, delimiter);
    if (cut.merit() > best.merit()) best = std::move(cut);
  }
  return best;
}

Error refused(ErrorKind kind, const std::string& path, const std::string& why) {
  return {kind, fmt::format("cannot read '{}': {}", path, why)};
}

}  // namespace

Result<DelimitedHeader> read_header(const OpenFile& file, const std::string& path,
                                    std::optional<char> delimiter,
                                    const TextLimits& limits) {
  ByteStream bytes(file.descriptor(), limits.block);
  bytes.skip_byte_order_mark();
  const std::size_t end = bytes.find_line_end(limits.line);
  if (bytes.failed())
    return refused(ErrorKind::unreadable, path,
                   is_packed(file.descriptor())
                       ? "it is compressed, and damaged or cut off"
                       : "reading failed");
  if (bytes.window().empty()) return DelimitedHeader{};
  std::string_view line = bytes.window().substr(0, end);
  const bool too_long = line.size() > limits.line;
  line = line.substr(0, limits.line);
  if (line.ends_with('\r')) line.remove_suffix(1);
  Cut cut = delimiter ? cut_line(line, *delimiter) : best_cut(line);
  // What comes after the first line may not decide what the names are, nor be taken for
  // one of them.
  if (cut.bare_return && is_text(line.substr(0, line.find('\r'))))
    return refused(ErrorKind::invalid_request, path,
                   "its lines end in CR alone; end each with LF or CR LF, for example "
                   "by tr '\\r' '\\n'");
  if (too_long)
    return refused(ErrorKind::unreadable, path,
                   fmt::format("its first line, which names the columns, has more than "
                               "{} bytes",
                               limits.line));
  if (cut.open_quote)
    return refused(ErrorKind::unreadable, path,
                   "a quote in its first line does not close there; write the names of "
                   "the columns in one line");
  if (!std::all_of(cut.names.begin(), cut.names.end(), is_text))
    return refused(ErrorKind::unreadable, path,
                   "its first line is not plain UTF-8 text, so it is no table in text "
                   "form");
  return DelimitedHeader{cut.delimiter, std::move(cut.names)};
}

}  // namespace selvage
