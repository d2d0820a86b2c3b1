#include "selvage/summary/rank_windows.hpp"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <span>

#include "selvage/summary/rank_collection.hpp"
#include "selvage/summary/window_taking.hpp"

namespace selvage {
namespace {

// Rows of a cell whose codes lie next to each other.
struct Stretch {
  std::int64_t least = kLeastCode, greatest = kGreatestCode;  // of these codes
  std::int64_t before = 0;  // rows of the cell below them
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
    buckets_.assign(place(to) + 3, {.least = kGreatestCode, .greatest = kLeastCode});
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

// Where the window of one cell lies, ever more narrowly.
class CellSearch {
 public:
  // At first nothing is known but a sample of the codes: the rows are likely to lie as
  // these do.
  void begin(const RankRequest& request, std::span<const HeldCode> sample,
             std::size_t buckets) {
    std::int64_t from = 0, to = 0;
    if (!sample.empty()) {
      const auto rows = static_cast<std::int64_t>(sample.size());
      const Ranks ranks = likely_window_of(request, rows);
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

// One request, by buckets.
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

// Scans until what is left of every window fits. Each request has an equal part of the
// memory for its search.
Result<std::vector<std::vector<RankWindow>>> windows_by_buckets(
    std::span<const RankRequest> requests, std::size_t cells, const RowScan& scan,
    const RankLimits& limits, const std::vector<HeldCode>& sample) {
  const RankLimits of_each{limits.codes / requests.size(),
                           limits.buckets / requests.size()};
  std::vector<RankSearch> searches;
  for (const RankRequest& request : requests)
    searches.emplace_back(request, cells, of_each, sample);
  const auto each = [&](auto what) {
    std::mutex mutex;
    return scan([&](std::span<const CodedRow> rows) {
      const std::lock_guard lock(mutex);
      for (RankSearch& search : searches)
        for (const CodedRow& row : rows) what(search, row);
    });
  };
  const auto add = [](auto& search, const CodedRow& row) { search.add(row); };
  if (const auto done = each(add); !done) return done.error();
  for (RankSearch& search : searches) search.count();
  while (std::any_of(searches.begin(), searches.end(),
                     [](const RankSearch& search) { return search.is_wide(); })) {
    for (RankSearch& search : searches) search.divide();
    if (const auto done = each(add); !done) return done.error();
    for (RankSearch& search : searches) search.narrow();
  }
  const auto done = each([](auto& search, const CodedRow& row) { search.take(row); });
  if (!done) return done.error();
  std::vector<std::vector<RankWindow>> windows;
  for (RankSearch& search : searches) windows.push_back(search.windows());
  return windows;
}

using Found = std::vector<std::optional<std::vector<RankWindow>>>;

// Those of the requests that have no windows yet, and where these belong.
struct Missing {
  std::vector<RankRequest> requests;
  std::vector<std::size_t> places;

  Missing(std::span<const RankRequest> all, const Found& found) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!found[i]) {
        requests.push_back(all[i]);
        places.push_back(i);
      }
  }
};

}  // namespace

// One scan, if the rows come in no particular order; one more with a sample of all of
// them, if not; and where that does not fit either, by buckets.
Result<std::vector<std::vector<RankWindow>>> rank_windows(
    std::span<const RankRequest> requests, std::size_t cells, const RowScan& scan,
    const RankLimits& limits) {
  for ([[maybe_unused]] const RankRequest& request : requests) {
    assert(request.rank.sign() > 0 && request.rank < Rational(1));
    assert(request.below >= 0 && request.above >= 0);
  }
  if (requests.empty()) return std::vector<std::vector<RankWindow>>();
  const auto collect = [&](RankCollection& collection) {
    return scan([&](std::span<const CodedRow> rows) { collection.add(rows); });
  };
  SortedSample sample;
  Found found;
  {
    RankCollection collection(requests, cells, limits);
    if (const auto done = collect(collection); !done) return done.error();
    found = collection.windows();
    sample = collection.sample();
  }
  if (const Missing missing(requests, found); !missing.requests.empty()) {
    RankCollection collection(missing.requests, cells, limits, sample);
    if (const auto done = collect(collection); !done) return done.error();
    Found more = collection.windows();
    for (std::size_t i = 0; i < more.size(); ++i)
      found[missing.places[i]] = std::move(more[i]);
  }
  if (const Missing missing(requests, found); !missing.requests.empty()) {
    auto more = windows_by_buckets(missing.requests, cells, scan, limits, sample.rows);
    if (!more) return more.error();
    for (std::size_t i = 0; i < more->size(); ++i)
      found[missing.places[i]] = std::move((*more)[i]);
  }
  std::vector<std::vector<RankWindow>> windows;
  for (auto& of_request : found) windows.push_back(*std::move(of_request));
  return windows;
}

}  // namespace selvage
