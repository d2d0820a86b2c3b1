// The codes around ranks by one scan. In each cell only codes between two ends are
// held, and the others are counted. While rows come the ends close in on where the rank
// lies among the rows so far, leaving room for what is still to come: with rows in no
// particular order about as many codes are held as the square root of their number.
// Where the rank lies outside in the end, nothing is known of it but that.
//
// Which codes are held decides how many scans there are, never what a window is.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "selvage/summary/each_thread.hpp"
#include "selvage/summary/rank_windows.hpp"

namespace selvage {

struct HeldCode {
  std::uint32_t cell;
  std::int64_t code;
  auto operator<=>(const HeldCode&) const = default;
};

// Every so-manieth row, sorted.
struct SortedSample {
  std::vector<HeldCode> rows;
  std::uint64_t stride = 1;
};

// Every 2^j-th row, for the least j with which they are few enough.
class RowSample {
 public:
  explicit RowSample(std::size_t most) : most_(most) {}
  void add(std::span<const CodedRow> rows);
  // Both as if they were one. Not to be added to afterwards.
  void merge(RowSample other);
  SortedSample sorted() &&;

 private:
  void halve();
  std::size_t most_;
  std::uint64_t stride_ = 1, skip_ = 0;  // rows to pass over before the next
  std::vector<HeldCode> rows_;
};

// What one thread saw of one cell.
class CellBracket {
 public:
  CellBracket(std::int64_t low, std::int64_t high, std::size_t room)
      : low_(low), high_(high), room_(room) {}

  // False where there is no room for the code: it is held nevertheless.
  bool add(std::int64_t code) {
    below_ += code < low_ ? 1 : 0;
    above_ += code > high_ ? 1 : 0;
    return code < low_ || code > high_ || hold(code);
  }
  // Closes in on the window.
  void narrow(const RankRequest& request);
  bool is_half_full() const { return held_.size() > room_ / 2; }
  void widen() { room_ *= 2; }
  std::size_t room() const { return room_; }

  std::int64_t low() const { return low_; }
  std::int64_t high() const { return high_; }
  std::int64_t below() const { return below_; }
  std::int64_t above() const { return above_; }
  std::int64_t rows() const;
  // Calls visit(code, rows) for what is held, in any order.
  template <class Visit>
  void each_held(const Visit& visit) const {
    if (at_low_ > 0) visit(low_, at_low_);
    for (const std::int64_t code : held_) visit(code, 1);
    if (at_high_ > 0) visit(high_, at_high_);
  }

 private:
  bool hold(std::int64_t code) {
    if (code == low_) {
      ++at_low_;
    } else if (code == high_) {
      ++at_high_;
    } else {
      held_.push_back(code);
      return held_.size() < room_;
    }
    return true;
  }
  void raise_low(std::int64_t rank);
  void lower_high(std::int64_t rank);

  std::int64_t low_, high_;                // the ends, which are held too
  std::int64_t below_ = 0, above_ = 0;     // rows beyond them
  std::int64_t at_low_ = 0, at_high_ = 0;  // where the ends are one, the former
  std::size_t room_;
  std::vector<std::int64_t> held_;  // between the ends
};

class RankCollection {
 public:
  // The ends close in, from nowhere.
  RankCollection(std::span<const RankRequest> requests, std::size_t cells,
                 const RankLimits& limits);
  // The ends stay where a sample of the rows has them.
  RankCollection(std::span<const RankRequest> requests, std::size_t cells,
                 const RankLimits& limits, const SortedSample& sample);

  // By several threads at once.
  void add(std::span<const CodedRow> rows);
  // For each request the windows of all cells; none where one of them is not known.
  std::vector<std::optional<std::vector<RankWindow>>> windows();
  SortedSample sample();

 private:
  struct Seen {                                      // by one thread
    std::vector<std::vector<CellBracket>> brackets;  // by request and cell
    RowSample sample;
  };
  std::optional<RankWindow> window(std::size_t request, std::size_t cell);
  void make_room(std::size_t request, CellBracket& bracket);

  std::span<const RankRequest> requests_;
  std::size_t cells_;
  bool closes_in_;
  std::vector<std::vector<CellBracket>> first_;  // where every thread begins
  std::atomic<std::int64_t> spare_;  // codes that may be held beside the windows
  EachThread<Seen> seen_;
};

// The part of a sorted list that is about one cell.
std::span<const HeldCode> of_cell(const std::vector<HeldCode>& held, std::size_t cell);
// The codes that one request is about.
std::vector<HeldCode> asked_of(const std::vector<HeldCode>& held,
                               const RankRequest& request);

}  // namespace selvage
