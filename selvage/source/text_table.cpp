// CSV, TSV and JSON lines, by our own readers.
#include <algorithm>

#include "selvage/base/errors.hpp"
#include "selvage/base/threads.hpp"
#include "selvage/source/bind.hpp"
#include "selvage/source/byte_stream.hpp"
#include "selvage/source/column_match.hpp"
#include "selvage/source/dialect_scan.hpp"
#include "selvage/source/file_kind.hpp"
#include "selvage/source/header_line.hpp"
#include "selvage/source/text_blocks.hpp"
#include "selvage/source/text_persons.hpp"
#include "selvage/source/text_pieces.hpp"
#include "selvage/source/text_scan.hpp"
#include "selvage/source/visit_in_turn.hpp"
#include "selvage/summary/block_numbers.hpp"

namespace selvage {
namespace {

using MakeText = std::function<std::unique_ptr<TextScan>()>;

// A bound text file: how to read the wanted columns, and the filter on them.
struct BoundText {
  MakeText scan;
  std::optional<BoundPredicate> where;
};

// The columns of a scan, in the order that CodedScan wants them.
std::vector<std::string> wanted_columns(const Reading& reading,
                                        const std::optional<BoundPredicate>& where) {
  std::vector<std::string> names = counted_columns(reading);
  if (!reading.person.column.empty()) names.push_back(reading.person.column);
  if (where)
    for (const BoundColumn& asked : where->columns) names.push_back(asked.name);
  return names;
}

// And what their texts are read as.
std::vector<TextUse> wanted_uses(const Reading& reading,
                                 const std::optional<BoundPredicate>& where) {
  std::vector<TextUse> uses;
  for (const DomainColumn& column : reading.domain.columns())
    uses.push_back(use_of(column.values));
  if (reading.measure) uses.push_back(reading.measure->use());
  uses.insert(uses.end(), reading.beside.size(), TextUse::number);
  if (!reading.person.column.empty()) uses.push_back(TextUse::text);
  if (where)
    for (const BoundColumn& asked : where->columns) uses.push_back(use_of(asked.read));
  return uses;
}

Result<BoundText> bind_delimited(const OpenFile& file, const TableName& name,
                                 const Reading& reading, const TableOptions& options) {
  const auto& delimiter = options.delimiter;
  if (delimiter &&
      std::string_view("\"\r\n\0", 4).find(*delimiter) != std::string_view::npos)
    return wrong("the delimiter must not be a quote, a line end or a zero byte");
  const auto usual =
      name.format == TableFormat::tsv ? std::optional('\t') : std::nullopt;
  const auto header = read_header(file, name.path, delimiter ? delimiter : usual);
  if (!header) return header.error();
  // An empty file is an empty table: it has no row, whatever its columns would be.
  if (header->names.empty()) return BoundText{[] { return scan_nothing(); }, {}};
  const auto place = [&](const std::string& column) {
    return match_column(header->names, column, name.path, NamesFrom::first_line);
  };
  auto where =
      bind_where(options.where, [&](const std::string& asked) -> Result<ValueKind> {
        const auto found = place(asked);
        if (!found) return found.error();
        return ValueKind::any_text;
      });
  if (!where) return where.error();
  std::vector<std::size_t> wanted;
  for (const std::string& column : wanted_columns(reading, *where)) {
    const auto found = place(column);
    if (!found) return found.error();
    wanted.push_back(*found);
  }
  MakeText scan = [descriptor = file.descriptor(), separator = header->delimiter,
                   columns = header->names.size(), wanted, dialect = options.dialect,
                   uses = wanted_uses(reading, *where)] {
    return scan_in_dialect(scan_delimited(descriptor, separator, columns, wanted),
                           dialect, uses);
  };
  return BoundText{std::move(scan), *std::move(where)};
}

// Any key may be there: the lines have no header.
Result<BoundText> bind_json_lines(const OpenFile& file, const Reading& reading,
                                  const TableOptions& options) {
  if (options.dialect.decimal_comma)
    return wrong_field("decimal",
                       "`decimal` is not for JSON lines: numbers in JSON have a point");
  auto where = bind_where(options.where, [](const std::string&) -> Result<ValueKind> {
    return ValueKind::any_text;
  });
  if (!where) return where.error();
  const auto keys = wanted_columns(reading, *where);
  return BoundText{[descriptor = file.descriptor(), keys, dialect = options.dialect,
                    uses = wanted_uses(reading, *where)] {
                     return scan_in_dialect(scan_json_lines(descriptor, keys), dialect,
                                            uses);
                   },
                   *std::move(where)};
}

// What one thread reads, where every row counts.
class VisitedRows : public PieceRows {
 public:
  explicit VisitedRows(const VisitRows& visit) : visit_(visit) {}
  void add(const ScannedRow& row) override { rows_.push_back(row.coded); }
  bool keep() override {
    visit_(rows_);
    rows_.clear();
    return true;
  }
  void forget() override { rows_.clear(); }

