#include "selvage/source/text_scan.hpp"

#include "selvage/source/json_line.hpp"
#include "selvage/source/predicate_text.hpp"
#include "selvage/summary/predicate_evaluate.hpp"

namespace selvage {
namespace {

using Fields = std::vector<std::optional<std::string_view>>;

class DelimitedScan : public TextScan {
 public:
  DelimitedScan(int descriptor, char delimiter, std::size_t columns,
                std::vector<std::size_t> wanted)
      : rows_(descriptor, delimiter),
        wanted_(std::move(wanted)),
        kept_(wanted_.size()) {
    rows_.next_line();  // the header
    rows_.skip_empty_lines(columns > 1);
  }
  ScanStep next(Fields& fields) override {
    if (!rows_.next()) return rows_.bytes().failed() ? ScanStep::failed : ScanStep::end;
    fields.resize(wanted_.size());
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      fields[i] = rows_.field(wanted_[i]);
      if (fields[i] && fields[i]->empty())
        fields[i].reset();  // an empty field is missing
      // The reader has room for one field without its quotes.
      if (wanted_.size() > 1 && fields[i]) fields[i] = kept_[i] = *fields[i];
    }
    return ScanStep::row;
  }
  std::uint64_t bytes_read() const override { return rows_.bytes().bytes_read(); }

 private:
  DelimitedRows rows_;
  std::vector<std::size_t> wanted_;
  std::vector<std::string> kept_;
};

class JsonLinesScan : public TextScan {
 public:
  JsonLinesScan(int descriptor, std::vector<std::string> keys)
      : rows_(descriptor), keys_(std::move(keys)) {
    rows_.skip_empty_lines(true);
  }
  ScanStep next(Fields& fields) override {
    if (!rows_.next()) return rows_.bytes().failed() ? ScanStep::failed : ScanStep::end;
    texts_ = json_fields(rows_.row(), keys_);
    fields.assign(texts_.begin(), texts_.end());
    return ScanStep::row;
  }
  std::uint64_t bytes_read() const override { return rows_.bytes().bytes_read(); }

 private:
  DelimitedRows rows_;
  std::vector<std::string> keys_;
  std::vector<std::optional<std::string>> texts_;
};

class NoRows : public TextScan {
 public:
  ScanStep next(Fields&) override { return ScanStep::end; }
  std::uint64_t bytes_read() const override { return 0; }
};

}  // namespace

std::unique_ptr<TextScan> scan_delimited(int descriptor, char delimiter,
                                         std::size_t columns,
                                         std::vector<std::size_t> wanted) {
  return std::make_unique<DelimitedScan>(descriptor, delimiter, columns,
                                         std::move(wanted));
}

std::unique_ptr<TextScan> scan_json_lines(int descriptor,
                                          std::vector<std::string> keys) {
  return std::make_unique<JsonLinesScan>(descriptor, std::move(keys));
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

ScanStep CodedScan::next(ScannedRow& row) {
  const ScanStep step = p_.scan->next(fields_);
  if (step != ScanStep::row) return step;
  if (p_.where && !kept()) return ScanStep::skipped;
  const auto coded = p_.coder.code(std::span(fields_).first(p_.coded_fields));
  if (!coded) return ScanStep::skipped;
  row.coded = *coded;
  row.person = p_.has_person ? fields_[p_.coded_fields] : std::nullopt;
  return ScanStep::row;
}

}  // namespace selvage
