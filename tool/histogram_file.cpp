#include "tool/histogram_file.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/release/bin_ends.hpp"
#include "selvage/release/delimited_text.hpp"
#include "selvage/release/harmless_key.hpp"
#include "selvage/release/read_release.hpp"
#include "selvage/source/delimited.hpp"
#include "selvage/source/header_line.hpp"
#include "selvage/summary/calendar.hpp"
#include "tool/read_file.hpp"
#include "tool/stored_release.hpp"

namespace selvage::tool {
namespace {

// As it stands in the file. Ends are empty where there is none.
struct RawRow {
  std::string label, from, to, count;
};
struct RawHistogram {
  bool bins = false;
  std::vector<RawRow> rows;
  std::vector<ReadFile> read = {};
};

Error in_file(const std::string& path, const std::string& why) {
  return wrong(fmt::format("'{}' is no histogram that can be compared: {}", path, why));
}

constexpr const char* kColumns =
    "write columns value and count, or take a release with one column";

Result<RawHistogram> raw_of_release(const std::string& path, const Release& release) {
  const Answer& answer = release.answer;
  if (answer.numbers[0].name != "count" || answer.domain.columns().size() != 1)
    return in_file(path, fmt::format("the release is no count of the places of one "
                                     "column; {}",
                                     kColumns));
  if (answer.fewer_than)
    return in_file(
        path, "its small counts are only told as 'fewer than'; release it without");
  BinEnds ends(release);
  RawHistogram raw{.bins = !ends.columns().empty(), .rows = {}};
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    const std::uint64_t cell = answer.cells[i];
    RawRow row{.label = answer.domain.label(cell, 0),
               .from = {},
               .to = {},
               .count = std::to_string(answer.numbers[0].rows[i].value)};
    if (raw.bins) std::tie(row.from, row.to) = ends.ends(cell, 0);
    raw.rows.push_back(std::move(row));
  }
  return raw;
}

// Which column is what; the places in `wanted` of label, ends and count.
struct Columns {
  std::vector<std::size_t> wanted;  // label, count and, for bins, from and to
  bool bins = false;
  bool is_release = true;  // as this program writes one
};

Result<Columns> columns_of(const std::string& path,
                           const std::vector<std::string>& header) {
  std::vector<std::string> names;
  for (const std::string& name : header) names.push_back(in_lower_case(name));
  const auto place_of = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) -
                                    names.begin());
  };
  const std::size_t count = place_of("count"), value = place_of("value");
  if (count == names.size())
    return in_file(path, fmt::format("it has no column 'count'; {}", kColumns));
  if (value < names.size()) return Columns{{value, count}, false, false};
  const std::string first = names[0];
  const bool bins =
      count == 3 && names[1] == first + "_from" && names[2] == first + "_to";
  if (bins) return Columns{{0, count, 1, 2}, true};
  if (count != 1)
    return in_file(path,
                   fmt::format("it has no column 'value', nor one column of labels "
                               "before 'count'; {}",
                               kColumns));
  return Columns{{0, count}};
}

Result<RawHistogram> raw_of_rows(const std::string& path) {
  const auto file = OpenFile::open(path);
  if (!file) return file.error();
  const auto header = read_header(*file, path, std::nullopt);
  if (!header) return header.error();
  if (header->names.empty())
    return in_file(path, fmt::format("it is empty; {}", kColumns));
  const auto columns = columns_of(path, header->names);
  if (!columns) return columns.error();
  DelimitedRows rows({.descriptor = file->descriptor(),
                      .delimiter = header->delimiter,
                      .wanted = columns->wanted});
  rows.skip_header();
  rows.skip_empty_lines(true);
  RawHistogram raw{.bins = columns->bins, .rows = {}};
  while (rows.next()) {
    const auto text = [&](std::size_t i) {
      const auto& value = rows.values()[i];
      return value ? std::string(*value) : std::string();
    };
    // In a release a key that would be a formula has an apostrophe in front.
    raw.rows.push_back(
        {.label = columns->is_release ? without_apostrophe(text(0)) : text(0),
         .from = raw.bins ? text(2) : "",
         .to = raw.bins ? text(3) : "",
         .count = text(1)});
  }
  return raw;
}

// What was released and stands in a certificate or in a ledger.
Result<RawHistogram> raw_of_stored(const std::string& path) {
  const auto stored = stored_release(path);
  if (!stored) return stored.error();
  auto raw = raw_of_release(path, stored->release);
  if (raw) raw->read = stored->read;
  return raw;
}

