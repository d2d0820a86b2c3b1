#include "selvage/source/text_scan.hpp"

#include <algorithm>

#include "selvage/source/delimited.hpp"
#include "selvage/source/json_line.hpp"
#include "selvage/source/json_path.hpp"
#include "selvage/source/predicate_text.hpp"
#include "selvage/source/text_lines.hpp"
#include "selvage/summary/predicate_evaluate.hpp"

namespace selvage {
namespace {

using Fields = std::vector<std::optional<std::string_view>>;

class DelimitedScan : public TextScan {
 public:
  DelimitedScan(const DelimitedRows::Parts& parts, std::size_t columns) : rows_(parts) {
    rows_.skip_header();
    rows_.skip_empty_lines(columns > 1);
  }
  ScanStep next(Fields& fields) override {
    if (!rows_.next())
      return rows_.bytes().failed() ? ScanStep::failed
             : rows_.lost()         ? ScanStep::lost
                                    : ScanStep::end;
    fields = rows_.values();
    for (auto& field : fields)
      if (field && field->empty()) field.reset();  // an empty field is missing
    return ScanStep::row;
  }
  std::uint64_t bytes_read() const override { return rows_.bytes().bytes_read(); }
  std::uint64_t position() const override { return rows_.position(); }
  void begin_at(std::uint64_t position) override { rows_.begin_at(position); }
  bool guess_row(std::uint64_t from, std::uint64_t to) override {
    return rows_.guess_row(from, to);
  }

 private:
  DelimitedRows rows_;
};

class JsonLinesScan : public TextScan {
 public:
  JsonLinesScan(int descriptor, std::vector<std::string> keys, const TextLimits& limits)
      : lines_(descriptor, limits),
        keys_(std::move(keys)),
        paths_(std::any_of(keys_.begin(), keys_.end(), is_json_path)),
        fields_(keys_),
        longest_(limits.value) {}
  ScanStep next(Fields& fields) override {
    do {
      if (!lines_.next())
        return lines_.bytes().failed() ? ScanStep::failed : ScanStep::end;
    } while (lines_.line() && lines_.line()->empty());
    const std::string_view line = lines_.line().value_or(std::string_view());
    if (paths_) {
      texts_ = json_path_fields(line, keys_);
      fields.assign(texts_.begin(), texts_.end());
    } else {
      fields = fields_.read(line);
    }
    for (auto& field : fields)
      if (field && field->size() > longest_) field.reset();
    return ScanStep::row;
  }
  std::uint64_t bytes_read() const override { return lines_.bytes().bytes_read(); }
  std::uint64_t position() const override { return lines_.position(); }
  void begin_at(std::uint64_t position) override { lines_.begin_at(position); }
  // No string of JSON holds a line end: this is no guess.
  bool guess_row(std::uint64_t from, std::uint64_t to) override {
    return lines_.begin_within(from, to);
  }

 private:
  TextLines lines_;
  std::vector<std::string> keys_;
  bool paths_;         // some may be inside other objects
  JsonFields fields_;  // where none is
  std::vector<std::optional<std::string>> texts_;
  std::size_t longest_;
};

class NoRows : public TextScan {
 public:
  ScanStep next(Fields&) override { return ScanStep::end; }
  std::uint64_t bytes_read() const override { return 0; }
  std::uint64_t position() const override { return 0; }
  void begin_at(std::uint64_t) override {}
  bool guess_row(std::uint64_t, std::uint64_t) override { return false; }
};

}  // namespace

std::unique_ptr<TextScan> scan_delimited(int descriptor, char delimiter,
                                         std::size_t columns,
                                         std::vector<std::size_t> wanted,
                                         const TextLimits& limits) {
  return std::make_unique<DelimitedScan>(
      DelimitedRows::Parts{.descriptor = descriptor,
                           .delimiter = delimiter,
                           .wanted = std::move(wanted),
                           .limits = limits},
      columns);
}

std::unique_ptr<TextScan> scan_json_lines(int descriptor, std::vector<std::string> keys,
                                          const TextLimits& limits) {
  return std::make_unique<JsonLinesScan>(descriptor, std::move(keys), limits);
}

std::unique_ptr<TextScan> scan_nothing() { return std::make_unique<NoRows>(); }

bool CodedScan::kept() {
  row_.clear();
  const std::size_t first = p_.coded_fields + (p_.has_person ? 1 : 0);
  for (std::size_t i = 0; i < p_.where->columns.size(); ++i) {
    const auto& text = fields_[first + i];
    row_.push_back(text ? read_text(*text, p_.where->columns[i].read) : std::nullopt);
  }
  return keeps(*p_.where, row_);
}

bool CodedScan::read_beside() {
  beside_.clear();
  const std::size_t first = p_.coded_fields - p_.beside.size();
  for (std::size_t i = 0; i < p_.beside.size(); ++i) {
    const auto& text = fields_[first + i];
    const auto steps = text ? p_.beside[i].grid.steps_of_text(*text) : std::nullopt;
    if (!steps) return false;
    beside_.push_back(*steps);
  }
  return true;
}

ScanStep CodedScan::next(ScannedRow& row) {
  const ScanStep step = p_.scan->next(fields_);
  if (step != ScanStep::row) return step;
  if (p_.where && !kept()) return ScanStep::skipped;
  const auto coded = p_.coder.code(std::span(fields_).first(p_.coded_fields));
  if (!coded || !read_beside()) return ScanStep::skipped;
  row.coded = *coded;
  row.person = p_.has_person ? fields_[p_.coded_fields] : std::nullopt;
  row.beside = beside_;
  return ScanStep::row;
}

}  // namespace selvage
