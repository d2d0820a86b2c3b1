#include "selvage/synthesis/coded_text.hpp"

#include "selvage/release/delimited_text.hpp"
#include "selvage/release/harmless_key.hpp"
#include "selvage/summary/calendar.hpp"

namespace selvage {
namespace {

constexpr std::size_t kRowsAtOnce = 4096;

std::string quoted(const std::string& text, char separator) {
  std::string field;
  append_quoted(text, separator, field);
  return field;
}

// "-0.05" for -5 with two decimals.
void add_decimal(std::int64_t code, int decimals, TextBlocks& text) {
  if (decimals == 0) return text.add(code);
  if (code < 0) text.add('-');
  std::string digits = std::to_string(code < 0 ? -code : code);
  const auto places = static_cast<std::size_t>(decimals);
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  const std::size_t whole = digits.size() - places;
  text.add(std::string_view(digits).substr(0, whole));
  text.add('.');
  text.add(std::string_view(digits).substr(whole));
}

// Texts are made ready once.
class FieldWriter {
 public:
  FieldWriter(const CodedColumn& column, char separator) : column_(column) {
    for (const std::string& text : column.texts)
      fields_.push_back(
          quoted(column.keys_from_table ? harmless_key(text) : text, separator));
  }
  void add(std::int64_t code, TextBlocks& text) const {
    if (code == kNoCode) return;
    switch (column_.kind) {
      case CodedKind::text:
        return text.add(fields_[static_cast<std::size_t>(code)]);
      case CodedKind::number:
        return add_decimal(code, column_.decimals, text);
      case CodedKind::date:
        return text.add(date_text({static_cast<std::int32_t>(code)}));
      case CodedKind::moment:
        return text.add(timestamp_text({code}));
    }
  }

 private:
  const CodedColumn& column_;
  std::vector<std::string> fields_;
};

}  // namespace

void write_coded(const std::vector<CodedColumn>& columns, const NextCodes& next,
                 char separator, TextBlocks& text) {
  std::vector<FieldWriter> writers;
  for (const CodedColumn& column : columns) {
    if (!writers.empty()) text.add(separator);
    text.add(quoted(column.name, separator));
    writers.emplace_back(column, separator);
  }
  text.add('\n');
  // A line without any letter would be no row to many readers.
  const bool alone = columns.size() == 1;
  CodedBlock block;
  for (next(block, kRowsAtOnce); !block[0].empty(); next(block, kRowsAtOnce)) {
    for (std::size_t row = 0; row < block[0].size(); ++row) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        if (c > 0) text.add(separator);
        if (alone && block[c][row] == kNoCode) text.add("\"\"");
        writers[c].add(block[c][row], text);
      }
      text.add('\n');
    }
  }
}

}  // namespace selvage
