#include "selvage/source/long_row.hpp"

#include <algorithm>

namespace selvage {

// Two more than the longest text: a CR of the line end, and a sign that it was longer.
void LongRow::keep(std::string_view part) {
  kept_ += part.substr(0, longest_ + 2 - kept_.size());
}

std::optional<std::string_view> LongRow::text() const {
  if (kept_.size() > longest_) return std::nullopt;
  return kept_;
}

// From an opening quote to behind the closing one and a CR of the line end; false if
// that does not close the field.
bool LongRow::pass_quoted() {
  bytes_.consume(1);
  while (bytes_.ready()) {
    const std::size_t quote = bytes_.window().find('"');
    keep(bytes_.window().substr(0, quote));
    bytes_.consume(std::min(quote, bytes_.window().size()));
    if (quote == std::string_view::npos) continue;
    bytes_.consume(1);
    if (!bytes_.ready()) return true;
    const char next = bytes_.window().front();
    if (next == delimiter_ || next == '\n') return true;
    if (next == '\r') {
      bytes_.consume(1);
      return !bytes_.ready() || bytes_.window().front() == '\n';
    }
    if (next != '"') return false;
    keep("\"");
    bytes_.consume(1);
  }
  return false;
}

// Up to a delimiter, a line end or the end of the file.
void LongRow::pass_plain() {
  const auto ends = [&](char byte) { return byte == delimiter_ || byte == '\n'; };
  while (bytes_.ready()) {
    const std::string_view window = bytes_.window();
    const auto end = std::find_if(window.begin(), window.end(), ends);
    const auto passed = static_cast<std::size_t>(end - window.begin());
    keep(window.substr(0, passed));
    bytes_.consume(passed);
    if (end != window.end()) break;
  }
  const bool last = !bytes_.ready() || bytes_.window().front() == '\n';
  if (last && kept_.size() <= longest_ + 1 && kept_.ends_with('\r')) kept_.pop_back();
}

bool LongRow::pass() {
  kept_.clear();
  const std::uint64_t start = bytes_.position();
  const bool opens = bytes_.ready() && bytes_.window().front() == '"';
  if (!opens || !pass_quoted()) {
    // Where a quote does not close the field, it is an ordinary character. The next
    // field that can fail so begins where this search ended or later, so that no byte
    // is passed more than three times.
    bytes_.seek(start);
    kept_.clear();
    pass_plain();
  }
  if (!bytes_.ready()) return false;
  const bool more = bytes_.window().front() == delimiter_;
  bytes_.consume(1);
  return more;
}

}  // namespace selvage
