// Walks the people whose rows are held in buckets, by several threads.
#pragma once
#include "selvage/base/threads.hpp"
#include "selvage/source/person_buckets.hpp"
#include "selvage/source/person_walk.hpp"
#include "selvage/summary/key_dictionary.hpp"

namespace selvage {

// Whose rows they are, and what of them is needed. All but the number must outlive it.
struct HeldRows {
  const Reading& reading;
  const KeyDictionary& dictionary;
  const TableOptions& options;
  bool whole_numbers;  // who the people are

  bool has_steps() const { return reading.measure.has_value(); }
  // Whole numbers tell it by themselves.
  bool has_choice() const { return options.class_key && !whole_numbers; }
  // Of a row: what the question does not need is left out, known before the first row.
  // A whole number is one word, a hash two.
  std::size_t person_words() const { return whole_numbers ? 1 : 2; }
  std::size_t words() const {
    return person_words() + 1 + (has_steps() ? 1U : 0U) + (has_choice() ? 1U : 0U);
  }

  template <std::size_t kWords>
  void write(const duckdb_hugeint& person, const CodedRow& row, std::uint64_t choice,
             std::array<std::uint64_t, kWords>& words) const {
    words[0] = person.lower;
    if (!whole_numbers) words[1] = static_cast<std::uint64_t>(person.upper);
    const std::size_t at = person_words();
    words[at] = row.cell << 32 | row.key;
    if constexpr (kWords > 2) {
      // Turned so that they rise as the steps do.
      if (has_steps()) words[at + 1] = static_cast<std::uint64_t>(row.steps) ^ kSign;
      if (has_choice()) words[kWords - 1] = choice;
    }
  }
  template <std::size_t kWords>
  duckdb_hugeint person(const std::array<std::uint64_t, kWords>& words) const {
    const auto number = static_cast<std::int64_t>(words[0]);
    if (whole_numbers) return {words[0], number < 0 ? -1 : 0};
    return {words[0], static_cast<std::int64_t>(words[1])};
  }
  template <std::size_t kWords>
  CodedRow row(const std::array<std::uint64_t, kWords>& words) const {
    const std::size_t at = person_words();
    CodedRow row{words[at] >> 32, static_cast<std::uint32_t>(words[at]), 0};
    if constexpr (kWords > 2)
      if (has_steps()) row.steps = static_cast<std::int64_t>(words[at + 1] ^ kSign);
    return row;
  }

 private:
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
};

// Sorts and walks bucket after bucket, while others do the same.
template <std::size_t kWords>
class BucketWalk {
 public:
  using Buckets = PersonBuckets<kWords>;
  BucketWalk(const HeldRows& held, Buckets& buckets, const VisitRows& visit)
      : held_(held), buckets_(buckets), visit_(visit) {
    if (held.reading.domain.has_unknown_keys()) texts_ = held.dictionary.texts();
  }

  // Hands every kept row to the visitor. False if the watch stopped it.
  bool run() {
    return run_watched(
        threads_for(held_.options.threads), [this](int) { walk(); },
        held_.options.watch, [] { return 1.0; }, [this] { stopped_ = true; });
  }

 private:
  static constexpr std::size_t kHandedOn = 4096;  // rows at once

  void walk() {
    std::vector<CodedRow> kept;
    PersonWalk walk(held_.reading, held_.options, held_.whole_numbers,
                    [&](const CodedRow& row) { kept.push_back(row); });
    std::vector<typename Buckets::Row> rows;
    while (!stopped_) {
      const std::size_t bucket = next_++;
      if (bucket >= Buckets::kBuckets) break;
      buckets_.take(bucket, rows);
      for (const auto& words : rows) {
        const CodedRow row = held_.row(words);
        walk.add(held_.person(words), held_.has_choice() ? words[kWords - 1] : 0, row,
                 texts_.empty() ? std::string_view() : texts_[row.key]);
        if (kept.size() >= kHandedOn) hand_on(kept);
      }
    }
    walk.end();
    hand_on(kept);
  }
  void hand_on(std::vector<CodedRow>& rows) const {
    visit_(rows);
    rows.clear();
  }

  const HeldRows& held_;
  Buckets& buckets_;
  std::vector<std::string_view> texts_;  // of unknown keys
  const VisitRows& visit_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace selvage
