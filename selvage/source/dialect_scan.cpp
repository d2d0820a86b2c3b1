#include "selvage/source/dialect_scan.hpp"

namespace selvage {
namespace {

class DialectScan : public TextScan {
 public:
  DialectScan(std::unique_ptr<TextScan> scan, const Dialect& dialect,
              std::vector<TextUse> uses)
      : scan_(std::move(scan)),
        dialect_(dialect),
        uses_(std::move(uses)),
        rooms_(uses_.size()) {}

  ScanStep next(std::vector<std::optional<std::string_view>>& fields) override {
    const ScanStep step = scan_->next(fields);
    if (step != ScanStep::row) return step;
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (fields[i]) fields[i] = dialect_.plain(*fields[i], uses_[i], rooms_[i]);
    return step;
  }
  std::uint64_t bytes_read() const override { return scan_->bytes_read(); }
  std::uint64_t position() const override { return scan_->position(); }
  void begin_at(std::uint64_t position) override { scan_->begin_at(position); }
  bool guess_row(std::uint64_t from, std::uint64_t to) override {
    return scan_->guess_row(from, to);
  }

 private:
  std::unique_ptr<TextScan> scan_;
  Dialect dialect_;
  std::vector<TextUse> uses_;
  std::vector<std::string> rooms_;
};

}  // namespace

std::unique_ptr<TextScan> scan_in_dialect(std::unique_ptr<TextScan> scan,
                                          const Dialect& dialect,
                                          std::vector<TextUse> uses) {
  if (dialect.is_plain()) return scan;
  return std::make_unique<DialectScan>(std::move(scan), dialect, std::move(uses));
}

}  // namespace selvage
