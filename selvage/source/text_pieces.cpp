#include "selvage/source/text_pieces.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>

#include "selvage/base/threads.hpp"

namespace selvage {
namespace {

class Pieces {
 public:
  explicit Pieces(const PieceParts& parts) : p_(parts) {}

  // Reads pieces until there are no more.
  void read(PieceRows& rows) {
    const auto scan = p_.scan();
    // The first row is known: behind the header.
    note_start(0, scan->rows().position());
    while (!stopped_) {
      const std::uint64_t number = next_++;
      if (number > 0 && number >= (p_.size + p_.piece - 1) / p_.piece) return;
      if (!read_piece(*scan, number, rows)) return;
    }
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    known_.notify_all();
  }
  bool failed() const { return failed_; }
  bool stopped() const { return stopped_; }
  double share() const {
    if (p_.size == 0) return -1;
    return std::min(1.0, static_cast<double>(passed_) / static_cast<double>(p_.size));
  }

 private:
  struct Range {
    std::uint64_t begin, end;
  };

  bool read_piece(CodedScan& scan, std::uint64_t number, PieceRows& rows) {
    const bool last = (number + 1) * p_.piece >= p_.size;
    const Range piece{number * p_.piece,
                      last ? ~std::uint64_t{0} : (number + 1) * p_.piece};
    // A row begins behind a line end, so from here on one may begin in this piece.
    std::optional<std::uint64_t> guess, end;
    if (number > 0 && scan.rows().guess_row(piece.begin - 1, piece.end - 1)) {
      guess = scan.rows().position();
      end = add_rows(scan, piece.end, rows);
    }
    const auto begin = start_of(number);
    if (!begin) return false;
    if (!end || guess != begin) {
      rows.forget();
      scan.rows().begin_at(*begin);
      end = add_rows(scan, piece.end, rows);
      if (!end) return fail();
    }
    note_start(number + 1, *end);
    if (!last) passed_ += p_.piece;
    if (rows.keep()) return true;
    stop();
    return false;
  }

  // The rows that begin before `end`; where the next one begins. None if reading failed
  // or no row began where one was guessed.
  std::optional<std::uint64_t> add_rows(CodedScan& scan, std::uint64_t end,
                                        PieceRows& rows) {
    ScannedRow row;
    while (scan.rows().position() < end && !stopped_) {
      const ScanStep step = scan.next(row);
      if (step == ScanStep::failed || step == ScanStep::lost) return std::nullopt;
      if (step == ScanStep::end) break;
      if (step == ScanStep::row) rows.add(row);
    }
    return scan.rows().position();
  }

  void note_start(std::uint64_t number, std::uint64_t position) {
    {
      const std::lock_guard lock(mutex_);
      starts_.emplace(number, position);
    }
    known_.notify_all();
  }
  // Waits for the piece before: somebody reads it, since pieces are taken in order.
  std::optional<std::uint64_t> start_of(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    known_.wait(lock, [&] { return stopped_ || starts_.contains(number); });
    if (stopped_) return std::nullopt;
    return starts_.at(number);
  }
  bool fail() {
    if (!stopped_) failed_ = true;
    stop();
    return false;
  }

  const PieceParts& p_;
  std::atomic<std::uint64_t> next_ = 0, passed_ = 0;
  std::atomic<bool> stopped_ = false, failed_ = false;
  std::mutex mutex_;
  std::condition_variable known_;
  std::map<std::uint64_t, std::uint64_t> starts_;  // where a piece's first row begins
};

}  // namespace

Result<bool> read_pieces(const PieceParts& parts,
                         const std::vector<std::unique_ptr<PieceRows>>& rows) {
  Pieces pieces(parts);
  const auto most = static_cast<int>(
      std::min<std::uint64_t>(rows.size(), parts.size / parts.piece + 1));
  const bool went_on = run_watched(
      most, [&](int i) { pieces.read(*rows[static_cast<std::size_t>(i)]); },
      parts.watch, [&] { return pieces.share(); }, [&] { pieces.stop(); });
  if (!went_on) return Error{ErrorKind::interrupted, "stopped before the scan ended"};
  if (pieces.failed()) return parts.broken;
  return !pieces.stopped();
}

}  // namespace selvage
