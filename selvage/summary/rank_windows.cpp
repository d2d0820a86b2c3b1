#include "selvage/summary/rank_windows.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <span>

namespace selvage {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();

// The ranks of a window, from 0 on; empty where there are no rows.
struct Ranks {
  std::int64_t first = 0, last = -1;
};

Ranks window_of(const RankRequest& request, std::int64_t rows) {
  if (rows == 0) return {};
  const std::int64_t middle = *(request.rank * rows).ceil().to_int64() - 1;
  return {middle - std::min(request.below, middle),
          middle + std::min(request.above, rows - 1 - middle)};
}

// Rows of a cell whose codes lie next to each other.
struct Stretch {
  std::int64_t least = kLeast, greatest = kGreatest;  // of these codes
  std::int64_t before = 0;                            // rows of the cell below them
  std::int64_t rows = 0;
  bool is_one_code() const { return least == greatest; }
};

// One end of a window: the stretch in which it lies, divided into buckets of equal
// width by which a scan finds a shorter one. Each keeps the least and the greatest code
// that it met, so that a code that many rows share is soon alone.
class WindowEnd {
 public:
  explicit WindowEnd(const Stretch& where) : where_(where) {}
  const Stretch& where() const { return where_; }

  // [from, to] into at least two buckets, and one on either side of it.
  void divide(std::int64_t from, std::int64_t to, std::size_t buckets) {
    from_ = from;
    to_ = to;
    for (shift_ = 0; place(to) >= buckets;) ++shift_;
    buckets_.assign(place(to) + 3, {.least = kGreatest, .greatest = kLeast});
  }
  void add(std::int64_t code) {
    if (buckets_.empty() || code < where_.least || code > where_.greatest) return;
    Stretch& bucket = code < from_ ? buckets_.front()
                      : code > to_ ? buckets_.back()
                                   : buckets_[place(code) + 1];
    ++bucket.rows;
    bucket.least = std::min(bucket.least, code);
    bucket.greatest = std::max(bucket.greatest, code);
  }
  std::int64_t counted() const {
    std::int64_t rows = 0;
    for (const Stretch& bucket : buckets_) rows += bucket.rows;
    return rows;
  }
  // The bucket that holds the row of this rank. Where a file that is changed meanwhile
  // has fewer rows now than before, the last one.
  Stretch holding(std::int64_t rank) const {
    if (buckets_.empty()) return where_;
    Stretch found{where_.least, where_.least, where_.before, 0};
    std::int64_t before = where_.before;
    for (const Stretch& bucket : buckets_) {
      if (bucket.rows == 0) continue;
      found = bucket;
      found.before = before;
      before += bucket.rows;
      if (before > rank) break;
    }
    return found;
  }

 private:
  std::size_t place(std::int64_t code) const {
    return (static_cast<std::uint64_t>(code) - static_cast<std::uint64_t>(from_)) >>
           shift_;
  }

  Stretch where_;
  std::int64_t from_ = 0, to_ = 0;
  int shift_ = 0;
  std::vector<Stretch> buckets_;  // none: nothing is looked for
};

struct HeldCode {
  std::uint32_t cell;
  std::int64_t code;
  auto operator<=>(const HeldCode&) const = default;
};

// Sorted: the codes of a cell.
std::span<const HeldCode> of_cell(const std::vector<HeldCode>& held, std::size_t cell) {
  const auto range = std::equal_range(
      held.begin(), held.end(), HeldCode{static_cast<std::uint32_t>(cell), 0},
      [](const HeldCode& a, const HeldCode& b) { return a.cell < b.cell; });
  return {range.first, range.second};
}

// Takes rows in rising order and keeps those whose ranks are in the window.
class Taking {
 public:
  Taking(const Ranks& ranks, std::int64_t rows, std::int64_t before)
      : ranks_(ranks), rank_(before), window_{.rows = rows, .below = ranks.first} {}
  void take(std::int64_t code, std::int64_t rows) {
    if (code != code_ || !code_) begin_ = rank_;
    code_ = code;
    const std::int64_t from = std::max(rank_, ranks_.first);
    rank_ += rows;
    const std::int64_t to = std::min(rank_, ranks_.last + 1);
    auto& codes = window_.codes;
    if (from < to) {
      if (codes.empty()) window_.cut_below = from - begin_;
      codes.insert(codes.end(), static_cast<std::size_t>(to - from), code);
    }
    if (!codes.empty() && codes.back() == code)
      window_.cut_above = std::max<std::int64_t>(0, rank_ - ranks_.last - 1);
  }
  RankWindow window() && { return std::move(window_); }