Result<RawHistogram> raw_histogram(const std::string& path) {
  if (is_ledger_entry(path)) return raw_of_stored(path);
  const auto text = read_file(path, "histogram");
  if (!text) return text.error();
  const std::size_t first = text->find_first_not_of(" \t\r\n");
  if (first == std::string::npos || (*text)[first] != '{') return raw_of_rows(path);
  const auto json = parse_bounded_json(*text);
  if (!json) return in_file(path, "it begins like JSON and is none");
  if (json->is_object() && json->contains("format")) return raw_of_stored(path);
  const auto release = read_release(*json);
  if (!release) return in_file(path, release.error().message);
  auto raw = raw_of_release(path, *release);
  if (raw) raw->read = {table_to_keep(*release)};
  return raw;
}

std::optional<Rational> as_number(const std::string& text) {
  const auto number = Rational::parse(text);
  return number ? std::optional(*number) : std::nullopt;
}
std::optional<Rational> as_day(const std::string& text) {
  const auto date = parse_date(text);
  return date ? std::optional(Rational(date->days)) : std::nullopt;
}

// Where a row is: its value, or the middle of its bin. A bin without an end stands at
// its other one. None if a text that is there is no such number.
template <class Read>
std::optional<Rational> place_of(const RawRow& row, bool bins, const Read& read) {
  if (!bins) return read(row.label);
  const auto from = read(row.from), to = read(row.to);
  if ((!row.from.empty() && !from) || (!row.to.empty() && !to)) return std::nullopt;
  if (from && to) return (*from + *to) / Rational(2);
  return from ? from : to;
}

template <class Read>
bool all_have_places(const RawHistogram& raw, const Read& read) {
  return std::all_of(raw.rows.begin(), raw.rows.end(), [&](const RawRow& row) {
    return place_of(row, raw.bins, read).has_value();
  });
}

// Bins without any end are those of rows without a value: they are nowhere.
void leave_out_missing(RawHistogram& raw, HistogramFile& file) {
  if (!raw.bins) return;
  bool open = false;
  std::erase_if(raw.rows, [&](const RawRow& row) {
    const bool gone = row.from.empty() && row.to.empty();
    if (gone)
      file.notes.push_back(
          fmt::format("'{}' of {} has no place and is left out", row.label, file.path));
    open |= !gone && (row.from.empty() || row.to.empty());
    return gone;
  });
  if (open)
    file.notes.push_back(fmt::format(
        "a bin of {} without an end stands at the end that it has", file.path));
}

}  // namespace

Result<HistogramFile> read_histogram(const std::string& path) {
  auto raw = raw_histogram(path);
  if (!raw) return raw.error();
  HistogramFile file{.path = path, .bins = raw->bins, .rows = {}, .notes = {}};
  file.read = std::move(raw->read);
  leave_out_missing(*raw, file);
  file.ground = all_have_places(*raw, as_number) ? Ground::numbers
                : all_have_places(*raw, as_day)  ? Ground::dates
                                                 : Ground::keys;
  if (file.ground == Ground::keys && raw->bins)
    return in_file(path, "the ends of its bins are neither numbers nor dates");
  std::int64_t negative = 0, size = 0;
  std::set<std::string> labels;
  for (const RawRow& row : raw->rows) {
    const auto number = as_number(row.count);
    const auto count = number ? number->to_int64() : std::nullopt;
    if (!count)
      return in_file(path, fmt::format("the count '{}' is no whole number of 64 bits",
                                       row.count.substr(0, 40)));
    if (file.ground == Ground::keys && !labels.insert(row.label).second)
      return in_file(path, fmt::format("'{}' is there twice", row.label.substr(0, 40)));
    negative += *count < 0;
    const std::int64_t kept = std::max<std::int64_t>(*count, 0);
    if (__builtin_add_overflow(size, kept, &size))
      return in_file(path, "its counts are too large to be added up");
    const auto place = file.ground == Ground::numbers
                           ? place_of(row, raw->bins, as_number)
                       : file.ground == Ground::dates ? place_of(row, raw->bins, as_day)
                                                      : std::nullopt;
    file.rows.push_back({row.label, place, kept});
  }
  if (size == 0) return in_file(path, "it counts nobody");
  if (negative > 0)
    file.notes.push_back(fmt::format("{} negative {} of {} counted as 0: {} noise",
                                     negative, negative == 1 ? "count" : "counts",
                                     path + (negative == 1 ? " is" : " are"),
                                     negative == 1 ? "it is" : "they are"));
  return file;
}

}  // namespace selvage::tool
