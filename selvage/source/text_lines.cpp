#include "selvage/source/text_lines.hpp"

#include <algorithm>

namespace selvage {

TextLines::TextLines(int descriptor, const TextLimits& limits)
    : bytes_(descriptor, limits.block), longest_(limits.line) {
  bytes_.skip_byte_order_mark();
}

bool TextLines::next() {
  bytes_.consume(pending_);
  pending_ = 0;
  if (!bytes_.ready()) return false;
  // One more than the longest: it may be a CR that belongs to the line end.
  const std::size_t end = bytes_.find_line_end(longest_ + 1);
  std::string_view text = bytes_.window().substr(0, end);
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (text.size() > longest_) {
    line_.reset();
    bytes_.skip_line();
    return true;
  }
  line_ = text;
  pending_ = std::min(end, bytes_.window().size() - 1) + 1;
  return true;
}

void TextLines::begin_at(std::uint64_t position) {
  pending_ = 0;
  bytes_.seek(position);
}

bool TextLines::begin_within(std::uint64_t from, std::uint64_t to) {
  pending_ = 0;
  return bytes_.seek_line(from, to);
}

}  // namespace selvage