 private:
  const VisitRows& visit_;
  std::vector<CodedRow> rows_;  // of the piece that is being read
};

class TextReader : public Reader, public NumberReader {
 public:
  struct Parts {
    std::string path;
    OpenFile file;  // stays open while it is read
    BoundText bound;
    Reading reading;
    TableOptions options;
  };
  explicit TextReader(Parts parts) : p_(std::move(parts)) {}

  // Opens what a reading needs: before it, so that it cannot fail for that.
  Outcome prepare() {
    auto coder = RowCoder::make(p_.reading, dictionary_);
    if (!coder) return coder.error();
    coder_ = *std::move(coder);
    if (p_.reading.person.column.empty() || is_by_block(p_.reading)) return Done{};
    auto persons = TextPersons::make(
        {.scan = [this] { return scan(); },
         .reading = p_.reading,
         .dictionary = dictionary_,
         .options = p_.options,
         .size = p_.file.size(),
         .piece = piece(),
         .broken = broken(),
         .share = [this](std::uint64_t bytes) { return share(bytes); }});
    if (!persons) return persons.error();
    persons_ = *std::move(persons);
    return Done{};
  }

  const Reading& reading() const override { return p_.reading; }
  Result<Cells> cells() override {
    TallyInTurn tally(p_.reading);
    const auto done =
        each_batch([&](std::span<const CodedRow> rows) { tally.add(rows); });
    if (!done) return done.error();
    return Cells{tally.sums(), dictionary_.keys()};
  }
  Result<std::vector<BlockSums>> block_sums(const BlockRequest& request) override {
    return of_one_state(text_block_sums(pieces(), p_.reading, request,
                                        threads_for(p_.options.threads)));
  }
  Result<NumberRows> number_rows(const BlockKey& key) override {
    return of_one_state(
        text_number_rows(pieces(), p_.reading, key, threads_for(p_.options.threads)));
  }

 private:
  Outcome each_row(const VisitRow& visit) override {
    VisitInTurn in_turn(visit);
    return each_batch([&](std::span<const CodedRow> rows) { in_turn(rows); });
  }
  Outcome each_batch(const VisitRows& visit) override {
    return of_one_state(persons_ ? persons_->each_row(visit) : by_row(visit));
  }
  // What was read, if the file is still what it was when it was opened: else it may be
  // a part of the table, or parts of two.
  template <class Read>
  Read of_one_state(Read read) const {
    if (!read || p_.file.is_as_opened()) return read;
    return unreadable(p_.path,
                      "it was changed while it was read; ask again when it is whole");
  }
  std::unique_ptr<CodedScan> scan() const {
    return std::make_unique<CodedScan>(
        CodedScan::Parts{.scan = p_.bound.scan(),
                         .coder = *coder_,
                         .coded_fields = counted_columns(p_.reading).size(),
                         .has_person = !p_.reading.person.column.empty(),
                         .where = p_.bound.where,
                         .beside = p_.reading.beside});
  }
  double share(std::uint64_t bytes) const {
    if (p_.file.size() == 0) return -1;
    return std::min(1.0,
                    static_cast<double>(bytes) / static_cast<double>(p_.file.size()));
  }
  std::uint64_t piece() const {
    return is_packed(p_.file.descriptor()) ? kOnePiece : kUsualPiece;
  }
  Error broken() const { return unreadable(p_.path, "it broke off while it was read"); }
  PieceParts pieces() const {
    return {.scan = [this] { return scan(); },
            .size = p_.file.size(),
            .piece = piece(),
            .watch = p_.options.watch,
            .broken = broken()};
  }

  // Every row is a person: nothing to sort.
  Outcome by_row(const VisitRows& visit) {
    std::vector<std::unique_ptr<PieceRows>> rows;
    for (int i = 0; i < threads_for(p_.options.threads); ++i)
      rows.push_back(std::make_unique<VisitedRows>(visit));
    const auto read = read_pieces(pieces(), rows);
    if (!read) return read.error();
    return Done{};
  }

  Parts p_;
  KeyDictionary dictionary_;
  std::optional<RowCoder> coder_;
  std::unique_ptr<TextPersons> persons_;  // none where every row is a person
};

}  // namespace

Result<std::unique_ptr<Reader>> bind_text(const TableName& name, const Reading& reading,
                                          const TableOptions& options) {
  auto file = OpenFile::open(name.path);
  if (!file) return file.error();
  if (const auto fits = check_kind(*file, name); !fits) return fits.error();
  auto bound = name.format == TableFormat::json_lines
                   ? bind_json_lines(*file, reading, options)
                   : bind_delimited(*file, name, reading, options);
  if (!bound) return bound.error();
  auto reader =
      std::make_unique<TextReader>(TextReader::Parts{.path = name.path,
                                                     .file = *std::move(file),
                                                     .bound = *std::move(bound),
                                                     .reading = reading,
                                                     .options = options});
  if (const auto ready = reader->prepare(); !ready) return ready.error();
  return std::unique_ptr<Reader>(std::move(reader));
}

}  // namespace selvage