 private:
  Ranks ranks_;
  std::int64_t rank_, begin_ = 0;     // of the next row, of the first one of this code
  std::optional<std::int64_t> code_;  // of the last row
  RankWindow window_;
};

// Where the window of one cell lies, ever more narrowly.
class CellSearch {
 public:
  // At first nothing is known but a sample of the codes, sorted: the rows are likely to
  // lie as these do.
  void begin(const RankRequest& request, std::span<const HeldCode> sample,
             std::size_t buckets) {
    std::int64_t from = 0, to = 0;
    if (!sample.empty()) {
      const auto rows = static_cast<std::int64_t>(sample.size());
      const Ranks ranks = window_of(request, rows);
      const auto at = [&](std::int64_t rank) {
        return sample[static_cast<std::size_t>(
                          std::clamp<std::int64_t>(rank, 0, rows - 1))]
            .code;
      };
      from = at(ranks.first - rows / 16);
      to = at(ranks.last + rows / 16);
    }
    ends_.assign(1, WindowEnd(Stretch{}));
    ends_.front().divide(from, to, buckets);
  }
  void add(std::int64_t code) {
    for (WindowEnd& end : ends_) end.add(code);
  }
  // After the first scan.
  void count(const RankRequest& request) {
    rows_ = ends_.front().counted();
    ranks_ = window_of(request, rows_);
  }
  // After each scan.
  void narrow() {
    const Stretch first = ends_.front().holding(ranks_.first);
    const Stretch last = ends_.back().holding(ranks_.last);
    ends_.assign(1, WindowEnd(first));
    if (last.least != first.least) ends_.emplace_back(last);
  }
  void divide(std::size_t buckets) {
    for (WindowEnd& end : ends_)
      if (!end.where().is_one_code())
        end.divide(end.where().least, end.where().greatest, buckets);
  }
  // Rows at the ends that need not belong to the window.
  std::int64_t loose_rows() const {
    std::int64_t rows = 0;
    for (const WindowEnd& end : ends_)
      if (!end.where().is_one_code()) rows += end.where().rows;
    return rows;
  }
  // Whether the last scan must bring this code: of those at the ends that are all the
  // same it is known how many there are.
  bool wants(std::int64_t code) const {
    const Stretch &first = ends_.front().where(), &last = ends_.back().where();
    if (code < first.least || code > last.greatest) return false;
    return !(first.is_one_code() && code == first.least) &&
           !(last.is_one_code() && code == last.least);
  }
  RankWindow window(std::span<const HeldCode> held) const {
    const Stretch &first = ends_.front().where(), &last = ends_.back().where();
    Taking taking(ranks_, rows_, first.before);
    if (first.is_one_code()) taking.take(first.least, first.rows);
    for (const HeldCode& row : held) taking.take(row.code, 1);
    if (ends_.size() == 2 && last.is_one_code()) taking.take(last.least, last.rows);
    return std::move(taking).window();
  }

 private:
  std::int64_t rows_ = 0;
  Ranks ranks_;
  std::vector<WindowEnd> ends_;  // one where both lie in the same stretch
};

// The codes that one request is about, rising by cell.
std::vector<HeldCode> asked_of(const std::vector<HeldCode>& held,
                               const RankRequest& request) {
  std::vector<HeldCode> asked;
  for (const HeldCode& row : held)
    if ((!request.from || row.code >= *request.from) &&
        (!request.to || row.code < *request.to))
      asked.push_back(row);
  return asked;
}

// The windows of one request, where all rows are held.
std::vector<RankWindow> windows_of(const std::vector<HeldCode>& held,
                                   const RankRequest& request, std::size_t cells) {
  const std::vector<HeldCode> asked = asked_of(held, request);
  std::vector<RankWindow> windows;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto codes = of_cell(asked, cell);
    const Ranks ranks = window_of(request, std::ssize(codes));
    Taking taking(ranks, std::ssize(codes), 0);
    for (const HeldCode& row : codes) taking.take(row.code, 1);
    windows.push_back(std::move(taking).window());
  }
  return windows;
}

