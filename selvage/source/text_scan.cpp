#include "selvage/source/text_scan.hpp"

#include "selvage/source/json_line.hpp"
#include "selvage/source/number_text.hpp"
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
  Step next(Fields& fields) override {
    if (!rows_.next()) return rows_.bytes().failed() ? Step::failed : Step::end;
    fields.resize(wanted_.size());
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      fields[i] = rows_.field(wanted_[i]);
      if (fields[i] && fields[i]->empty())
        fields[i].reset();  // an empty field is missing
      // The reader has room for one field without its quotes.
      if (wanted_.size() > 1 && fields[i]) fields[i] = kept_[i] = *fields[i];
    }
    return Step::row;
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
  Step next(Fields& fields) override {
    if (!rows_.next()) return rows_.bytes().failed() ? Step::failed : Step::end;
    texts_ = json_fields(rows_.row(), keys_);
    fields.assign(texts_.begin(), texts_.end());
    return Step::row;
  }
  std::uint64_t bytes_read() const override { return rows_.bytes().bytes_read(); }

 private:
  DelimitedRows rows_;
  std::vector<std::string> keys_;
  std::vector<std::optional<std::string>> texts_;
};

class NoRows : public TextScan {
 public:
  Step next(Fields&) override { return Step::end; }
  std::uint64_t bytes_read() const override { return 0; }
};

class FilteredNumbers : public NumberScan {
 public:
  FilteredNumbers(std::unique_ptr<TextScan> scan, std::optional<BoundPredicate> where)
      : scan_(std::move(scan)), where_(std::move(where)) {}
  Step next(std::optional<double>& value) override {
    do {
      const Step step = scan_->next(fields_);
      if (step != Step::row) return step;
    } while (where_ && !kept());
    value = fields_[0] ? parse_number(*fields_[0]) : std::nullopt;
    return Step::row;
  }
  std::uint64_t bytes_read() const override { return scan_->bytes_read(); }

 private:
  bool kept() {
    row_.clear();
    for (std::size_t i = 0; i < where_->columns.size(); ++i) {
      const auto& text = fields_[i + 1];
      row_.push_back(text ? read_text(*text, where_->columns[i].read) : std::nullopt);
    }
    return keeps(*where_, row_);
  }

  std::unique_ptr<TextScan> scan_;
  std::optional<BoundPredicate> where_;
  Fields fields_;
  std::vector<std::optional<Value>> row_;
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

std::unique_ptr<NumberScan> scan_numbers(std::unique_ptr<TextScan> scan,
                                         const std::optional<BoundPredicate>& where) {
  return std::make_unique<FilteredNumbers>(std::move(scan), where);
}

}  // namespace selvage
