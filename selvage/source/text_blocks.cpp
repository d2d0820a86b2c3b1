#include "selvage/source/text_blocks.hpp"

#include <mutex>

#include "selvage/summary/block_numbers.hpp"

namespace selvage {
namespace {

// What one thread reads: the rows of a piece are held until it is known that they are
// rows of the table.
class BlockRows : public PieceRows {
 public:
  BlockRows(const Reading& reading, const BlockRequest& request, std::mutex& drawing)
      : reading_(reading),
        named_(!reading.person.column.empty()),
        request_(request),
        block_of_(request),
        drawing_(drawing),
        width_(block_numbers(reading)),
        tally_(request.blocks, width_) {}

  void add(const ScannedRow& row) override {
    if (named_) {
      // Rows without a person are left out.
      if (!row.person || row.person->empty()) return;
      blocks_.push_back(block_of_(*row.person));
    } else {
      blocks_.push_back(0);
    }
    numbers_.push_back(row.coded.steps);
    numbers_.insert(numbers_.end(), row.beside.begin(), row.beside.end());
    append_keys(reading_.domain, row.coded.cell, numbers_);
  }
  bool keep() override {
    if (!named_ && !blocks_.empty()) {
      const std::lock_guard lock(drawing_);
      request_.draw(blocks_);
    }
    const std::span<const std::int64_t> all = numbers_;
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      tally_.add(static_cast<std::uint32_t>(blocks_[i]),
                 all.subspan(i * width_, width_));
    forget();
    return true;
  }
  void forget() override {
    blocks_.clear();
    numbers_.clear();
  }
  const BlockTally& tally() const { return tally_; }

 private:
  const Reading& reading_;
  bool named_;
  const BlockRequest& request_;
  BlockOf block_of_;
  std::mutex& drawing_;  // of all threads
  std::size_t width_;    // numbers of a row
  BlockTally tally_;
  std::vector<std::uint64_t> blocks_;  // of the piece that is being read
  std::vector<std::int64_t> numbers_;
};

// The same, kept as they are.
class NumberPieces : public PieceRows {
 public:
  NumberPieces(const Reading& reading, const BlockKey& key)
      : reading_(reading), named_(!reading.person.column.empty()), key_(key) {}

  void add(const ScannedRow& row) override {
    if (named_) {
      if (!row.person || row.person->empty()) return;
      piece_.people.push_back(person_name(*row.person, key_));
    }
    piece_.numbers.push_back(row.coded.steps);
    piece_.numbers.insert(piece_.numbers.end(), row.beside.begin(), row.beside.end());
    append_keys(reading_.domain, row.coded.cell, piece_.numbers);
  }
  bool keep() override {
    rows_.add(piece_);
    forget();
    return true;
  }
  void forget() override {
    piece_.numbers.clear();
    piece_.people.clear();
  }
  const NumberRows& rows() const { return rows_; }

 private:
  const Reading& reading_;
  bool named_;
  const BlockKey& key_;
  NumberRows piece_, rows_;
};

}  // namespace

Result<NumberRows> text_number_rows(const PieceParts& parts, const Reading& reading,
                                    const BlockKey& key, int threads) {
  std::vector<std::unique_ptr<PieceRows>> rows;
  std::vector<const NumberPieces*> held;
  for (int i = 0; i < threads; ++i) {
    auto of_thread = std::make_unique<NumberPieces>(reading, key);
    held.push_back(of_thread.get());
    rows.push_back(std::move(of_thread));
  }
  const auto read = read_pieces(parts, rows);
  if (!read) return read.error();
  NumberRows all;
  for (const NumberPieces* of_thread : held) all.add(of_thread->rows());
  return all;
}

Result<std::vector<BlockSums>> text_block_sums(const PieceParts& parts,
                                               const Reading& reading,
                                               const BlockRequest& request,
                                               int threads) {
  std::mutex drawing;
  std::vector<std::unique_ptr<PieceRows>> rows;
  std::vector<const BlockRows*> tallied;
  for (int i = 0; i < threads; ++i) {
    auto of_thread = std::make_unique<BlockRows>(reading, request, drawing);
    tallied.push_back(of_thread.get());
    rows.push_back(std::move(of_thread));
  }
  const auto read = read_pieces(parts, rows);
  if (!read) return read.error();
  BlockTally all(request.blocks, block_numbers(reading));
  for (const BlockRows* of_thread : tallied) all.add(of_thread->tally());
  return all.sums();
}

}  // namespace selvage
