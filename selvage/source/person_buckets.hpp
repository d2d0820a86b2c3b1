// The rows of people in memory: held apart in buckets by the hash of the person, so
// that several threads can sort and walk them, and a bucket fits in a cache. All rows
// of a person are in one bucket, whoever added them.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace selvage {

// A row is words: two of the person's hash, then those of the row, in the order in
// which rows are sorted.
template <std::size_t kWords>
class PersonBuckets {
 public:
  using Row = std::array<std::uint64_t, kWords>;
  static constexpr std::size_t kBuckets = 1024;
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
    static std::size_t bucket_of(const Row& row) {
      static_assert(kBuckets == 1 << 10);
      return row[0] * 0x9E3779B97F4A7C15 >> (64 - 10);
    }
    struct Bucket {
      std::vector<std::unique_ptr<Row[]>> blocks;  // all full but the last
      std::size_t rows = 0;
    };
    std::vector<Bucket> buckets_{kBuckets};
    std::atomic<std::uint64_t>& bytes_;  // of all parts
  };

  explicit PersonBuckets(int parts) {
    parts_.reserve(static_cast<std::size_t>(parts));
    for (int i = 0; i < parts; ++i) parts_.emplace_back(bytes_);
  }
  Part& part(int i) { return parts_[static_cast<std::size_t>(i)]; }
  std::uint64_t bytes() const { return bytes_; }

  // Moves the rows of a bucket, sorted, to `rows`. Not while somebody adds.
  void take(std::size_t bucket, std::vector<Row>& rows) {
    rows.clear();
    for (Part& part : parts_) {
      auto& [blocks, left] = part.buckets_[bucket];
      for (const auto& block : blocks) {
        const std::size_t here = std::min(left, kBlock);
        rows.insert(rows.end(), block.get(), block.get() + here);
        left -= here;
      }
      blocks.clear();
    }
    std::sort(rows.begin(), rows.end());
  }

 private:
  std::atomic<std::uint64_t> bytes_ = 0;
  std::vector<Part> parts_;
};

}  // namespace selvage