// One request, where not all rows can be held.
class RankSearch {
 public:
  // The sample is sorted.
  RankSearch(const RankRequest& request, std::size_t cells, const RankLimits& limits,
             const std::vector<HeldCode>& sample)
      : request_(request),
        limits_(limits),
        // A window has two ends.
        buckets_(std::max<std::size_t>(4, limits.buckets / cells) / 2),
        searches_(cells) {
    const std::vector<HeldCode> asked = asked_of(sample, request);
    for (std::size_t cell = 0; cell < cells; ++cell)
      searches_[cell].begin(request_, of_cell(asked, cell), buckets_);
    for (const HeldCode& code : asked) searches_[code.cell].add(code.code);
  }

  // After the first scan.
  void count() {
    for (CellSearch& search : searches_) search.count(request_);
    narrow();
  }
  bool is_wide() const {
    return loose_rows() > static_cast<std::int64_t>(limits_.codes);
  }
  void divide() {
    for (CellSearch& search : searches_) search.divide(buckets_);
  }
  void narrow() {
    for (CellSearch& search : searches_) search.narrow();
  }
  void add(const CodedRow& row) {
    if (is_asked(row)) searches_[row.cell].add(row.steps);
  }
  // In the last scan.
  void take(const CodedRow& row) {
    if (is_asked(row) && searches_[row.cell].wants(row.steps))
      held_.push_back({static_cast<std::uint32_t>(row.cell), row.steps});
  }
  std::vector<RankWindow> windows() {
    std::sort(held_.begin(), held_.end());
    std::vector<RankWindow> windows;
    for (std::size_t cell = 0; cell < searches_.size(); ++cell)
      windows.push_back(searches_[cell].window(of_cell(held_, cell)));
    return windows;
  }

 private:
  bool is_asked(const CodedRow& row) const {
    return (!request_.from || row.steps >= *request_.from) &&
           (!request_.to || row.steps < *request_.to);
  }
  std::int64_t loose_rows() const {
    std::int64_t rows = 0;
    for (const CellSearch& search : searches_) rows += search.loose_rows();
    return rows;
  }
  const RankRequest& request_;
  RankLimits limits_;
  std::size_t buckets_;  // at one end of a window
  std::vector<HeldCode> held_;
  std::vector<CellSearch> searches_;  // one for each cell
};

}  // namespace

// The codes are held once while they fit. Then each request has an equal part of the
// memory for its search.
Result<std::vector<std::vector<RankWindow>>> rank_windows(
    std::span<const RankRequest> requests, std::size_t cells, const RowScan& scan,
    const RankLimits& limits) {
  if (requests.empty()) return std::vector<std::vector<RankWindow>>();
  const RankLimits of_each{limits.codes / requests.size(),
                           limits.buckets / requests.size()};
  std::vector<HeldCode> held;
  std::vector<RankSearch> searches;
  const auto begin_searches = [&] {
    std::sort(held.begin(), held.end());
    for (const RankRequest& request : requests) {
      assert(request.rank.sign() > 0 && request.rank < Rational(1));
      assert(request.below >= 0 && request.above >= 0);
      searches.emplace_back(request, cells, of_each, held);
    }
    held = {};
  };
  const auto met = scan([&](const CodedRow& row) {
    for (RankSearch& search : searches) search.add(row);
    if (!searches.empty()) return;
    held.push_back({static_cast<std::uint32_t>(row.cell), row.steps});
    if (held.size() > limits.codes) begin_searches();
  });
  if (!met) return met.error();

  std::vector<std::vector<RankWindow>> windows;
  if (searches.empty()) {
    std::sort(held.begin(), held.end());
    for (const RankRequest& request : requests)
      windows.push_back(windows_of(held, request, cells));
    return windows;
  }
  const auto each = [&](auto what) {
    return scan([&](const CodedRow& row) {
      for (RankSearch& search : searches) what(search, row);
    });
  };
  for (RankSearch& search : searches) search.count();
  while (std::any_of(searches.begin(), searches.end(),
                     [](const RankSearch& search) { return search.is_wide(); })) {
    for (RankSearch& search : searches) search.divide();
    const auto done = each([](auto& search, const CodedRow& row) { search.add(row); });
    if (!done) return done.error();
    for (RankSearch& search : searches) search.narrow();
  }
  const auto done = each([](auto& search, const CodedRow& row) { search.take(row); });
  if (!done) return done.error();
  for (RankSearch& search : searches) windows.push_back(search.windows());
  return windows;
}

}  // namespace selvage
