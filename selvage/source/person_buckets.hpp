// The rows of people in memory: held apart in buckets by the hash of the person, so
// that several threads can sort and walk them, and a bucket fits in a cache. All rows
// of a person are in one bucket, whoever added them.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace selvage {

// A row is words: those of the person, a number or a hash, then those of the row, in
// the order in which the rows of a person are sorted.
template <std::size_t kWords>
class PersonBuckets {
 public:
  using Row = std::array<std::uint64_t, kWords>;
  static constexpr std::size_t kBuckets = 1 << 10;
  static constexpr std::size_t kBlock = 128;                     // rows
  static constexpr std::size_t kMostUnused = kBuckets * kBlock;  // of one part, in rows

  // What one thread adds.
  class Part {
   public:
    explicit Part(std::atomic<std::uint64_t>& bytes) : bytes_(bytes) {}
    void add(const Row& row) {
      Bucket& bucket = buckets_[bucket_of(row)];
      if (bucket.rows % kBlock == 0) {
        bucket.blocks.push_back(std::make_unique_for_overwrite<Row[]>(kBlock));
        bytes_ += kBlock * sizeof(Row);
      }
      bucket.blocks.back()[bucket.rows++ % kBlock] = row;
    }

   private:
    friend class PersonBuckets;
    // People who are whole numbers are spread too: by the upper bits of a product.
    static std::size_t bucket_of(const Row& row) { return spread(row) >> (64 - 10); }
    struct Bucket {
      std::vector<std::unique_ptr<Row[]>> blocks;  // all full but the last
      std::size_t rows = 0;
    };
    std::vector<Bucket> buckets_{kBuckets};
    std::atomic<std::uint64_t>& bytes_;  // of all parts
  };

  // Not while others do the same or take. It stays where it is.
  Part& add_part() { return parts_.emplace_back(bytes_); }
  std::uint64_t bytes() const { return bytes_; }

  // Moves the rows of a bucket to `rows`: those of a person one after the other, and
  // sorted. Not while somebody adds. They are laid on shelves by more bits of the
  // person first: of a million people few share a shelf, and few rows are compared.
  void take(std::size_t bucket, std::vector<Row>& rows) {
    std::array<std::size_t, kShelves + 1> ends{};
    each_row(bucket, [&](const Row& row) { ++ends[shelf_of(row) + 1]; });
    for (std::size_t shelf = 0; shelf < kShelves; ++shelf)
      ends[shelf + 1] += ends[shelf];
    rows.resize(ends[kShelves]);
    // What was the begin of a shelf is its end then.
    each_row(bucket, [&](const Row& row) { rows[ends[shelf_of(row)]++] = row; });
    auto begin = rows.begin();
    for (std::size_t shelf = 0; shelf < kShelves; ++shelf) {
      const auto end = rows.begin() + static_cast<std::ptrdiff_t>(ends[shelf]);
      std::sort(begin, end);
      begin = end;
    }
    for (Part& part : parts_) part.buckets_[bucket] = {};
  }

 private:
  static constexpr std::size_t kShelves = 1 << 10;

  static std::uint64_t spread(const Row& row) { return row[0] * 0x9E3779B97F4A7C15; }
  static std::size_t shelf_of(const Row& row) {
    return spread(row) >> (64 - 20) & (kShelves - 1);
  }
  template <class Visit>
  void each_row(std::size_t bucket, const Visit& visit) const {
    for (const Part& part : parts_) {
      const auto& [blocks, rows] = part.buckets_[bucket];
      std::size_t left = rows;
      for (const auto& block : blocks) {
        const std::size_t here = std::min(left, kBlock);
        for (std::size_t i = 0; i < here; ++i) visit(block[i]);
        left -= here;
      }
    }
  }

  std::atomic<std::uint64_t> bytes_ = 0;
  std::deque<Part> parts_;
};

}  // namespace selvage
