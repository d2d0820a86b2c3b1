// Walks the people whose rows are held in buckets, by several threads.
#pragma once
#include <bit>
#include <span>

#include "selvage/base/threads.hpp"
#include "selvage/source/person_buckets.hpp"
#include "selvage/source/person_walk.hpp"
#include "selvage/summary/key_dictionary.hpp"

namespace selvage {

// Whose rows they are, and what of them is needed. All but the number must outlive it.
//
// A row is words: of the person one where they are whole numbers, else the two of a
// hash; the cell and the key; the steps; the choice of a class. What the question does
// not need is left out, and the steps share the cell's word where both fit in it. That
// is known from the question, before the first row, and never from a value.
class HeldRows {
 public:
  const Reading& reading;
  const KeyDictionary& dictionary;
  const TableOptions& options;
  bool whole_numbers;  // who the people are

  HeldRows(const Reading& asked, const KeyDictionary& keys, const TableOptions& how,
           bool are_whole_numbers)
      : reading(asked),
        dictionary(keys),
        options(how),
        whole_numbers(are_whole_numbers),
        has_steps_(asked.measure.has_value()),
        has_choice_(how.class_key && !are_whole_numbers),
        person_words_(are_whole_numbers ? 1 : 2) {
    if (!has_steps_) return;
    lowest_ = static_cast<std::uint64_t>(asked.measure->grid.lowest());
    const auto bits = std::bit_width(
        static_cast<std::uint64_t>(asked.measure->grid.highest()) - lowest_);
    const bool fit = bits + std::bit_width(asked.domain.cells()) <= 64;
    if (fit && !asked.domain.has_unknown_keys()) steps_bits_ = static_cast<int>(bits);
  }

  bool has_steps() const { return has_steps_; }
  // Whole numbers tell it by themselves.
  bool has_choice() const { return has_choice_; }
  std::size_t person_words() const { return person_words_; }
  std::size_t words() const {
    return person_words_ + 1 + (has_steps_ && steps_bits_ < 0 ? 1U : 0U) +
           (has_choice_ ? 1U : 0U);
  }

  template <std::size_t kWords>
  void write(const duckdb_hugeint& person, const CodedRow& row, std::uint64_t choice,
             std::array<std::uint64_t, kWords>& words) const {
    words[0] = person.lower;
    if (!whole_numbers) words[1] = static_cast<std::uint64_t>(person.upper);
    // Rising as the steps do.
    const std::uint64_t steps = static_cast<std::uint64_t>(row.steps) - lowest_;
    const std::size_t at = person_words_;
    words[at] =
        steps_bits_ < 0 ? row.cell << 32 | row.key : row.cell << steps_bits_ | steps;
    if constexpr (kWords > 2) {
      if (has_steps_ && steps_bits_ < 0) words[at + 1] = steps;
      if (has_choice_) words[kWords - 1] = choice;
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
    const std::uint64_t code = words[person_words_];
    if (steps_bits_ >= 0)
      return {code >> steps_bits_, 0,
              static_cast<std::int64_t>(
                  (code & ((std::uint64_t{1} << steps_bits_) - 1)) + lowest_)};
    CodedRow row{code >> 32, static_cast<std::uint32_t>(code), 0};
    if constexpr (kWords > 2)
      if (has_steps_)
        row.steps = static_cast<std::int64_t>(words[person_words_ + 1] + lowest_);
    return row;
  }

 private:
  bool has_steps_, has_choice_;
  std::size_t person_words_;
  std::uint64_t lowest_ = 0;  // steps that there are
  int steps_bits_ = -1;       // of the cell's word; below 0: a word of their own
};

// Sorts and walks bucket after bucket, while others do the same.
template <std::size_t kWords>
class BucketWalk {
 public:
  using Buckets = PersonBuckets<kWords>;
  using Row = typename Buckets::Row;
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
    std::vector<Row> rows;
    std::vector<CodedRow> coded;
    while (!stopped_) {
      const std::size_t bucket = next_++;
      if (bucket >= Buckets::kBuckets) break;
      buckets_.take(bucket, rows);
      for (std::size_t i = 0; i < rows.size();) {
        const std::size_t end = end_of_person(rows, i);
        add_person(walk, std::span(rows).subspan(i, end - i), coded);
        i = end;
        if (kept.size() >= kHandedOn) hand_on(kept);
      }
    }
    walk.end();
    hand_on(kept);
  }
  // Or of some of their rows, where they have many.
  std::size_t end_of_person(std::span<const Row> rows, std::size_t begin) const {
    const std::size_t words = held_.person_words();
    const std::size_t most = std::min(rows.size(), begin + kHandedOn);
    std::size_t end = begin + 1;
    while (end < most && rows[end][0] == rows[begin][0] &&
           (words == 1 || rows[end][1] == rows[begin][1]))
      ++end;
    return end;
  }
  void add_person(PersonWalk& walk, std::span<const Row> rows,
                  std::vector<CodedRow>& coded) const {
    const duckdb_hugeint person = held_.person(rows[0]);
    const std::uint64_t choice = held_.has_choice() ? rows[0][kWords - 1] : 0;
    coded.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) coded[i] = held_.row(rows[i]);
    if (texts_.empty()) return walk.add(person, choice, coded);
    for (const CodedRow& row : coded) walk.add(person, choice, row, texts_[row.key]);
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
