// Small worlds: every table of a few rows over a few people and values, in memory,
// behind the same Reader as real tables and bounded by the same rule, so that a
// mechanism can be verified on all of them.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "selvage/summary/key_dictionary.hpp"
#include "selvage/summary/number_rows.hpp"
#include "selvage/summary/person_rows.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage::verify {

using Field = std::optional<std::string>;  // nullopt is missing

struct SmallRow {
  std::string person;         // empty: none
  std::vector<Field> fields;  // the domain's columns, the measure's, those beside it
  auto operator<=>(const SmallRow&) const = default;
};
using SmallTable = std::vector<SmallRow>;

class SmallWorldReader : public Reader, public NumberReader {
 public:
  // Requires a reading whose bins fit doubles. `classes`: as TableOptions::class_key.
  SmallWorldReader(Reading reading, SmallTable rows, const BoundingKey& key = {},
                   const std::optional<BoundingKey>& classes = std::nullopt)
      : reading_(std::move(reading)),
        rows_(std::move(rows)),
        key_(key),
        classes_(classes) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override;
  Result<std::vector<BlockSums>> block_sums(const BlockRequest& request) override;
  Result<NumberRows> number_rows(const BlockKey& key) override;

  // The rows that bounding leaves, as text: tables with the same answer every request
  // alike.
  Result<std::string> kept_text();

 private:
  Outcome each_row(const VisitRow& visit) override;
  Outcome each_row(const VisitRow& visit, KeyDictionary& dictionary) const;
  // The measure and the numbers beside it, of each row that has all of them.
  void each_numbers(
      const std::function<void(const std::string& person,
                               std::span<const std::int64_t> numbers)>& visit) const;

  Reading reading_;
  SmallTable rows_;
  BoundingKey key_;
  std::optional<BoundingKey> classes_;
};

// Calls `visit(with, without)` for every table of at most `rows` rows taken from
// `possible` (as multisets) and each of its neighbours: all rows of one person removed;
// where rows name no person, one row.
void for_each_neighbours(const SmallTable& possible, std::size_t rows,
                         const std::function<void(const SmallTable& with,
                                                  const SmallTable& without)>& visit);

}  // namespace selvage::verify
